/// \file conformance/contact_law_promises.hpp  What every contact law promises: on single contacts with
/// a full block W, in the plane and in space.
#pragma once

#include <cmath>
#include <vector>

#include "../contact_law.hpp"
#include "check.hpp"
#include "claims.hpp"
#include "random.hpp"
#include "serial_context.hpp"

namespace tactus::conformance {

/// Contacts that know nothing of each other: U_i = free_i + W_ii R_i.
template <int D>
struct LawScene {
  struct Contact {
    Mat<D> W = Mat<D>::Identity();
    Vec<D> free = Vec<D>::Zero(), U_old = Vec<D>::Zero(), R = Vec<D>::Zero();
    Real friction = 0, restitution = 0, gap = 0;

    Vec<D> velocity() const { return free + W * R; }
    /// Over |free|.
    Real residual() const {
      return natural_residual<D>(velocity(), U_old[0], R, friction, restitution, D / W.trace()) /
             free.norm();
    }
    std::string text() const {
      return text_of("mu = ", friction, ", e = ", restitution, ", free velocity ", free.transpose(),
                     ", R = ", R.transpose());
    }
  };
  std::vector<Contact> contacts;

  /// Friction 0, 0.3, 1.2 and restitution 0, 0.5; W with couplings, approaching and parting.
  static LawScene of_all_regimes() {
    Random random(1);
    LawScene scene;
    for (const Real friction : {0.0, 0.3, 1.2})
      for (const Real restitution : {0.0, 0.5})
        for (int k = 0; k < 12; ++k) {
          Contact c;
          Mat<D> root;
          for (int i = 0; i < D * D; ++i) root.data()[i] = random.between(-1, 1);
          c.W = Mat<D>::Identity() + 0.5 * root * root.transpose();
          for (int i = 0; i < D; ++i)
            c.free[i] = random.between(-1, 1), c.U_old[i] = random.between(-1, 1);
          c.U_old[0] = -std::abs(c.U_old[0]);
          c.friction = friction, c.restitution = restitution;
          scene.contacts.push_back(c);
        }
    return scene;
  }

  /// Asks for the contacts listed; the others are in the problem too. Returns the failures.
  Index solve(const ContactLaw& law, const std::vector<Index>& which, Real tolerance = 1e-12) {
    const std::size_t n = contacts.size(),
                      history = n * static_cast<std::size_t>(law.history_size());
    std::vector<Real> W, free, U_old, R, gap, friction, restitution, old(history, 0),
        next(history, 0);
    std::vector<ContactKey> key;
    for (std::size_t i = 0; i < n; ++i) {
      const Contact& c = contacts[i];
      W.insert(W.end(), c.W.data(), c.W.data() + D * D);
      U_old.insert(U_old.end(), c.U_old.data(), c.U_old.data() + D);
      R.insert(R.end(), c.R.data(), c.R.data() + D);
      gap.push_back(c.gap), friction.push_back(c.friction), restitution.push_back(c.restitution);
      key.push_back({1, i});
    }
    for (const Index i : which) {
      const Vec<D>& f = contacts[static_cast<std::size_t>(i)].free;
      free.insert(free.end(), f.data(), f.data() + D);
    }
    const std::vector<std::int32_t> laws(n, 0);
    ReactionProblem p{.dim = D, .contacts = static_cast<Index>(n), .dt = 1e-3};
    p.delassus_diagonal = W, p.free_velocity = free, p.U_old = U_old, p.gap = gap;
    p.friction = friction, p.restitution = restitution, p.law = laws, p.key = key;
    p.history_old = old, p.history_new = next, p.history_size = law.history_size();
    SerialContext context;
    const Index failures =
        law.solve({.problem = &p, .contacts = which, .free = free, .R = R, .tolerance = tolerance},
                  context.context());
    for (std::size_t i = 0; i < n; ++i) contacts[i].R = Eigen::Map<const Vec<D>>(R.data() + i * D);
    return failures;
  }
  Index solve_all(const ContactLaw& law, Real tolerance = 1e-12) {
    std::vector<Index> all;
    for (std::size_t i = 0; i < contacts.size(); ++i) all.push_back(static_cast<Index>(i));
    return solve(law, all, tolerance);
  }
};

namespace contact_law_tests {

template <int D>
Finding reactions_are_finite(const ContactLaw& law) {
  for (const Real gap : {-1e-3, 0.0, 1e-3}) {
    auto scene = LawScene<D>::of_all_regimes();
    for (auto& c : scene.contacts) c.gap = gap;
    scene.solve_all(law);
    for (const auto& c : scene.contacts)
      if (!c.R.allFinite()) return broken("NaN or infinity: " + c.text());
  }
  return kept();
}

/// Out of reach and separating: nobody holds the bodies together. (Cohesion acts at contact.)
template <int D>
Finding open_contact_has_no_reaction(const ContactLaw& law) {
  LawScene<D> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.free[0] = 1, c.gap = 1e6;
  scene.solve_all(law);
  return c.R.isZero(0) ? kept() : broken(text_of("R_N = ", c.R[0]));
}

/// Some contacts of a problem, in any order: these get the reactions that they get alone, to the bit,
/// and nobody else's is touched.
template <int D>
Finding contacts_do_not_know_each_other(const ContactLaw& law) {
  auto together = LawScene<D>::of_all_regimes();
  const Vec<D> mark = Vec<D>::Constant(0.1234);
  std::vector<Index> odd;
  for (std::size_t i = 0; i < together.contacts.size(); ++i)
    if (i % 2 == 1)
      odd.insert(odd.begin(), static_cast<Index>(i));
    else
      together.contacts[i].R = mark;
  const auto before = together;
  together.solve(law, odd);
  for (std::size_t i = 0; i < together.contacts.size(); ++i) {
    if (i % 2 == 0) {
      if (together.contacts[i].R != mark)
        return broken("the reaction of a contact that was not asked for has changed");
      continue;
    }
    LawScene<D> alone{{before.contacts[i]}};
    alone.solve_all(law);
    if (alone.contacts[0].R != together.contacts[i].R)
      return broken("alone a contact has another reaction than in a batch: " +
                    alone.contacts[0].text());
  }
  return kept("bit for bit");
}

template <int D>
Finding nothing_is_remembered(const Make<ContactLaw>& make) {
  const auto used = make();
  auto first = LawScene<D>::of_all_regimes(), second = first, fresh = first;
  for (auto& c : first.contacts) c.free *= -0.7;
  first.solve_all(*used);
  second.solve_all(*used);
  fresh.solve_all(*make());
  for (std::size_t i = 0; i < fresh.contacts.size(); ++i)
    if (fresh.contacts[i].R != second.contacts[i].R)
      return broken("after other questions the answer is not that of a fresh object");
  return kept("bit for bit");
}

/// The natural residual over |free|: what decides convergence everywhere.
template <int D>
Finding satisfies_the_law(const ContactLaw& law, bool with_friction) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts)
    if (with_friction == (c.friction > 0)) worst = std::max(worst, c.residual());
  return within(worst, 1e-8);
}

/// R_N >= 0 and |R_T| <= mu R_N.
template <int D>
Finding reactions_are_in_the_cone(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real small = 1e-9 * c.free.norm(), slip = c.R.template tail<D - 1>().norm();
    if (c.R[0] < -small) return broken("it pulls: " + c.text());
    if (slip > c.friction * c.R[0] + small)
      return broken(text_of("|R_T| = ", slip, " is outside of the cone: ", c.text()));
  }
  return kept();
}

/// U_N + e U_old_N >= 0, and R_N = 0 where it is > 0.
template <int D>
Finding pushes_only_what_touches(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real gap = c.velocity()[0] + c.restitution * std::min(Real(0), c.U_old[0]);
    const Real small = 1e-7 * c.free.norm();
    if (gap < -small)
      return broken(text_of("it lets them approach with ", -gap, " m/s: ", c.text()));
    if (gap > small && c.R[0] > small)
      return broken(text_of("it pushes what parts with ", gap, " m/s: ", c.text()));
  }
  return kept();
}

/// Friction takes energy out: R_T . U_T <= 0.
template <int D>
Finding friction_dissipates(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real power = c.R.template tail<D - 1>().dot(c.velocity().template tail<D - 1>());
    if (power > 1e-9 * c.free.squaredNorm())
      return broken(text_of("friction adds energy, R_T . U_T = ", power, ": ", c.text()));
  }
  return kept();
}

/// What is not counted as a failure satisfies the tolerance; a wide one is no excuse for NaN.
template <int D>
Finding tolerance_is_kept(const ContactLaw& law) {
  for (const Real tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    auto scene = LawScene<D>::of_all_regimes();
    const Index failures = scene.solve_all(law, tolerance);
    Index above = 0;
    Real worst = 0;
    for (const auto& c : scene.contacts) {
      // 1e-14: rounding of the residual itself
      if (!(c.residual() <= 2 * tolerance + 1e-14)) ++above;
      worst = std::max(worst, c.residual());
    }
    if (above > failures)
      return broken(text_of(above, " contacts miss the tolerance ", tolerance, " (worst: ", worst,
                            "), and ", failures, " are reported"));
  }
  return kept();
}

/// C(U, R) vanishes at the solution, and dC is its slope; a kink of the law is met by no difference.
template <int D>
Finding linearisation_is_the_slope(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  SerialContext context;
  Real worst = 0;
  for (const auto& c : scene.contacts) {
    const std::vector<Real> W(c.W.data(), c.W.data() + D * D);
    const Vec<D> U_here = c.velocity();
    ReactionProblem p{.dim = D, .contacts = 1, .dt = 1e-3};
    p.delassus_diagonal = W, p.U_old = {c.U_old.data(), D}, p.gap = {&c.gap, 1};
    p.friction = {&c.friction, 1}, p.restitution = {&c.restitution, 1};
    const Index zero = 0;
    const auto equation = [&](Vec<D> U, Vec<D> R, Out<Real> dU, Out<Real> dR) {
      Vec<D> C;
      law.linearise({.problem = &p,
                     .contacts = {&zero, 1},
                     .U = {U.data(), D},
                     .R = {R.data(), D},
                     .C = C.data(),
                     .dC_dU = dU.data(),
                     .dC_dR = dR.data()},
                    context.context());
      return C;
    };
    Mat<D> dU, dR;
    const Vec<D> C = equation(U_here, c.R, {dU.data(), D * D}, {dR.data(), D * D});
    if (!(C.norm() <= 1e-7 * c.free.norm()))
      return broken(text_of("|C| = ", C.norm(), " at a solution: ", c.text()));
    // Away from the kinks at zero.
    const Vec<D> U = U_here + Vec<D>::Constant(0.11), R = c.R + Vec<D>::Constant(0.07);
    equation(U, R, {dU.data(), D * D}, {dR.data(), D * D});
    constexpr Real h = 1e-6;
    for (int j = 0; j < D; ++j) {
      const Vec<D> step = h * Vec<D>::Unit(j);
      const Vec<D> by_U = (equation(U + step, R, {}, {}) - equation(U - step, R, {}, {})) / (2 * h);
      const Vec<D> by_R = (equation(U, R + step, {}, {}) - equation(U, R - step, {}, {})) / (2 * h);
      worst = std::max({worst, (by_U - dU.col(j)).norm(), (by_R - dR.col(j)).norm()});
    }
  }
  return within(worst, 1e-6);
}

template <int D>
void promises(const Make<ContactLaw>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("reactions are finite", reactions_are_finite<D>);
  promise("an open contact that separates has no reaction", open_contact_has_no_reaction<D>);
  promise("contacts of a batch do not know each other", contacts_do_not_know_each_other<D>);
  check.promise(text_of(D, "D: an answer depends on the question alone"),
                [&] { return nothing_is_remembered<D>(make); });
  if (claims.has(capability::linearised))
    promise("C = 0 is the law, and dC its slope (differences)", linearisation_is_the_slope<D>);
  if (!claims.has(capability::implicit_law)) {
    check.skip(text_of(D, "D: solve() satisfies Coulomb's law"),
               text_of(capability::implicit_law, " is not claimed"));
    return;
  }
  promise("reactions are in the cone of friction", reactions_are_in_the_cone<D>);
  promise("it pushes what touches, and only that", pushes_only_what_touches<D>);
  promise("friction takes energy out", friction_dissipates<D>);
  promise("solve() satisfies Signorini's law without friction",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, false); });
  promise("solve() satisfies Coulomb's law",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, true); });
  promise("the tolerance is kept, or the failure counted", tolerance_is_kept<D>);
}

}  // namespace contact_law_tests

/// The body: `make` builds the law with the options to test.
inline void contact_law_promises(const Make<ContactLaw>& make, Check& check) {
  const Claims claims(*make());
  contact_law_tests::promises<2>(make, claims, check);
  contact_law_tests::promises<3>(make, claims, check);
}

}  // namespace tactus::conformance
