// Tests what every contact law promises, on single contacts with a full block W, in the plane and
// in space.
#include "tactus/conformance/contact_law_promises.hpp"

#include "four_threads.hpp"
#include "law_coulomb_promises.hpp"
#include "law_explicit_promises.hpp"
#include "law_time_promises.hpp"

namespace tactus::conformance {
namespace contact_law_tests {
namespace {

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

/// Bodies that are out of reach and separate get no reaction. (Cohesion acts at contact.)
template <int D>
Finding open_contact_has_no_reaction(const ContactLaw& law) {
  LawScene<D> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.free[0] = 1, c.gap = 1e6;
  scene.solve_all(law);
  return c.R.isZero(0) ? kept() : broken(text_of("R_N = ", c.R[0]));
}

/// Solving some contacts of a problem, in any order, gives the reactions that they get alone, to
/// the bit, and does not change others.
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

/// If the contacts of a batch are in another order, among others that are not numbers, the results
/// are the same to the bit, now and, with the histories that the law has written, in the next step.
template <int D>
Finding order_does_not_matter(const ContactLaw& law) {
  auto straight = LawScene<D>::of_all_gaps();
  const std::size_t n = straight.contacts.size();
  LawScene<D> mixed;
  mixed.dt = straight.dt;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  typename LawScene<D>::Contact unknown;
  unknown.W.setConstant(nan), unknown.free.setConstant(nan), unknown.R.setConstant(nan);
  unknown.U_old.setConstant(nan), unknown.friction = unknown.restitution = unknown.gap = nan;
  unknown.old.assign(static_cast<std::size_t>(history_width(law)), nan);
  std::vector<Index> which;
  for (std::size_t i = n; i-- > 0;) {
    mixed.contacts.push_back(unknown);
    which.push_back(static_cast<Index>(mixed.contacts.size()));
    mixed.contacts.push_back(straight.contacts[i]);
  }
  for (int step = 0; step < 2; ++step) {
    straight.solve_all(law), mixed.solve(law, which);
    LawScene<D> back;
    for (std::size_t i = 0; i < n; ++i) {
      back.contacts.push_back(mixed.contacts[2 * (n - 1 - i) + 1]);
      auto& other = mixed.contacts[2 * i];
      if (!same_bits<D>(other.R, unknown.R) ||
          std::any_of(other.next.begin(), other.next.end(), [](Real x) { return !std::isnan(x); }))
        return broken("the reaction or history of a contact that was not asked for has changed");
    }
    const std::string wrong = first_difference(straight, back);
    if (!wrong.empty()) return broken("in another order a contact has " + wrong);
    straight.accept(), mixed.accept();
    stir(straight, -0.7), stir(mixed, -0.7);
    for (std::size_t i = 0; i < n; ++i) mixed.contacts[2 * i].R = unknown.R;
  }
  return kept("bit for bit");
}

/// The tangents of a frame are arbitrary. If they are rotated or one is reversed, the reaction is
/// the same vector, now and, with the history that the law has written, in the next step.
template <int D>
Finding tangents_may_be_turned(const ContactLaw& law) {
  auto here = LawScene<D>::of_all_gaps();
  for (const bool mirrored : {false, true}) {
    const Mat<D> T = turned_tangents<D>(mirrored);
    auto straight = here, turned = here;
    for (auto& c : turned.contacts) c = c.turned(T);
    for (int step = 0; step < 2; ++step) {
      straight.solve_all(law), turned.solve_all(law);
      for (std::size_t i = 0; i < here.contacts.size(); ++i) {
        const auto& c = straight.contacts[i];
        const Real off = (T.transpose() * turned.contacts[i].R - c.R).norm();
        if (!(off <= 1e-6 * (c.R.norm() + Real(1e-300)) || off <= 1e-7))
          return broken(
              text_of("with turned tangents the reaction is off by ", off, " N s: ", c.text()));
      }
      straight.accept(), turned.accept();
      stir(straight, -0.7), stir(turned, -0.7);
    }
  }
  return kept();
}

/// Trial evaluations leave no trace: the reaction and history of a call do not depend on previous
/// calls within the step.
template <int D>
Finding trials_leave_no_trace(const Make<ContactLaw>& make) {
  const auto law = make();
  auto before = LawScene<D>::of_all_gaps();
  before.solve_all(*law);
  before.accept();
  stir(before, 0.8);
  auto expected = before;
  expected.solve_all(*law);
  LawCall<D> call(before, *law);
  const std::vector<Real> start = call.R;
  for (const Real trial : {-0.5, 2.0}) {
    LawScene<D> other = before;
    stir(other, trial);
    LawCall<D> asked(other, *law);
    asked.next = call.next;
    asked.problem.history_new = asked.next;
    asked.solve(before.all());
    call.next = asked.next;
  }
  call.problem.history_new = call.next;
  call.R = start;
  call.solve(before.all());
  const std::vector<Real> R = call.R, history = call.next;
  (void)call.stored_energy(before.all());
  call.linearise_if(before.contacts[0].free, before.contacts[0].R);
  if (call.R != R || call.next != history)
    return broken("asked for its energy or its slope, it changes reactions or histories");
  LawScene<D> found = before;
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    found.contacts[i].R = point<D>(R, static_cast<Index>(i));
    found.contacts[i].next = call.next_of(i);
  }
  const std::string wrong = first_difference(expected, found);
  return wrong.empty() ? kept("bit for bit") : broken("after trial evaluations it has " + wrong);
}

/// Two steps are made. The second one is first tried with twice the time, in which all contacts
/// separate, and rejected. The result is the same as without this attempt.
template <int D>
Finding rejected_step_leaves_no_trace(const Make<ContactLaw>& make) {
  const auto used = make(), fresh = make();
  auto tried = LawScene<D>::of_all_gaps(), straight = tried;
  tried.solve_all(*used), straight.solve_all(*fresh);
  used->accept(), fresh->accept();
  tried.accept(), straight.accept();
  stir(tried, 0.8), stir(straight, 0.8);
  auto rejected = tried;
  rejected.dt *= 2;
  stir(rejected, -3);
  for (auto& c : rejected.contacts) c.gap = 1.1 * used->reach(Scales{}) + 1e-3;
  rejected.solve_all(*used);
  used->reject();
  tried.solve_all(*used), straight.solve_all(*fresh);
  const std::string wrong = first_difference(straight, tried);
  return wrong.empty() ? kept("bit for bit") : broken("after a rejected step it has " + wrong);
}

/// One object is called by four threads at once, each with other velocities, for a tenth of a
/// second.
template <int D>
Finding threads_do_not_meet(const ContactLaw& law) {
  std::vector<LawScene<D>> asked(kThreads, LawScene<D>::of_all_gaps()), expected;
  for (std::size_t k = 0; k < kThreads; ++k) {
    stir(asked[k], 1 - 0.4 * static_cast<Real>(k));
    expected.push_back(asked[k]);
    expected[k].solve_all(law);
  }
  return four_threads(std::chrono::milliseconds(100), [&](std::size_t k) {
    auto scene = asked[k];
    scene.solve_all(law);
    return first_difference(expected[k], scene).empty();
  });
}

/// The properties of a configured law do not change by evaluating it.
template <int D>
Finding properties_stand(const ContactLaw& law) {
  const auto properties = [&] {
    return std::tuple{history_width(law), law.keeps_absent_history(), law.reach(Scales{}),
                      law.time_step_limit(1)};
  };
  const auto before = properties();
  auto scene = LawScene<D>::of_all_gaps();
  scene.solve_all(law);
  const auto& [history, keeps, reach, limit] = before;
  if (history < 0) return broken(text_of("a history of ", history, " numbers"));
  if (keeps && history == 0) return broken("it keeps the history of absent contacts, and has none");
  if (!(reach >= 0) || !std::isfinite(reach)) return broken(text_of("its reach is ", reach, " m"));
  return before == properties() ? kept() : broken("a property has changed while it was used");
}

/// A law may be restricted to the plane or to space; it then says so when it is called.
template <int D>
std::string refusal(const ContactLaw& law) {
  try {
    auto scene = LawScene<D>::of_all_regimes();
    scene.solve_all(law);
    return "";
  } catch (const ConfigError& e) {
    return e.what();
  }
}

template <int D>
void promises(const Make<ContactLaw>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  const auto of_objects = [&](std::string_view what, Finding (*test)(const Make<ContactLaw>&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(make); });
  };
  std::string refused;
  check.promise(text_of(D, "D: reactions are finite"), [&] {
    const auto law = make();
    refused = refusal<D>(*law);
    return refused.empty() ? reactions_are_finite<D>(*law) : kept("refused: " + refused);
  });
  if (!refused.empty()) {
    check.skip(text_of(D, "D: all that follows"), refused);
    return;
  }
  promise("an open contact that separates has no reaction", open_contact_has_no_reaction<D>);
  promise("contacts of a batch do not know each other", contacts_do_not_know_each_other<D>);
  promise("the order of contacts does not matter", order_does_not_matter<D>);
  promise("tangents may be turned", tangents_may_be_turned<D>);
  of_objects("an answer depends on the question alone", nothing_is_remembered<D>);
  of_objects("trial evaluations leave no trace", trials_leave_no_trace<D>);
  of_objects("a rejected step leaves no trace", rejected_step_leaves_no_trace<D>);
  promise("one object serves four threads", threads_do_not_meet<D>);
  promise("reach, history and keeping it are properties", properties_stand<D>);
  promise("the stable step is a time that falls with 1/mass", limit_is_a_time<D>);
  promise("stored energy is what was put in", energy_is_work<D>);
  promise("what is exactly straight is nothing special", straight_is_nothing_special<D>);
  time_promises<D>(make, claims, check);
  if (claims.has(capability::explicit_law)) explicit_promises<D>(make, check);
  if (claims.has(capability::implicit_law)) implicit_promises<D>(make, claims, check);
  if (claims.has(capability::coulomb))
    coulomb_promises<D>(make, check);
  else
    check.skip(text_of(D, "D: solve() satisfies Coulomb's law"),
               text_of(capability::coulomb, " is not claimed"));
}

}  // namespace
}  // namespace contact_law_tests

void contact_law_promises(const Make<ContactLaw>& make, Check& check) {
  const Claims claims(*make());
  if (!claims.has(capability::implicit_law) && !claims.has(capability::explicit_law))
    check.promise("says how it is solved",
                  [] { return broken("it claims neither law.implicit nor law.explicit"); });
  if (claims.has(capability::coulomb) && !claims.has(capability::implicit_law))
    check.promise("Coulomb's law is an implicit one",
                  [] { return broken("it claims law.coulomb without law.implicit"); });
  contact_law_tests::promises<2>(make, claims, check);
  contact_law_tests::promises<3>(make, claims, check);
  check.promise("works in the plane or in space", [&] {
    const auto law = make();
    return contact_law_tests::refusal<2>(*law).empty() ||
                   contact_law_tests::refusal<3>(*law).empty()
               ? kept()
               : broken("it refuses both");
  });
}

}  // namespace tactus::conformance
