// Rows of linear inequalities over the unknowns of a component.
#pragma once

#include <tactus/compressed_rows.hpp>

namespace local_sqp {
using namespace tactus;

/// Rows of A, each scaled to unit length, as sparse lists of local unknowns.
struct SparseRows {
  CompressedRows<> column;  ///< unknowns of each row
  std::vector<Real> value;  ///< parallel to column.all()

  Index count() const { return column.rows(); }
  void clear() { column.clear(), value.clear(); }
};

}  // namespace local_sqp
