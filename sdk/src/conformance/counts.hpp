/// What a component says in the history (metrics.hpp): numbers that begin at nothing, counters that only rise, and
/// nothing of a question that is about nothing.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tactus/component.hpp"
#include "tactus/conformance/check.hpp"

namespace tactus::conformance {

/// The numbers of one object, which outlives this.
class Counts final : public MetricVisitor {
 public:
  explicit Counts(const Component& component) { component.measure(*this); }

  /// What is wrong with an object that nobody has asked anything; "" if nothing is.
  std::string fault_at_birth() const {
    std::set<std::string> names;
    for (const Number& n : numbers_) {
      if (n.name.empty() || !names.insert(n.name).second)
        return text_of("two numbers are named \"", n.name, "\"");
      if (n.now() != 0) return text_of(n.name, " is ", n.now(), " before anything was asked");
    }
    return "";
  }
  /// After a question: no number is below zero, and no counter has fallen since the last one.
  std::string fault() {
    for (Number& n : numbers_) {
      const Real before = std::exchange(n.last, n.now());
      if (!(n.last >= 0)) return text_of(n.name, " is ", n.last);
      if (n.reduce == Reduce::sum && n.last < before)
        return text_of(n.name, " counts, and fell from ", before, " to ", n.last);
    }
    return "";
  }
  /// After a question about nothing: what says something of the last question alone says 0.
  std::string fault_of_nothing() {
    for (const Number& n : numbers_)
      if (n.reduce != Reduce::sum && n.now() != 0)
        return text_of(n.name, " is ", n.now(), " after a question about nothing");
    return fault();
  }

 private:
  struct Number {
    std::string name;
    const Index* count;
    const Real* real;
    Reduce reduce;
    Real last = 0;
    Real now() const { return count ? static_cast<Real>(*count) : *real; }
  };
  void integer(std::string_view name, const Index& member, Reduce reduce,
               std::string_view) override {
    numbers_.push_back({std::string(name), &member, nullptr, reduce});
  }
  void real(std::string_view name, const Real& member, std::string_view, Reduce reduce,
            std::string_view) override {
    numbers_.push_back({std::string(name), nullptr, &member, reduce});
  }
  std::vector<Number> numbers_;
};

/// An object is asked twice, and then about nothing.
inline Finding counts_are_sound(const Component& fresh, FunctionRef<void()> ask,
                                FunctionRef<void()> ask_nothing) {
  Counts counts(fresh);
  std::string fault = counts.fault_at_birth();
  for (int k = 0; k < 2 && fault.empty(); ++k) ask(), fault = counts.fault();
  if (fault.empty()) ask_nothing(), fault = counts.fault_of_nothing();
  return fault.empty() ? kept() : broken(fault);
}

}  // namespace tactus::conformance
