// Implements islands.hpp: connected parts by union-find, and a problem for each.
#include "islands.hpp"

#include <algorithm>
#include <numeric>

namespace interior_point {
using namespace tactus;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

std::int32_t Islands::root_of(std::int32_t contact) {
  while (parent_[at(contact)] != contact)
    contact = parent_[at(contact)] = parent_[at(parent_[at(contact)])];
  return contact;
}

Index Islands::find(const ReactionProblem& problem) {
  whole_ = &problem;
  const SparseView& W = *problem.delassus->sparse();
  parent_.resize(at(problem.contacts));
  std::iota(parent_.begin(), parent_.end(), 0);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(problem.contacts); ++i)
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k) {
      const std::int32_t a = root_of(i), b = root_of(static_cast<std::int32_t>(W.column[at(k)]));
      parent_[at(std::max(a, b))] = std::min(a, b);  // the root is the first contact of an island
    }
  // Islands in the order of their first contacts: counted, then filled.
  place_.assign(at(problem.contacts), 0);
  start_.assign(1, 0);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(problem.contacts); ++i) {
    const std::int32_t root = root_of(i);
    if (root == i)
      place_[at(i)] = static_cast<std::int32_t>(start_.size()) - 1, start_.push_back(0);
    ++start_[at(place_[at(root)]) + 1];
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  sorted_.resize(at(problem.contacts));
  std::vector<Index>& next = row_start_;
  next.assign(start_.begin(), start_.end());
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(problem.contacts); ++i)
    sorted_[at(next[at(place_[at(root_of(i))])]++)] = i;
  return static_cast<Index>(start_.size()) - 1;
}

View<std::int32_t> Islands::contacts(Index island) const {
  return View<std::int32_t>(sorted_).subspan(at(start_[at(island)]),
                                             at(start_[at(island) + 1] - start_[at(island)]));
}

const ReactionProblem& Islands::take(Index island) {
  const View<std::int32_t> members = contacts(island);
  reordered_.take(*whole_, members);
  for (std::size_t k = 0; k < members.size(); ++k)
    place_[at(members[k])] = static_cast<std::int32_t>(k);
  copy_blocks(members);
  problem_ = reordered_.problem();
  problem_.delassus = &W_;
  return problem_;
}

void Islands::copy_blocks(View<std::int32_t> members) {
  const SparseView& W = *whole_->delassus->sparse();
  const auto numbers = at(Index{W.block} * W.block);
  row_start_.assign(1, 0), column_.clear(), value_.clear();
  for (const std::int32_t i : members) {
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k) {
      column_.push_back(place_[at(W.column[at(k)])]);
      const Real* block = W.value.data() + at(k) * numbers;
      value_.insert(value_.end(), block, block + numbers);
    }
    row_start_.push_back(static_cast<Index>(column_.size()));
  }
  const auto rows = static_cast<Index>(members.size());
  W_.view = {rows, rows, W.block, row_start_, column_, value_};
  W_.is_symmetric = whole_->delassus->symmetric();
}

void Islands::Operator::apply(View<Real> x, Out<Real> y, Context&) const {
  with_dimension(view.block, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < view.rows; ++i) {
      Vec<D> sum = Vec<D>::Zero();
      for (Index k = view.start[at(i)]; k < view.start[at(i) + 1]; ++k)
        sum += block<D>(view.value, k) * point<D>(x, view.column[at(k)]);
      Eigen::Map<Vec<D>>(y.data() + i * D) = sum;
    }
  });
}

}  // namespace interior_point
