// Forces of the step: what supports and loads exchange with a model follows from labels and weights of any
// integrator, among them seven schemes of which the kernel knows nothing.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/step/outside_work.hpp"
#include "core/support/plugin_fault.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/time_schemes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A soft block that stands on a fixed side, is pressed and sheared by a side on a path that speeds up and
/// slows down, and carries gravity, a force in time, a pressure that follows two sides, one of them driven,
/// and damping.
std::string everything(const std::string& material, const std::string& integrator = "newmark") {
  return R"({"bodies": [{"name": "block", "density": 1000, "thickness": 0.5,
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]}, "velocity": [0.5, -0.25],
      "material": {"type": ")" +
         material + R"(", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "block", "group": "bottom"},
      {"body": "block", "group": "top", "path": {"type": "table", "times": [0, 0.04, 0.1, 0.2],
       "displacements": [[0, 0], [0.03, -0.05], [-0.02, -0.02], [0, 0]],
       "interpolation": "smooth"}}],
    "loads": [{"type": "gravity", "acceleration": [1, -9.81]},
      {"type": "force", "body": "block", "group": "left", "force": [300, 100],
       "factor": {"type": "sine", "frequency": 15}},
      {"type": "pressure", "body": "block", "group": "right", "pressure": 2e4},
      {"type": "pressure", "body": "block", "group": "top", "pressure": 3e4,
       "factor": {"type": "ramp", "end": 0.03}},
      {"type": "damping", "rate": 20}],
    "integrator": {"type": ")" +
         integrator + R"("}, "time": {"end": 0.12}})";
}

using Plane = std::array<Real, 2>;

/// kg m/s, of all degrees of freedom, prescribed ones included.
Plane momentum(Simulation& s) {
  Plane p{};
  for (std::size_t i = 0; i < s.stepper.state().v.size(); ++i)
    p[i % 2] += s.model.mass()[i] * s.stepper.state().v[i];
  return p;
}

/// The largest difference of a step between the change of momentum and the impulses of supports, loads,
/// damping and gravity, over the sum of their magnitudes.
Real largest_defect(Simulation& s) {
  Real mass = 0, worst = 0;
  for (std::size_t i = 0; i < s.model.mass().size(); i += 2) mass += s.model.mass()[i];
  Plane before = momentum(s);
  Index steps = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    const Plane after = momentum(now);
    Real defect = 0, size = 0;
    for (std::size_t d = 0; d < 2; ++d) {
      const Real weight = mass * now.model.gravity()[d] * facts.dt;
      const Real support = facts.outside.support_impulse[d], load = facts.outside.load_impulse[d];
      defect += std::abs(after[d] - before[d] - support - load - weight);
      size += std::abs(after[d]) + std::abs(before[d]) + std::abs(weight) + std::abs(load);
    }
    for (const Real reaction : facts.outside.reactions) size += std::abs(reaction);
    worst = std::max(worst, defect / size);
    before = after;
    ++steps;
  });
  CHECK(steps > 40);
  return worst;
}

/// What the changes of the energy miss of its causes, over the scale of the run.
Real defect_of_account(const Simulation& s) {
  const core::Account& account = s.balance.account();
  REQUIRE(account.kept());
  return std::abs(account.energy() - account.initial() - account.sum().sum()) / account.scale();
}

Simulation with(const std::string& scene, std::unique_ptr<Integrator> integrator) {
  return Simulation(scene,
                    [&](core::Configuration& c) { c.integrator.object = std::move(integrator); });
}

/// Velocity Verlet that says of its forces what it is told to.
class Weighs final : public Integrator {
 public:
  Weighs(std::unique_ptr<Component> inner, ForceLabel label, Real weight)
      : inner_(static_cast<Integrator*>(inner.release())), label_(label), weight_(weight) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }

 private:
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
    Outcome outcome = inner_->finish(stage, old, s, result, next, report, c);
    report.weigh(ForceLabel::start, 0);
    report.weigh(ForceLabel::end, 0);
    report.weigh(label_, weight_);
    return outcome;
  }
  std::unique_ptr<Integrator> inner_;
  ForceLabel label_;
  Real weight_;
};

std::string end_of(ForceLabel label, Real weight) {
  Simulation s(everything("neo_hookean"), [&](core::Configuration& c) {
    c.integrator.object = std::make_unique<Weighs>(std::move(c.integrator.object), label, weight);
  });
  try {
    s.step();
  } catch (const core::PluginRunError& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("supports, loads and damping account for the momentum of every step of every scheme",
          "[validation][forces]") {
  const NamedScheme scheme = GENERATE(from_range(kTimeSchemes));
  CAPTURE(scheme.name);
  Simulation s = with(everything("neo_hookean"), scheme.make());
  CHECK(largest_defect(s) <= 1e-12);
  CHECK(defect_of_account(s) <= 1e-12);
  CHECK(s.balance.account().sum().outside != 0);
}

TEST_CASE("the shipped integrators account for the momentum of every step",
          "[validation][forces]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  CAPTURE(integrator);
  Simulation s(everything("neo_hookean", integrator));
  CHECK(largest_defect(s) <= 1e-12);
  CHECK(defect_of_account(s) <= 1e-12);
}

TEST_CASE("implicit steps with consistent mass account for the momentum that damping takes",
          "[validation][forces]") {
  const std::string integrator = GENERATE(
      R"(newmark", "beta": 0.25, "mass": "consistent)",
      R"(newmark", "beta": 0.3, "gamma": 0.6, "mass": "consistent)",
      R"(moreau_jean", "theta": 0.5, "mass": "consistent)", R"(midpoint", "mass": "consistent)",
      R"(modified_midpoint", "mass": "consistent)", "energy_momentum");
  CAPTURE(integrator);
  std::string scene = everything("neo_hookean", integrator);
  const std::string end = R"("end": 0.12)";
  scene.replace(scene.find(end), end.size(), R"("end": 0.12, "step": 2e-3)");
  Simulation s(scene);
  CHECK(largest_defect(s) <= 1e-12);
  CHECK(defect_of_account(s) <= 1e-12);
}

TEST_CASE("a linearised step without its own force misses the momentum of the supports",
          "[validation][forces]") {
  /// LinearisedTheta, and nothing of more_force.
  class Forgets final : public Integrator {
   public:
    void capabilities(Capabilities& c) const override { inner_.capabilities(c); }

   private:
    View<Stage> do_stages() const override { return inner_.stages(); }
    Real do_time_step_limit(const System& s, const StateView& old) const override {
      return inner_.time_step_limit(s, old);
    }
    Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                     StepProblem*& problem, Context& c) override {
      return inner_.begin(stage, old, next, s, problem, c);
    }
    Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                      const StateOut& next, StepReport& report, Context& c) override {
      Outcome outcome = inner_.finish(stage, old, s, result, next, report, c);
      map(report.more_force).setZero();
      return outcome;
    }
    LinearisedTheta inner_{0.7};
  };
  Simulation s = with(everything("neo_hookean"), std::make_unique<Forgets>());
  CHECK(largest_defect(s) > 1e-3);
}

TEST_CASE("weights that do not add up to 1 end the run with the integrator's name",
          "[validation][forces]") {
  CHECK_THAT(end_of(ForceLabel::end, 0.5),
             Catch::Contains("integrator \"newmark\" failed in step 1") &&
                 Catch::Contains("the weights of its forces") &&
                 Catch::Contains("add up to 0.5 instead of 1"));
  CHECK_THAT(end_of(ForceLabel::end, std::nan("")), Catch::Contains("add up to nan"));
  CHECK_THAT(end_of(ForceLabel::b, 1),
             Catch::Contains("it weighs the force \"b\"") && Catch::Contains("\"newmark\""));
  CHECK_THAT(end_of(ForceLabel::trial, 1), Catch::Contains("it weighs the force \"trial\""));
  CHECK(
      end_of(ForceLabel::start, 1).empty());  // wrong for this scheme, but nothing that shows here
}

// T + U - b'K b/2 is conserved exactly by a linear system, and all that supports and loads bring in is known.
// The stiffness K is that of the body alone: if the force of a pressure that follows its driven side were
// taken for a part of it, integration would seem to gain energy here.
TEST_CASE("a pressure that follows a driven side is no stiffness of the body",
          "[validation][forces]") {
  Simulation s(R"({"bodies": [{"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]},
      "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "block", "group": "bottom"},
      {"body": "block", "group": "top", "path": {"type": "rotation", "about": [0.5, 0], "angles":
       [0, 0.3, -0.2], "times": [0, 0.02, 0.05]}}],
    "loads": [{"type": "pressure", "body": "block", "group": "top", "pressure": 1e6}],
    "integrator": {"type": "moreau_jean"}, "time": {"end": 0.05}})");
  Real most = 0;
  s.run([&](Simulation& now) {
    most = std::max(most, std::abs(now.balance.account().sum().integration));
  });
  CHECK(std::abs(s.balance.account().sum().outside) > 0.1 * s.balance.account().scale());
  CHECK(most <= 1e-11 * s.balance.account().scale());
}

// The same energy where the material relaxes: K is how forces answer to b at once, not what they lose while
// time passes, on driven degrees of freedom as on free ones.
TEST_CASE("the driven part of the conserved energy is that of the stiffness at one time",
          "[validation][forces]") {
  /// moreau_jean, beside which b'K b is formed from the derivative of the forces.
  class Compares final : public Integrator {
   public:
    explicit Compares(std::unique_ptr<Component> inner)
        : inner_(static_cast<Integrator*>(inner.release())) {}
    void capabilities(Capabilities& c) const override { inner_->capabilities(c); }
    Real worst = 0, largest = 0;

   private:
    void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
    View<Stage> do_stages() const override { return inner_->stages(); }
    Index do_extra_columns() const override { return inner_->extra_columns(); }
    Outcome do_start(System& s, const StateOut& state, Context& c) override {
      return inner_->start(s, state, c);
    }
    Real do_time_step_limit(const System& s, const StateView& old) const override {
      return inner_->time_step_limit(s, old) / 20;
    }
    Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                     StepProblem*& problem, Context& c) override {
      return inner_->begin(stage, old, next, s, problem, c);
    }
    Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                      const StateOut& next, StepReport& report, Context& c) override {
      Outcome outcome = inner_->finish(stage, old, s, result, next, report, c);
      const std::size_t n = old.v.size();
      const Real middle = old.time + c.step.dt / 2;
      std::vector<Real> a(n), whole(n), b(n), centre(n), change(n);
      for (std::size_t i = 0; i < n; ++i) a[i] = c.step.dt / 2 * old.v[i];
      s.prescribe(old.q, middle, a);
      for (std::size_t i = 0; i < n; ++i) whole[i] = next.q[i] - old.q[i];
      for (std::size_t i = 0; i < n; ++i) b[i] = whole[i] - a[i], centre[i] = a[i] + b[i] / 2;
      const ForceQuery at{.q = old.q, .u = centre, .time = middle};
      if (Outcome bad = s.force_change(at, b, change, c); !bad) return bad;
      Real expected = 0;
      for (std::size_t i = 0; i < n; ++i)
        if (s.layout().prescribed[i]) expected += b[i] * change[i] / 2;
      worst = std::max(worst, std::abs(report.account.path_shift - expected));
      largest = std::max(largest, std::abs(expected));
      return outcome;
    }
    std::unique_ptr<Integrator> inner_;
  };
  const Compares* compares = nullptr;
  Simulation s(R"({"bodies": [{"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]},
      "material": {"type": "viscoelastic", "young": 1e6, "poisson": 0.3, "fractions": [0.5],
                   "relaxation_times": [1e-3]}}],
    "supports": [{"body": "block", "group": "bottom"},
      {"body": "block", "group": "top", "path": {"type": "table", "times": [0, 0.005, 0.01],
       "displacements": [[0, 0], [0.03, -0.05], [-0.02, -0.02]], "interpolation": "smooth"}}],
    "integrator": {"type": "moreau_jean"}, "time": {"end": 0.01}})",
               [&](core::Configuration& c) {
                 auto made = std::make_unique<Compares>(std::move(c.integrator.object));
                 compares = made.get();
                 c.integrator.object = std::move(made);
               });
  s.run();
  CHECK(compares->largest > 0);
  CHECK(compares->worst <= 1e-4 * compares->largest);
}
