#include "core/contact/contact_areas.hpp"

#include <algorithm>
#include <cmath>

#include "tactus/geometry/facet_area.hpp"

namespace tactus::core {
namespace {

/// Vertices nearer to each other than this part of a facet touch at one place and share it evenly.
constexpr Real kOnePlace = 1e-6;
/// Cosine of the largest angle between a facet and what it faces; sides of a block turn by 90 degrees.
constexpr Real kFaces = 0.7;

}  // namespace

void ContactAreas::find(const ReactionRows& contacts, const ContactRows& all, View<Real> y,
                        Out<Real> area) {
  contacts_.clear();
  places_.clear();
  std::size_t entry = 0;
  for (std::size_t i = 0; i < contacts.row.size(); ++i) {
    const Index r = contacts.row[i];
    const auto first = static_cast<std::size_t>(all.stencil_start[r]);
    const auto size = static_cast<std::size_t>(all.stencil_start[r + 1]) - first;
    const View<Index> stencil = all.stencil.subspan(first, size);
    Contact c{.vertex = stencil[0],
              .facet = facet_of(stencil),
              .at_plane = stencil.size() == 1 || is_plane(stencil[1])};
    const auto dim = static_cast<std::size_t>(surface_.dim);
    for (std::size_t d = 0; d < dim; ++d)
      c.normal[static_cast<Index>(d)] = contacts.frame[i * dim * dim + d];
    if (c.facet != kNone) {
      const std::size_t end = stencil[1] == surface_.facet_vertices(c.facet)[1] ? 1 : 2;
      place(c.facet, std::clamp<Real>(-contacts.weight[entry + end], 0, 1), y);
    }
    contacts_.push_back(c);
    entry += size;
  }
  std::sort(places_.begin(), places_.end());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& c = contacts_[i];
    area[i] = 0;
    if (c.facet == kNone && !c.at_plane) continue;
    for (const Index f : surface_.facets_of(c.vertex))
      if (faces(f, c.normal, y))
        area[i] += c.at_plane ? size_of(f) / static_cast<Real>(surface_.dim) : share(f, c.vertex);
    if (surface_.dim == 2) area[i] *= width_between(c);
  }
}

/// Whether a vertex is the one that moves a half-space.
bool ContactAreas::is_plane(Index vertex) const {
  return std::ranges::find(surface_.plane_vertex, vertex) != surface_.plane_vertex.end();
}

/// Notes that another body's vertex touches a facet. At one of its ends it also touches the facet
/// beyond, unless the body has a corner there.
void ContactAreas::place(Index facet, Real at, View<Real> y) {
  places_.push_back({facet, at});
  if (at > kOnePlace && at < 1 - kOnePlace) return;
  const std::size_t end = at < 0.5 ? 0 : 1;
  const Vec<2> along = direction(facet, y);
  for (const Index next : surface_.facets_of(surface_.facet_vertices(facet)[end]))
    if (next != facet && direction(next, y).dot(along) >= kFaces)
      places_.push_back({next, static_cast<Real>(1 - end)});
}

/// Of length 1, from the first end of a facet to the second one.
Vec<2> ContactAreas::direction(Index facet, View<Real> y) const {
  const View<Index> ends = surface_.facet_vertices(facet);
  return (point<2>(y, ends[1]) - point<2>(y, ends[0])).normalized();
}

/// The facet that a vertex of a mesh touches in the plane, or kNone.
Index ContactAreas::facet_of(View<Index> stencil) const {
  if (surface_.dim != 2 || stencil.size() != 3 || surface_.radius[stencil[0]] > 0) return kNone;
  for (const Index f : surface_.facets_of(stencil[1])) {
    const View<Index> ends = surface_.facet_vertices(f);
    if (ends[0] == stencil[2] || ends[1] == stencil[2]) return f;
  }
  return kNone;
}

bool ContactAreas::faces(Index facet, const Vector3& normal, View<Real> y) const {
  const Vector3 outward = outward_area(facet, y);
  return -outward.dot(normal) >= kFaces * outward.norm();
}

/// The outward normal of a facet times its size, where the vertices are at y.
Vector3 ContactAreas::outward_area(Index facet, View<Real> y) const {
  Vector3 area = Vector3::Zero();
  for_each_facet(surface_.dim, surface_.facet_vertices(facet), y,
                 [&](View<Index>, const Vector3& a) { area = a; });
  return area;
}

/// m or m2, at the start of the run.
Real ContactAreas::size_of(Index facet) const {
  return outward_area(facet, surface_.reference).norm();
}

/// m, thickness of the thinner of the two bodies; obstacles are as thick as what touches them.
Real ContactAreas::width_between(const Contact& c) const {
  const auto of = [&](std::int32_t body) { return width_[static_cast<std::size_t>(body)]; };
  Real width = of(surface_.vertex_body[c.vertex]);
  if (c.facet != kNone) width = std::min(width, of(surface_.facet_body[c.facet]));
  return std::isfinite(width) ? width : 1;
}

/// Half of the distance in metres from the vertex, an end of the facet, to the next vertex on it.
Real ContactAreas::share(Index facet, Index vertex) const {
  const View<Index> ends = surface_.facet_vertices(facet);
  const bool from_start = ends[0] == vertex;
  Real nearest = 1, here = 1;
  for (auto p = std::lower_bound(places_.begin(), places_.end(), Place{facet, -1});
       p != places_.end() && p->facet == facet; ++p) {
    const Real distance = from_start ? p->at : 1 - p->at;
    if (distance <= kOnePlace)
      here += 1;
    else
      nearest = std::min(nearest, distance);
  }
  return nearest * size_of(facet) / 2 / here;
}

}  // namespace tactus::core
