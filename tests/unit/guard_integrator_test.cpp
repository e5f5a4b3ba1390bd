// Whoever calls a faulty integrator, or the problem that it posed, the fault is laid to it.
#include "tests/unit/guard_integrator.hpp"

namespace tactus::guard_tests {

TEST_CASE("a fault in any function of an integrator is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Integrator, DoubleIntegrator>();
  expect_blame_of_all(*object, calls_of(*object, given), "Integrator");
}

TEST_CASE("a fault in any function of a problem is laid to the integrator that posed it",
          "[guard]") {
  Given given;
  const auto integrator = mine<Integrator, DoubleIntegrator>();
  doing = {};
  StepProblem* problem = nullptr;
  REQUIRE(begin(*integrator, given, problem));
  std::set<std::string> functions = functions_of("StepProblem");
  functions.merge(functions_of("LinearOperator", "operator "));
  expect_all_called(calls_of(*problem, given), functions);
  expect_blame(calls_of(*problem, given), Kind::integrator);
}

}  // namespace tactus::guard_tests
