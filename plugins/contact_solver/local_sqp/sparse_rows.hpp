// Rows of inequalities over a component's unknowns.
#pragma once

#include <tactus/types.hpp>
#include <vector>

namespace local_sqp {
using namespace tactus;

/// Rows of A, each scaled to unit length, as sparse lists of local unknowns.
struct SparseRows {
  std::vector<Index> start{0};
  std::vector<Index> column;
  std::vector<Real> value;

  Index count() const { return static_cast<Index>(start.size()) - 1; }
  void clear() { start.assign(1, 0), column.clear(), value.clear(); }
};

}  // namespace local_sqp
