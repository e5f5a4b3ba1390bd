// What the account of energy makes of faults: contact that is wrong in one step only, energy that
// comes out of nothing, and gains that follow a loss.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <utility>

#include "core/record/account.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;
using core::Account;

namespace {

/// A constraint that asks for more than the margin from some step on until it has found a row.
class WideMargin final : public Constraint {
 public:
  WideMargin(std::unique_ptr<Component> sound, Index step, Real altitudes)
      : sound_(std::move(sound)), step_(step), altitudes_(altitudes) {}
  bool struck() const { return struck_ != kNone; }

 private:
  Constraint& sound() const { return static_cast<Constraint&>(*sound_); }
  void do_detection(const Scales& scales, Detection& wanted) const override {
    sound().detection(scales, wanted);
  }
  void do_setup(const ConstraintSetup& setup, Context& c) override { sound().setup(setup, c); }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& c) override {
    const Index before = set.rows();
    DetectResult result = sound().detect(query, set, c);
    const Index now = c.step.step;
    if (now < step_ || (struck_ != kNone && now != struck_)) return result;
    for (Index r = before; r < set.rows(); ++r) {
      set.lower[static_cast<std::size_t>(r)] += altitudes_ * c.scales.altitude;
      struck_ = now;
    }
    return result;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& c) const override {
    sound().evaluate(query, out, c);
  }

  std::unique_ptr<Component> sound_;
  Index step_, struck_ = kNone;
  Real altitudes_;
};

/// A solver whose forces have, in the first step with contact from some step on, `factor` times
/// their size.
class WrongForce final : public ContactSolver {
 public:
  WrongForce(std::unique_ptr<Component> sound, Index step, Real factor, bool always = false)
      : sound_(std::move(sound)), step_(step), factor_(factor), always_(always) {}

 private:
  ContactSolver& sound() const { return static_cast<ContactSolver&>(*sound_); }
  void do_setup(const Setup& s, Context& c) override { sound().setup(s, c); }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& c) override {
    Outcome outcome = sound().solve(problem, contact, solution, c);
    const bool touches = !map(View<Real>(solution.contact_force)).isZero(0);
    if (!outcome || c.step.step < step_ || done_ || !touches) return outcome;
    const auto pre = map(problem.predictor());
    map(solution.w) = (pre + factor_ * (map(View<Real>(solution.w)) - pre)).eval();
    map(solution.contact_force) *= factor_;
    for (Real& m : *solution.multiplier) m *= factor_;
    done_ = !always_;
    return outcome;
  }
  void do_history(HistoryVisitor& columns) const override { sound().history(columns); }

  std::unique_ptr<Component> sound_;
  Index step_;
  Real factor_;
  bool always_, done_ = false;
};

/// With a solver that accepts whatever contact brings in and however far it moves things: else it
/// would not let the fault happen.
std::string credulous(std::string text) {
  const std::string solver = R"("type": "local_sqp")";
  const std::size_t at = text.find(solver);
  REQUIRE(at != text.npos);
  return text.insert(at + solver.size(), R"(, "energy_share": 1e9, "limit_corrections": false)");
}

Simulation with_margin(const std::string& text, Index step, Real altitudes) {
  return Simulation(credulous(text), 1, [=](core::Configuration& c) {
    c.contact.constraint().object =
        std::make_unique<WideMargin>(std::move(c.contact.constraint().object), step, altitudes);
  });
}

Simulation with_force(const std::string& text, Index step, Real factor, bool always = false) {
  return Simulation(credulous(text), 1, [=](core::Configuration& c) {
    c.contact.solver.object =
        std::make_unique<WrongForce>(std::move(c.contact.solver.object), step, factor, always);
  });
}

const Account& account_of(Simulation& s) {
  s.run();
  return s.balance.account();
}

}  // namespace

TEST_CASE("a margin that is wrong in one step is gained by contact and seen",
          "[validation][account]") {
  const std::string impact = GENERATE("reflect", "stop");
  auto sound = with_margin(bar_on_wall(impact), 0, 0),
       wrong = with_margin(bar_on_wall(impact), 0, 0.05);
  CHECK(account_of(sound).gains().contact_share <= 1e-3);
  const Account& account = account_of(wrong);
  CHECK(account.gains().contact_share > 1e-2);
  CHECK(account.gains().integration_share <= 1e-2);
}

TEST_CASE("a margin that is wrong in one step of a press is seen, too", "[validation][account]") {
  const std::string impact = GENERATE("reflect", "stop");
  const std::string scene = press(kSmoothPress, impact, 2.5e-5);
  auto sound = with_margin(scene, 0, 0), wrong = with_margin(scene, 100, 0.05);
  CHECK(account_of(sound).gains().contact_share <= 1e-12);
  CHECK(account_of(wrong).gains().contact_share > 1e-3);
}

TEST_CASE("a force of the wrong sign, or too large, in one step is seen", "[validation][account]") {
  const auto [impact, factor] =
      GENERATE(table<std::string, Real>({{"reflect", -1}, {"stop", -1}, {"reflect", 1.5}}));
  INFO(impact << " times " << factor);
  for (const std::string& text : {falling_disk(impact), bar_on_wall(impact)}) {
    auto sound = with_force(text, 0, 1), wrong = with_force(text, 0, factor);
    CHECK(account_of(sound).gains().contact_share <= 1e-3);
    if (factor < 0)
      CHECK_THROWS_WITH(wrong.run(), Catch::Contains("a row pulls with"));  // before it is felt
    else
      CHECK(account_of(wrong).gains().contact_share > 4e-3);
  }
}

TEST_CASE("what contact gains after numerical damping has taken more is seen",
          "[validation][account]") {
  auto s = with_force(falling_disk("reflect", 0.6), 0, 4);
  const Account& account = account_of(s);
  CHECK(account.energy() < account.initial());  // R fell, and T + U with it
  CHECK(s.balance.total() < s.balance.initial());
  CHECK(account.gains().contact_share > 1e-3);
}

TEST_CASE("what has been gained does not enlarge the scale of later gains",
          "[validation][account]") {
  Account account(0);
  core::StepFacts facts;
  facts.account.kept = true;
  account.start({.kinetic = 100}, facts);
  Real energy = 100;
  for (int k = 0; k < 10; ++k) {  // contact makes the energy 1.5 times as large ten times
    facts.account.contact = energy / 2;
    energy += energy / 2;
    account.update({.kinetic = energy}, facts);
  }
  CHECK(account.scale() == Approx(100));
  CHECK(account.gains().contact_share == Approx(energy / 100 - 1));
}

TEST_CASE("a run whose contact makes energy is stopped and says what to look at",
          "[validation][account]") {
  auto s = with_force(bar_on_wall("reflect"), 0, 4, true);
  std::string said;
  try {
    s.run([](Simulation& now) {
      now.balance.account().stop_runaway(now.stepper.steps(), now.time());
    });
  } catch (const core::StepError& e) {
    said = e.what();
  }
  CHECK_THAT(said, Catch::Contains("ran away") && Catch::Contains("contact has put in") &&
                       Catch::Contains("see where contact acts"));
  CHECK(s.balance.account().energy() < 1e3 * s.balance.account().initial());
}

TEST_CASE("sound scenes do not run away, from rest or driven by supports",
          "[validation][account]") {
  for (const std::string& text :
       {vibrating_square(0.1), falling_disk("reflect"), falling_disk("stop"), stretched_bar(),
        pushed_square("reflect"), pushed_square("stop"), fast_squares(), bar_on_wall("stop")}) {
    Simulation s(text);
    CHECK_NOTHROW(s.run([](Simulation& now) {
      now.balance.account().stop_runaway(now.stepper.steps(), now.time());
    }));
  }
}
