// LU factors of a sparse matrix of small dense blocks, one row of blocks per contact. The order
// (approximate minimum degree) and the pattern of the factors depend on the pattern of W alone.
// They are found once and used as long as the same contacts exist; only numbers are computed in
// each step. This is possible because rows are never exchanged between contacts, and the loss of
// accuracy that this may cause is repaired by iterative refinement (newton_system.cpp).
#include "block_factor.hpp"

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace projected_newton {
using namespace tactus;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <int D>
Eigen::Map<Mat<D>> writable(std::vector<Real>& blocks, Index i) {
  return Eigen::Map<Mat<D>>(blocks.data() + i * D * D);
}
template <int D>
Eigen::Map<Vec<D>> writable_point(std::vector<Real>& x, Index i) {
  return Eigen::Map<Vec<D>>(x.data() + i * D);
}

/// Inverse with partial pivoting. @returns false if A is singular
bool inverse_of(const Mat<2>& A, Eigen::Map<Mat<2>> out) {
  const Real det = A.determinant();
  out << A(1, 1), -A(0, 1), -A(1, 0), A(0, 0);
  out /= det;
  return out.allFinite();
}
bool inverse_of(const Mat<3>& A, Eigen::Map<Mat<3>> out) {
  out = A.partialPivLu().inverse();
  return out.allFinite();
}

}  // namespace

void BlockFactor::analyse(const SparseView& W) {
  if (std::ranges::equal(start_, W.start) && std::ranges::equal(column_, W.column)) return;
  start_.assign(W.start.begin(), W.start.end());
  column_.assign(W.column.begin(), W.column.end());
  order(W);
  find_pattern(W);
}

void BlockFactor::order(const SparseView& W) {
  using Graph = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  Graph graph(static_cast<int>(W.rows), static_cast<int>(W.rows));
  std::vector<Eigen::Triplet<double>> edges;
  for (Index i = 0; i < W.rows; ++i)
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k)
      edges.emplace_back(static_cast<int>(i), static_cast<int>(W.column[at(k)]), 1);
  graph.setFromTriplets(edges.begin(), edges.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  contact_.resize(at(W.rows)), place_.resize(at(W.rows));
  for (Index k = 0; k < W.rows; ++k) contact_[at(k)] = permutation.indices()[k];
  for (Index k = 0; k < W.rows; ++k) place_[at(contact_[at(k)])] = k;
}

/// Finds the pattern behind place k: its own neighbours, and those of earlier places whose first
/// neighbour it is.
void BlockFactor::find_pattern(const SparseView& W) {
  std::vector<std::vector<Index>> behind(at(W.rows)), children(at(W.rows)), before(at(W.rows));
  for (Index i = 0; i < W.rows; ++i)
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k) {
      const Index a = place_[at(i)], b = place_[at(W.column[at(k)])];
      if (a != b) behind[at(std::min(a, b))].push_back(std::max(a, b));
    }
  upper_start_.assign(1, 0), lower_start_.assign(1, 0);
  upper_.clear(), lower_.clear();
  for (Index k = 0; k < W.rows; ++k) {
    auto& mine = behind[at(k)];
    for (const Index child : children[at(k)])
      std::ranges::copy_if(behind[at(child)], std::back_inserter(mine),
                           [k](Index place) { return place != k; });
    std::ranges::sort(mine);
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    if (!mine.empty()) children[at(mine.front())].push_back(k);
    for (const Index place : mine) before[at(place)].push_back(k);
    upper_.insert(upper_.end(), mine.begin(), mine.end());
    upper_start_.push_back(static_cast<Index>(upper_.size()));
  }
  for (const auto& places : before) {
    lower_.insert(lower_.end(), places.begin(), places.end());
    lower_start_.push_back(static_cast<Index>(lower_.size()));
  }
}

template <int D>
bool BlockFactor::factorise(const SparseView& W, View<Real> value,
                            const std::vector<std::uint8_t>& left_out) {
  U_.resize(upper_.size() * D * D), L_.resize(lower_.size() * D * D);
  for (auto* blocks : {&inverse_, &row_}) blocks->resize(at(W.rows) * D * D);
  out_.resize(at(W.rows));
  for (Index k = 0; k < W.rows; ++k) out_[at(k)] = left_out[at(contact_[at(k)])];
  for (Index i = 0; i < W.rows; ++i) {
    if (out_[at(i)]) continue;
    const Index lower = lower_start_[at(i)], lower_end = lower_start_[at(i) + 1];
    const Index upper = upper_start_[at(i)], upper_end = upper_start_[at(i) + 1];
    for (Index k = lower; k < lower_end; ++k) writable<D>(row_, lower_[at(k)]).setZero();
    for (Index k = upper; k < upper_end; ++k) writable<D>(row_, upper_[at(k)]).setZero();
    writable<D>(row_, i).setZero();
    const Index contact = contact_[at(i)];
    for (Index k = W.start[at(contact)]; k < W.start[at(contact) + 1]; ++k)
      writable<D>(row_, place_[at(W.column[at(k)])]) = block<D>(value, k);
    for (Index n = lower; n < lower_end; ++n) {
      const Index k = lower_[at(n)];
      if (out_[at(k)]) continue;
      const Mat<D> factor = block<D>(row_, k) * block<D>(inverse_, k);
      writable<D>(L_, n) = factor;
      for (Index m = upper_start_[at(k)]; m < upper_start_[at(k) + 1]; ++m)
        writable<D>(row_, upper_[at(m)]).noalias() -= factor * block<D>(U_, m);
    }
    if (!inverse_of(block<D>(row_, i), writable<D>(inverse_, i))) return false;
    for (Index k = upper; k < upper_end; ++k) writable<D>(U_, k) = block<D>(row_, upper_[at(k)]);
  }
  return true;
}

template <int D>
void BlockFactor::solve(Out<Real> x) {
  x_.resize(x.size());
  const auto places = static_cast<Index>(contact_.size());
  for (Index i = 0; i < places; ++i) {
    Vec<D> sum = point<D>(x, contact_[at(i)]);
    if (!out_[at(i)])
      for (Index n = lower_start_[at(i)]; n < lower_start_[at(i) + 1]; ++n)
        if (!out_[at(lower_[at(n)])]) sum -= block<D>(L_, n) * point<D>(x_, lower_[at(n)]);
    writable_point<D>(x_, i) = sum;
  }
  for (Index i = places; i-- > 0;) {
    if (out_[at(i)]) continue;
    Vec<D> sum = point<D>(x_, i);
    for (Index n = upper_start_[at(i)]; n < upper_start_[at(i) + 1]; ++n)
      if (!out_[at(upper_[at(n)])]) sum -= block<D>(U_, n) * point<D>(x_, upper_[at(n)]);
    writable_point<D>(x_, i) = block<D>(inverse_, i) * sum;
    Eigen::Map<Vec<D>>(x.data() + contact_[at(i)] * D) = point<D>(x_, i);
  }
}

template bool BlockFactor::factorise<2>(const SparseView&, View<Real>,
                                        const std::vector<std::uint8_t>&);
template bool BlockFactor::factorise<3>(const SparseView&, View<Real>,
                                        const std::vector<std::uint8_t>&);
template void BlockFactor::solve<2>(Out<Real>);
template void BlockFactor::solve<3>(Out<Real>);

}  // namespace projected_newton
