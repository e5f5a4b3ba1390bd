/// Tests what all laws promise that are satisfied at the end of the step (capability::implicit_law), Coulomb's
/// or not: solve() and residual() are the same law, it takes energy out, and the functions that Newton and
/// projection methods need belong to it.
#pragma once

#include <optional>
#include <utility>

#include "law_scene.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/coulomb.hpp"
#include "worst.hpp"

namespace tactus::conformance::contact_law_tests {

/// residual() at what solve() found is zero, relative to |free|, but for contacts that it says it gave up.
template <int D>
Finding reaches_its_residual(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  const Index failures = scene.solve_all(law);
  Real worst = 0;
  Index above = 0;
  for (const auto& c : scene.contacts) {
    const Real residual = residual_of<D>(law, c) / c.free.norm();
    raise_to(worst, residual);
    if (!(residual <= 1e-8)) ++above;
  }
  return above <= failures ? kept() : within(worst, 1e-8);
}

/// Away from the solution residual() tells how far it is: about as much as the reaction is off changes the
/// velocity, neither nothing nor as much for a little as for a lot.
template <int D>
Finding residual_is_a_distance(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  if (scene.solve_all(law) > 0) return kept();  // what it gave up is no solution to move away from
  for (const auto& c : scene.contacts)
    for (const Real off : {1e-6, 1e-3, 0.1}) {
      auto moved = c;
      for (int d = 0; d < D; ++d) moved.R[d] += (d % 2 == 0 ? 1 : 0.7) * off;
      const Real speed = off * c.W.trace() / D, said = residual_of<D>(law, moved);
      if (!(said >= 1e-3 * speed && said <= 1e3 * speed + 1e-7 * c.free.norm()))
        return broken(text_of("with reactions off by what changes velocities by ", speed,
                              " m/s its residual is ", said, " m/s: ", c.text()));
    }
  return kept();
}

/// A residual is a velocity, whatever the masses: where velocities are other than those of a solution, it is
/// at most a few times as large as that change. A law with a stiffness of its own may divide by a small mass,
/// so that masses are heavy here.
template <int D>
Finding residual_is_a_velocity(const ContactLaw& law) {
  for (const Real mass : {1.0, 1e4}) {
    auto scene = LawScene<D>::of_all_regimes();
    for (auto& c : scene.contacts) c.W /= mass;
    if (scene.solve_all(law) > 0) continue;
    for (const auto& c : scene.contacts) {
      auto moved = c;
      constexpr Real off = 1e-3;
      for (int d = 0; d < D; ++d) moved.free[d] += (d % 2 == 0 ? 1 : -0.7) * off;
      const Real more = residual_of<D>(law, moved) - residual_of<D>(law, c);
      if (!(more <= 10 * off))
        return broken(text_of("with masses times ", mass, " and velocities off by ", off,
                              " m/s its residual grows by ", more, " m/s: ", c.text()));
    }
  }
  return kept();
}

/// Friction takes energy out: R_T . U_T, and the energy that the contact stores by it, are together not positive.
template <int D>
Finding friction_dissipates(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real power = c.R.template tail<D - 1>().dot(c.velocity().template tail<D - 1>());
    LawCall<D> call({{c}}, law);
    call.set_next(0, c.next);
    const Real stored = call.stored_energy({0});
    if (!(power + stored <= 1e-9 * c.free.squaredNorm()))
      return broken(text_of("friction adds energy, R_T . U_T = ", power, ": ", c.text()));
  }
  return kept();
}

/// A body that slides and is pressed has no more friction in a shorter step or on less area: Coulomb's impulse is that
/// of the normal reaction, others have less time or space.
template <int D>
Finding friction_takes_time(const ContactLaw& law) {
  LawScene<D> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.friction = 0.3, c.free = Vec<D>::Constant(0.5), c.free[0] = -1;
  c.U_old = c.free;
  Real last = 0;
  for (const auto& [dt, area] :
       {std::pair{1e-6, 1e-3}, {1e-3, 1e-3}, {0.1, 1e-3}, {1.0, 1e-3}, {1.0, 4e-3}}) {
    scene.dt = dt, c.area = area;
    if (scene.solve_all(law) > 0) continue;
    const Real now = c.R.template tail<D - 1>().norm();
    if (!(now >= last * (1 - 1e-9)))
      return broken(text_of("|R_T| falls to ", now, " from ", last, " in a step of ", dt, " s on ",
                            area, " m^2"));
    last = now;
  }
  return kept();
}

/// Contacts that are not counted as failures satisfy the tolerance; a large tolerance does not
/// excuse NaN.
template <int D>
Finding tolerance_is_kept(const ContactLaw& law) {
  for (const Real tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    auto scene = LawScene<D>::of_all_regimes();
    const Index failures = scene.solve_all(law, tolerance);
    Index above = 0;
    Real worst = 0;
    for (const auto& c : scene.contacts) {
      // 1e-14: rounding error of the residual itself
      const Real residual = misses<D>(law, c);
      if (!(residual <= 2 * tolerance + 1e-14)) ++above;
      raise_to(worst, residual);
    }
    if (above > failures)
      return broken(text_of(above, " contacts miss the tolerance ", tolerance, " (worst: ", worst,
                            "), and ", failures, " are reported"));
  }
  return kept();
}

/// By how much the derivatives of C that a law gives at U and R differ from differences of C. Nothing
/// where differences of two widths differ: there the law has a kink.
template <int D>
std::optional<Real> slope_is_off(LawCall<D>& call, const Vec<D>& U, const Vec<D>& R) {
  const auto slope = call.linearise(U, R);
  const auto differs = [&](Real h, const Vec<D>& u, const Vec<D>& r) -> Vec<D> {
    return (call.linearise(U + h * u, R + h * r).C - call.linearise(U - h * u, R - h * r).C) /
           (2 * h);
  };
  Real worst = 0;
  for (int j = 0; j < 2 * D; ++j) {
    const bool by_U = j < D;
    const Vec<D> axis = Vec<D>::Unit(j % D), none = Vec<D>::Zero(), u = by_U ? axis : none,
                 r = by_U ? none : axis, narrow = differs(1e-6, u, r);
    if ((narrow - differs(3e-6, u, r)).norm() > 1e-6) return {};
    const Real off = (narrow - (by_U ? slope.by_U : slope.by_R).col(j % D)).norm();
    raise_to(worst, off);
  }
  return worst;
}

/// C(U, R) is zero at solutions, in short steps as in long ones, in which laws of a strength or a viscosity reach
/// other regimes.
template <int D>
Finding linearisation_holds_at_solutions(const ContactLaw& law) {
  for (const Real dt : {1e-3, 0.1, 1.0, 10.0}) {
    auto scene = LawScene<D>::of_all_regimes();
    scene.dt = dt;
    if (scene.solve_all(law) > 0) continue;
    for (const auto& c : scene.contacts) {
      const Vec<D> C = LawCall<D>({{c}, dt}, law).linearise(c.velocity(), c.R).C;
      if (!(C.norm() <= 1e-7 * c.free.norm()))
        return broken(
            text_of("|C| = ", C.norm(), " at a solution of a step of ", dt, " s: ", c.text()));
    }
  }
  return kept();
}

/// dC is the derivative of C, near solutions and anywhere else.
template <int D>
Finding linearisation_is_the_slope(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Random random(4);
  Real worst = 0;
  Index asked = 0, counted = 0;
  for (const auto& c : scene.contacts) {
    LawCall<D> call({{c}}, law);
    // Away from the kinks at zero.
    Vec<D> U = c.velocity() + Vec<D>::Constant(0.11), R = c.R + Vec<D>::Constant(0.07);
    for (int k = 0; k < 8; ++k, ++asked) {
      if (const std::optional<Real> off = slope_is_off<D>(call, U, R)) {
        ++counted;
        raise_to(worst, *off);
      }
      for (int d = 0; d < D; ++d) U[d] = random.between(-1, 1), R[d] = random.between(-1, 1);
    }
  }
  if (2 * counted < asked) return broken("most points are kinks");
  return within(worst, 1e-6);
}

/// If all masses are multiplied by m, U and R/m are the same, and so is C, which is a velocity.
template <int D>
Finding linearisation_is_a_velocity(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Vec<D> U = c.velocity() + Vec<D>::Constant(0.11), R = c.R + Vec<D>::Constant(0.07);
    const auto here = LawCall<D>({{c}}, law).linearise(U, R);
    for (const Real mass : {0x1p-20, 0x1p20}) {
      auto heavy = c;
      heavy.W /= mass;
      const auto there = LawCall<D>({{heavy}}, law).linearise(U, R * mass);
      if (!((there.C - here.C).norm() <= 1e-9) ||
          !((there.by_R * mass - here.by_R).norm() <= 1e-9 * (1 + here.by_R.norm())))
        return broken(text_of("masses times ", mass, ": C = ", there.C.transpose(), " and not ",
                              here.C.transpose()));
    }
  }
  return kept();
}

/// The tangents of a frame are arbitrary: if they are rotated or one is reversed, the step of Newton's method is the
/// same vector in other axes, whatever equations say so. Which terms of W couple the directions, and with which sign,
/// is a matter of the axes.
template <int D>
Finding newton_turns(const ContactLaw& law) {
  const auto scene = LawScene<D>::of_all_regimes();
  Random random(9);
  Real worst = 0;
  Index steps = 0, asked = 0;
  for (const bool mirrored : {false, true}) {
    const Mat<D> T = turned_tangents<D>(mirrored);
    for (const auto& c : scene.contacts) {
      Vec<D> U, R;
      for (int d = 0; d < D; ++d) U[d] = random.between(-1, 1), R[d] = random.between(-1, 1);
      const auto turned = c.turned(T);
      const auto here = LawCall<D>({{c}}, law).linearise(U, R),
                 there = LawCall<D>({{turned}}, law).linearise(T * U, T * R);
      const Eigen::FullPivLU<Mat<D>> one(Mat<D>(here.by_R + here.by_U * c.W)),
          other(Mat<D>(there.by_R + there.by_U * turned.W));
      ++asked;
      if (one.rcond() < 1e-6) continue;
      ++steps;
      const Vec<D> step = one.solve(here.C);
      raise_to(worst, (other.solve(there.C) - T * step).norm() / (1 + step.norm()));
    }
  }
  if (2 * steps < asked) return broken("most slopes are singular");
  return within(worst, 1e-8);
}

/// Where the law is not satisfied C is not zero, and Newton's method with dC finds the solution.
template <int D>
Finding newton_converges(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    LawCall<D> call({{c}}, law);
    auto off = c;
    off.R = c.R * 1.001 + Vec<D>::Constant(1e-5);
    const Real wrong = residual_of<D>(law, off);
    const auto size = call.linearise(off.velocity(), off.R).C.norm();
    if (wrong > 1e-6 && !(size > 1e-3 * wrong))
      return broken(
          text_of("|C| = ", size, " where the law is off by ", wrong, " m/s: ", off.text()));
    for (int k = 0; k < 30; ++k) {
      const auto l = call.linearise(off.velocity(), off.R);
      off.R -= Mat<D>(l.by_R + l.by_U * c.W).fullPivLu().solve(l.C);
    }
    const Real end = residual_of<D>(law, off) / c.free.norm();
    if (!(end <= 1e-8))
      return broken(text_of("Newton's method from near by ends off by ", end, ": ", c.text()));
  }
  return kept();
}

/// A projection step from a solution stays there; one from another point does not.
template <int D>
Finding fixed_points_are_solutions(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const Real part : {0.1, 1.0}) {
    std::vector<Real> rho;
    for (const auto& c : scene.contacts) rho.push_back(part / c.W.trace());
    LawCall<D> at_rest(scene, law);
    at_rest.project(scene.all(), rho);
    auto off = scene;
    for (auto& c : off.contacts) c.R += Vec<D>::Constant(0.1);
    LawCall<D> moving(off, law);
    moving.project(scene.all(), rho);
    for (std::size_t i = 0; i < rho.size(); ++i) {
      const Vec<D> stays = point<D>(at_rest.R, static_cast<Index>(i)),
                   goes = point<D>(moving.R, static_cast<Index>(i));
      if (!((stays - scene.contacts[i].R).norm() <= 1e-9 * scene.contacts[i].free.norm()))
        return broken("a step from a solution leads away: " + scene.contacts[i].text());
      if ((goes - off.contacts[i].R).norm() <=
          1e-3 * rho[i] * residual_of<D>(law, off.contacts[i]) / off.contacts[i].free.norm())
        return broken("it stands still where the law does not hold: " + off.contacts[i].text());
    }
  }
  return kept();
}

/// Repeated with a small rho, projection steps converge to the law from far away; contacts that are
/// not listed do not change.
template <int D>
Finding projection_converges(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  for (auto& c : scene.contacts) c.R = Vec<D>::Constant(0.5);
  const Vec<D> mark = scene.contacts[0].R;
  std::vector<Index> listed = scene.all();
  listed.erase(listed.begin());
  std::vector<Real> rho;
  rho.reserve(listed.size());
  for (const Index i : listed)
    rho.push_back(0.7 / scene.contacts[static_cast<std::size_t>(i)].W.trace());
  for (int k = 0; k < 600; ++k) {
    LawCall<D> call(scene, law);
    call.project(listed, rho);
    for (std::size_t i = 0; i < scene.contacts.size(); ++i)
      scene.contacts[i].R = point<D>(call.R, static_cast<Index>(i));
  }
  if (scene.contacts[0].R != mark) return broken("a contact that was not listed has changed");
  Real worst = 0;
  for (const Index i : listed)
    raise_to(worst, residual_of<D>(law, scene.contacts[static_cast<std::size_t>(i)]) /
                        scene.contacts[static_cast<std::size_t>(i)].free.norm());
  return within(worst, 1e-8);
}

/// A batch may be a part of the contacts, in another order: what is said of each stands at its place in the batch.
template <int D>
Finding batches_are_their_contacts(const ContactLaw& law) {
  const auto scene = LawScene<D>::of_all_regimes();
  std::vector<Index> odd;
  for (std::size_t i = 1; i < scene.contacts.size(); i += 2)
    odd.insert(odd.begin(), static_cast<Index>(i));
  LawCall<D> call(scene, law);
  const auto together = call.said_of(odd);
  for (std::size_t k = 0; k < odd.size(); ++k)
    if (call.said_of({odd[k]}).front() != together[k])
      return broken(
          text_of("number ", k, " of ", odd.size(), " is answered in another way than alone"));
  return kept("bit for bit");
}

template <int D>
void implicit_promises(const Make<ContactLaw>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("friction takes energy out", friction_dissipates<D>);
  promise("in a shorter step, or on less area, there is no more friction", friction_takes_time<D>);
  promise("solve() reaches residual() = 0", reaches_its_residual<D>);
  promise("residual() is a distance from the law", residual_is_a_distance<D>);
  promise("residual() is a velocity, whatever the masses", residual_is_a_velocity<D>);
  promise("the tolerance is kept, or the failure counted", tolerance_is_kept<D>);
  promise("residuals and slopes of a batch are those of its contacts alone",
          batches_are_their_contacts<D>);
  if (claims.has(capability::linearised)) {
    promise("C = 0 is the law, in steps of any length", linearisation_holds_at_solutions<D>);
    promise("dC is the slope of C (differences)", linearisation_is_the_slope<D>);
    if (claims.has(capability::coulomb)) promise("C is a velocity", linearisation_is_a_velocity<D>);
    promise("Newton's step turns with the tangents", newton_turns<D>);
    promise("Newton's method converges to the law, and to it alone", newton_converges<D>);
  }
  if (claims.has(capability::projection)) {
    promise("a projection step stands still at solutions only", fixed_points_are_solutions<D>);
    promise("projection steps converge to the law", projection_converges<D>);
  }
}

}  // namespace tactus::conformance::contact_law_tests
