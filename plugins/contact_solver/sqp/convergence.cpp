#include "convergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sqp {
namespace {

constexpr Real kRounding = std::numeric_limits<Real>::epsilon();
constexpr Real kOfScene = 1e-3;  ///< what is compared with increments that are next to zero
constexpr int kStalls = 3;       ///< in a row, before corrections are taken for rounding
constexpr Real kShrinks = 0.9;   ///< less is none
/// Altitudes, how far the rounding of nodal forces moves what the last sigma of Restraint alone holds before let_go().
constexpr Real kDrift = kRounding / 1e-8;
constexpr int kCreeps =
    8;  ///< in a row, before corrections are taken for those of what hardly anything resists
/// Of the largest nodal force of contact. Rows that depend on each other hold to 1e-11 of their forces
/// (complementarity.cpp), and equilibrium is judged at 1e-8.
constexpr Real kShort = 1e-10;
constexpr Real kOfPosition = 10;  ///< roundings of a position, where there is next to no force

}  // namespace

void Convergence::begin() {
  size_before_ = smallest_ = std::numeric_limits<Real>::infinity();
  size_ = std::numeric_limits<Real>::infinity();
  stalls_ = creeps_ = 0;
}

void Convergence::note(Real size) {
  creeps_ = size > size_ / 2 ? creeps_ + 1 : 0;
  size_ = size;
  stalls_ = size < kShrinks * smallest_ ? 0 : stalls_ + 1;
  smallest_ = std::min(smallest_, size);
}

bool Convergence::stalls(const Scales& scales) const {
  return stalls_ >= kStalls && size_ <= kDrift * scales.altitude;
}

bool Convergence::creeps() const { return creeps_ >= kCreeps; }

bool Convergence::is_small(Real step, Real tolerance, const Scales& scales) const {
  const Real enough = std::max(tolerance * std::max(step, kOfScene * scales.length),
                               8 * kRounding * scales.coordinate);
  return size_ <= enough || (size_ < kSmall * step && size_ > size_before_ / 2);
}

bool is_balanced(View<Real> r, View<Real> contact_force, View<Real> weight,
                 View<std::uint8_t> fixed, const Scales& scales) {
  Real largest = 0, off = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (fixed[i]) continue;
    largest = std::max(largest, weight[i] * std::abs(contact_force[i]));
    off = std::max(off, weight[i] * std::abs(r[i] - contact_force[i]));
    if (weight[i] == 0 && r[i] != contact_force[i]) return false;
  }
  return off <= std::max(kShort * largest, kOfPosition * kRounding * scales.coordinate);
}

}  // namespace sqp
