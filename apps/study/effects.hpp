/// \file effects.hpp  What the cells of a study say about a metric together: the value that most of
/// them agree on, how much each axis changes it, and whether a difference is larger than the spread
/// of an ensemble.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// Cells with a value that can be used, in their order: cells that are unsound are left out.
struct CellValues {
  std::vector<std::size_t> cells;
  std::vector<Real> values;  ///< beside each cell
  Real least() const;
  Real greatest() const;
  Real size() const;  ///< the largest absolute value
};
CellValues values_of(const StudyRun& run, std::size_t metric);

/// Values that differ by no more than this part of the largest value count as equal: a tie.
inline constexpr Real kTie = 1e-9;

/// The cells for whose value something holds.
std::vector<std::size_t> cells_where(const CellValues& values,
                                     const std::function<bool(Real)>& holds);

/// The values of more than half of the cells, if these are near to each other.
struct Agreement {
  Real value = kNotGiven;  ///< their median
  Real within = 0;         ///< their range, as a part of the value
  std::vector<std::size_t> cells, others;
};
/// The narrowest range, of at most 1 % of the value, that has two thirds of the cells or, if there
/// is none, more than half of them. Empty also for fewer than three cells.
std::optional<Agreement> agreement_of(const CellValues& values);

/// How a metric changes along one axis while all others stay as they are.
struct Effect {
  std::size_t axis = 0;
  Real largest = 0;  ///< largest difference of two cells that differ along this axis alone
  Real mean = 0;     ///< the same of the two values below, the mean over the other axes
  std::size_t least = 0, greatest = 0;  ///< the values of the axis with the least and greatest mean
  Real last = kNotGiven;  ///< of an axis that is labelled with numbers: largest change from its
                          ///< last value but one to its last
};
/// Effects of all axes along which cells can be compared, the largest first. Only lines of cells
/// that have all values of an axis count, unless there is none.
std::vector<Effect> effects_of(const StudyRun& run, const CellValues& values);

/// The axis over whose values a metric is an ensemble: a study asks for its mean along it, or the
/// axis is one of seeds.
std::optional<std::size_t> ensemble_of(const StudyRun& run, std::size_t metric);

/// The difference of a metric between two values of an axis, with the interval in which its mean
/// lies with a probability of 95 %.
struct EnsembleDifference {
  std::size_t axis = 0, less = 0, more = 0;  ///< the value of `more` less that of `less`
  Real mean = 0;
  Real half_width = kNotGiven;  ///< of the interval
  std::size_t members = 0;      ///< of the ensemble that have both
  bool exceeds_spread() const { return std::abs(mean) > half_width; }
};
/// For each axis beside that of the ensemble, the two values whose means are farthest apart by more than rounding. The
/// members of an ensemble (seeds) are compared one by one, and Student's interval is that of the
/// differences: what a seed does to both values alike does not widen it.
std::vector<EnsembleDifference> differences_over(const StudyRun& run, const CellValues& values,
                                                 std::size_t ensemble);

/// Student's 97.5 % quantile. @param degrees  of freedom, at least 1
Real student_quantile(std::size_t degrees);

}  // namespace tactus::core
