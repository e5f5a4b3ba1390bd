// Tests of projected_gradient: the promises of every contact law, a hundred reference contacts, and
// the properties of its own method.
#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> projected_gradient(OptionValues options = {}) {
  return make_component<ContactLaw>("projected_gradient", std::move(options));
}
}  // namespace

TEST_CASE("projected_gradient keeps every promise of a contact law",
          "[contact_law][projected_gradient]") {
  conformance::check_contact_law([] { return projected_gradient(); });
}

TEST_CASE("projected_gradient solves a hundred reference contacts, whatever it starts from",
          "[contact_law][projected_gradient]") {
  check_reference_contacts(*projected_gradient());
}

TEST_CASE(
    "projected_gradient without Newton's method is projection alone, and counts what it misses",
    "[contact_law][projected_gradient]") {
  check_projection_alone("projected_gradient");
}

TEST_CASE("projected_gradient says how many contacts Newton's method had to finish",
          "[contact_law][projected_gradient]") {
  check_finished_by_newton("projected_gradient");
}

TEST_CASE("projected_gradient's equation is (76) and (77), each over its own step length",
          "[contact_law][projected_gradient]") {
  const auto one = projected_gradient();
  auto scene = conformance::LawScene<3>::of_all_regimes();
  conformance::Random random(5);
  Index open = 0, sticking = 0, sliding = 0;
  for (auto& c : scene.contacts) {
    const Real largest =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(c.W.bottomRightCorner<2, 2>())
            .eigenvalues()[1];
    const Real rho_n = 1 / c.W(0, 0), rho_t = 1 / largest;
    Vec<3> U, R;
    for (int i = 0; i < 3; ++i) U[i] = random.between(-1, 1), R[i] = random.between(-1, 1);
    const Real e_U = c.restitution * std::min(Real(0), c.U_old[0]);
    const Real next_n = std::max(Real(0), R[0] - rho_n * (U[0] + e_U));
    Vec<2> next_t = R.tail<2>() - rho_t * U.tail<2>();
    const Real bound = c.friction * next_n, size = next_t.norm();
    next_n == 0 ? ++open : size <= bound ? ++sticking : ++sliding;
    if (size > bound) next_t *= bound / size;
    const auto found = conformance::LawCall<3>({{c}}, *one).linearise(U, R);
    CHECK(found.C[0] == Approx((R[0] - next_n) / rho_n).margin(1e-14));
    CHECK((found.C.tail<2>() - (R.tail<2>() - next_t) / rho_t).norm() <= 1e-13);
  }
  for (const Index seen : {open, sticking, sliding}) CHECK(seen >= 3);
}
