/// \file guarded.hpp  What the guards of all kinds of components share.
///
/// A guard is a component that stands in front of the one that a plugin made. It has the same interface and
/// passes every call on under supervision: what is thrown, and what crashes or does not return, is laid to this
/// component, whoever called it. A solver, for example, holds guarded laws, so that a fault of a law is not
/// taken for one of the solver.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "core/support/guard/calling.hpp"
#include "core/support/guard/finite.hpp"

namespace tactus::core {

/// Tells a guard from what is behind it.
class Guard {
 public:
  virtual Component& behind() const = 0;

 protected:
  ~Guard() = default;
};

/// Passes on what every component has. A guard of a kind derives from it and passes on the functions of its
/// interface.
template <class Interface>
class Guarded : public Interface, public Guard {
 public:
  /// @param type  name of the component; lives as long as the program
  Guarded(std::unique_ptr<Interface> object, const char* type)
      : object_(std::move(object)), called_{.kind = Interface::kKind, .type = type} {}
  ~Guarded() override {
    const InCall in(called("when it was destroyed"));
    object_.reset();
  }

  void capabilities(Capabilities& c) const override {
    calling(called("when it was asked what it provides"), [&] { object_->capabilities(c); });
  }
  void measure(MetricVisitor& metrics) const override {
    calling(called("when it was asked for its metrics"), [&] { object_->measure(metrics); });
  }
  void accept() override {
    calling(called_, [&] { object_->accept(); });
  }
  void reject() override {
    calling(called_, [&] { object_->reject(); });
  }
  void save(Archive& archive) const override {
    calling(called("when its state was saved"), [&] { object_->save(archive); });
  }
  void load(Archive& archive) override {
    calling(called("when its state was read"), [&] { object_->load(archive); });
  }

  Component& behind() const final { return *object_; }

 protected:
  Interface& object() const { return *object_; }
  /// For the calls of a step.
  const Called& called() const { return called_; }
  /// Calls a function of the object.
  template <class Function, class... Arguments>
  decltype(auto) call(Function function, Arguments&&... arguments) const {
    return calling(called_, *object_, function, std::forward<Arguments>(arguments)...);
  }
  /// A number that the object gave, and that has to be one.
  Real number(std::string_view what, Real value) const {
    expect_number(called_, what, value);
    return value;
  }

 private:
  Called called(const char* when) const { return {called_.kind, called_.type, when}; }

  std::unique_ptr<Interface> object_;
  Called called_;
};

}  // namespace tactus::core
