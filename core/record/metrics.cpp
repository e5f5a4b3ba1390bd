#include "core/record/metrics.hpp"

#include <algorithm>
#include <array>

#include "core/record/history.hpp"
#include "core/support/stopwatch.hpp"

namespace tactus::core {
namespace {

constexpr std::array<std::string_view, 5> kOwn = {"detection_passes", "solver_iterations",
                                                  "inconsistent_qps", "inadmissible_branches",
                                                  "neighbour_list_rebuilds"};

}  // namespace

std::string unit_suffix(std::string_view unit) {
  if (unit.empty() || unit == "1") return {};
  std::string out = "_";
  for (const char c : unit) {
    if (c == '/')
      out += "_per_";
    else if (c != '^')
      out += c == ' ' ? '_' : c;
  }
  return out;
}

void Metrics::integer(std::string_view name, const Index& member, Reduce reduce, std::string_view) {
  add(name, "1", {.name = {}, .integer = &member, .reduce = reduce});
}

void Metrics::real(std::string_view name, const Real& member, std::string_view unit, Reduce reduce,
                   std::string_view) {
  add(name, unit, {.name = {}, .real = &member, .reduce = reduce});
}

void Metrics::add(std::string_view name, std::string_view unit, Column column) {
  column.own = stage_.empty() && std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
  column.name = (stage_.empty() ? "" : stage_ + "_") + std::string(name) + unit_suffix(unit);
  // The kernel's own columns come first in the table and have their names already.
  static const std::vector<std::string> kernel = history_columns(
      {.dim = 3, .phases = phase_names(), .metrics = {}, .reactions = true, .dissipation = true});
  const auto taken = [&](const std::string& n) {
    return std::ranges::count(kernel, n) > 0 ||
           std::ranges::any_of(columns_, [&](const Column& c) { return c.name == n; });
  };
  const std::string plain = column.name;
  for (int k = 2; taken(column.name) && !column.own; ++k)
    column.name = plain + "_" + std::to_string(k);
  columns_.push_back(std::move(column));
  gathered_.push_back(0);
}

void Metrics::gather() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& c = columns_[i];
    const Real now = c.integer ? static_cast<Real>(*c.integer) : *c.real;
    switch (c.reduce) {
      case Reduce::last:
        gathered_[i] = now;
        break;
      case Reduce::sum:
        gathered_[i] += now - c.before;
        break;
      case Reduce::max:
        gathered_[i] = std::max(gathered_[i], now);
        break;
    }
    c.before = now;
  }
}

void Metrics::clear() { std::fill(gathered_.begin(), gathered_.end(), Real{0}); }

Index Metrics::value(std::string_view name) const {
  Real sum = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].own && columns_[i].name == name) sum += gathered_[i];
  return static_cast<Index>(sum);
}

std::vector<std::string> Metrics::other_names() const {
  std::vector<std::string> names;
  for (const Column& c : columns_)
    if (!c.own) names.push_back(c.name);
  return names;
}

View<Real> Metrics::other_values() {
  others_.clear();
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (!columns_[i].own) others_.push_back(gathered_[i]);
  return others_;
}

void Metrics::restore(const std::vector<Real>& gathered) {
  if (gathered.size() != gathered_.size())
    throw Error("the checkpoint has other metrics than the plugins of this configuration");
  // Work that was repeated while resuming (building a near list) does not belong to any step.
  for (Column& c : columns_) c.before = c.integer ? static_cast<Real>(*c.integer) : *c.real;
  gathered_ = gathered;
}

}  // namespace tactus::core
