// Numbers the unknowns of a component.
#include "tactus/projection/component.hpp"

#include <algorithm>

namespace tactus {

void ProjectionComponent::solve(const Projection& in, Context& context) {
  result = {};
  number_unknowns(in);
  do_solve(in, context);
  changed = false;
}

void ProjectionComponent::clear() {
  rows.clear();
  changed = true;
  result = {};
  do_clear();
}

void ProjectionComponent::merge(const ProjectionComponent& other) {
  do_merge(other);
  rows.insert(rows.end(), other.rows.begin(), other.rows.end());
  changed = true;
}

void ProjectionComponent::number_unknowns(const Projection& in) {
  const ContactRows& all = in.contact.rows();
  const auto each_entry = [&](auto&& visit) {
    for (const Index r : rows)
      for (Index k = all.start[r]; k < all.start[r + 1]; ++k) visit(all.dof[k]);
  };
  dof_.clear();
  each_entry([&](Index dof) {
    // The stored number may stem from another problem; it is valid only if it refers back to this
    // degree of freedom.
    const auto place = static_cast<std::size_t>(in.number[dof]);
    if (place < dof_.size() && dof_[place] == dof) return;
    in.number[dof] = static_cast<Index>(dof_.size());
    dof_.push_back(dof);
  });
  // Sorted, so that the order in which rows were found does not change the order of sums and
  // hence the last bits.
  std::sort(dof_.begin(), dof_.end());
  for (std::size_t k = 0; k < dof_.size(); ++k) in.number[dof_[k]] = static_cast<Index>(k);
  local_.clear();
  each_entry([&](Index dof) { local_.push_back(in.number[dof]); });
}

}  // namespace tactus
