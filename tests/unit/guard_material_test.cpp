// Whoever calls a faulty material, the fault is laid to it.
#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {
namespace {

class DoubleMaterial final : public Double<Material> {
  void do_evaluate(const MaterialBatch&, Context&) const override { doing.in("evaluate"); }
  Real do_p_wave_modulus() const override { return doing.number("p_wave_modulus"); }
  void do_history(HistoryVisitor&) const override { doing.in("history"); }
};

/// Numbers of a material are checked by the element loop and by the model.
Calls calls_of(Material& m, Given& g) {
  return {call("evaluate", [&] { m.evaluate({.F = View<Tensor>(&g.F, 1)}, g.context); }),
          call("p_wave_modulus", [&] { (void)m.p_wave_modulus(); }), call("history", [&] {
            NoColumns none;
            m.history(none);
          })};
}

}  // namespace

TEST_CASE("a fault in any function of a material is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Material, DoubleMaterial>();
  expect_blame_of_all(*object, calls_of(*object, given), "Material");
}

}  // namespace tactus::guard_tests
