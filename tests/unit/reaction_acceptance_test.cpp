// Reactions make a step only if the kernel finds them good, whatever their solver says of them.
#include "core/step/reaction_acceptance.hpp"

#include <catch2/catch.hpp>

#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::SerialContext;

namespace {

/// Coulomb's law for contacts that do not slide.
class NoSliding final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const auto at = static_cast<std::size_t>(2 * batch.contacts[k]);
      batch.R[at] = std::max<Real>(0, -batch.free[2 * k]), batch.R[at + 1] = 0;
    }
    return 0;
  }
};

/// A mass of 1 kg that arrives with 1 m/s: the reaction is 1 N s.
struct Arrival {
  Arrival() {
    const std::size_t steel = scene.material();
    scene.body("block", test::rectangle(1, 1, 1, 1), steel);
    scene.body("ground", test::rectangle(1, 1, 1, 1), steel).translate = {0, -1};
    LawConfig& entry = scene.configuration.contact.laws.emplace_back();
    entry.between = {
        {"*", "*"}, SurfaceName{"", {true, true}}, SurfaceName{"", {true, true}}, "/contact/laws"};
    entry.law = {"no_sliding", std::make_unique<NoSliding>()};
    model = scene.model();
    laws.emplace(scene.configuration, model->law_pairs(), model->scales());
    context.context().scales = model->scales();
    data.dim = 2, data.dt = 1e-3;
    data.resize(1);
    data.law = {0}, data.delassus = &W, data.diagonal_blocks = unit;
    data.free_velocity = {-1, 0}, data.friction = {0.3};
  }
  Outcome judge(Real reaction, const NotConvergedConfig& config,
                SolveStatus status = SolveStatus::converged) {
    data.reactions = {reaction, 0};
    solver = {.status = status};
    solver.tolerance = 1e-8;
    ReactionAcceptance acceptance(config, *laws, "liar");
    const Outcome outcome = acceptance.judge(data, solver, context.context());
    facts = acceptance.facts();
    CHECK(acceptance.worst_contact() == 0);
    CHECK_FALSE(acceptance.is_explicit());
    return outcome;
  }
  test::Scene scene;
  std::unique_ptr<Model> model;
  std::optional<PairLaws> laws;
  SerialContext context;
  conformance::MatrixOperator W{Eigen::MatrixXd::Identity(2, 2), 2};
  Real unit[4] = {1, 0, 0, 1};
  ReactionData data;
  SolverFacts solver;
  ConvergenceFacts facts;
};

}  // namespace

TEST_CASE("reactions that solve the problem make the step", "[reaction]") {
  Arrival arrival;
  CHECK(arrival.judge(1, {}));
  CHECK(arrival.facts.measured == 1);
  CHECK(arrival.facts.resv == 0);
  CHECK_FALSE(arrival.solver.rejected);
}

TEST_CASE("a solver that calls bad reactions converged is not believed", "[reaction]") {
  using Policy = NotConvergedConfig::Policy;
  Arrival arrival;
  for (const Real reaction : {0.0, 0.5, 1 + 1e-6}) {
    CAPTURE(reaction);
    const Outcome stop = arrival.judge(reaction, {.policy = Policy::stop});
    CHECK(stop.status == Status::failed);
    CHECK(stop.cause == Cause::not_converged);
    CHECK(stop.message.find("liar") != std::string::npos);
    CHECK(arrival.facts.resv == Approx(std::abs(1 - reaction)));
    CHECK(arrival.solver.rejected);
    CHECK(arrival.judge(reaction, {.policy = Policy::divide}).status == Status::retry);
  }
}

TEST_CASE("reactions are swept once where the best ones are accepted", "[reaction]") {
  Arrival arrival;
  CHECK(arrival.judge(0, {}, SolveStatus::stalled));
  CHECK(arrival.data.reactions == std::vector<Real>{1, 0});
  CHECK(arrival.facts.accepted == 1);
  CHECK(arrival.facts.accepted_resv == 0);
  CHECK(arrival.facts.coarse == 0);
}
