/// What an integrator of explicit steps promises of several bodies that meet at once: nodes and rigid bodies, in the
/// plane and in space, free of one another or pushed by something at rest.
#pragma once

#include "bodies.hpp"
#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/random.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// Moves bodies step by step; contact pushes pairs of points apart where they are when it is looked at.
class Encounter {
 public:
  /// Contact between two points. Rigid bodies are pushed off their centres.
  struct Touch {
    Index part;
    std::size_t a, b;
  };
  /// Contact problems that share nothing. The last one is of nodes alone that something at rest pushes.
  static constexpr Index kParts = 4, kHeldPart = 3;
  inline static const std::vector<Touch> kTouches{{0, 1, 3}, {0, 2, 4}, {1, 5, 6}, {2, 7, 8}};

  Encounter(const Make<Integrator>& make, int dim, Bodies::Forces forces)
      : system(dim, forces), integrator_(make()) {
    const Layout& layout = system.layout();
    const auto n = static_cast<std::size_t>(layout.dofs);
    Random random(21);
    q.resize(static_cast<std::size_t>(layout.coordinates));
    for (Real& x : q) x = random.between(-1, 1);
    for (std::size_t i = 0; i < n; ++i) v.push_back(random.between(-1, 1));
    a.assign(n, 0), more_force_.assign(n, 0);
    extra_.assign(n * static_cast<std::size_t>(integrator_->extra_columns()), 0);
    integrator_->setup({.layout = &layout, .linear = &linear_}, context_.context());
    expect(integrator_->start(system, {0, q, v, a, extra_}, context_.context()));
  }

  /// Parts of which bit k of `parts` is set are in contact, which pushes with so many N. With `zone` the first of
  /// them is a rigid impact zone.
  void step(Real dt, unsigned parts, Real push, bool zone = false) {
    Context& context = context_.context();
    context.step.dt = dt, context.step.time = time_;
    const Scratch::Frame frame(*context.scratch);
    std::vector<Real> q_1 = q, v_1 = v, a_1 = a, extra_1 = extra_;
    const StateView old{time_, q, v, a, extra_};
    const StateOut next{time_ + dt, q_1, v_1, a_1, extra_1};
    StepProblem* problem = nullptr;
    expect(integrator_->begin(0, old, next, system, problem, context));
    const std::vector<Real> w = solve(*problem, parts, push);
    for (Index part = 0; part < kParts; ++part)
      name_dofs(part, parts >> part & 1, zone && part == 0);
    find_energy(*problem, w, parts);
    impulse_ = force_;
    if (problem->unknown() == Unknown::increment)
      for (Real& p : impulse_) p *= dt;
    const std::vector<Real> handed_on(kParts, 0);
    fraction_.assign(kParts, -1);
    report = {};
    report.more_force = more_force_;
    const StepResult result{.w = w,
                            .contact_impulse = impulse_,
                            .group = group_,
                            .groups = kParts + (zone ? 1 : 0),
                            .zone = zone ? View<Index>(zone_) : View<Index>(),
                            .component = component_,
                            .handed_on = handed_on,
                            .component_fraction = fraction_};
    v_old_ = v, q_old_ = q;
    expect(integrator_->finish(0, old, system, result, next, report, context));
    integrator_->accept();
    q = q_1, v = v_1, a = a_1, extra_ = extra_1;
    time_ += dt, context.step.step += 1;
  }

  /// Of the last step, the largest difference between the momentum that the bodies of a part have got and what the
  /// report says of the impulse of contact. There are no other forces from outside.
  Real momentum_off() const {
    Real worst = 0;
    for (Index part = 0; part < kParts; ++part)
      for (int axis = 0; axis < system.dim; ++axis) {
        Real got = 0;
        for (const std::size_t p : points_of(part)) {
          const auto i = static_cast<std::size_t>(system.dof_of(p) + axis);
          const bool in_zone = zone_[i] != kNone;
          const Real own = fraction_[static_cast<std::size_t>(part)],
                     fraction = in_zone   ? 1
                                : own < 0 ? report.impulse_fraction
                                          : own;
          got += system.mass()[i] * (v[i] - v_old_[i]) - fraction * impulse_[i];
        }
        raise_to(worst, std::abs(got));
      }
    return worst;
  }
  /// Likewise of the angular momentum of parts that nothing outside pushes.
  Real turning_off() const {
    Real worst = 0;
    for (Index part = 0; part < kHeldPart; ++part) {
      Vector3 got = Vector3::Zero();
      for (const std::size_t p : points_of(part))
        got += system.angular_momentum(q, v, p) - system.angular_momentum(q_old_, v_old_, p);
      raise_to(worst, largest_entry(got));
    }
    return worst;
  }
  /// Likewise of the account of energy; 0 where none is kept.
  Real account_off() const {
    const EnergyAccount& account = report.account;
    const auto kinetic = [&](View<Real> of) {
      return map(system.mass()).dot(map(of).cwiseAbs2()) / 2;
    };
    return account.kept ? std::abs(kinetic(v) - kinetic(v_old_) + account.shift_new -
                                   account.shift_old - account.contact - account.force_work)
                        : 0;
  }

  Bodies system;
  std::vector<Real> q, v, a;
  StepReport report;
  Real gain = 0;  ///< J, what correction_energy() said of all parts before the last step ended

 private:
  static void expect(const Outcome& outcome) {
    if (!outcome) throw Error("it failed: " + outcome.message);
  }
  static std::vector<std::size_t> points_of(Index part) {
    if (part == kHeldPart) return {0};
    std::vector<std::size_t> points;
    for (const Touch& t : kTouches)
      if (t.part == part) points.insert(points.end(), {t.a, t.b});
    return points;
  }
  static bool is_rigid(std::size_t p) { return p >= Bodies::kNodes; }

  /// The increment or velocity that contact allows, with contact where the step takes things to.
  std::vector<Real> solve(StepProblem& problem, unsigned parts, Real push) {
    Context& context = context_.context();
    const std::vector<Real> free(problem.predictor().begin(), problem.predictor().end());
    const LinearOperator* A = nullptr;
    expect(problem.tangent(free, A, context));
    const View<Real> diagonal = A->diagonal();
    if (diagonal.size() != free.size()) throw Error("its tangent does not show its diagonal");
    std::vector<Real> w = free;
    for (int k = 0; k < 60; ++k) {
      const std::vector<Real> before = w;
      find_force(problem, w, parts, push);
      for (std::size_t i = 0; i < w.size(); ++i) w[i] = free[i] + force_[i] / diagonal[i];
      if (w == before) break;
    }
    return w;
  }
  void find_force(const StepProblem& problem, View<Real> w, unsigned parts, Real push) {
    const ContactPoint& point = problem.contact();
    const bool frozen = !point.frozen.empty();
    std::vector<Real> u(w.begin(), w.end()), place = q;
    if (frozen) u.assign(point.frozen.begin(), point.frozen.end());
    for (Real& x : u) x *= frozen ? 1 : point.fraction;
    system.move(q, u, place);
    force_.assign(w.size(), 0);
    const auto add = [&](std::size_t p, const Vector3& force, const Vector3& at) {
      const Index dof = system.dof_of(p);
      for (int k = 0; k < system.dim; ++k) force_[static_cast<std::size_t>(dof + k)] += force[k];
      if (!is_rigid(p)) return;
      Vector3 moment =
          system.axes(place, p).transpose() * (at - system.place(place, p)).cross(force);
      if (system.dim == 3 && !frozen)
        moment = rotation_tangent(system.turn(u, p)).transpose() * moment;
      for (int k = system.dim == 2 ? 2 : 0; k < 3; ++k)
        force_[static_cast<std::size_t>(dof + system.dim + k - (system.dim == 2 ? 2 : 0))] +=
            moment[k];
    };
    for (const Touch& t : kTouches) {
      if (!(parts >> t.part & 1)) continue;
      const Vector3 first = system.place(place, t.a), second = system.place(place, t.b);
      Vector3 force = push * (second - first), at = first;
      if (is_rigid(t.b)) {  // in some direction, at a node or between two bodies
        force[0] += push / 2, force[1] -= push;
        if (is_rigid(t.a)) at = (first + second) / 2;
      }
      add(t.a, -force, at), add(t.b, force, is_rigid(t.b) ? at : second);
    }
    if (parts >> kHeldPart & 1) add(0, {push, -push / 2, 0}, Vector3::Zero());
  }

  /// Which problem, which group that is free of all else and which zone the degrees of freedom of a part belong to.
  void name_dofs(Index part, bool touches, bool zone) {
    const auto n = static_cast<std::size_t>(system.layout().dofs);
    for (auto* names : {&group_, &component_, &zone_})
      if (part == 0) names->assign(n, kNone);
    if (!touches) return;
    for (const std::size_t p : points_of(part))
      for (Index i = system.dof_of(p); i < system.dof_of(p + 1); ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (part != kHeldPart) group_[k] = zone ? kParts : part;
        if (zone)
          zone_[k] = 0;
        else
          component_[k] = part;
      }
  }

  void find_energy(const StepProblem& problem, View<Real> w, unsigned parts) {
    gain = 0;
    for (Index part = 0; part < kParts; ++part) {
      if (!(parts >> part & 1)) continue;
      std::vector<Index> dofs;
      for (std::size_t i = 0; i < component_.size(); ++i)
        if (component_[i] == part) dofs.push_back(static_cast<Index>(i));
      gain +=
          problem
              .correction_energy({.dofs = dofs, .w = w, .force = force_, .held = part == kHeldPart},
                                 context_.context())
              .gain;
    }
  }

  std::unique_ptr<Integrator> integrator_;
  SerialContext context_;
  DenseSolvers linear_;
  Real time_ = 0;
  std::vector<Real> extra_, more_force_, force_, impulse_, fraction_, v_old_, q_old_;
  std::vector<Index> group_, component_, zone_;
};

/// The largest deviation of some kind in steps without contact, with that of each part, of all, and of a zone.
template <class Off>
Finding in_encounters(const Make<Integrator>& make, Bodies::Forces forces, Off off, Real limit) {
  Real worst = 0;
  for (const int dim : {2, 3}) {
    Encounter bodies(make, dim, forces);
    for (const unsigned parts : {0U, 1U, 2U, 4U, 8U, 15U, 0U, 7U}) {
      bodies.step(0.0625, parts, 1.5);
      raise_to(worst, off(bodies));
    }
    bodies.step(0.0625, 3, 1.5, true);
    raise_to(worst, off(bodies));
  }
  return within(worst, limit);
}

/// What contact changes of momentum, and of the account of energy where one is kept, is as reported.
inline Finding encounters_are_reported(const Make<Integrator>& make) {
  return in_encounters(
      make, Bodies::Forces::springs,
      [](const Encounter& e) { return e.momentum_off() + e.account_off(); }, 1e-11);
}

/// Contact problems, each free of the others, turn nothing.
inline Finding encounters_turn_nothing(const Make<Integrator>& make) {
  return in_encounters(
      make, Bodies::Forces::springs, [](const Encounter& e) { return e.turning_off(); }, 1e-11);
}

/// Under even forces all is known of the energy of a correction before the step ends, but of rigid bodies that only
/// meet each other, which reflect by another fraction, and of those that turn in space.
inline Finding corrections_have_their_energy(const Make<Integrator>& make) {
  Real worst = 0;
  for (const int dim : {2, 3}) {
    Encounter bodies(make, dim, Bodies::Forces::even);
    for (const unsigned parts : {1U, 2U, 8U, 11U}) {
      const unsigned known = dim == 3 ? parts & ~2U : parts;
      bodies.step(0.0625, known, 1.5);
      const StepReport& report = bodies.report;
      const Real reported = report.account.kept ? report.account.contact : report.contact_work;
      raise_to(worst, std::abs(bodies.gain - reported));
    }
  }
  return within(worst, 1e-11);
}

inline void encounter_promises(const Make<Integrator>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, bool made, std::string_view why,
                           Finding (*test)(const Make<Integrator>&)) {
    if (made)
      check.promise(what, [&] { return test(make); });
    else
      check.skip(what, why);
  };
  const bool separable = claims.has(capability::separable);
  const std::string not_separable = text_of(capability::separable, " is not claimed");
  promise("several bodies get what is reported, in the plane and in space", separable,
          not_separable, encounters_are_reported);
  const bool of_velocities = make()->stages()[0].unknown == Unknown::velocity;
  promise("a correction adds the energy that the problem says", separable && !of_velocities,
          of_velocities ? "its unknowns are velocities" : not_separable,
          corrections_have_their_energy);
  promise("bodies that meet keep their angular momentum, in the plane and in space",
          claims.has(capability::angular_momentum),
          text_of(capability::angular_momentum, " is not claimed"), encounters_turn_nothing);
}

}  // namespace tactus::conformance
