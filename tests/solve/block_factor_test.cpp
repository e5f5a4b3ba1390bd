// LU factors of sparse matrices of blocks beside dense ones, and the orders of elimination that are
// kept from pattern to pattern.
#include "tactus/reactions/block_factor.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <concepts>
#include <random>

#include "core/support/executor.hpp"

using namespace tactus;

namespace {

/// A random matrix of blocks, diagonally dominant, whose pattern need not be symmetric.
struct BlockMatrix {
  BlockMatrix(int dim, Index rows, Real density, unsigned seed)
      : BlockMatrix(dim, rows, seed,
                    [density](Index, Index, Real chance) { return chance < density; }) {}
  /// @param present  of a row, a column and a random number in [0, 1)
  template <std::predicate<Index, Index, Real> Present>
  BlockMatrix(int dim, Index rows, unsigned seed, Present&& present) {
    std::mt19937 random(seed);
    const auto uniform = [&] { return static_cast<Real>(random()) / 4294967296.0; };
    dense = Eigen::MatrixXd::Zero(rows * dim, rows * dim);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < rows; ++j) {
        if (i != j && !present(i, j, uniform())) continue;
        column.push_back(j);
        for (int k = 0; k < dim; ++k)
          for (int l = 0; l < dim; ++l) {
            const Real entry = uniform() - 0.5 + (i == j && k == l ? 3 : 0);
            value.push_back(entry);
            dense(i * dim + k, j * dim + l) = entry;
          }
      }
      start.push_back(static_cast<Index>(column.size()));
    }
    view = {rows, rows, dim, start, column, value};
  }
  std::vector<Index> start{0}, column;
  std::vector<Real> value;
  SparseView view;
  Eigen::MatrixXd dense;
};

/// Three meshes, each 12 contacts wide, with every tenth connection missing in either direction: a
/// forest that is large enough for several rounds.
BlockMatrix meshes(int dim, unsigned seed) {
  return {dim, 600, seed, [](Index i, Index j, Real chance) {
            const Index apart = std::abs(i - j);
            return i / 200 == j / 200 && (apart == 1 || apart == 12 || apart == 13) && chance < 0.9;
          }};
}

template <int D>
std::vector<Real> solution_by(int threads, const BlockMatrix& A,
                              const std::vector<std::uint8_t>& out) {
  core::Runtime runtime(threads);
  BlockFactor factor;
  factor.analyse(A.view);
  REQUIRE(factor.factorise<D>(A.value, out, runtime.context()));
  std::vector<Real> x(A.start.size() * D - D);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(static_cast<Real>(i));
  factor.solve<D>(x);
  return x;
}

template <int D>
void check_solution(BlockFactor& factor, const BlockMatrix& A,
                    const std::vector<std::uint8_t>& out) {
  const Index n = A.view.rows * D;
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(n, -1, 2);
  Eigen::MatrixXd reduced = A.dense;
  for (Index i = 0; i < n; ++i)
    if (out[static_cast<std::size_t>(i / D)]) {
      reduced.row(i).setZero(), reduced.col(i).setZero();
      reduced(i, i) = 1;  // keeps its value
    }
  const Eigen::VectorXd expected = reduced.partialPivLu().solve(b);
  core::Runtime runtime(1);
  REQUIRE(factor.factorise<D>(A.value, out, runtime.context()));
  factor.solve<D>({b.data(), static_cast<std::size_t>(n)});
  CHECK((b - expected).lpNorm<Eigen::Infinity>() <= 1e-11);
}

}  // namespace

TEST_CASE("block factors solve as dense matrices do", "[reactions][block_factor]") {
  BlockFactor factor;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const Index rows = 1 + seed % 17;
    std::vector<std::uint8_t> all(static_cast<std::size_t>(rows), 0), some = all;
    for (std::size_t i = 0; i < some.size(); ++i) some[i] = (i * seed) % 3 == 1;
    const Real density = 0.1 * static_cast<Real>(seed % 8);
    const BlockMatrix plane(2, rows, density, seed), space(3, rows, density, seed);
    for (const auto& out : {some, all, some}) {  // nothing of one call is left for the next
      factor.analyse(plane.view);
      check_solution<2>(factor, plane, out);
      factor.analyse(space.view);
      check_solution<3>(factor, space, out);
    }
  }
}

TEST_CASE("a forest of several trees is solved as a dense matrix is", "[reactions][block_factor]") {
  BlockFactor factor;
  const BlockMatrix plane = meshes(2, 5), space = meshes(3, 6);
  std::vector<std::uint8_t> out(600, 0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i % 7 == 2;
  factor.analyse(plane.view);
  check_solution<2>(factor, plane, out);
  factor.analyse(space.view);
  check_solution<3>(factor, space, std::vector<std::uint8_t>(600, 0));
}

TEST_CASE("any number of threads gives the same bits of a solution", "[reactions][block_factor]") {
  const std::vector<std::uint8_t> none(600, 0);
  const BlockMatrix plane = meshes(2, 7), space = meshes(3, 8);
  REQUIRE(find_elimination(plane.view).round.size() > 1);
  const std::vector<Real> in_plane = solution_by<2>(1, plane, none);
  const std::vector<Real> in_space = solution_by<3>(1, space, none);
  for (const int threads : {2, 3, 8}) {
    CAPTURE(threads);
    CHECK(solution_by<2>(threads, plane, none) == in_plane);
    CHECK(solution_by<3>(threads, space, none) == in_space);
  }
}

TEST_CASE("tasks of a round do not depend on each other", "[reactions][block_factor]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const BlockMatrix A = seed % 2 ? meshes(2, seed) : BlockMatrix(2, 150, 0.01 * seed, seed);
    const Elimination e = find_elimination(A.view);
    const std::size_t places = e.contact.size();
    std::vector<Index> round(places, -1), task(places), turn(places);
    for (std::size_t r = 0; r < e.round.size(); ++r)
      for (Index t = e.round[r].begin; t < e.round[r].end; ++t)
        for (Index n = e.task[static_cast<std::size_t>(t)].begin;
             n < e.task[static_cast<std::size_t>(t)].end; ++n) {
          const auto k = static_cast<std::size_t>(e.turn[static_cast<std::size_t>(n)]);
          CHECK(round[k] == -1);  // each place has one turn
          round[k] = static_cast<Index>(r), task[k] = t, turn[k] = n;
        }
    for (std::size_t k = 0; k < places; ++k) {
      REQUIRE(round[k] >= 0);
      for (Index n = e.lower_start[k]; n < e.lower_start[k + 1]; ++n) {
        const auto needed = static_cast<std::size_t>(e.lower[static_cast<std::size_t>(n)]);
        const bool done =
            task[needed] == task[k] ? turn[needed] < turn[k] : round[needed] < round[k];
        CHECK(done);
      }
    }
  }
}

TEST_CASE("a singular block is told", "[reactions][block_factor]") {
  BlockMatrix A(2, 3, 0, 1);
  std::fill_n(A.value.begin() + 4, 4, 0.0);  // the second diagonal block
  BlockFactor factor;
  factor.analyse(A.view);
  const std::vector<std::uint8_t> none(3, 0), second{0, 1, 0};
  core::Runtime runtime(1);
  CHECK_FALSE(factor.factorise<2>(A.value, none, runtime.context()));
  CHECK(factor.factorise<2>(A.value, second, runtime.context()));
}

TEST_CASE("patterns that take turns are ordered once", "[reactions][block_factor]") {
  const BlockMatrix a(2, 30, 0.1, 1), b(2, 30, 0.1, 2), c(2, 12, 0.3, 3);
  BlockFactor factor;
  for (int k = 0; k < 5; ++k)
    for (const BlockMatrix* A : {&a, &b, &c}) {
      factor.analyse(A->view);
      check_solution<2>(factor, *A, std::vector<std::uint8_t>(A->start.size() - 1, 0));
    }
  CHECK(factor.orders_found() == 3);
}

TEST_CASE("an order that was forgotten is found again, the same", "[reactions][block_factor]") {
  const BlockMatrix first(2, 20, 0.2, 100);
  EliminationCache cache;
  const Elimination before = cache.of(first.view);
  std::vector<BlockMatrix> others;
  for (unsigned seed = 1; seed <= 100; ++seed) others.emplace_back(2, 20, 0.2, seed + 200);
  for (const BlockMatrix& other : others) (void)cache.of(other.view);
  CHECK(cache.orders_found() == 101);
  const Elimination& again = cache.of(first.view);
  CHECK(cache.orders_found() == 102);  // it was not among the last 64
  CHECK(again.contact == before.contact);
  CHECK(again.upper == before.upper);
  CHECK(again.lower == before.lower);
}

TEST_CASE("blocks and products of a factorisation are counted", "[reactions][block_factor]") {
  // A row of four contacts: without fill-in, three blocks above the diagonal and three below.
  BlockMatrix A(2, 4, 0, 1);
  A.column = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3}, A.start = {0, 2, 5, 8, 10};
  A.value.assign(40, 0.0);
  const SparseView view{4, 4, 2, A.start, A.column, A.value};
  const Elimination e = find_elimination(view);
  CHECK(e.upper.size() == 3);
  CHECK(e.lower.size() == 3);
  CHECK(e.blocks() == 10);
  CHECK(e.products == 3 * 2 + 4);  // L_ik and the update of one block each; the inverses
}
