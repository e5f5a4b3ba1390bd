#include "apps/report/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "core/support/file_error.hpp"

namespace tactus::core {
namespace {

// Of a tetrahedron, seen from outside counter-clockwise
constexpr std::size_t kFacets[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

struct Side {
  std::array<std::uint32_t, 3> corners;  // ascending
  std::uint32_t number;                  // 4 * tetrahedron + facet of it
};

/// Numbers of the facets that occur once, ascending.
std::vector<std::uint32_t> outer_sides(const std::vector<std::uint32_t>& tetrahedra) {
  std::vector<Side> sides(tetrahedra.size());
  for (std::size_t s = 0; s < sides.size(); ++s) {
    for (std::size_t k = 0; k < 3; ++k)
      sides[s].corners[k] = tetrahedra[s / 4 * 4 + kFacets[s % 4][k]];
    std::ranges::sort(sides[s].corners);
    sides[s].number = static_cast<std::uint32_t>(s);
  }
  std::ranges::sort(sides, {}, &Side::corners);
  std::vector<std::uint32_t> outer;
  for (std::size_t s = 0; s < sides.size();) {
    std::size_t end = s + 1;
    while (end < sides.size() && sides[end].corners == sides[s].corners) ++end;
    if (end == s + 1) outer.push_back(sides[s].number);
    s = end;
  }
  std::ranges::sort(outer);
  return outer;
}

/// Of `size` numbers for each thing, those of the chosen things.
template <class T>
void keep(std::vector<T>& values, const std::vector<std::uint32_t>& chosen, std::size_t size) {
  if (values.empty()) return;
  std::vector<T> kept;
  kept.reserve(size * chosen.size());
  for (const std::size_t i : chosen)
    for (std::size_t k = 0; k < size; ++k) kept.push_back(values[size * i + k]);
  values = std::move(kept);
}

}  // namespace

Surface::Surface(const Frame& frame)
    : tetrahedra_(frame.tetrahedra), triangles_(frame.triangles), lone_(frame.lone),
      facets_(frame.triangles), owner_(frame.triangles.size() / 3) {
  std::iota(owner_.begin(), owner_.end(), 0U);  // of a frame of the boundary, facets themselves
  cell_body_.assign(frame.cell_body.begin(),
                    frame.cell_body.begin() + static_cast<std::ptrdiff_t>(owner_.size()));
  for (const std::uint32_t side : outer_sides(tetrahedra_)) {
    owner_.push_back(side / 4);
    for (const std::size_t k : kFacets[side % 4]) facets_.push_back(tetrahedra_[side / 4 * 4 + k]);
    cell_body_.push_back(frame.cell_body[side / 4]);
  }
  cell_body_.insert(cell_body_.end(),
                    frame.cell_body.end() - static_cast<std::ptrdiff_t>(lone_.size()),
                    frame.cell_body.end());
  lone_points_ = lone_;
  std::vector<std::uint32_t> place(frame.points.size() / 3,
                                   std::numeric_limits<std::uint32_t>::max());
  for (auto* list : {&facets_, &lone_points_})
    for (std::uint32_t& point : *list) {
      if (place[point] == std::numeric_limits<std::uint32_t>::max()) {
        place[point] = static_cast<std::uint32_t>(points_.size());
        points_.push_back(point);
      }
      point = place[point];
    }
}

void Surface::reduce(Frame& frame, const std::string& name) const {
  if (frame.tetrahedra != tetrahedra_ || frame.triangles != triangles_ || frame.lone != lone_)
    throw FileError(fmt::format(
        "the frame '{}' does not have the mesh and the fields of the first frame", name));
  frame.tetrahedra.clear();
  frame.triangles = facets_;
  frame.lone = lone_points_;
  frame.cell_body = cell_body_;
  keep(frame.points, points_, 3);
  keep(frame.velocity, points_, 3);
  keep(frame.contact_force, points_, 3);
  keep(frame.von_mises, owner_, 1);
}

}  // namespace tactus::core
