// One of the numbers that a contact solver says of itself, by its name.
#pragma once

#include "tactus/contact_solver.hpp"

namespace tactus::testing {

class Metric final : public MetricVisitor {
 public:
  Metric(const ContactSolver& solver, std::string_view name) : name_(name) {
    solver.measure(*this);
  }
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    if (name == name_) value = static_cast<Real>(member);
  }
  void real(std::string_view name, const Real& member, std::string_view, Reduce,
            std::string_view) override {
    if (name == name_) value = member;
  }
  Real value = kNotGiven;

 private:
  static constexpr Real kNotGiven = -1;
  std::string_view name_;
};

}  // namespace tactus::testing
