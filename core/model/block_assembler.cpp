#include "core/model/block_assembler.hpp"

#include <algorithm>
#include <cmath>

#include "tactus/component.hpp"

namespace tactus::core {
namespace {

constexpr Index kGrain = 512;      ///< block rows that are multiplied together
constexpr Real kRounding = 1e-15;  ///< of the sum of all additions

/// Mixes a number into a hash (splitmix64).
std::uint64_t mixed(std::uint64_t hash, Index with) {
  std::uint64_t z = (hash ^ static_cast<std::uint64_t>(with)) + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

void BlockAssembler::reset(const LinearOperator* base, Index size) {
  expects(!base || (base->sparse() && base->size() == size),
          "an assembler starts from an assembled matrix of the size that it is told");
  base_ = base;
  size_ = size;
  block_ = base ? base->sparse()->block : 1;
  entries_.clear();
  blocks_.clear();
}

void BlockAssembler::add(View<Index> rows, View<Index> columns, View<Real> value) {
  expects(value.size() == rows.size() * columns.size(),
          "one number for each pair of a row and a column");
  std::size_t k = 0;
  for (const Index row : rows)
    for (const Index column : columns) {
      expects(row >= 0 && row < size_ && column >= 0 && column < size_,
              "rows and columns of what is added lie in the matrix");
      entries_.push_back({row, column, value[k++]});
      blocks_.push_back(row / block_ * (size_ / block_) + column / block_);
    }
}

/// Of the base, and of blocks that are sorted.
void BlockAssembler::make_pattern(const std::vector<Index>& blocks) {
  const Index rows = size_ / block_;
  const SparseView* base = base_ ? base_->sparse() : nullptr;
  sum_.start_.assign(1, 0);
  sum_.column_.clear();
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(block_), rows);
  bool is_of_base = base != nullptr;
  auto next = blocks.begin();
  for (Index i = 0; i < rows; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(sum_.column_.size());
    if (base)
      for (Index k = base->start[at(i)]; k < base->start[at(i) + 1]; ++k)
        sum_.column_.push_back(base->column[at(k)]);
    const auto old = static_cast<std::ptrdiff_t>(sum_.column_.size());
    for (; next != blocks.end() && *next / rows == i; ++next)
      if (!std::binary_search(sum_.column_.begin() + first, sum_.column_.begin() + old,
                              *next % rows))
        sum_.column_.push_back(*next % rows), is_of_base = false;
    std::inplace_merge(sum_.column_.begin() + first, sum_.column_.begin() + old,
                       sum_.column_.end());
    sum_.start_.push_back(static_cast<Index>(sum_.column_.size()));
    hash = mixed(hash, sum_.start_.back());
  }
  for (const Index column : sum_.column_) hash = mixed(hash, column);
  sum_.pattern_ = is_of_base ? base_->pattern() : hash;
}

Index BlockAssembler::place_of(Index row, Index column) const {
  const auto first = sum_.column_.begin() + sum_.start_[at(row / block_)];
  const auto last = sum_.column_.begin() + sum_.start_[at(row / block_) + 1];
  const Index k = std::lower_bound(first, last, column / block_) - sum_.column_.begin();
  return (k * block_ + row % block_) * block_ + column % block_;
}

const LinearOperator& BlockAssembler::finish() {
  std::ranges::sort(blocks_);
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
  make_pattern(blocks_);
  const Index rows = size_ / block_, square = block_ * block_;
  sum_.value_.assign(sum_.column_.size() * at(square), 0);
  sum_.view_ = {.rows = rows,
                .columns = rows,
                .block = static_cast<int>(block_),
                .start = sum_.start_,
                .column = sum_.column_,
                .value = sum_.value_};
  if (base_) {
    const SparseView& base = *base_->sparse();
    for (Index i = 0; i < rows; ++i)
      for (Index k = base.start[at(i)]; k < base.start[at(i) + 1]; ++k) {
        const Index to = place_of(i * block_, base.column[at(k)] * block_);
        std::copy_n(base.value.begin() + k * square, square, sum_.value_.begin() + to);
      }
  }
  added_.assign(sum_.value_.size(), 0);
  for (const Entry& entry : entries_) added_[at(place_of(entry.row, entry.column))] += entry.value;
  map(Out<Real>(sum_.value_)) += map(View<Real>(added_));
  sum_.diagonal_.assign(at(size_), 0);
  for (Index i = 0; i < size_; ++i)
    if (std::binary_search(sum_.column_.begin() + sum_.start_[at(i / block_)],
                           sum_.column_.begin() + sum_.start_[at(i / block_) + 1], i / block_))
      sum_.diagonal_[at(i)] = sum_.value_[at(place_of(i, i))];
  sum_.symmetric_ = is_symmetric();
  return sum_;
}

/// Whether the base says that it is symmetric, and what was added is its own mirror image but for rounding.
bool BlockAssembler::is_symmetric() const {
  if (base_ && !base_->symmetric()) return false;
  const Real rounding = kRounding * (added_.empty() ? 0 : map(View<Real>(added_)).lpNorm<1>());
  return std::ranges::all_of(entries_, [&](const Entry& entry) {
    const Index mirrored = place_of(entry.column, entry.row);
    const Index k = mirrored / (block_ * block_), row = entry.column / block_;
    if (k >= sum_.start_[at(row) + 1] || sum_.column_[at(k)] != entry.row / block_) return false;
    const Real there = added_[at(mirrored)], here = added_[at(place_of(entry.row, entry.column))];
    return std::abs(there - here) <= rounding;
  });
}

void BlockAssembler::Sum::apply(View<Real> x, Out<Real> y, Context& context) const {
  const Index b = view_.block;
  context.executor->for_each(view_.rows, kGrain, [&](Range rows, Context&) {
    for (Index i = rows.begin; i < rows.end; ++i)
      for (Index r = 0; r < b; ++r) {
        Real sum = 0;
        for (Index k = start_[at(i)]; k < start_[at(i) + 1]; ++k)
          for (Index c = 0; c < b; ++c)
            sum += value_[at((k * b + r) * b + c)] * x[at(column_[at(k)] * b + c)];
        y[at(i * b + r)] = sum;
      }
  });
}

}  // namespace tactus::core
