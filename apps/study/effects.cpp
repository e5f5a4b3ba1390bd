#include "apps/study/effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "apps/study/spread.hpp"

namespace tactus::core {
namespace {

constexpr std::array<Real, 4> kWidths{1e-9, 1e-6, 1e-3, 1e-2};  ///< of values that agree

/// Cells that differ along one axis alone, by the position of their value on it.
using AxisLine = std::map<std::size_t, Real>;

std::vector<AxisLine> lines_of(const StudyRun& run, const CellValues& values, std::size_t axis) {
  std::map<std::vector<std::size_t>, AxisLine> lines;
  for (std::size_t k = 0; k < values.cells.size(); ++k) {
    std::vector<std::size_t> others = run.cells[values.cells[k]].values;
    const std::size_t at = others[axis];
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
    lines[others][at] = values.values[k];
  }
  std::vector<AxisLine> found;
  for (auto& [others, line] : lines)
    if (line.size() > 1) found.push_back(std::move(line));
  return found;
}

/// Lines with as many values as any has.
std::vector<AxisLine> longest(std::vector<AxisLine> lines) {
  std::size_t most = 0;
  for (const AxisLine& line : lines) most = std::max(most, line.size());
  std::erase_if(lines, [&](const AxisLine& line) { return line.size() < most; });
  return lines;
}

std::map<std::size_t, Real> means_of(const std::vector<AxisLine>& lines) {
  std::map<std::size_t, std::pair<Real, Real>> sums;
  for (const AxisLine& line : lines)
    for (const auto& [at, value] : line) sums[at].first += value, sums[at].second += 1;
  std::map<std::size_t, Real> means;
  for (const auto& [at, sum] : sums) means[at] = sum.first / sum.second;
  return means;
}

std::optional<Effect> effect_of(const StudyRun& run, const CellValues& values, std::size_t axis) {
  const std::vector<AxisLine> lines = lines_of(run, values, axis);
  if (lines.empty()) return {};
  Effect effect;
  effect.axis = axis;
  for (const AxisLine& line : lines) {
    const auto [least, greatest] = std::ranges::minmax_element(
        line, {}, [](const AxisLine::value_type& entry) { return entry.second; });
    effect.largest = std::max(effect.largest, greatest->second - least->second);
  }
  const auto means = means_of(longest(lines));
  const auto [least, greatest] =
      std::ranges::minmax_element(means, {}, [](const auto& entry) { return entry.second; });
  effect.mean = greatest->second - least->second;
  effect.least = least->first, effect.greatest = greatest->first;
  const std::size_t count = run.study.axes[axis].values.size();
  const auto is_number = [&](std::size_t at) {
    const std::string& whole = run.study.axes[axis].values[at].label;
    const std::string label = whole.substr(0, whole.find(' '));  // "40 mm" is a number, too
    return label.find_first_not_of("+-.0123456789e") == label.npos;
  };
  if (run.study.axes[axis].has_numbers() && count > 2 && is_number(count - 1) &&
      is_number(count - 2))
    for (const AxisLine& line : lines)
      if (line.contains(count - 1) && line.contains(count - 2))
        effect.last = std::fmax(effect.last, std::abs(line.at(count - 1) - line.at(count - 2)));
  return effect;
}

}  // namespace

Real CellValues::least() const { return *std::ranges::min_element(values); }
Real CellValues::greatest() const { return *std::ranges::max_element(values); }
Real CellValues::size() const { return std::max(std::abs(least()), std::abs(greatest())); }

CellValues values_of(const StudyRun& run, std::size_t metric) {
  CellValues found;
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellOutcome& outcome = run.results.outcomes[i];
    const Real value = outcome.values[metric];
    if (!std::isfinite(value) || outcome.status == CellStatus::unsound) continue;
    found.cells.push_back(i);
    found.values.push_back(value);
  }
  return found;
}

std::vector<std::size_t> cells_where(const CellValues& values,
                                     const std::function<bool(Real)>& holds) {
  std::vector<std::size_t> cells;
  for (std::size_t k = 0; k < values.cells.size(); ++k)
    if (holds(values.values[k])) cells.push_back(values.cells[k]);
  return cells;
}

std::optional<Agreement> agreement_of(const CellValues& values) {
  const std::size_t n = values.cells.size();
  if (n < 3) return {};
  std::vector<Real> sorted = values.values;
  std::ranges::sort(sorted);
  const auto narrowest = [&](std::size_t wanted) -> std::optional<std::pair<Real, Real>> {
    for (const Real width : kWidths) {
      std::size_t most = 0, best = 0;
      for (std::size_t begin = 0, end = 0; begin < n; ++begin) {
        const auto near = [&](Real value) {
          return value - sorted[begin] <=
                 width * std::max(std::abs(value), std::abs(sorted[begin]));
        };
        while (end < n && near(sorted[end])) ++end;
        if (end - begin > most) most = end - begin, best = begin;
      }
      if (most >= wanted) return std::pair(sorted[best], sorted[best + most - 1]);
    }
    return {};
  };
  auto range = narrowest((2 * n + 2) / 3);
  if (!range) range = narrowest(n / 2 + 1);
  if (!range) return {};
  Agreement agreement;
  std::vector<Real> inside;
  for (std::size_t k = 0; k < n; ++k) {
    const bool agrees = values.values[k] >= range->first && values.values[k] <= range->second;
    (agrees ? agreement.cells : agreement.others).push_back(values.cells[k]);
    if (agrees) inside.push_back(values.values[k]);
  }
  std::ranges::sort(inside);
  agreement.value = inside[inside.size() / 2];
  const Real size = std::max(std::abs(range->first), std::abs(range->second));
  agreement.within = size > 0 ? (range->second - range->first) / size : 0;
  return agreement;
}

std::vector<Effect> effects_of(const StudyRun& run, const CellValues& values) {
  std::vector<Effect> effects;
  for (std::size_t axis = 0; axis < run.study.axes.size(); ++axis)
    if (const auto effect = effect_of(run, values, axis)) effects.push_back(*effect);
  std::ranges::stable_sort(effects, std::ranges::greater(), &Effect::largest);
  return effects;
}

std::optional<std::size_t> ensemble_of(const StudyRun& run, std::size_t metric) {
  const Study& study = run.study;
  for (const Mean& mean : study.means)
    if (mean.of == study.metrics[metric].name) return study.axis_named(mean.along);
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    const auto is_seed = [](const AxisValue& v) {
      return !v.settings.empty() && std::ranges::all_of(v.settings, [](const Setting& s) {
        return s.pointer.ends_with("/seed");
      });
    };
    if (std::ranges::all_of(study.axes[a].values, is_seed)) return a;
  }
  return {};
}

namespace {

/// For each member of the ensemble the mean over the remaining axes of a metric's value at `more`
/// less that at `less`.
std::vector<Real> member_differences(const StudyRun& run, const CellValues& values,
                                     std::size_t ensemble, std::size_t axis, std::size_t less,
                                     std::size_t more) {
  std::map<std::vector<std::size_t>, std::map<std::size_t, Real>> pairs;
  for (std::size_t k = 0; k < values.cells.size(); ++k) {
    std::vector<std::size_t> at = run.cells[values.cells[k]].values;
    const std::size_t value = std::exchange(at[axis], 0);
    pairs[at][value] = values.values[k];
  }
  std::map<std::size_t, std::vector<Real>> of_member;
  for (const auto& [at, pair] : pairs)
    if (pair.contains(less) && pair.contains(more))
      of_member[at[ensemble]].push_back(pair.at(more) - pair.at(less));
  std::vector<Real> differences;
  for (const auto& [member, all] : of_member) {
    Real sum = 0;
    for (const Real d : all) sum += d;
    differences.push_back(sum / static_cast<Real>(all.size()));
  }
  return differences;
}

}  // namespace

std::vector<EnsembleDifference> differences_over(const StudyRun& run, const CellValues& values,
                                                 std::size_t ensemble) {
  std::vector<EnsembleDifference> found;
  for (std::size_t axis = 0; axis < run.study.axes.size(); ++axis) {
    if (axis == ensemble) continue;
    const auto effect = effect_of(run, values, axis);
    if (!effect || effect->least == effect->greatest) continue;
    const std::vector<Real> differences =
        member_differences(run, values, ensemble, axis, effect->least, effect->greatest);
    const Spread spread = spread_of(differences);
    if (differences.size() < 2 || std::abs(spread.mean) <= kTie * values.size()) continue;
    EnsembleDifference d{.axis = axis, .less = effect->least, .more = effect->greatest};
    // Means over all cells may lie the other way round, where members have cells of different numbers.
    if (spread.mean < 0) std::swap(d.less, d.more);
    d.mean = std::abs(spread.mean);
    d.members = differences.size();
    d.half_width = student_quantile(d.members - 1) * spread.standard_error;
    found.push_back(d);
  }
  return found;
}

Real student_quantile(std::size_t degrees) {
  constexpr std::array<Real, 4> kFew{12.706205, 4.302653, 3.182446, 2.776445};
  if (degrees <= kFew.size()) return kFew[degrees - 1];
  // Expansion about the normal distribution (Abramowitz and Stegun, 26.7.5).
  const Real n = static_cast<Real>(degrees), z = 1.959964;
  const Real z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace tactus::core
