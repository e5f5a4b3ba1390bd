// What belongs to the state that is accepted: trial evaluations, rejected attempts and stages of a step
// leave nothing behind but their result.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>

#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Softens with the largest strain that it has seen, which is what it remembers.
class Softening final : public Material {
  void do_evaluate(const MaterialBatch& b, Context&) const override {
    for (std::size_t t = 0; t < b.F.size(); ++t) {
      const Tensor strain = b.F[t].rowwise() - identity();
      const Lanes size = dot(strain, strain);
      for (Index l = 0; l < kLanes; ++l) {
        const auto at = t * kLanes + static_cast<std::size_t>(l);
        const Real worst = std::max(b.history[at], size[l]), stiffness = 1e6 / (1 + 50 * worst);
        if (!b.history_next.empty()) b.history_next[at] = worst;
        if (!b.W.empty()) b.W[t][l] = stiffness * size[l] / 2;
        if (!b.P.empty()) b.P[t].row(l) = stiffness * strain.row(l);
      }
    }
  }
  static Eigen::Array<Real, 1, 9> identity() {
    Eigen::Array<Real, 1, 9> one;
    one << 1, 0, 0, 0, 1, 0, 0, 0, 1;
    return one;
  }
  Real do_p_wave_modulus() const override { return 1e6; }
  void do_history(HistoryVisitor& columns) const override { columns.column("worst", "1"); }
};

/// Another integrator, and what is done beside it.
class Around : public Integrator {
 public:
  explicit Around(std::unique_ptr<Component> inner)
      : inner_(static_cast<Integrator*>(inner.release())) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }
  void accept() override { inner_->accept(); }
  void reject() override { inner_->reject(); }

 protected:
  void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
  View<Stage> do_stages() const override { return inner_->stages(); }
  Outcome do_start(System& s, const StateOut& state, Context& c) override {
    return inner_->start(s, state, c);
  }
  Real do_time_step_limit(const System& s, const StateView& old) const override {
    return inner_->time_step_limit(s, old);
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                   StepProblem*& problem, Context& c) override {
    return inner_->begin(stage, old, next, s, problem, c);
  }
  Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    return inner_->finish(stage, old, s, result, next, report, c);
  }
  Real do_energy_shift(const System& s, const StateView& state, Real dt) const override {
    return inner_->energy_shift(s, state, dt);
  }
  std::unique_ptr<Integrator> inner_;
};

/// Looks at five points along the increment, as a line search would, before and after the step is made.
class LineSearch final : public Around {
 public:
  using Around::Around;

 private:
  Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    look(old, s, result, c);
    Outcome outcome = Around::do_finish(stage, old, s, result, next, report, c);
    look(old, s, result, c);
    return outcome;
  }
  void look(const StateView& old, System& s, const StepResult& result, Context& c) {
    force_.resize(old.v.size());
    for (const Real fraction : {3.0, 1.0, 0.5, 0.25, 2.0})
      REQUIRE(
          s.force({.q = old.q, .u = result.w, .fraction = fraction, .time = old.time}, force_, c));
    REQUIRE(s.force({.q = old.q, .time = old.time}, force_, c));
  }
  std::vector<Real> force_;
};

/// Steps of half the stable one, but for some that are tried at the whole of it and rejected.
class Rejecting final : public Around {
 public:
  Rejecting(std::unique_ptr<Component> inner, Index every)
      : Around(std::move(inner)), every_(every) {}

 private:
  bool rejects(Index step) const { return every_ > 0 && step % every_ == every_ - 1; }
  Real do_time_step_limit(const System&, const StateView&) const override {
    return rejects(step_) ? 2e-4 : 1e-4;
  }
  Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    Outcome outcome = Around::do_finish(stage, old, s, result, next, report, c);
    if (rejects(c.step.step) && c.step.attempt == 0)
      return Outcome::retry(Cause::not_finite, "as the test wants it");
    return outcome;
  }
  void accept() override {
    ++step_;
    Around::accept();
  }
  Index every_, step_ = 0;
};

using Wrap = std::function<std::unique_ptr<Component>(std::unique_ptr<Component>)>;

/// A square that is thrown at a wall.
/// @param more  of its contact
std::string thrown_scene(const std::string& more = {}) {
  return R"({"bodies": [
      {"name": "block", "density": 1000, "velocity": [-3, 0.5], "translate": [0.001, 0],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]},
       "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0}},
      {"name": "wall", "type": "obstacle", "translate": [-1, -1],
       "mesh": {"type": "rectangle", "size": [1, 4], "cells": [1, 1]}}],
    "supports": [{"body": "block", "group": "right", "fix": ["y"]}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"})" +
         more + R"(}, "time": {"end": 10}})";
}

/// The square remembers how it was strained.
Simulation thrown(const Wrap& wrap, const std::string& more = {}) {
  return Simulation(thrown_scene(more), [&](core::Configuration& c) {
    c.materials[0].object = std::make_unique<Softening>();
    if (wrap) c.integrator.object = wrap(std::move(c.integrator.object));
  });
}

struct Trace {
  std::vector<Real> numbers;
  explicit Trace(const Wrap& wrap, int steps = 300) {
    Simulation s = thrown(wrap);
    for (int k = 0; k < steps; ++k) {
      s.step();
      const auto& facts = s.stepper.facts();
      numbers.insert(numbers.end(), {s.time(), s.balance.total(), s.balance.account().energy(),
                                     facts.outside.support_work, facts.outside.support_impulse[1]});
    }
    numbers.insert(numbers.end(), s.stepper.state().q.begin(), s.stepper.state().q.end());
    numbers.insert(numbers.end(), s.stepper.state().v.begin(), s.stepper.state().v.end());
    conformance::MemoryArchive archive;
    s.system.save(archive);
    std::vector<Real> history;
    REQUIRE(archive.read("history", history));
    REQUIRE(*std::max_element(history.begin(), history.end()) > 1e-4);  // it has been strained
    numbers.insert(numbers.end(), history.begin(), history.end());
  }
};

}  // namespace

TEST_CASE("trial evaluations of a line search leave no trace in energies, reactions or memory",
          "[stages]") {
  const Trace plain({});
  const Trace searched([](auto inner) { return std::make_unique<LineSearch>(std::move(inner)); });
  CHECK(plain.numbers == searched.numbers);
}

TEST_CASE("a step that was rejected leaves no trace in energies, reactions or memory", "[stages]") {
  const auto rejecting = [](Index every) {
    return [every](auto inner) { return std::make_unique<Rejecting>(std::move(inner), every); };
  };
  const Trace plain(rejecting(0)), retried(rejecting(7));
  CHECK(plain.numbers == retried.numbers);
}

TEST_CASE("the critical step is computed only where somebody asks for it", "[stages]") {
  /// Asks for nothing: its step is a constant.
  class Constant final : public Around {
   public:
    using Around::Around;

   private:
    Real do_time_step_limit(const System&, const StateView&) const override { return 1e-4; }
  };
  Simulation asked = thrown({});
  CHECK(asked.system.critical_step() < kUnlimited);
  Simulation constant =
      thrown([](auto inner) { return std::make_unique<Constant>(std::move(inner)); });
  for (int k = 0; k < 20; ++k) constant.step();
  CHECK_FALSE(constant.system.critical().is_wanted());
  CHECK(constant.stepper.facts().dt == 1e-4);
}

TEST_CASE("a step has the stages that its integrator names, each posed and finished from t_n",
          "[stages]") {
  /// Makes each step twice: the second stage starts where the first one did, and what the first one came
  /// to is dropped.
  class Twice final : public Around {
   public:
    Twice(std::unique_ptr<Component> inner, std::vector<Index>& calls)
        : Around(std::move(inner)), calls_(calls) {}

   private:
    View<Stage> do_stages() const override {
      static constexpr Stage two[] = {{Unknown::increment, {}}, {Unknown::increment, "again"}};
      return two;
    }
    Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                     StepProblem*& problem, Context& c) override {
      calls_.push_back(stage);
      return inner_->begin(0, old, next, s, problem, c);
    }
    Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                      const StateOut& next, StepReport& report, Context& c) override {
      calls_.push_back(10 + stage);
      report = {};
      return inner_->finish(0, old, s, result, next, report, c);
    }
    std::vector<Index>& calls_;
  };
  std::vector<Index> calls;
  Simulation once = thrown({}),
             twice = thrown(
                 [&](auto inner) { return std::make_unique<Twice>(std::move(inner), calls); },
                 R"(, "stages": {"again": {"solver": {"type": "local_sqp"}}})");
  for (int k = 0; k < 300; ++k) once.step(), twice.step();
  CHECK(once.momentum(0, 0) > 0);  // it has bounced
  CHECK(once.stepper.state().q == twice.stepper.state().q);
  CHECK(once.stepper.state().v == twice.stepper.state().v);
  REQUIRE(calls.size() >= 1200);
  // A step that is looked at before it is divided is posed once more.
  std::erase(calls, 0);
  for (std::size_t k = 0; k + 2 < calls.size(); k += 3)
    CHECK((calls[k] == 10 && calls[k + 1] == 1 && calls[k + 2] == 11));
}

TEST_CASE("a contact solver tells the energy that it stores", "[stages]") {
  /// Another solver, with a spring that is nowhere but in its report.
  class Springy final : public ContactSolver {
   public:
    explicit Springy(std::unique_ptr<Component> inner)
        : inner_(static_cast<ContactSolver*>(inner.release())) {}
    void capabilities(Capabilities& c) const override { inner_->capabilities(c); }

   private:
    void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
    Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                               Context& c) override {
      const Outcome outcome = inner_->solve(problem, contact, solution, c);
      solution.stored_energy = 7;
      return outcome;
    }
    std::unique_ptr<ContactSolver> inner_;
  };
  Simulation plain = thrown({});
  plain.step();
  CHECK(plain.stepper.facts().contact.stored_energy == 0);
  Simulation springy(thrown_scene(), [](core::Configuration& c) {
    c.materials[0].object = std::make_unique<Softening>();
    c.contact.solver.object = std::make_unique<Springy>(std::move(c.contact.solver.object));
  });
  springy.step();
  CHECK(springy.stepper.facts().contact.stored_energy == 7);
}
