// How the restraint of steps without inertia grows and shrinks, on two degrees of freedom, the second of which is fixed or
// free.
#include "tactus/statics/restraint.hpp"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "tactus/conformance/doubles.hpp"

using namespace tactus;

namespace {

constexpr std::uint8_t kFree[] = {0, 0}, kOneFixed[] = {0, 1};

/// A diagonal of 2 N/m and 6 N/m.
Restraint begun(View<std::uint8_t> fixed, Real altitude = 1) {
  const conformance::MatrixOperator tangent(Eigen::Vector2d(2, 6).asDiagonal().toDenseMatrix());
  Restraint restraint;
  restraint.begin(tangent, fixed, altitude);
  return restraint;
}

struct Entries final : BlockSink {
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    CHECK(rows[0] == columns[0]);
    list.emplace_back(rows[0], value[0]);
  }
  std::vector<std::pair<Index, Real>> list;
};

}  // namespace

TEST_CASE("a restraint begins at 1e-8 of the mean diagonal of what is free, and is added there",
          "[implicit][restraint]") {
  CHECK(begun(kFree).stiffness() == 4);
  const Restraint restraint = begun(kOneFixed);
  CHECK(restraint.stiffness() == 2);
  CHECK(restraint.sigma() == Approx(2e-8));
  CHECK(restraint.is_relaxed());
  Entries entries;
  restraint.add(2, entries);
  CHECK(entries.list == std::vector<std::pair<Index, Real>>{{0, restraint.sigma()}});
}

TEST_CASE("a restraint that holds more grows until it is 1e-4 of the diagonal, and then refuses",
          "[implicit][restraint]") {
  Restraint restraint = begun(kFree);
  Real before = restraint.sigma();
  int times = 0;
  for (; restraint.holds_more() && times < 100; ++times, before = restraint.sigma())
    CHECK(restraint.sigma() == Approx(4 * before));
  CHECK(times == 7);  // 4^6 < 1e-4/1e-8 < 4^7
  CHECK(restraint.sigma() == before);
  CHECK(!restraint.is_relaxed());
  for (int i = 0; i < 3; ++i) restraint.relax();
  CHECK(restraint.is_relaxed());
  CHECK(restraint.sigma() == Approx(4e-8));
}

TEST_CASE(
    "a restraint that lets go shrinks to 1e-12 of the diagonal, and a new step begins at 1e-8",
    "[implicit][restraint]") {
  Restraint restraint = begun(kFree);
  restraint.let_go();
  CHECK(restraint.sigma() == Approx(4e-10));
  CHECK(restraint.is_relaxed());
  CHECK(restraint.holds_more());
  CHECK(!restraint.is_relaxed());
  restraint.relax();
  CHECK(restraint.sigma() == Approx(4e-10));
  for (int i = 0; i < 3; ++i) restraint.let_go();
  CHECK(restraint.sigma() == Approx(4e-12));
  const conformance::MatrixOperator tangent(Eigen::MatrixXd::Identity(2, 2));
  restraint.begin(tangent, kFree, 1);
  CHECK(restraint.sigma() == Approx(1e-8));
}

TEST_CASE("a restraint holds back what goes beyond a hundredth of an altitude, then half of one",
          "[implicit][restraint]") {
  Restraint restraint = begun(kFree, 2);
  CHECK(!restraint.holds_back(0.02, 0));
  CHECK(restraint.holds_back(0.021, 0));
  CHECK(restraint.sigma() == Approx(4 * 4e-8));
  CHECK(!restraint.holds_back(0.1, 0.05));  // rows ask for it
  for (int i = 0; i < 10; ++i) restraint.relax();
  CHECK(!restraint.holds_back(1, 0));
  CHECK(restraint.holds_back(1.01, 0));
}

TEST_CASE("what is left of equilibrium is compared with the largest force of contact",
          "[implicit][restraint]") {
  const Real force[] = {100, 1}, close[] = {100 + 1e-7, 1}, off[] = {100, 1 + 3e-7};
  CHECK(is_at_rest(force, force, kFree, 0));
  CHECK(is_at_rest(close, force, kFree, 2e-9));
  CHECK(!is_at_rest(close, force, kFree, 1e-10));
  CHECK(!is_at_rest(off, force, kFree, 2e-9));
  CHECK(is_at_rest(off, force, kOneFixed, 2e-9));
  const Real none[] = {0, 0};
  CHECK(!is_at_rest(off, none, kFree, 2e-9));
}
