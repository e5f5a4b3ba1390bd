// Constraints state a row in terms of the positions y of surface vertices; solvers need it in
// terms of the increment u of degrees of freedom. The chain rule relates both: dg/du = (dg/dy) J
// with J = dy/du. For a node J is the identity and the entries are only copied (a "plain" row).
// For a vertex of a rigid body J contains the lever arm, and several vertices of one body
// contribute to the same degrees of freedom.
#include "core/contact/row_map.hpp"

#include <algorithm>
#include <array>

namespace tactus::core {
namespace {
using Block = std::array<Real, 3 * SurfaceMotion::kMostDofs>;
}

void RowMap::begin(View<std::uint8_t> fixed) {
  fixed_ = fixed;
  clear();
}

void RowMap::clear() {
  dof_.clear();
  source_.clear();
  plain_.clear();
  has_fixed_.clear();
}

void RowMap::add(View<Index> stencil) {
  const Index begin = dof_.entries();
  bool plain = true, has_fixed = false;
  for (std::size_t a = 0; a < stencil.size(); ++a) {
    const View<Index> dofs = motion_.dofs_of(stencil[a]);
    plain = plain && motion_.is_node(stencil[a]);
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      const Index dof = dofs[k];
      // A prescribed degree of freedom is no unknown. It has no entry, because two components
      // that only share a support must stay independent. What its motion changes is returned by
      // fixed_change().
      if (fixed_[static_cast<std::size_t>(dof)]) {
        has_fixed = true;
        continue;
      }
      const View<Index> row = dof_.under_way();
      const auto at = std::upper_bound(row.begin(), row.end(), dof);
      // another vertex of the same body has added it
      if (at != row.begin() && *(at - 1) == dof) continue;
      const Index position = at - row.begin();
      source_.insert(source_.begin() + begin + position,
                     static_cast<Index>(a) * motion_.dim() + static_cast<Index>(k));
      dof_.insert(position, dof);
    }
  }
  dof_.end_row();
  plain_.push_back(plain ? 1 : 0);
  has_fixed_.push_back(has_fixed ? 1 : 0);
}

/// Position of a degree of freedom within a row, or kNone if it is fixed.
Index RowMap::entry_of(Index row, Index dof) const {
  const View<Index> dofs = dof_[row];
  const auto at = std::lower_bound(dofs.begin(), dofs.end(), dof);
  return at != dofs.end() && *at == dof ? at - dofs.begin() : kNone;
}

void RowMap::gradient(const Row& row, const Placement& at, const Real* gradient, Real factor,
                      Real* out) const {
  const auto [begin, end] = dof_.range(row.number);
  if (is_plain(row.number)) {
    for (Index k = begin; k < end; ++k)
      out[k - begin] = factor * gradient[source_[static_cast<std::size_t>(k)]];
    return;
  }
  std::fill_n(out, end - begin, Real{0});
  const auto dim = static_cast<std::size_t>(motion_.dim());
  Block J;
  for (std::size_t a = 0; a < row.stencil.size(); ++a) {
    const View<Index> dofs = motion_.dofs_of(row.stencil[a]);
    motion_.derivative(at, row.stencil[a], J);
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      const Index entry = entry_of(row.number, dofs[j]);
      for (std::size_t d = 0; entry != kNone && d < dim; ++d)
        out[entry] += factor * (gradient[a * dim + d] * J[d * dofs.size() + j]);
    }
  }
}

void RowMap::jacobian(const Row& row, const Placement& at, const Real* frame, const Real* weight,
                      Real* out, View<Real> place) const {
  const auto [begin, end] = dof_.range(row.number);
  const Index dim = motion_.dim();
  if (is_plain(row.number)) {
    for (Index k = begin; k < end; ++k) {
      const Index source = source_[static_cast<std::size_t>(k)];
      for (Index d = 0; d < dim; ++d)
        out[(k - begin) * dim + d] = weight[source / dim] * frame[d * dim + source % dim];
    }
    return;
  }
  std::fill_n(out, (end - begin) * dim, Real{0});
  Block J;
  for (std::size_t a = 0; a < row.stencil.size(); ++a) {
    const View<Index> dofs = motion_.dofs_of(row.stencil[a]);
    motion_.jacobian(at, row.stencil[a], J, place);
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      const Index entry = entry_of(row.number, dofs[j]);
      if (entry == kNone) continue;
      for (Index d = 0; d < dim; ++d)
        for (Index e = 0; e < dim; ++e)
          out[entry * dim + d] +=
              weight[a] * frame[d * dim + e] * J[static_cast<std::size_t>(e) * dofs.size() + j];
    }
  }
}

Real RowMap::fixed_change(const Row& row, const Placement& at, const Real* gradient, Real factor,
                          View<Real> w) const {
  const auto dim = static_cast<std::size_t>(motion_.dim());
  Real change = 0;
  Block J;
  for (std::size_t a = 0; a < row.stencil.size(); ++a) {
    const View<Index> dofs = motion_.dofs_of(row.stencil[a]);
    const bool node = motion_.is_node(row.stencil[a]);
    if (!node) motion_.derivative(at, row.stencil[a], J);
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      const auto dof = static_cast<std::size_t>(dofs[j]);
      if (!fixed_[dof]) continue;
      if (node)
        change += factor * gradient[a * dim + j] * w[dof];
      else
        for (std::size_t d = 0; d < dim; ++d)
          change += factor * gradient[a * dim + d] * J[d * dofs.size() + j] * w[dof];
    }
  }
  return change;
}

}  // namespace tactus::core
