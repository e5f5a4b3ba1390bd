#include "far_side.hpp"

namespace node_to_facet {

bool exclude_each_other(const Line& f, const Line& g) {
  const V2 middle_f = f.start + f.length / 2 * f.t, middle_g = g.start + g.length / 2 * g.t;
  return f.height(middle_g) < 0 || g.height(middle_f) < 0;
}

bool entered_elsewhere(const Boundary& boundary, Index facet, Real old_gap) {
  return -old_gap > boundary.altitude(facet) / 2;
}

}  // namespace node_to_facet
