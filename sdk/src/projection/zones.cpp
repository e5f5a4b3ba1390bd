// Zones as disjoint sets of free vertices, and their motion.
#include "zones.hpp"

#include <algorithm>

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
  for (int d = 0; d < vertices_.dim; ++d)
    if (!fixed_[vertices_.dof[vertex] + d]) return true;
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
    const Index other = zone_[v];
    members.push_back(v);
    if (other == target) continue;
    if (other != kNone) {
      for (const Index w : members_[other])
        if (zone_[w] == other) zone_[w] = target;
      members.insert(members.end(), members_[other].begin(), members_[other].end());
      members_[other].clear();
    }
    if (is_free(v)) zone_[v] = target;
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() == before) return false;
  changed_[target] = 1;
  return true;
}

Outcome Zones::move(const Projection& in, bool all) {
  for (std::size_t z = 0; z < members_.size(); ++z) {
    if (members_[z].empty() || !(all || changed_[z])) continue;
    changed_[z] = 0;
    if (Outcome bad = move_one(members_[z], in); !bad) return bad;
  }
  return {};
}

Outcome Zones::move_one(const std::vector<Index>& members, const Projection& in) {
  const auto dim = static_cast<std::size_t>(vertices_.dim);
  position_.clear(), increment_.clear(), mass_.clear(), prescribed_.clear();
  for (const Index v : members) {
    const Index first = vertices_.dof[v];
    Real mass = 0;
    for (Index d = 0; d < vertices_.dim; ++d) {
      position_.push_back(vertices_.position[v * vertices_.dim + d]);
      increment_.push_back(in.predictor[first + d]);
      prescribed_.push_back(fixed_[first + d]);
      if (!fixed_[first + d]) mass = in.diagonal[first + d];
    }
    mass_.push_back(mass);
  }
  u_.resize(position_.size());
  const RigidNodes nodes{vertices_.dim, position_, increment_, mass_, prescribed_};
  if (Outcome bad = find_rigid_motion(nodes, u_); !bad) return bad;
  for (std::size_t i = 0; i < members.size(); ++i)
    for (std::size_t d = 0; d < dim; ++d) {
      const std::size_t k = i * dim + d;
      if (prescribed_[k]) continue;
      const Index dof = vertices_.dof[members[i]] + static_cast<Index>(d);
      in.u[dof] = u_[k];
      in.d[dof] = u_[k] - increment_[k];
      in.force[dof] = in.diagonal[dof] * in.d[dof];
    }
  return {};
}

void Zones::name(Out<Index> out) const {
  for (std::size_t z = 0; z < members_.size(); ++z)
    for (const Index v : members_[z])
      for (Index d = 0; d < vertices_.dim; ++d) out[vertices_.dof[v] + d] = static_cast<Index>(z);
}

}  // namespace tactus::projection
