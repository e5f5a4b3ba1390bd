#include "core/step/held_normals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

/// Squares of normal components of H up to this share of all squares of a contact are roundings of zero.
constexpr Real kNoNormal = 1e-24;
/// Speeds up to this share of the largest one are roundings of zero.
constexpr Real kStill = 1e-12;

/// Whether no degree of freedom that may move has a part along the normal.
bool holds_normal(const VelocityMap& map, View<std::uint8_t> fixed, Index contact) {
  Real normal = 0, all = 0;
  for (Index k = map.start[contact]; k < map.start[contact + 1]; ++k) {
    if (fixed[map.dof[k]]) continue;
    for (int d = 0; d < map.dim; ++d) {
      const Real square = map.column[k * map.dim + d] * map.column[k * map.dim + d];
      all += square;
      if (d == 0) normal += square;
    }
  }
  return normal <= kNoNormal * all;
}

}  // namespace

Outcome HeldNormals::leave_out(const Problem& problem, ReactionRows& rows, bool& left_out,
                               Context& context) {
  const VelocityMap map = rows.map();
  held_.assign(rows.row.size(), 0);
  for (Index i = 0; i < rows.count(); ++i) {
    const std::int32_t law = rows_.law_of(rows.row[static_cast<std::size_t>(i)]);
    held_[static_cast<std::size_t>(i)] =
        law >= 0 && laws_.is_implicit(law) && holds_normal(map, problem.fixed, i) ? 1 : 0;
  }
  left_out = std::ranges::any_of(held_, [](std::uint8_t h) { return h != 0; });
  if (!left_out) return {};
  relative_.resize(rows.row.size() * static_cast<std::size_t>(rows.dim));
  problem.contacts.relative_velocity(rows, problem.velocity, relative_);
  Real fastest = 0;
  for (const Real v : problem.velocity) fastest = std::max(fastest, std::abs(v));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    if (held_[i] == 0) {
      rows.row[kept] = rows.row[i], rows.gap[kept++] = rows.gap[i];
      continue;
    }
    const Real speed = relative_[i * static_cast<std::size_t>(rows.dim)];
    if (speed + std::max<Real>(0, rows.gap[i]) / context.step.dt < -kStill * fastest)
      return Outcome::failed(
          Cause::unsupported,
          fmt::format("supports close a contact at {:.4g} m/s and hold both of its sides along the "
                      "normal, so that no reaction can stop them; leave a component of \"fix\" out "
                      "for one side, or end the motion where they meet",
                      -speed),
          {Item::contact, rows.row[i]});
    left_out_ += rows.gap[i] <= laws_.reach(rows_.law_of(rows.row[i])) ? 1 : 0;
  }
  rows.row.resize(kept), rows.gap.resize(kept);
  return {};
}

}  // namespace tactus::core
