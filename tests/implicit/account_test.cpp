// ACC-1: the account of implicit rules closes in every step, with both masses, steps that vary, contact, and
// a node that is driven.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/chain.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// @returns the largest miss of a step over the largest energy, and how often the wall pushed. (Contact in the
/// middle of steps makes energy grow.)
std::pair<Real, int> run(std::unique_ptr<Integrator> integrator, bool is_driven, Real step) {
  ChainRun chain(std::move(integrator), is_driven);
  Real largest = chain.kinetic(), worst = 0;
  int pushed = 0;
  for (int n = 0; n < 400; ++n) {
    worst = std::max(worst, std::abs(chain.step(n % 7 == 6 ? step / 2 : step)));
    pushed += chain.impulse() > 0;
    largest = std::max(largest, chain.kinetic());
  }
  return {worst / largest, pushed};
}

}  // namespace

TEST_CASE("ACC-1 the account of newmark closes in every step", "[implicit][account]") {
  const auto [beta, gamma] =
      GENERATE(std::pair(0., 0.5), std::pair(0.1, 0.5), std::pair(1. / 6, 0.5),
               std::pair(0.25, 0.5), std::pair(0.3025, 0.6));
  const std::string mass = GENERATE("lumped", "consistent"), impact = GENERATE("reflect", "stop");
  const bool is_driven = GENERATE(false, true);
  if (beta == 0 && mass == "consistent") return;  // refused
  CAPTURE(beta, gamma, mass, impact, is_driven);
  const auto [miss, pushed] =
      run(make_component<Integrator>("newmark", {{"beta", beta},
                                                 {"gamma", gamma},
                                                 {"mass", mass},
                                                 {"impact", impact},
                                                 {"restore_angular_momentum", false}}),
          is_driven, beta < 0.25 ? 2.5e-4 : 2e-3);
  CHECK(miss <= 1e-12);
  CHECK((pushed > 0) == !is_driven);
}

TEST_CASE("ACC-1 the account of the midpoint rules closes in every step", "[implicit][account]") {
  const std::string rule = GENERATE("midpoint", "modified_midpoint");
  const std::string mass = GENERATE("lumped", "consistent");
  const bool is_driven = GENERATE(false, true);
  CAPTURE(rule, mass, is_driven);
  const auto [miss, pushed] =
      run(make_component<Integrator>(rule, {{"mass", mass}}), is_driven, 2e-3);
  CHECK(miss <= 1e-12);
  CHECK((pushed > 0) == !is_driven);
}
