// Rigid impact zones as disjoint sets of free vertices, and their motion.
//
// The nodes of a zone move as one rigid body from the start of the step. A rigid motion preserves
// all distances, so that an admissible start stays admissible within the zone without any row.
// The motion is chosen such that momenta are conserved and contact does no work
// (docs/theory/impact_zones.md, "The motion of a zone").
#include "zones.hpp"

#include <algorithm>
#include <numeric>

#include "tactus/projection/rigid_motion.hpp"

namespace tactus::projection {

void Zones::begin(const ContactVertices& vertices, View<std::uint8_t> fixed) {
  for (const auto& zone : members_)
    for (const Index v : zone) zone_[v] = kNone;
  members_.clear();
  changed_.clear();
  vertices_ = vertices;
  fixed_ = fixed;
  zone_.resize(vertices.dof.size(), kNone);
}

Index Zones::nodes() const {
  Index sum = 0;
  for (const auto& zone : members_) sum += static_cast<Index>(zone.size());
  return sum;
}

bool Zones::is_free(Index vertex) const {
  const Range dofs = vertices_.dofs(vertex);
  for (Index dof = dofs.begin; dof < dofs.end; ++dof)
    if (!fixed_[dof]) return true;
  return false;
}

bool Zones::join(View<Index> vertices) {
  Index target = kNone;
  for (const Index v : vertices) {
    if (zone_[v] != kNone && (target == kNone || zone_[v] < target)) target = zone_[v];
  }
  if (std::none_of(vertices.begin(), vertices.end(), [&](Index v) { return is_free(v); }))
    return false;
  if (target == kNone) {
    target = static_cast<Index>(members_.size());
    members_.emplace_back();
    changed_.push_back(1);
  }
  std::vector<Index>& members = members_[target];
  const std::size_t before = members.size();
  for (const Index v : vertices) {
    if (vertices_.is_node(v)) {
      include(v, target, members);
      continue;
    }
    for (const Index w : vertices_.body(v).vertices) include(w, target, members);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() == before) return false;
  changed_[target] = 1;
  return true;
}

void Zones::include(Index vertex, Index target, std::vector<Index>& members) {
  const Index other = zone_[vertex];
  members.push_back(vertex);
  if (other == target) return;
  if (other != kNone) {
    for (const Index w : members_[other])
      if (zone_[w] == other) zone_[w] = target;
    members.insert(members.end(), members_[other].begin(), members_[other].end());
    members_[other].clear();
  }
  // A node that is prescribed in every direction belongs to any number of zones: it constrains
  // each of them, but transfers no motion from one to another, and therefore does not merge them.
  if (is_free(vertex)) zone_[vertex] = target;
}

Outcome Zones::move(const Projection& in, bool all) {
  for (std::size_t z = 0; z < members_.size(); ++z) {
    if (members_[z].empty() || !(all || changed_[z])) continue;
    changed_[z] = 0;
    if (Outcome bad = move_one(members_[z], in); !bad) return bad;
  }
  return {};
}

void Zones::collect_node(Index first_dof, const Real* position, const Projection& in) {
  first_dof_.push_back(first_dof);
  Real mass = 0;
  for (Index d = 0; d < vertices_.dim; ++d) {
    position_.push_back(position[d]);
    increment_.push_back(in.predictor[first_dof + d]);
    prescribed_.push_back(fixed_[first_dof + d]);
    if (!fixed_[first_dof + d]) mass = in.diagonal[first_dof + d];
  }
  mass_.push_back(mass);
}

void Zones::collect(const std::vector<Index>& members, const Projection& in) {
  first_dof_.clear(), turning_dof_.clear(), position_.clear(), increment_.clear(), mass_.clear();
  prescribed_.clear(), inertia_.clear(), spin_.clear(), axes_.clear();
  for (const Index v : members) {
    if (vertices_.is_node(v)) {
      collect_node(vertices_.dof[v], vertices_.position.data() + v * vertices_.dim, in);
      continue;
    }
    const WholeBody& body = vertices_.body(v);
    // A rigid body takes part once, by its centre and its spin, however many of its vertices are
    // in the zone. Otherwise its mass would be counted once per vertex.
    if (v != body.vertices.front()) continue;
    collect_node(body.dofs.begin, body.centre.data(), in);
    for (Index dof = body.dofs.begin + vertices_.dim; dof < body.dofs.end; ++dof) {
      turning_dof_.push_back(dof);
      inertia_.push_back(in.diagonal[dof]);
      spin_.push_back(in.predictor[dof]);
    }
    axes_.insert(axes_.end(), body.axes.begin(), body.axes.end());
  }
}

void Zones::write(Index dof, Real u, const Projection& in) {
  in.u[dof] = u;
  // Both operands are increments, of the size of the motion in one step. A difference of
  // positions would contain rounding errors of the size eps |x|, which 2/dt would magnify in the
  // velocity.
  in.d[dof] = u - in.predictor[dof];
  in.force[dof] = in.diagonal[dof] * in.d[dof];
}

Outcome Zones::move_one(const std::vector<Index>& members, const Projection& in) {
  const auto dim = static_cast<std::size_t>(vertices_.dim);
  collect(members, in);
  u_.resize(position_.size());
  turn_.resize(spin_.size());
  const RigidNodes nodes{vertices_.dim, position_, increment_, mass_,
                         prescribed_,   inertia_,  spin_,      axes_};
  if (Outcome bad = find_rigid_motion(nodes, u_, turn_); !bad) return bad;
  for (std::size_t i = 0; i < first_dof_.size(); ++i)
    for (std::size_t d = 0; d < dim; ++d) {
      const std::size_t k = i * dim + d;
      if (!prescribed_[k]) write(first_dof_[i] + static_cast<Index>(d), u_[k], in);
    }
  for (std::size_t k = 0; k < turning_dof_.size(); ++k) write(turning_dof_[k], turn_[k], in);
  return {};
}

void Zones::name(Out<Index> out) const {
  // The number of a zone, or of the first zone that it shares a prescribed node with.
  std::vector<Index> number(members_.size());
  std::iota(number.begin(), number.end(), Index{0});
  const auto for_dofs = [&](const auto& use) {
    for (std::size_t z = 0; z < members_.size(); ++z)
      for (const Index v : members_[z]) {
        const Range dofs = vertices_.dofs(v);
        for (Index dof = dofs.begin; dof < dofs.end; ++dof) use(number[z], out[dof]);
      }
  };
  for_dofs([&](Index mine, Index& named) {
    if (named == kNone) named = mine;
    const auto [first, second] = std::minmax({number[static_cast<std::size_t>(named)], mine});
    std::replace(number.begin(), number.end(), Index{second}, Index{first});
  });
  for_dofs([](Index mine, Index& named) { named = mine; });
}

}  // namespace tactus::projection
