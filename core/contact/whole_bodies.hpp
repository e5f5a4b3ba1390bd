/// \file whole_bodies.hpp  Bodies that move as a whole (rigid bodies), in the form in which
/// ContactVertices shows them to solvers.
#pragma once

#include <vector>

#include "core/model/surface_motion.hpp"
#include "tactus/contact_model.hpp"

namespace tactus::core {

class WholeBodies {
 public:
  explicit WholeBodies(const SurfaceMotion& motion);
  WholeBodies(const WholeBodies&) = delete;
  WholeBodies& operator=(const WholeBodies&) = delete;

  /// Computes their positions at q.
  void update(View<Real> q);
  View<Index> whole() const { return whole_; }  ///< as ContactVertices::whole
  View<WholeBody> bodies() const { return bodies_; }

 private:
  struct Member {
    const BodyKind* kind = nullptr;
    Index body = 0;
    std::vector<Index> vertices;
    Real centre[3] = {}, axes[9] = {};
  };
  Index number_of(const BodyKind* kind, Index body);

  std::vector<Index> whole_;
  std::vector<Member> members_;
  std::vector<WholeBody> bodies_;
};

}  // namespace tactus::core
