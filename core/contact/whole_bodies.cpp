#include "core/contact/whole_bodies.hpp"

#include <algorithm>

namespace tactus::core {

WholeBodies::WholeBodies(const SurfaceMotion& motion) {
  if (motion.others().empty()) return;
  whole_.assign(static_cast<std::size_t>(motion.vertices()), kNone);
  Index number = 0;  // as of the last vertex, or the next one: vertices are in the order of bodies
  for (const Index v : motion.others()) {
    const BodyKind* const kind = motion.body_of(v).first;
    const Index body = motion.body_of(v).second;
    const auto is = [&](Index n) {
      if (n >= static_cast<Index>(members_.size())) return false;
      const Member& m = members_[static_cast<std::size_t>(n)];
      return m.kind == kind && m.body == body;
    };
    if (!is(number)) number = is(number + 1) ? number + 1 : number_of(kind, body);
    whole_[static_cast<std::size_t>(v)] = number;
    members_[static_cast<std::size_t>(number)].vertices.push_back(v);
  }
  for (const Member& m : members_) {
    const auto dim = static_cast<std::size_t>(motion.dim());
    bodies_.push_back({.dofs = m.kind->ranges().body(m.body).dofs,
                       .vertices = m.vertices,
                       .centre = View<Real>(m.centre, dim),
                       .axes = View<Real>(m.axes, dim == 3 ? 9 : 0)});
  }
}

Index WholeBodies::number_of(const BodyKind* kind, Index body) {
  const auto same = [&](const Member& m) { return m.kind == kind && m.body == body; };
  // The boundary vertices of a body are consecutive numbers, apart from the inner ones.
  const auto found = std::find_if(members_.rbegin(), members_.rend(), same);
  if (found != members_.rend()) return members_.rend() - found - 1;
  members_.push_back({.kind = kind, .body = body, .vertices = {}});
  return static_cast<Index>(members_.size()) - 1;
}

void WholeBodies::update(View<Real> q) {
  for (Member& m : members_) m.kind->body_pose(q, m.body, m.centre, m.axes);
}

}  // namespace tactus::core
