#include "apps/study/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "apps/study/effects.hpp"
#include "apps/study/mistakes.hpp"
#include "apps/study/results_tables.hpp"
#include "apps/study/spread.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

using Cells = std::vector<std::size_t>;
constexpr Real kRoundingError = 1e-12;  ///< relative to the exact value
constexpr std::size_t kMostNamed = 3;   ///< cells that are named one by one
constexpr std::size_t kMostListed = 5;  ///< values of an axis that are
/// Part of the differences between all cells, or of the largest effect, that is not worth a word.
constexpr Real kNegligible = 1e-3;

/// "a, b and c"
std::string listed(const std::vector<std::string>& items, std::string_view last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? std::string() : i + 1 == items.size() ? std::string(last) : ", ") + items[i];
  return text;
}

/// "0.12 %", "160 %"
std::string part_in_words(Real part) {
  const Real percent = 100 * std::abs(part);
  return percent >= 10 && percent < 1e4 ? fmt::format("{:.0f} %", percent)
                                        : fmt::format("{:.2g} %", percent);
}

class MetricAnswer {
 public:
  MetricAnswer(const StudyRun& run, std::size_t metric)
      : run_(run), metric_(metric), values_(values_of(run, metric)),
        ensemble_(ensemble_of(run, metric)) {}

  std::string say() {
    if (values_.cells.empty()) return subject() + " has no value in any cell that can be used.";
    effects_ = effects_of(run_, values_);
    find_alone();
    text_ = subject();
    ensemble_ ? say_ensemble() : say_values();
    say_distances();
    if (!ensemble_) say_effects();
    say_left_out();
    return text_;
  }

 private:
  const Metric& metric() const { return run_.study.metrics[metric_]; }
  const Axis& axis(std::size_t a) const { return run_.study.axes[a]; }

  std::string subject() const {
    return metric().description.empty()
               ? metric().name
               : fmt::format("{} ({})", metric().name, metric().description);
  }

  std::string quantity(Real value, int digits = 5) const {
    return in_digits(value, digits) + (metric().unit.empty() ? "" : " " + metric().unit);
  }

  bool is_told_alike(Real a, Real b) const {
    return quantity(a) == quantity(b) ||
           std::abs(a - b) <= kTie * std::max(std::abs(a), std::abs(b));
  }
  /// A difference, and its part of the size of the metric.
  std::string change(Real difference) const {
    const Real size = values_.size();
    return quantity(difference, 3) +
           (size > 0 ? fmt::format(" ({})", part_in_words(difference / size)) : "");
  }

  /// Cells by what they have in common: "law=spring", "every law but spring", or the first of them
  /// one by one.
  std::string in_words(const Cells& cells) const {
    for (std::size_t a = 0; a < run_.study.axes.size(); ++a)
      if (const std::string labels = common_values(cells, a); !labels.empty())
        return fmt::format("{}={}", axis(a).name, labels);
    Cells others;
    std::ranges::set_difference(values_.cells, cells, std::back_inserter(others));
    for (std::size_t a = 0; !others.empty() && a < run_.study.axes.size(); ++a)
      if (const std::string labels = common_values(others, a); !labels.empty())
        return fmt::format("every {} but {}", axis(a).name, labels);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < std::min(cells.size(), kMostNamed); ++k)
      names.push_back("(" + run_.cells[cells[k]].in_words(run_.study) + ")");
    if (cells.size() > kMostNamed)
      names.push_back(fmt::format("{} more", cells.size() - kMostNamed));
    return listed(names);
  }

  std::string counted(const Cells& cells) const {
    return in_words(cells) + (cells.size() > 1 ? fmt::format(" ({} cells)", cells.size()) : "");
  }

  /// The values of an axis if the cells are all those, and no others, that have one of them.
  std::string common_values(const Cells& cells, std::size_t a) const {
    std::vector<bool> has(axis(a).values.size(), false);
    for (const std::size_t i : cells) has[run_.cells[i].values[a]] = true;
    const auto with = std::ranges::count_if(
        values_.cells, [&](std::size_t i) { return has[run_.cells[i].values[a]]; });
    const auto count = static_cast<std::size_t>(std::ranges::count(has, true));
    if (static_cast<std::size_t>(with) != cells.size() || count > kMostNamed) return {};
    std::string labels;
    for (std::size_t v = 0; v < has.size(); ++v)
      if (has[v]) labels += (labels.empty() ? "" : " or ") + axis(a).values[v].label;
    return labels;
  }

  /// Where an axis of a few numbers, such as sizes of a mesh, changes the metric and no other one
  /// does, the values stand beside each other: two of them may be near to each other by chance.
  void find_alone() {
    const Real tie = kTie * values_.size();
    if (effects_.size() != run_.study.axes.size() || effects_.size() < 2) return;
    if (!std::isfinite(effects_[0].last) || effects_[0].largest <= tie || effects_[1].largest > tie)
      return;
    const Axis& a = axis(effects_[0].axis);
    if (a.values.size() > kMostListed) return;
    std::vector<Real> first(a.values.size(), kNotGiven);
    for (std::size_t k = 0; k < values_.cells.size(); ++k) {
      Real& value = first[run_.cells[values_.cells[k]].values[effects_[0].axis]];
      if (std::isnan(value)) value = values_.values[k];
      if (!is_told_alike(value, values_.values[k])) return;
    }
    for (std::size_t v = 0; v < a.values.size(); ++v)
      if (!std::isnan(first[v]))
        alone_.push_back(fmt::format("{} with {}{}", quantity(first[v]), v == 0 ? a.name + "=" : "",
                                     a.values[v].label));
  }

  void say_values() {
    const std::size_t n = values_.cells.size();
    const Real least = values_.least(), greatest = values_.greatest();
    if (greatest - least <= kTie * values_.size()) {
      text_ += n == 1 ? fmt::format(" is {} in the only cell with a value.", quantity(least))
                      : fmt::format(" is {} in all {} cells.", quantity(least), n);
    } else if (!alone_.empty()) {
      text_ += fmt::format(" is {}.", listed(alone_));
    } else if (const auto agreement = agreement_of(values_)) {
      const std::string count = agreement->others.empty()
                                    ? fmt::format("all {}", n)
                                    : fmt::format("{} of {}", agreement->cells.size(), n);
      text_ += fmt::format(" is {} in {} cells{}", quantity(agreement->value), count,
                           agreement->within > kTie
                               ? fmt::format(", to within {}", part_in_words(agreement->within))
                               : std::string());
      text_ += agreement->others.empty() ? "." : "; " + others_in_words(agreement->others) + ".";
    } else {
      const Real alike = kNegligible * (greatest - least);
      const auto at = [&](Real value) {
        return cells_where(values_, [&](Real v) {
          return std::abs(v - value) <= alike && is_told_alike(v, value);
        });
      };
      const Cells low = at(least), high = at(greatest);
      text_ += fmt::format(" goes from {} with {} to {} with {}.", quantity(least), counted(low),
                           quantity(greatest), counted(high));
    }
  }

  /// "with law=spring it is 0.61 m"
  std::string others_in_words(const Cells& others) const {
    Real low = run_.results.outcomes[others.front()].values[metric_], high = low;
    for (const std::size_t i : others) {
      low = std::min(low, run_.results.outcomes[i].values[metric_]);
      high = std::max(high, run_.results.outcomes[i].values[metric_]);
    }
    return fmt::format("with {} it is {}", in_words(others),
                       is_told_alike(low, high)
                           ? quantity(low)
                           : fmt::format("between {} and {}", quantity(low), quantity(high)));
  }

  /// Nearest to and farthest from the exact values, ties named.
  void say_distances() {
    CellValues errors;
    bool relative = true, common = true;
    Real exact = kNotGiven;
    for (std::size_t k = 0; k < values_.cells.size(); ++k) {
      const Real e = run_.results.outcomes[values_.cells[k]].exact[metric_];
      if (!std::isfinite(e)) continue;
      relative = relative && e != 0;
      common = common && (errors.cells.empty() || e == exact);
      exact = e;
      errors.cells.push_back(values_.cells[k]);
      errors.values.push_back(values_.values[k] - e);
    }
    if (errors.cells.empty()) return;
    for (std::size_t k = 0; k < errors.cells.size(); ++k) {
      const Real e = run_.results.outcomes[errors.cells[k]].exact[metric_];
      errors.values[k] = std::abs(relative ? errors.values[k] / e : errors.values[k]);
    }
    const auto size = [&](Real error) {
      if (relative && error < kRoundingError) return std::string("less than 1e-10 %");
      return relative ? part_in_words(error) : quantity(error, 3);
    };
    const std::string of = common ? "the exact " + quantity(exact) : "the exact value of each cell";
    const Real least = errors.least(), greatest = errors.greatest();
    if (size(least) == size(greatest)) {
      text_ += fmt::format(" It is {} off {}.", size(least), of);
      return;
    }
    const auto at = [&](Real error) {
      return cells_where(errors, [&](Real e) {
        return std::abs(e - error) <= kTie * errors.size() && size(e) == size(error);
      });
    };
    const Cells nearest = at(least), farthest = at(greatest);
    text_ += fmt::format(" It is {} off {} with {}, and {} with {}.", size(least), of,
                         counted(nearest), size(greatest), counted(farthest));
  }

  /// The axes by how much they change the metric, compared with the uncertainty of the one that is
  /// refined.
  void say_effects() {
    if (values_.greatest() - values_.least() <= kTie * values_.size()) return;
    const auto [uncertainty, refined] = uncertainty_of();
    std::vector<std::string> changing, idle, hidden;
    for (const Effect& e : effects_) {
      if (e.largest <= kTie * values_.size())
        idle.push_back(axis(e.axis).name);
      else if (axis(e.axis).name != refined && e.largest < uncertainty)
        hidden.push_back(fmt::format("{} (up to {})", axis(e.axis).name, change(e.largest)));
      else
        changing.push_back(effect_in_words(e, e.largest <= kNegligible * effects_.front().largest));
    }
    if (!changing.empty()) text_ += fmt::format(" It changes with {}.", listed(changing));
    if (!hidden.empty())
      text_ += fmt::format(" What it changes with {} is less than its uncertainty of {} by {}.",
                           listed(hidden), change(uncertainty), refined);
    if (idle.empty()) return;
    // Where cells are missing, axes may change together and never alone.
    text_ += changing.empty() && hidden.empty()
                 ? fmt::format(" Cells that differ in {} alone agree.", listed(idle, " or "))
                 : fmt::format(" It does not depend on {}.", listed(idle));
  }

  std::string effect_in_words(const Effect& e, bool negligible) const {
    const Axis& a = axis(e.axis);
    std::string text = fmt::format("{} by up to {}", a.name, change(e.largest));
    if (negligible) return text;
    if (alone_.empty() && e.least != e.greatest && run_.study.axes.size() > 1)
      text += fmt::format(", least with {} and greatest with {}", a.values[e.least].label,
                          a.values[e.greatest].label);
    const std::string more = convergence_in_words(e);  // " (converging)"
    return text + (alone_.empty() || more.empty() ? more : ", " + more.substr(2, more.size() - 3));
  }

  /// Whether it has converged along an axis: by an observed order where the study asks for one,
  /// otherwise by the last change of an axis of numbers.
  std::string convergence_in_words(const Effect& e) const {
    const Axis& a = axis(e.axis);
    for (std::size_t o = 0; o < run_.study.orders.size(); ++o) {
      const Order& order = run_.study.orders[o];
      if (order.of != metric().name || order.along != a.name) continue;
      Real low = kNotGiven, high = kNotGiven;
      for (const OrderRow& row : run_.results.orders[o].rows) {
        if (!std::isfinite(row.order())) return " (not shown to converge)";
        low = std::fmin(low, row.order()), high = std::fmax(high, row.order());
      }
      if (!std::isfinite(low)) return {};
      const std::string least = fmt::format("{:.2f}", low), greatest = fmt::format("{:.2f}", high);
      return least == greatest ? fmt::format(" (converging with order {})", least)
                               : fmt::format(" (converging with order {} to {})", least, greatest);
    }
    if (!std::isfinite(e.last)) return {};
    const std::size_t n = a.values.size();
    return fmt::format(" (from {} to {} by {})", a.values[n - 2].label, a.values[n - 1].label,
                       change(e.last));
  }

  /// The largest uncertainty of the metric by an axis that is refined, and the name of that axis.
  std::pair<Real, std::string> uncertainty_of() const {
    std::pair<Real, std::string> largest{0, ""};
    for (std::size_t o = 0; o < run_.study.orders.size(); ++o)
      if (run_.study.orders[o].of == metric().name)
        for (const OrderRow& row : run_.results.orders[o].rows)
          if (row.uncertainty > largest.first)
            largest = {row.uncertainty, run_.study.orders[o].along};
    return largest;
  }

  /// Means over the ensemble, and which differences exceed its spread.
  void say_ensemble() {
    const Spread spread = spread_of(values_.values);
    text_ += fmt::format(" has a mean of {} over {}", quantity(spread.mean),
                         cells_in_words(values_.cells.size()));
    if (spread.deviation <= kTie * values_.size())
      text_ += ", which agree";
    else if (std::isfinite(spread.deviation))
      text_ += ", which scatter by " + quantity(spread.deviation, 2) + " (standard deviation)";
    text_ += ".";
    for (const EnsembleDifference& d : differences_over(run_, values_, *ensemble_)) {
      const Axis& a = axis(d.axis);
      text_ += fmt::format(
          " With {}={} it is larger than with {} by {} ± {} (95 % interval of the mean over {} "
          "values of {}), which {} the spread.",
          a.name, a.values[d.more].label, a.values[d.less].label, quantity(d.mean, 3),
          quantity(d.half_width, 2), d.members, axis(*ensemble_).name,
          d.exceeds_spread() ? "exceeds" : "is within");
    }
  }

  void say_left_out() {
    std::size_t unsound = 0, none = 0;
    for (const CellOutcome& outcome : run_.results.outcomes)
      if (!std::isfinite(outcome.values[metric_]))
        ++none;
      else if (outcome.status == CellStatus::unsound)
        ++unsound;
    if (unsound > 0)
      text_ += fmt::format(" {} not sound and left out.",
                           unsound == 1 ? "One cell is" : fmt::format("{} cells are", unsound));
    if (none > 0)
      text_ += fmt::format(" {} no value.",
                           none == 1 ? "One cell has" : fmt::format("{} cells have", none));
  }

  const StudyRun& run_;
  std::size_t metric_;
  CellValues values_;
  std::optional<std::size_t> ensemble_;
  std::vector<Effect> effects_;     ///< of the axes
  std::vector<std::string> alone_;  ///< the metric at each value of the one axis that changes it
  std::string text_;
};

}  // namespace

std::vector<AnswerLine> answer_of(const StudyRun& run) {
  std::vector<AnswerLine> lines = answer_of_invalid(run);
  for (std::size_t m = 0; m < run.study.metrics.size(); ++m)
    if (!run.study.metrics[m].timing)
      lines.push_back({run.study.metrics[m].name, MetricAnswer(run, m).say()});
  return lines;
}

}  // namespace tactus::core
