// What holds across the contact laws: the implicit ones give the same reactions, none takes memory in a
// warm call, and none accepts options that are no numbers of their kind.
#include <tactus/conformance/contact_law.hpp>
#include <tactus/conformance/coulomb.hpp>

#include "sdk/src/conformance/law_scene.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::allocations;
using tactus::testing::make_component;

namespace {

const std::vector<std::string> kImplicit{"nonsmooth_force", "projected_gradient", "de_saxce_feng",
                                         "nonsmooth_velocity"};
std::vector<std::string> all_laws() {
  auto list = kImplicit;
  list.emplace_back("spring_dashpot");
  return list;
}

/// Options of a component with the limits that they declare.
class Declared final : public OptionVisitor {
 public:
  void require(bool, std::string_view, std::string_view) override {}
  int numbers = 0;
  std::string unlimited;  ///< names of those that accept a negative number

 protected:
  void visit(const Target& target, const OptionInfo& info) noexcept override {
    if (target.type != Type::real && target.type != Type::integer) return;
    ++numbers;
    if (!(info.lower >= 0)) unlimited += std::string(info.name) + " ";
    if (info.help.empty()) unlimited += std::string(info.name) + " (no help) ";
  }
};

template <int D>
void check_agreement() {
  auto expected = LawScene<D>::of_all_regimes();
  REQUIRE(expected.solve_all(Coulomb()) == 0);
  for (const std::string& name : kImplicit) {
    INFO(name << " in " << D << "D");
    auto scene = LawScene<D>::of_all_regimes();
    CHECK(scene.solve_all(*make_component<ContactLaw>(name)) == 0);
    for (std::size_t i = 0; i < scene.contacts.size(); ++i)
      CHECK((scene.contacts[i].R - expected.contacts[i].R).norm() <= 1e-10);
  }
}

template <int D>
void check_no_memory(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_gaps();
  LawCall<D> call(scene, law);
  const std::vector<Index> all = scene.all();
  const std::vector<Real> rho(all.size(), 0.1);
  const auto everything = [&] {
    call.solve(all);
    (void)call.stored_energy(all);
    call.linearise_if(scene.contacts[0].free, scene.contacts[0].R);
    if (conformance::Claims(law).has(capability::projection)) call.project(all, rho);
  };
  everything();
  const std::size_t claims = [&] {  // what asking for claims takes by itself
    const std::size_t before = allocations();
    (void)conformance::Claims(law).has(capability::linearised);
    return allocations() - before;
  }();
  const std::size_t before = allocations();
  everything();
  CHECK(allocations() - before == 2 * claims);
}

}  // namespace

TEST_CASE("the implicit laws give the same reactions", "[contact_law]") {
  check_agreement<2>();
  check_agreement<3>();
}

TEST_CASE("FRC-1 every implicit law finds the worked contact that opens, sticks or slides",
          "[contact_law]") {
  Mat<3> W;
  W << 1.5, .1, .2, .1, 2, .3, .2, .3, 3;
  const struct {
    Vec<3> B, R, U;
  } cases[] = {
      {{1, .5, -.2}, {0, 0, 0}, {1, .5, -.2}},
      {{-1, .1, -.2}, {.6684156496, -.0880574883, .0309113722}, {0, 0, 0}},
      {{-1, 1, .5}, {.7059780189, -.327808366, -.1309309589}, {0, .37570178228, .15006021727}},
      {{-.4, -.3, 2}, {.2838188633, .0228367943, -.1400598715}, {0, -.2679624866, 1.6434351963}}};
  for (const std::string& name : kImplicit)
    for (const auto& [B, R, U] : cases)
      for (const Real mu : {0.5, 0., 1e6}) {
        INFO(name << ", B = " << B.transpose() << ", mu = " << mu);
        LawScene<3> scene;
        auto& c = scene.contacts.emplace_back();
        c.W = W, c.free = B, c.friction = mu;
        CHECK(scene.solve_all(*make_component<ContactLaw>(name)) == 0);
        CHECK(c.residual() <= 1e-8);
        if (mu == 0) CHECK(c.R.tail<2>() == Vec<3>::Zero().tail<2>());
        if (mu != 0.5) continue;
        CHECK((c.R - R).norm() <= 1e-8);
        CHECK((c.velocity() - U).norm() <= 1e-8);
        if (U[0] > 0 || U.isZero(0)) continue;
        const Vec<2> slip = c.velocity().tail<2>().normalized();
        CHECK((c.R.tail<2>() + mu * c.R[0] * slip).norm() <= 1e-8);
      }
}

TEST_CASE(
    "FRC-6 without friction every law gives none, and the implicit ones the complementary R_N",
    "[contact_law]") {
  for (const std::string& name : all_laws()) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    auto scene = LawScene<3>::of_all_gaps();
    for (auto& c : scene.contacts) c.friction = 0;
    scene.solve_all(*law);
    for (const auto& c : scene.contacts) {
      CHECK(c.R.tail<2>() == Vec<2>::Zero());
      if (name == "spring_dashpot") continue;
      const Real b = c.free[0] + c.restitution * std::min(Real(0), c.U_old[0]);
      CHECK(c.R[0] == Approx(std::max(Real(0), -b / c.W(0, 0))).epsilon(1e-14));
    }
  }
}

TEST_CASE("a contact between bodies that nothing moves is a failure and no infinity",
          "[contact_law]") {
  for (const std::string& name : kImplicit) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    LawScene<3> scene;
    scene.contacts.resize(3);
    for (auto& c : scene.contacts) c.friction = 0.5, c.free = {-1, 0.2, 0.1};
    scene.contacts[0].W.setZero();
    scene.contacts[1].W.setZero(), scene.contacts[1].free[0] = 1;
    scene.contacts[2].W = Vec<3>(1, 0, 0).asDiagonal();  // cannot move tangentially
    CHECK(scene.solve_all(*law) == 1);
    CHECK(scene.contacts[0].R == Vec<3>::Zero());
    CHECK(scene.contacts[1].R == Vec<3>::Zero());
    CHECK(scene.contacts[2].R[0] == Approx(1));
    CHECK(scene.contacts[2].R.tail<2>().norm() == Approx(0.5));
  }
}

TEST_CASE("reactions are in the cone to rounding, however wide the tolerance", "[contact_law]") {
  for (const std::string& name : kImplicit) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    for (const Real tolerance : {1e-1, 1e-3, 1e-6}) {
      auto scene = LawScene<3>::of_all_regimes();
      for (auto& c : scene.contacts) c.R = {0.1, 0.3, -0.2};
      scene.solve_all(*law, tolerance);
      for (const auto& c : scene.contacts) {
        CHECK(c.R[0] >= 0);
        CHECK(c.R.tail<2>().norm() <= c.friction * c.R[0] * (1 + 1e-15));
      }
    }
  }
}

TEST_CASE("a tolerance below rounding is missed, counted, and leaves the best reactions",
          "[contact_law]") {
  for (const std::string& name : kImplicit) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    auto scene = LawScene<3>::of_all_regimes();
    CHECK(scene.solve_all(*law, 1e-30) > 0);
    for (const auto& c : scene.contacts) CHECK(c.residual() <= 1e-15);
  }
}

TEST_CASE("a projection step is (76)-(77) for two of the laws, and (80) for the others",
          "[contact_law]") {
  for (const std::string& name : kImplicit) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    LawScene<3> scene;
    scene.contacts.resize(1);
    scene.contacts[0].friction = 0.5, scene.contacts[0].free = {-1, 2, 0};
    LawCall<3> call(scene, *law);
    call.project({0}, {1});
    const bool disc = name == "nonsmooth_force" || name == "projected_gradient";
    // Disc: R_N = 1, |R_T| = 1/2. Cone: s = (1 - 1, -2, 0), whose nearest point is 0.8 (1, -1/2, 0).
    const Vec<3> expected = disc ? Vec<3>(1, -0.5, 0) : Vec<3>(0.8, -0.4, 0);
    CHECK((point<3>(call.R, 0) - expected).norm() <= 1e-15);
  }
}

TEST_CASE("implicit laws see contacts that touch but for rounding", "[contact_law]") {
  Scales scales;
  scales.median_facet = 0.02;
  for (const std::string& name : kImplicit)
    CHECK(make_component<ContactLaw>(name)->reach(scales) == Approx(2e-10).epsilon(1e-12));
  CHECK(make_component<ContactLaw>("spring_dashpot")->reach(scales) == 0);
}

TEST_CASE("a warm contact law takes nothing from the heap", "[contact_law]") {
  for (const std::string& name : all_laws()) {
    INFO(name);
    const auto law = make_component<ContactLaw>(name);
    check_no_memory<2>(*law);
    check_no_memory<3>(*law);
  }
}

TEST_CASE("no number of a contact law may be negative or NaN, and each is explained",
          "[contact_law]") {
  for (const std::string& name : all_laws()) {
    Declared declared;
    const std::unique_ptr<Component> made(
        tactus::testing::registry().find(Kind::contact_law, name).make(declared));
    INFO(name << " accepts: " << declared.unlimited);
    CHECK(declared.numbers >= 2);
    CHECK(declared.unlimited.empty());
  }
}
