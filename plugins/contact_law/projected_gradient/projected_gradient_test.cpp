// Tests of projected_gradient: the promises of every contact law, a hundred reference contacts, and
// the properties of its own method.
#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> law(OptionValues options = {}) {
  return make_component<ContactLaw>("projected_gradient", std::move(options));
}
}  // namespace

TEST_CASE("projected_gradient keeps every promise of a contact law",
          "[contact_law][projected_gradient]") {
  conformance::check_contact_law([] { return law(); });
}

TEST_CASE("projected_gradient solves a hundred reference contacts, whatever it starts from",
          "[contact_law][projected_gradient]") {
  check_reference_contacts(*law());
}

TEST_CASE(
    "projected_gradient without Newton's method is projection alone, and counts what it misses",
    "[contact_law][projected_gradient]") {
  const auto alone = law({{"newton", 0.}, {"projections", 5.}});
  auto scene = conformance::LawScene<3>::of_all_regimes();
  const Index failures = scene.solve_all(*alone);
  const Counted counted(*alone);
  CHECK(failures > 0);
  CHECK(counted["law_failures"] == failures);
  CHECK(counted["law_newton"] == 0);
  CHECK(counted["law_fallbacks"] == 0);
  // More steps from where it ended bring the rest home: its iteration is a contraction here.
  const auto patient = law({{"newton", 0.}, {"projections", 2000.}});
  CHECK(scene.solve_all(*patient) == 0);
  CHECK(Counted(*patient)["law_projections"] > 0);
}

TEST_CASE("projected_gradient says how many contacts Newton's method had to finish",
          "[contact_law][projected_gradient]") {
  const auto hasty = law({{"projections", 1.}});
  auto scene = conformance::LawScene<3>::of_all_regimes();
  CHECK(scene.solve_all(*hasty) == 0);
  const Counted counted(*hasty);
  CHECK(counted["law_fallbacks"] > 0);
  CHECK(counted["law_newton"] >= counted["law_fallbacks"]);
  CHECK(counted["law_failures"] == 0);
}
