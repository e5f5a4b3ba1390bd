#include "apps/report/contact_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tactus::core {
namespace {

/// What two bodies exchanged, row by row of the history.
struct PairImpulses {
  std::string a, b;
  std::vector<std::vector<Real>> of{};  ///< for each direction [rows] N s
  Real sum = 0;                         ///< N s, sum of the magnitudes
};

/// The columns of contacts.csv, and the rows of the history to which its rows belong.
class ContactRows {
 public:
  ContactRows(const Table& history, const Table& contacts) : rows_(history.rows()) {
    a_ = contacts.find("body_a"), b_ = contacts.find("body_b");
    for (const char* name : {"impulse_x_N_s", "impulse_y_N_s", "impulse_z_N_s"})
      if (const auto column = contacts.numbers(name); !column.empty()) impulse_.push_back(column);
    const auto steps = history.numbers("step"), own = contacts.numbers("step");
    for (std::size_t i = 0, row = 0; i < own.size(); ++i) {
      while (row < steps.size() && steps[row] < own[i]) ++row;
      place_.push_back(row < steps.size() && steps[row] == own[i] ? row : rows_);
    }
  }

  std::vector<PairImpulses> pairs() const {
    std::map<std::pair<std::string, std::string>, PairImpulses> found;
    for (std::size_t i = 0; i < place_.size() && readable(); ++i) {
      if (place_[i] == rows_) continue;
      if (a_->texts[i] == b_->texts[i]) continue;  // forces of a body on itself cancel
      PairImpulses& pair = found[{a_->texts[i], b_->texts[i]}];
      pair.of.resize(impulse_.size());
      Real square = 0;
      for (std::size_t d = 0; d < impulse_.size(); ++d) {
        pair.of[d].resize(rows_, 0);
        pair.of[d][place_[i]] += impulse_[d][i];
        square += impulse_[d][i] * impulse_[d][i];
      }
      pair.sum += std::sqrt(square);
    }
    std::vector<PairImpulses> list;
    for (auto& [names, pair] : found) {
      std::tie(pair.a, pair.b) = names;
      list.push_back(std::move(pair));
    }
    return list;
  }

 private:
  bool readable() const { return a_ && b_ && !a_->texts.empty() && !b_->texts.empty(); }

  std::size_t rows_;
  const Column *a_ = nullptr, *b_ = nullptr;
  std::vector<std::span<const Real>> impulse_;
  std::vector<std::size_t> place_;
};

/// Forces along one direction: the mean since the row before.
std::vector<Real> means_of(const std::vector<Real>& impulse, std::span<const Real> time) {
  std::vector<Real> force(time.size(), 0);
  for (std::size_t row = 1; row < time.size(); ++row)
    if (const Real dt = time[row] - time[row - 1]; dt > 0) force[row] = impulse[row] / dt;
  return force;
}

Column force_of(const PairImpulses& pair, std::span<const Real> time,
                const std::optional<ChannelFilter>& filter) {
  Column column;
  std::string how = filter ? "_" + filter->name : "";
  std::ranges::replace(how, ' ', '_');
  column.name = fmt::format("force_on_{}_by_{}{}_N", pair.a, pair.b, how);
  column.numbers.resize(time.size(), 0);
  for (const std::vector<Real>& impulse : pair.of) {
    std::vector<Real> force = means_of(impulse, time);
    if (filter) force = filtered(*filter, time, force, Between::means);
    for (std::size_t row = 0; row < time.size(); ++row)
      column.numbers[row] = std::hypot(column.numbers[row], force[row]);
  }
  return column;
}

Column impulse_of(const PairImpulses& pair, std::size_t direction) {
  Column column;
  column.name = fmt::format("impulse_{}_on_{}_by_{}_N_s", "xyz"[direction], pair.a, pair.b);
  Real sum = 0;
  for (const Real impulse : pair.of[direction]) column.numbers.push_back(sum += impulse);
  return column;
}

}  // namespace

std::vector<Column> contact_columns(const Table& history, const Table& contacts, std::size_t pairs,
                                    const std::optional<ChannelFilter>& filter) {
  std::vector<Column> columns;
  const auto time = history.numbers("time_s");
  if (time.empty()) return columns;
  std::vector<PairImpulses> all = ContactRows(history, contacts).pairs();
  std::ranges::stable_sort(all, std::ranges::greater(), &PairImpulses::sum);
  all.resize(std::min(all.size(), pairs));
  for (const PairImpulses& pair : all) {
    columns.push_back(force_of(pair, time, filter));
    for (std::size_t d = 0; d < pair.of.size(); ++d) columns.push_back(impulse_of(pair, d));
  }
  return columns;
}

}  // namespace tactus::core
