#include "tactus/statics/restraint.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tactus/component.hpp"

namespace tactus {
namespace {

constexpr Real kNothing = 1e-9;  ///< of the diagonal: the rounding of a sum that is zero
constexpr Real kLeast = 1e-8;    ///< of the mean of the diagonal: sigma in the end
constexpr Real kShrinks = 1e-2;  ///< sigma, by a correction
constexpr Real kFinest =
    1e-12;  ///< of the mean of the diagonal: sigma in the end where corrections creep
/// Times sigma where the matrix is not positive definite, as long as it is below this part of that mean.
constexpr Real kHoldsMore = 4, kUnstable = 1e-4;
/// Altitudes: how far a correction goes. At first contact that nearly closes must not be passed by much.
constexpr Real kFirst = 1e-2, kLongest = 0.5;
constexpr Real kGrows = 4;  ///< that way, by a correction
/// Of what rows ask for: a body turns a little when one of its sides is moved.
constexpr Real kNeeded = 2;
/// Of the mean of the diagonal: with more, nothing but what rows push would move.
constexpr Real kMost = 1e4;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Calls use(row, column, value) for each entry.
template <class Use>
void for_entries(const SparseView& s, const Use& use) {
  const auto block = static_cast<Index>(s.block);
  for (Index i = 0; i < s.rows; ++i)
    for (Index k = s.start[at(i)]; k < s.start[at(i + 1)]; ++k)
      for (Index r = 0; r < block; ++r)
        for (Index c = 0; c < block; ++c)
          use(at(i * block + r), at(s.column[at(k)] * block + c),
              s.value[at((k * block + r) * block + c)]);
}

}  // namespace

bool Restraint::has_no_inertia(const LinearOperator& tangent, View<std::uint8_t> fixed) {
  if (!tangent.sparse()) return false;
  std::vector<Real> sum(fixed.size(), 0), diagonal(fixed.size(), 0);
  // Along one direction each: what holds a body along another leaves no row of a small mesh without fixed columns.
  const auto block = static_cast<std::size_t>(tangent.sparse()->block);
  for_entries(*tangent.sparse(), [&](std::size_t row, std::size_t column, Real value) {
    if (row % block == column % block) sum[row] += value;
    if (row == column) diagonal[row] = value;
  });
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (!fixed[i] && diagonal[i] > 0 && std::abs(sum[i]) <= kNothing * diagonal[i]) return true;
  return false;
}

void Restraint::begin(const LinearOperator& tangent, View<std::uint8_t> fixed, Real altitude) {
  Real sum = 0, count = 0;
  for_entries(*tangent.sparse(), [&](std::size_t row, std::size_t column, Real value) {
    if (row == column && !fixed[row]) sum += std::abs(value), ++count;
  });
  free_.clear();
  for (std::size_t i = 0; i < fixed.size(); ++i)
    if (!fixed[i]) free_.push_back(static_cast<Index>(i));
  stiffness_ = sum / std::max<Real>(count, 1);
  sigma_ = least_ = kLeast * stiffness_;
  limit_ = kFirst * altitude;
  longest_ = kLongest * altitude;
}

void Restraint::add(Index size, BlockSink& matrix) const {
  const Real value[] = {sigma_};
  expects(free_.empty() || free_.back() < size,
          "a restraint is added to the matrix that it began with");
  for (const Index dof : free_) {
    const Index one[] = {dof};
    matrix.add(one, one, value);
  }
}

/// What nothing holds moves by about force/sigma.
bool Restraint::holds_back(Real size, Real needed) {
  const Real limit = std::max(limit_, kNeeded * needed);
  if (size <= limit || !std::isfinite(size) || sigma_ > kMost * stiffness_) return false;
  sigma_ *= std::max<Real>(4, 2 * size / limit);
  return true;
}

bool Restraint::holds_more() {
  if (sigma_ > kUnstable * stiffness_) return false;
  sigma_ *= kHoldsMore;
  return true;
}

void Restraint::let_go() {
  least_ = std::max(kFinest * stiffness_, kShrinks * least_);
  sigma_ = least_;
}

void Restraint::relax() {
  sigma_ = std::max(least_, kShrinks * sigma_);
  limit_ = std::min(longest_, kGrows * limit_);
}

bool is_at_rest(View<Real> r, View<Real> contact_force, View<std::uint8_t> fixed, Real share) {
  Real largest = 0, off = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (fixed[i]) continue;
    largest = std::max(largest, std::abs(contact_force[i]));
    off = std::max(off, std::abs(r[i] - contact_force[i]));
  }
  return off <= share * largest;
}

}  // namespace tactus
