// local_sqp says where its regularisation may show in the gaps: by the correction of the attempt that
// became the step, not by that of the last one tried.
#include <catch2/catch.hpp>

#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

class Warnings final : public Log {
 public:
  int count = 0;

 private:
  void write(Level level, std::string_view text) override {
    if (level == Level::warning && text.find("regularisation") != text.npos) ++count;
  }
};

}  // namespace

TEST_CASE("local_sqp warns of the bias of a large correction", "[local_sqp]") {
  // A particle at rest that is to be 1 m further on. The bias of its 1 m is 7e-10 m, most of the margin.
  const RowFunction push{.dof = {0},
                         .value = [](View<Real> q) { return q[0] - 1; },
                         .gradient = [](View<Real>, Out<Real> g) { g[0] = 1; },
                         .lower = 1e-9};
  MassSystem system({1});
  RowContact contact({push});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp", {{"regularisation", 7e-10}});
  MiniRun run(system, contact, *newmark, *solver, {0}, {0});
  Warnings warnings;
  run.context().log = &warnings;
  run.context().step.energy = 1e12;
  run.step(0.01);
  REQUIRE(run.q[0] == Approx(1).margin(2e-9));
  CHECK(warnings.count == 1);
}
