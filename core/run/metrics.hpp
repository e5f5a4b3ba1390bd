/// \file metrics.hpp  What plugins measure, gathered over the steps between two rows of the history.
#pragma once

#include <string>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

/// Columns bound to members of the components. Names that the history has a column for of its own
/// ("passes", ...) are found by value(); the others become columns at the end.
class Metrics final : public MetricVisitor {
 public:
  void integer(std::string_view name, const Index& member, Reduce reduce,
               std::string_view help) override;
  void real(std::string_view name, const Real& member, std::string_view unit, Reduce reduce,
            std::string_view help) override;

  void gather();  ///< after each accepted step
  void clear();   ///< after each row

  Index value(std::string_view name) const;      ///< 0 where nobody measures it
  std::vector<std::string> other_names() const;  ///< not among the history's own, with units
  View<Real> other_values();

  /// [columns], to go on in the middle between two rows.
  const std::vector<Real>& gathered() const { return gathered_; }
  void restore(const std::vector<Real>& gathered);

 private:
  struct Column {
    std::string name;
    const Index* integer = nullptr;
    const Real* real = nullptr;
    Reduce reduce = Reduce::last;
    Real before = 0;   ///< when it was gathered last
    bool own = false;  ///< the history has a column for it
  };
  void add(std::string_view name, std::string_view unit, Column column);

  std::vector<Column> columns_;
  std::vector<Real> gathered_, others_;
};

}  // namespace tactus::core
