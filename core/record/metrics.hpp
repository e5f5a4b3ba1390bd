/// \file metrics.hpp  Collects the figures that plugins measure (iterations, passes, ...) over the
/// steps between two rows of the history.
#pragma once

#include <string>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

/// The end of a column's name that tells its unit: of "m/s" it is "_m_per_s", of "J/m^3" "_J_per_m3".
std::string unit_suffix(std::string_view unit);

/// Columns bound to members of the components. Names that the history already has a column for
/// ("detection_passes", ...) are read with value(); all others become additional columns at the end.
class Metrics final : public MetricVisitor {
 public:
  void integer(std::string_view name, const Index& member, Reduce reduce,
               std::string_view help) override;
  void real(std::string_view name, const Real& member, std::string_view unit, Reduce reduce,
            std::string_view help) override;

  /// From now on figures of components of this named stage are added: columns of their own, whose names
  /// begin with that of the stage. Empty: of no such stage.
  void begin_stage(std::string_view name) { stage_ = name; }

  void gather();  ///< after each accepted step
  void clear();   ///< after each row

  Index value(std::string_view name) const;  ///< 0 if no component measures it
  /// those without a column in the history, with units
  std::vector<std::string> other_names() const;
  View<Real> other_values();

  /// [columns], saved so that a resumed run can continue between two rows.
  const std::vector<Real>& gathered() const { return gathered_; }
  void restore(const std::vector<Real>& gathered);

 private:
  struct Column {
    std::string name;
    const Index* integer = nullptr;
    const Real* real = nullptr;
    Reduce reduce = Reduce::last;
    Real before = 0;   ///< value when it was last gathered
    bool own = false;  ///< the history has a column of this name
  };
  void add(std::string_view name, std::string_view unit, Column column);

  std::string stage_;
  std::vector<Column> columns_;
  std::vector<Real> gathered_, others_;
};

}  // namespace tactus::core
