// Whoever calls a faulty load, the fault is laid to it.
#include "tactus/load.hpp"
#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {
namespace {

class DoubleLoad final : public Double<Load> {
  void do_setup(const LoadTarget&) override { doing.in("setup"); }
  void do_force(const LoadQuery&, Out<Real> force, Context&) const override {
    doing.spoil("force", force);
  }
  Real do_potential(const LoadQuery&, Context&) const override { return doing.number("potential"); }
  Real do_largest() const override { return doing.number("largest"); }
};

Calls calls_of(Load& l, Given& g) {
  return {call("setup", [&] { l.setup({}); }),
          numbers("force", [&] { l.force({.position = g.w}, g.force, g.context); }),
          numbers("potential", [&] { (void)l.potential({}, g.context); }),
          numbers("largest", [&] { (void)l.largest(); })};
}

}  // namespace

TEST_CASE("a fault in any function of a load is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Load, DoubleLoad>();
  expect_blame_of_all(*object, calls_of(*object, given), "Load");
}

}  // namespace tactus::guard_tests
