// Union-find over rows by their degrees of freedom. Components keep the data from which their
// solution is warm-started.
#include "partition.hpp"

#include <algorithm>
#include <utility>

namespace tactus::projection {

void Partition::setup(Index dofs, Make make) {
  make_ = std::move(make);
  component_of_.assign(static_cast<std::size_t>(dofs), kNone);
  pool_.clear();
  touched_.clear();
  used_ = 0, seen_ = 0;
}

void Partition::clear() {
  for (const Index dof : touched_) component_of_[dof] = kNone;
  touched_.clear();
  used_ = 0, seen_ = 0;
}

void Partition::add_new_rows(const ContactRows& rows) {
  // Rows are only appended, so that components can only grow or merge. Union-find therefore
  // continues where the previous detection stopped.
  if (rows.pattern != pattern_) clear();  // a stencil has grown, which may join components
  pattern_ = rows.pattern;
  for (; seen_ < rows.count; ++seen_) {
    Index target = kNone;
    const View<Index> dofs =
        rows.dof.subspan(static_cast<std::size_t>(rows.start[seen_]),
                         static_cast<std::size_t>(rows.start[seen_ + 1] - rows.start[seen_]));
    for (const Index dof : dofs) {
      const Index other = component_of_[dof];
      if (other == kNone || other == target) continue;
      if (target == kNone) {
        target = other;
      } else {
        // The lower number always survives. The order of components, and with it the order of
        // sums, then depends on the rows alone.
        const auto [low, high] = std::minmax(target, other);
        merge(low, high, rows);
        target = low;
      }
    }
    if (target == kNone) target = new_component();
    pool_[target]->rows.push_back(seen_);
    pool_[target]->changed = true;
    for (const Index dof : dofs) {
      if (component_of_[dof] == kNone) touched_.push_back(dof);
      component_of_[dof] = target;
    }
  }
}

Index Partition::new_component() {
  if (used_ == pool_.size()) pool_.push_back(make_());
  pool_[used_]->clear();
  return static_cast<Index>(used_++);
}

void Partition::merge(Index into, Index from, const ContactRows& rows) {
  for (const Index row : pool_[from]->rows)
    for (Index k = rows.start[row]; k < rows.start[row + 1]; ++k) component_of_[rows.dof[k]] = into;
  pool_[into]->merge(*pool_[from]);
  pool_[from]->clear();
  pool_[from]->changed = false;
}

}  // namespace tactus::projection
