#include "tactus/planes/plane_rows.hpp"

#include <algorithm>
#include <cmath>

namespace tactus {

bool has_direction(View<Real> vector) {
  return std::ranges::any_of(vector, [](Real x) { return std::isfinite(1 / x); });
}

void set_length_to_one(Out<Real> vector) {
  const Real largest =
      std::abs(*std::ranges::max_element(vector, {}, [](Real x) { return std::abs(x); }));
  Real square = 0;
  for (const Real x : vector) square += x / largest * (x / largest);
  for (Real& x : vector) x = x / largest / std::sqrt(square);
}

std::array<Real, 9> plane_frame(View<Real> unit_normal) {
  std::array<Real, 9> frame{};
  std::ranges::copy(unit_normal, frame.begin());
  const auto& n = frame;
  if (unit_normal.size() == 2) {
    frame[2] = -n[1], frame[3] = n[0];
    return frame;
  }
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (std::abs(n[d]) < std::abs(n[axis])) axis = d;
  const Real length = std::sqrt(1 - n[axis] * n[axis]);
  for (std::size_t d = 0; d < 3; ++d)
    frame[3 + d] = ((d == axis ? 1 : 0) - n[axis] * n[d]) / length;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::size_t e = (d + 1) % 3, f = (d + 2) % 3;
    frame[6 + d] = n[e] * frame[3 + f] - n[f] * frame[3 + e];
  }
  return frame;
}

Real plane_gap(View<Real> unit_normal, const Real* x, const Real* p, const Real* shift,
               Real radius) {
  Real height = -radius;
  for (std::size_t d = 0; d < unit_normal.size(); ++d)
    height += unit_normal[static_cast<Index>(d)] * (x[d] - p[d] - (shift ? shift[d] : 0));
  return height;
}

void PlaneRows::begin(const ContactSet& set, Real lower) {
  before_.assign(set.key.begin(), set.key.end());
  std::ranges::sort(before_);
  lower_ = lower;
}

void PlaneRows::look_at(const AtPlane& contact, const DetectQuery& query, ContactSet& set,
                        DetectResult& result) const {
  const auto& [stencil, gap, gap_old, key, branch, outside, held] = contact;
  if (held && gap >= -lower_) return;
  if (!(gap < 0) && !(query.reach > 0 && gap <= query.reach)) return;
  const Index vertex = stencil[0], mover = stencil[1];
  const View<Index> vertices(stencil.data(), mover == kNone ? 1 : 2);
  if (gap < 0) {
    ++result.needs;
    set.violations.add(vertices);
  }
  const Remedy remedy = query.remedy_of(vertices);
  const bool movable = query.movable[vertex] || (mover != kNone && query.movable[mover]);
  if (!movable || held || remedy == Remedy::no_row ||
      (remedy == Remedy::admissible_row && gap_old < 0) ||
      std::ranges::binary_search(before_, key) || std::ranges::binary_search(query.banned, key))
    return;
  result.inadmissible += gap_old < 0;
  set.add({.key = key,
           .stencil = vertices,
           .branch = branch,
           .event = set.rows(),
           .lower = lower_,
           .outside = outside});
}

}  // namespace tactus
