// The Delassus operator of a step with a sparse A, against dense algebra.
#include "core/contact/delassus.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/model/block_matrix.hpp"
#include "tactus/conformance/doubles.hpp"

using namespace tactus;

namespace {

/// Two bodies of three nodes in the plane, each with a full matrix of its own, and four contacts: of the first
/// body, of the second one, between both, and of the first one again. The last dof is fixed.
struct TwoBodies {
  static constexpr Index kDofs = 12, kContacts = 4;
  std::vector<Index> elements{0, 1, 2, 3, 4, 5};
  core::BlockMatrix A{2, 6, elements, 3};
  std::vector<std::uint8_t> fixed = std::vector<std::uint8_t>(12, 0);
  std::vector<Index> start{0, 2, 4, 7, 8}, dof{0, 3, 6, 9, 2, 7, 10, 5};
  std::vector<Real> column;
  conformance::SerialContext context;
  std::unique_ptr<LinearSolver> solver = conformance::DenseSolvers().make(LinearMethod::definite);

  TwoBodies() {
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> number(-1, 1);
    for (const Index first : {Index{0}, Index{3}}) {
      Eigen::MatrixXd R(6, 6);
      for (Real& r : R.reshaped()) r = number(random);
      const Eigen::MatrixXd B = R * R.transpose() + Eigen::MatrixXd::Identity(6, 6);
      for (Index i = 0; i < 6; ++i)
        for (Index j = 0; j < 6; ++j)
          A.values()[static_cast<std::size_t>(A.place(first + i / 2, first + j / 2) + i % 2 * 2 +
                                              j % 2)] = B(i, j);
    }
    fixed[11] = 1;
    A.eliminate(fixed);
    for (std::size_t k = 0; k < 2 * dof.size(); ++k) column.push_back(number(random));
    REQUIRE(solver->prepare(A, context.context()));
  }
  core::VelocityMap map_of_contacts() const {
    return {.dim = 2, .contacts = kContacts, .start = start, .dof = dof, .column = column};
  }
  /// H A^-1 H'
  Eigen::MatrixXd dense() {
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(2 * kContacts, kDofs), D(kDofs, kDofs);
    for (Index i = 0; i < kContacts; ++i)
      for (Index k = start[static_cast<std::size_t>(i)]; k < start[static_cast<std::size_t>(i) + 1];
           ++k)
        for (Index d = 0; d < 2; ++d)
          H(2 * i + d, dof[static_cast<std::size_t>(k)]) +=
              column[static_cast<std::size_t>(2 * k + d)];
    for (Index j = 0; j < kDofs; ++j) {
      std::vector<Real> unit(kDofs, 0), out(kDofs);
      unit[static_cast<std::size_t>(j)] = 1;
      A.apply(unit, out, context.context());
      D.col(j) = map(View<Real>(out));
    }
    return H * D.inverse() * H.transpose();
  }
};

}  // namespace

TEST_CASE("with a sparse A the Delassus operator is H A^-1 H', with blocks where bodies are shared",
          "[implicit][delassus]") {
  TwoBodies two;
  core::Delassus W;
  REQUIRE(W.form(two.map_of_contacts(), two.A, *two.solver, two.fixed, two.context.context()));
  const Eigen::MatrixXd expected = two.dense();
  std::vector<Real> unit(8, 0), out(8);
  for (std::size_t j = 0; j < 8; ++j) {
    unit[j] = 1;
    W.apply(unit, out, two.context.context());
    unit[j] = 0;
    CHECK((map(View<Real>(out)) - expected.col(static_cast<Eigen::Index>(j))).norm() <= 1e-13);
  }
  REQUIRE(W.sparse());
  const View<Index> start = W.sparse()->start, column = W.sparse()->column;
  CHECK(std::vector<Index>(start.begin(), start.end()) == std::vector<Index>{0, 3, 5, 9, 12});
  CHECK(std::vector<Index>(column.begin(), column.end()) ==
        std::vector<Index>{0, 2, 3, 1, 2, 0, 1, 2, 3, 0, 2, 3});
  REQUIRE(W.diagonal_blocks().size() == 16);
  for (Index i = 0; i < 4; ++i)
    for (Index k = 0; k < 4; ++k)
      CHECK(W.diagonal_blocks()[static_cast<std::size_t>(4 * i + k)] ==
            Approx(expected(2 * i + k / 2, 2 * i + k % 2)));
  Real largest = 0;
  for (Index i = 0; i < 4; ++i) {
    Real sum = 0;
    for (Index j = 0; j < 4; ++j) sum += std::abs(expected(2 * i, 2 * j));
    largest = std::max(largest, sum);
  }
  CHECK(W.largest_normal() == Approx(largest));
}

TEST_CASE("a Delassus operator with more blocks than there is memory for is refused",
          "[implicit][delassus]") {
  TwoBodies two;
  core::Delassus W;
  const auto form = [&](Index most) {
    return W.form(two.map_of_contacts(), two.A, *two.solver, two.fixed, two.context.context(),
                  most);
  };
  CHECK(form(12));
  const Outcome refused = form(11);
  CHECK(refused.status == Status::failed);
  CHECK(refused.cause == Cause::unsupported);
  CHECK_THAT(refused.message, Catch::Contains("4 contacts") && Catch::Contains("11 blocks"));
}

TEST_CASE("a contact held along a direction has a small share of W there, and only there",
          "[implicit][delassus]") {
  // Nodes in the plane: supports leave the first one free along the first axis of its contact alone, the second
  // one along an oblique direction, and the third one altogether.
  const bool stored = GENERATE(true, false);
  const Real c = std::cos(0.3), s = std::sin(0.3);
  const std::vector<Index> start{0, 1, 2, 4}, dof{0, 1, 2, 3};
  const std::vector<Real> column{1, 0, c, s, c, -s, s, c}, inverse{2, 3, 4, 4};
  const std::vector<std::uint8_t> fixed(4, 0), all(3, 1), none(3, 0);
  conformance::SerialContext context;
  core::Delassus W;
  W.form({.dim = 2, .contacts = 3, .start = start, .dof = dof, .column = column}, inverse,
         stored ? core::Delassus::kMostBlocks : 0);
  const auto dense = [&] {
    Eigen::MatrixXd full(6, 6);
    std::vector<Real> unit(6, 0), out(6);
    for (Index j = 0; j < 6; ++j) {
      unit[static_cast<std::size_t>(j)] = 1;
      W.apply(unit, out, context.context());
      unit[static_cast<std::size_t>(j)] = 0;
      full.col(j) = map(View<Real>(out));
    }
    return full;
  };
  const Eigen::MatrixXd before = dense();
  W.free_held(none, fixed);
  CHECK((dense() - before).norm() == 0);
  W.free_held(all, fixed);
  Eigen::MatrixXd more = Eigen::MatrixXd::Zero(6, 6);
  more(1, 1) = 2;
  more.block<2, 2>(2, 2) = 3 * Eigen::Vector2d(-s, c) * Eigen::RowVector2d(-s, c);
  CHECK((dense() - before - core::Delassus::kHeldShare * more).norm() < 1e-15);
  for (Index i = 0; i < 3; ++i)
    CHECK((block<2>(W.diagonal_blocks(), i) - dense().block<2, 2>(2 * i, 2 * i)).norm() <= 1e-15);
}
