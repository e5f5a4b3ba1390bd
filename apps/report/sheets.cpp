#include "apps/report/sheets.hpp"

#include <algorithm>
#include <cmath>

#include "apps/report/frames_pack.hpp"
#include "tactus/planes/plane_rows.hpp"

namespace tactus::core {
namespace {

constexpr Real kNear =
    3;  // half-spaces farther from the bodies than this, of their extent, are not shown
constexpr Real kRoom = 0.15;   // by which sheets stand out beyond the bodies, of their extent
constexpr Real kThick = 0.02;  // of a strip in the plane, of the extent of the bodies
constexpr std::size_t kCorners = 4, kTriangles = 2;  // of a sheet

using Vector = std::array<Real, 3>;

Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void append_triangles(std::uint32_t first, std::vector<std::uint32_t>& triangles) {
  for (const std::uint32_t k : {0U, 1U, 2U, 0U, 2U, 3U}) triangles.push_back(first + k);
}

}  // namespace

Sheets::Sheets(const FramePack& pack, const std::vector<Planes>& frames)
    : dim_(pack.dim), frames_(frames) {
  for (std::size_t d = 0; d < dim_; ++d) {
    middle_[d] = pack.low[d] + (pack.high[d] - pack.low[d]) / 2;
    half_[d] = (pack.high[d] - pack.low[d]) / 2;
  }
  const Real largest = 2 * *std::ranges::max_element(half_);
  if (largest > 0) extent_ = largest;
  for (std::size_t k = 0; !frames.empty() && k < frames[0].size(); ++k)
    if (std::ranges::all_of(frames, [&](const Planes& planes) { return is_near(planes[k]); }))
      shown_.push_back(k);
}

/// The point of the plane that is nearest to the middle of the bodies.
Sheets::Vector Sheets::foot(const HalfSpacePlace& plane) const {
  Vector arm{}, foot = middle_;
  for (std::size_t d = 0; d < 3; ++d) arm[d] = middle_[d] - plane.point[d];
  const Real away = dot(arm, plane.normal);
  for (std::size_t d = 0; d < 3; ++d) foot[d] -= away * plane.normal[d];
  return foot;
}

bool Sheets::is_near(const HalfSpacePlace& plane) const {
  const Vector at = foot(plane);
  const Real away = std::hypot(at[0] - middle_[0], at[1] - middle_[1], at[2] - middle_[2]);
  return away <= (kNear + 1) * extent_;
}

std::array<Sheets::Vector, 4> Sheets::corners(const HalfSpacePlace& plane) const {
  const std::array<Real, 9> frame = plane_frame(View<Real>(plane.normal).first(dim_));
  const Vector at = foot(plane);
  Vector one{},
      two = plane.normal;  // in the plane along the line and across, in space two tangents
  std::copy_n(&frame[dim_], dim_, one.begin());
  if (dim_ == 3) std::copy_n(&frame[6], 3, two.begin());
  const auto reach = [&](const Vector& axis) {
    Real sum = kRoom * extent_;
    for (std::size_t d = 0; d < 3; ++d) sum += half_[d] * std::abs(axis[d]);
    return sum;
  };
  // In the plane a strip from the line back into the half-space.
  const Real a = reach(one), behind = dim_ == 2 ? kThick * extent_ : reach(two),
             before = dim_ == 2 ? 0 : behind;
  const Real sides[4][2] = {{-a, -behind}, {a, -behind}, {a, before}, {-a, before}};
  std::array<Vector, 4> found;
  for (std::size_t k = 0; k < kCorners; ++k)
    for (std::size_t d = 0; d < 3; ++d)
      found[k][d] = at[d] + sides[k][0] * one[d] + sides[k][1] * two[d];
  if (dim_ == 2) std::ranges::reverse(found);  // one, two turn clockwise there
  return found;
}

void Sheets::extend(FramePack& pack) const {
  std::vector<std::uint16_t> bodies;
  for (const std::size_t k : shown_) {
    append_triangles(static_cast<std::uint32_t>(pack.points), pack.corners);
    bodies.insert(bodies.end(), kTriangles, frames_[0][k].body);
    pack.points += kCorners;
    for (const Planes& planes : frames_) {
      for (const Vector& corner : corners(planes[k]))
        for (std::size_t d = 0; d < dim_; ++d) {
          pack.low[d] = std::min(pack.low[d], corner[d]);
          pack.high[d] = std::max(pack.high[d], corner[d]);
        }
      const Vector& v = planes[k].velocity;
      pack.speed = std::max(pack.speed, std::hypot(v[0], v[1], v[2]));
    }
  }
  pack.cell_body.insert(pack.cell_body.begin() + static_cast<std::ptrdiff_t>(pack.triangles),
                        bodies.begin(), bodies.end());
  pack.triangles += bodies.size();
  pack.sheets = bodies.size();
}

void Sheets::add_to(Frame& frame) const {
  std::vector<std::uint16_t> bodies;
  for (const std::size_t k : shown_) {
    const HalfSpacePlace& plane = frame.half_spaces[k];
    append_triangles(static_cast<std::uint32_t>(frame.points.size() / 3), frame.triangles);
    bodies.insert(bodies.end(), kTriangles, plane.body);
    for (const Vector& corner : corners(plane)) {
      frame.points.insert(frame.points.end(), corner.begin(), corner.end());
      if (!frame.velocity.empty())
        frame.velocity.insert(frame.velocity.end(), plane.velocity.begin(), plane.velocity.end());
      if (!frame.contact_force.empty()) frame.contact_force.resize(frame.points.size());
    }
  }
  frame.cell_body.insert(frame.cell_body.end() - static_cast<std::ptrdiff_t>(frame.lone.size()),
                         bodies.begin(), bodies.end());
  if (!frame.von_mises.empty()) frame.von_mises.resize(frame.triangles.size() / 3);
}

void hide_points_of_half_spaces(Frame& frame) {
  const auto& others = frame.triangles.empty() ? frame.lone : frame.triangles;
  for (const HalfSpacePlace& plane : frame.half_spaces)
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t at = 3 * std::size_t{plane.index} + d;
      if (!others.empty()) frame.points[at] = frame.points[3 * std::size_t{others[0]} + d];
      if (!frame.velocity.empty()) frame.velocity[at] = 0;
      if (!frame.contact_force.empty()) frame.contact_force[at] = 0;
    }
}

}  // namespace tactus::core
