// Matrices that are a base plus what one step adds, against dense sums.
#include "core/model/block_assembler.hpp"

#include <catch2/catch.hpp>

#include "tests/implicit/matrices.hpp"

using namespace tactus;
using namespace tactus::testing;
using core::BlockAssembler;

namespace {

Eigen::MatrixXd dense(const LinearOperator& a) {
  const SparseView& s = *a.sparse();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(a.size(), a.size());
  for (Index i = 0; i < s.rows; ++i)
    for (Index k = s.start[i]; k < s.start[i + 1]; ++k)
      for (int r = 0; r < s.block; ++r)
        for (int c = 0; c < s.block; ++c)
          A(i * s.block + r, s.column[k] * s.block + c) += s.value[(k * s.block + r) * s.block + c];
  return A;
}

/// Adds g g' and returns it.
Eigen::MatrixXd add_square(BlockAssembler& assembler, const std::vector<Index>& dofs, Index size) {
  const std::vector<Real> g = numbers(dofs.size());
  std::vector<Real> value;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i < dofs.size(); ++i)
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      value.push_back(g[i] * g[j]);
      A(dofs[i], dofs[j]) += g[i] * g[j];
    }
  assembler.add(dofs, dofs, value);
  return A;
}

}  // namespace

TEST_CASE("an assembled matrix is its base plus all that was added", "[implicit][assembler]") {
  BeamMatrix a(beam_on(kClamped), 1e3, 1);
  BlockAssembler assembler;
  assembler.reset(a.tangent.get(), a.tangent->size());
  Eigen::MatrixXd expected = a.dense();
  const Index n = a.tangent->size();
  expected += add_square(assembler, {3, 80, 81, n - 1}, n);
  expected += add_square(assembler, {80, 4, 3}, n);
  const LinearOperator& sum = assembler.finish();
  CHECK(dense(sum).isApprox(expected, 1e-15));
  CHECK(sum.symmetric());
  CHECK(map(sum.diagonal()).isApprox(expected.diagonal(), 1e-15));
  const std::vector<Real> x = numbers(a.size());
  std::vector<Real> y(x.size());
  sum.apply(x, y, a.context());
  CHECK(map(View<Real>(y)).isApprox(expected * map(View<Real>(x)), 1e-14));
}

TEST_CASE("without a base single numbers are assembled", "[implicit][assembler]") {
  BlockAssembler assembler;
  assembler.reset(nullptr, 5);
  const Eigen::MatrixXd expected = add_square(assembler, {0, 3}, 5);
  const std::vector<Index> row{1}, column{4};
  assembler.add(row, column, std::vector<Real>{7});
  const LinearOperator& sum = assembler.finish();
  CHECK(sum.sparse()->block == 1);
  CHECK(dense(sum)(1, 4) == 7);
  CHECK(dense(sum)(0, 3) == expected(0, 3));
  CHECK_FALSE(sum.symmetric());
}

TEST_CASE(
    "the pattern of an assembled matrix is that of this step, and of its base where nothing "
    "lies beside it",
    "[implicit][assembler]") {
  BeamMatrix a(beam_on(kClamped), 1e3, 1);
  const Index n = a.tangent->size();
  BlockAssembler assembler, fresh;
  assembler.reset(a.tangent.get(), n);
  add_square(assembler, {0, 1}, n);
  CHECK(assembler.finish().pattern() == a.tangent->pattern());
  assembler.reset(a.tangent.get(), n);
  add_square(assembler, {0, n - 1}, n);
  const std::uint64_t far = assembler.finish().pattern();
  CHECK(far != a.tangent->pattern());
  for (BlockAssembler* each :
       {&assembler, &fresh}) {  // one that has seen other rows, one that has not
    each->reset(a.tangent.get(), n);
    add_square(*each, {2, n - 3}, n);
  }
  const LinearOperator &one = assembler.finish(), &other = fresh.finish();
  CHECK(one.pattern() == other.pattern());
  CHECK(one.pattern() != far);
  CHECK(std::ranges::equal(one.sparse()->column, other.sparse()->column));
  CHECK(std::ranges::equal(one.sparse()->value, other.sparse()->value));
}
