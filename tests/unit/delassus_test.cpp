// The Delassus operator and the maps it is made of, against dense matrices written out in full.
#include "core/contact/delassus.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;
using conformance::SerialContext;

namespace {

/// Contacts that each see a few of `dofs` degrees of freedom, so that most pairs share some and a few
/// share none, as a dense matrix and in the form of the kernel.
struct RandomContacts {
  RandomContacts(int dim, Index contacts, Index dofs) {
    Random random(static_cast<std::uint64_t>(17 * dim + contacts));
    H = Eigen::MatrixXd::Zero(dim * contacts, dofs);
    start.push_back(0);
    for (Index i = 0; i < contacts; ++i) {
      for (Index d = 0; d < dofs; ++d) {
        if (random() > 0.3) continue;
        dof.push_back(d);
        for (int a = 0; a < dim; ++a) {
          column.push_back(random.between(-1, 1));
          H(dim * i + a, d) = column.back();
        }
      }
      start.push_back(static_cast<Index>(dof.size()));
    }
    for (Index d = 0; d < dofs; ++d) inverse_a.push_back(random.between(0.1, 3));
    inverse_a.front() = 0;  // of a degree of freedom that is held
    map = {dim, contacts, start, dof, column};
    W = H * Eigen::VectorXd::Map(inverse_a.data(), dofs).asDiagonal() * H.transpose();
  }
  Eigen::MatrixXd H, W;
  std::vector<Index> start, dof;
  std::vector<Real> column, inverse_a;
  VelocityMap map;
};

std::vector<Real> some_numbers(Index count) {
  Random random(3);
  std::vector<Real> x;
  for (Index i = 0; i < count; ++i) x.push_back(random.between(-2, 2));
  return x;
}

Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<Real>& x) {
  return {x.data(), static_cast<Index>(x.size())};
}

Eigen::MatrixXd dense(const SparseView& blocks) {
  const int n = blocks.block;
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(blocks.rows * n, blocks.columns * n);
  for (Index i = 0; i < blocks.rows; ++i)
    for (Index k = blocks.start[i]; k < blocks.start[i + 1]; ++k)
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
          full(i * n + a, blocks.column[k] * n + b) = blocks.value[(k * n + a) * n + b];
  return full;
}

}  // namespace

TEST_CASE("Relative velocities and their reactions are a matrix and its transpose") {
  const int dim = GENERATE(2, 3);
  const RandomContacts contacts(dim, 7, 12);
  const std::vector<Real> v = some_numbers(12), R = some_numbers(7 * dim);
  std::vector<Real> U(R.size(), 99), f(v.size(), 1);  // apply() overwrites, add_transposed() adds
  contacts.map.apply(v, U);
  contacts.map.add_transposed(R, f);
  CHECK((as_vector(U) - contacts.H * as_vector(v)).norm() <= 1e-14);
  CHECK((as_vector(f) - Eigen::VectorXd::Ones(12) - contacts.H.transpose() * as_vector(R)).norm() <=
        1e-14);
}

TEST_CASE(
    "The Delassus operator is H A^-1 H', in ascending blocks that share a degree of freedom") {
  const int dim = GENERATE(2, 3);
  const RandomContacts contacts(dim, 9, 14);
  Delassus W;
  W.form(contacts.map, contacts.inverse_a);
  REQUIRE(W.sparse() != nullptr);
  const SparseView& blocks = *W.sparse();
  CHECK((dense(blocks) - contacts.W).norm() <= 1e-13);
  for (Index i = 0; i < blocks.rows; ++i)
    for (Index k = blocks.start[i] + 1; k < blocks.start[i + 1]; ++k)
      CHECK(blocks.column[k - 1] < blocks.column[k]);
  Real largest = 0;
  for (Index i = 0; i < 9; ++i) {
    Real together = 0;
    for (Index j = 0; j < 9; ++j) together += std::abs(contacts.W(i * dim, j * dim));
    largest = std::max(largest, together);
    for (int a = 0; a < dim; ++a)
      for (int b = 0; b < dim; ++b)
        CHECK(W.diagonal_blocks()[(i * dim + a) * dim + b] ==
              Approx(contacts.W(i * dim + a, i * dim + b)).margin(1e-14));
  }
  CHECK(W.largest_normal() == Approx(largest).epsilon(1e-14));
}

TEST_CASE("A Delassus operator too large to be stored gives the same product and diagonal") {
  const int dim = GENERATE(2, 3);
  const RandomContacts contacts(dim, 9, 14);
  Delassus stored, applied;
  stored.form(contacts.map, contacts.inverse_a);
  const Index blocks = stored.sparse()->start[9];
  applied.form(contacts.map, contacts.inverse_a, blocks);
  CHECK(applied.sparse() != nullptr);  // just fits
  applied.form(contacts.map, contacts.inverse_a, blocks - 1);
  CHECK(applied.sparse() == nullptr);
  SerialContext context;
  const std::vector<Real> x = some_numbers(9 * dim);
  std::vector<Real> y(x.size(), 99), z(x.size(), 99);
  stored.apply(x, y, context.context());
  applied.apply(x, z, context.context());
  CHECK((as_vector(y) - contacts.W * as_vector(x)).norm() <= 1e-13);
  CHECK((as_vector(z) - contacts.W * as_vector(x)).norm() <= 1e-13);
  for (std::size_t i = 0; i < stored.diagonal_blocks().size(); ++i)
    CHECK(stored.diagonal_blocks()[i] == applied.diagonal_blocks()[i]);
}

TEST_CASE("A Delassus operator that is formed anew says so and forgets the contacts before") {
  const RandomContacts many(2, 9, 14), few(2, 3, 5);
  Delassus W;
  W.form(many.map, many.inverse_a);
  const std::uint64_t before = W.pattern();
  W.form(few.map, few.inverse_a);
  CHECK(W.pattern() != before);
  CHECK(W.size() == 6);
  CHECK((dense(*W.sparse()) - few.W).norm() <= 1e-14);
  CHECK(W.diagonal_blocks().size() == 3 * 4);
}
