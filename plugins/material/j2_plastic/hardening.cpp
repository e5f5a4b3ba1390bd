#include "hardening.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>
#include <tactus/error.hpp>

namespace j2_plastic {
namespace {
using tactus::ConfigError, tactus::kUnlimited;

/// The next number of a line, which is cut off; commas, semicolons and blanks divide.
std::optional<Real> take_number(std::string_view& line) {
  constexpr std::string_view between = " \t\r,;";
  line.remove_prefix(std::min(line.find_first_not_of(between), line.size()));
  Real value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return {};
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (!line.empty() && between.find(line.front()) == between.npos) return {};
  return value;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

}  // namespace

Hardening Hardening::from_file(const std::string& path) {
  std::ifstream in(path);
  std::vector<Row> table;
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    const auto fail = [&](const std::string& what) {
      throw ConfigError("the table '" + path + "', line " + std::to_string(number) + ": " + what);
    };
    std::string_view line = std::string_view(text).substr(0, text.find('#'));
    if (is_blank(line)) continue;
    const auto strain = take_number(line), stress = take_number(line);
    if (!strain || !stress || !is_blank(line))
      fail("a row is two numbers, plastic strain and yield stress in Pa; '#' begins a comment");
    if (table.empty() && *strain != 0) fail("the first row is that of the plastic strain 0");
    if (!(*stress > 0)) fail("a yield stress is above 0");
    if (!table.empty() && *strain <= table.back().strain)
      fail("plastic strains ascend from row to row");
    if (!table.empty() && *stress < table.back().stress)
      fail(
          "the yield stress falls; what softens would fail in a band one element wide, and the "
          "result would be that of the mesh");
    table.push_back({*strain, *stress});
  }
  if (in.bad() || table.empty())
    throw ConfigError("the table '" + path +
                      "' has no rows; each is a plastic strain and a yield stress in Pa");
  return Hardening(std::move(table));
}

std::size_t Hardening::row_at(Real alpha) const {
  const auto after = std::upper_bound(table_.begin() + 1, table_.end(), alpha,
                                      [](Real a, const Row& row) { return a < row.strain; });
  return static_cast<std::size_t>(after - table_.begin()) - 1;
}

Real Hardening::end_of(std::size_t row) const {
  return row + 1 < table_.size() ? table_[row + 1].strain : kUnlimited;
}

Real Hardening::slope_of(std::size_t row) const {
  if (row + 1 == table_.size()) return 0;
  return (table_[row + 1].stress - table_[row].stress) /
         (table_[row + 1].strain - table_[row].strain);
}

Real Hardening::stress(Real alpha) const {
  if (!table_.empty()) {
    const std::size_t row = row_at(alpha);
    return table_[row].stress + slope_of(row) * (alpha - table_[row].strain);
  }
  const auto& n = numbers_;
  const Real part = n.rate > 0 ? -std::expm1(-n.rate * alpha) : 0;
  return n.yield + n.slope * alpha + (n.saturation - n.yield) * part;
}

Real Hardening::slope(Real alpha) const {
  if (!table_.empty()) return slope_of(row_at(alpha));
  const auto& n = numbers_;
  if (!(n.rate > 0)) return n.slope;
  return n.slope + n.rate * (n.saturation - n.yield) * std::exp(-n.rate * alpha);
}

Real Hardening::work(Real alpha, Real increment) const {
  if (table_.empty()) {
    const auto& n = numbers_;
    Real sum = increment * (n.yield + n.slope * (alpha + increment / 2));
    if (n.rate > 0)
      sum += (n.saturation - n.yield) *
             (increment + std::exp(-n.rate * alpha) * std::expm1(-n.rate * increment) / n.rate);
    return sum;
  }
  Real sum = 0, from = alpha;
  const Real to = alpha + increment;
  for (std::size_t row = row_at(alpha); from < to; ++row) {
    const Real until = std::min(to, end_of(row)), middle = (from + until) / 2;
    sum += (until - from) * (table_[row].stress + slope_of(row) * (middle - table_[row].strain));
    from = until;
  }
  return sum;
}

/// Straight lines have a closed form. The saturating part makes trial - stiffness d - sigma(alpha + d)
/// a convex function that falls, so that Newton's method goes up to its zero from d = 0 without ever
/// passing it, and in quadratic steps.
Real Hardening::increment(Real trial, Real stiffness, Real alpha) const {
  if (table_.empty()) {
    Real d = 0;
    constexpr int kMost = 100;
    for (int k = 0; k < kMost; ++k) {
      const Real excess = trial - stiffness * d - stress(alpha + d);
      const Real next = d + excess / (stiffness + slope(alpha + d));
      if (!(next > d)) break;
      d = next;
    }
    return d;
  }
  Real from = alpha;
  for (std::size_t row = row_at(alpha);; ++row) {
    const Real slope = slope_of(row);
    const Real sigma = table_[row].stress + slope * (from - table_[row].strain);
    const Real excess = trial - stiffness * (from - alpha) - sigma;
    const Real until = from + excess / (stiffness + slope);
    if (until <= end_of(row)) return until - alpha;
    from = end_of(row);
  }
}

}  // namespace j2_plastic
