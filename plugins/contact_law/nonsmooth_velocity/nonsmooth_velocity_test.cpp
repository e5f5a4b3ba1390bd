// Tests of nonsmooth_velocity: the promises of every contact law, a hundred reference contacts, and
// the properties of its own method.
#include <tactus/friction/local_search.hpp>

#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> nonsmooth_velocity(OptionValues options = {}) {
  return make_component<ContactLaw>("nonsmooth_velocity", std::move(options));
}

/// How many reference contacts Newton's method solves from R = 0, all masses divided by `factor`, with
/// rho = 1 as (87) is printed, or with rho = 1/W_NN.
int solved_by_newton(Real factor, bool as_printed) {
  int solved = 0;
  for (const ReferenceContact& r : reference_contacts()) {
    friction::LocalContact<3> c{factor * r.contact.W, r.b(), r.contact.friction, 0};
    c.enough = 1e-10 * c.b.norm();
    friction::LocalSearch<3> search(c);
    Index steps = 0;
    const friction::ConeEquation form{as_printed ? 1 : 1 / c.W(0, 0)};
    (void)friction::newton<3>(search, form, Vec<3>::Zero(), 50, steps);
    solved += search.converged();
  }
  return solved;
}

/// C where a contact that parts still pushes, in units in which its equation has no rho but this.
template <int D>
void check_open_branch() {
  conformance::LawScene<D> scene = conformance::LawScene<D>::of_all_regimes();
  const auto nonsmooth = nonsmooth_velocity();
  for (const auto& c : scene.contacts) {
    conformance::LawCall<D> call({{c}}, *nonsmooth);
    const Vec<D> R = Vec<D>::Constant(0.1), U = 100 * Vec<D>::Unit(0);
    CHECK((call.linearise(U, R).C - c.W(0, 0) * R).norm() <= 1e-14);
  }
}
}  // namespace

TEST_CASE("nonsmooth_velocity has the step length 1/W_NN: what parts and pushes is off by W_NN R",
          "[contact_law][nonsmooth_velocity]") {
  check_open_branch<2>();
  check_open_branch<3>();
}

TEST_CASE("nonsmooth_velocity keeps every promise of a contact law",
          "[contact_law][nonsmooth_velocity]") {
  conformance::check_contact_law([] { return nonsmooth_velocity(); });
}

TEST_CASE("nonsmooth_velocity solves a hundred reference contacts, whatever it starts from",
          "[contact_law][nonsmooth_velocity]") {
  check_reference_contacts(*nonsmooth_velocity());
}

TEST_CASE("(87) as printed, with rho = 1, depends on the unit of mass; scaled it does not",
          "[contact_law][nonsmooth_velocity]") {
  if (reference_contacts().empty()) return;
  const int scaled = solved_by_newton(1, false);
  CHECK(scaled >= 85);
  for (const Real factor : {0x1p-20, 0x1p20}) CHECK(solved_by_newton(factor, false) == scaled);
  // From kilograms to grams, or to tonnes, most is lost.
  CHECK(std::min(solved_by_newton(0x1p-20, true), solved_by_newton(0x1p20, true)) < scaled - 10);
}

TEST_CASE("nonsmooth_velocity counts the contacts that needed more than Newton's method",
          "[contact_law][nonsmooth_velocity]") {
  const auto short_of_steps = nonsmooth_velocity({{"newton", 1.}, {"projections", 0.}}),
             usual = nonsmooth_velocity();
  auto scene = conformance::LawScene<3>::of_all_regimes();
  for (auto& c : scene.contacts) c.friction = 0.3;
  scene.solve_all(*short_of_steps), scene.solve_all(*usual);
  CHECK(Counted(*usual)["law_fallbacks"] == 0);
  CHECK(Counted(*short_of_steps)["law_fallbacks"] > 0);
}
