/// \file time_factor.hpp  A dimensionless function of time by which a load is multiplied.
///
/// Each kind of factor is a struct with its options, its value at a time, and the largest magnitude
/// of its values. Values depend on the time only, so that a run resumed from a checkpoint computes
/// the same bits. A new kind is a struct in this file, an alternative of TimeFactor::Shape, and a
/// line in sections.cpp.
#pragma once

#include <variant>
#include <vector>

#include "tactus/options.hpp"

namespace tactus::core {

/// The same value at all times.
struct ConstantFactor {
  Real value = 1;
  void describe(OptionVisitor& o);
  Real at(Real /*time*/) const { return value; }
  Real largest() const;
};

/// `from` until `start`, `to` after `end`; in between linear, or as s^2 (3 - 2 s).
struct RampFactor {
  Real from = 0, to = 1;
  Real start = 0, end = 0;  ///< s
  bool smooth = false;
  void describe(OptionVisitor& o);
  Real at(Real time) const;
  Real largest() const;
};

/// Linear between given times, and constant before the first and after the last one.
struct TableFactor {
  std::vector<Real> times;  ///< s, ascending
  std::vector<Real> values;
  void describe(OptionVisitor& o);
  Real at(Real time) const;
  Real largest() const;
};

/// offset + amplitude sin(2 pi frequency t + phase).
struct SineFactor {
  Real amplitude = 1;
  Real frequency = 0;  ///< Hz
  Real phase = 0;      ///< rad
  Real offset = 0;
  void describe(OptionVisitor& o);
  Real at(Real time) const;
  Real largest() const;
};

struct TimeFactor {
  using Shape = std::variant<ConstantFactor, RampFactor, TableFactor, SineFactor>;
  Shape shape;

  bool is_constant() const { return std::holds_alternative<ConstantFactor>(shape); }
  Real at(Real time) const {
    return std::visit([&](const auto& s) { return s.at(time); }, shape);
  }
  Real largest() const {
    return std::visit([](const auto& s) { return s.largest(); }, shape);
  }
  void describe(OptionVisitor& o) {
    std::visit([&](auto& s) { s.describe(o); }, shape);
  }
};

/// The interval [times[i], times[i + 1]] of an ascending list that contains `time`, given by i and
/// by the fraction of it that has elapsed, in [0, 1]. Outside the list it is the nearest end.
struct TableInterval {
  std::size_t index = 0;
  Real share = 0;
};
TableInterval table_interval(const std::vector<Real>& times, Real time);

/// Whether each number is larger than the previous one.
bool is_ascending(const std::vector<Real>& times);

}  // namespace tactus::core
