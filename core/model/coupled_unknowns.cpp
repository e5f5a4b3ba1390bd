#include "core/model/coupled_unknowns.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

std::size_t nth(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

bool CoupledUnknowns::find(const SparseView& s) {
  is_in_other_.assign(nth(s.rows), 0);
  for (Index i = 0; i < s.rows; ++i)
    for (Index k = s.start[nth(i)]; k < s.start[nth(i) + 1]; ++k)
      if (s.column[nth(k)] != i) is_in_other_[nth(s.column[nth(k)])] = 1;
  found_.clear();
  alone_.clear();
  diagonal_.clear();
  const Index square = Index{s.block} * s.block;
  for (Index i = 0; i < s.rows; ++i) {
    if (!is_alone(s, i)) {
      found_.push_back(i);
      continue;
    }
    alone_.push_back(i);
    for (Index r = 0; r < s.block; ++r)
      diagonal_.push_back(s.value[nth(s.start[nth(i)] * square + r * s.block + r)]);
  }
  if (block_ == s.block && std::ssize(number_) == s.rows && found_ == blocks_) return false;
  block_ = s.block;
  blocks_ = found_;
  number_.assign(nth(s.rows), kNone);
  for (std::size_t k = 0; k < blocks_.size(); ++k) number_[nth(blocks_[k])] = static_cast<Index>(k);
  return true;
}

/// A block with a pivot that is not positive is left to the factorisation, which names it.
bool CoupledUnknowns::is_alone(const SparseView& s, Index row) const {
  const Index first = s.start[nth(row)];
  if (is_in_other_[nth(row)] || s.start[nth(row) + 1] != first + 1 || s.column[nth(first)] != row)
    return false;
  const Index b = s.block;
  for (Index r = 0; r < b; ++r)
    for (Index c = 0; c < b; ++c) {
      const Real value = s.value[nth((first * b + r) * b + c)];
      if (r == c ? !(value > 0) : value != 0) return false;
    }
  return true;
}

void CoupledUnknowns::take(View<Real> b, Index columns, std::vector<Real>& part) const {
  part.resize(nth(count() * columns));
  auto to = part.begin();
  for (Index column = 0; column < columns; ++column)
    for (const Index i : blocks_)
      to = std::copy_n(b.begin() + column * size() + i * block_, block_, to);
}

void CoupledUnknowns::put(View<Real> part, View<Real> b, Index columns, Out<Real> x) const {
  auto from = part.begin();
  for (Index column = 0; column < columns; ++column) {
    for (const Index i : blocks_) {
      std::copy_n(from, block_, x.begin() + column * size() + i * block_);
      from += block_;
    }
    auto diagonal = diagonal_.begin();
    for (const Index i : alone_)
      for (Index r = 0; r < block_; ++r) {
        const std::size_t k = nth(column * size() + i * block_ + r);
        x[k] = b[k] / *diagonal++;
      }
  }
}

}  // namespace tactus::core
