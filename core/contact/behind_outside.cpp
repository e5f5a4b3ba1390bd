#include "core/contact/behind_outside.hpp"

#include <limits>

#include "core/contact/contact_model.hpp"

namespace tactus::core {

/// The constraint is asked without candidates, and under a list number that no step uses: what a constraint keeps of
/// this list must not be taken for that of the first step.
std::vector<BehindOutside> behind_outside(KernelContact& contact, View<Real> y, Context& context) {
  Constraint& constraint = contact.constraint_;
  const View<std::string_view> names = constraint.outside();
  if (names.empty()) return {};
  const ContactGeometry& geometry = contact.rows_.places().geometry();
  DetectQuery query;
  query.surface = geometry.surface;
  query.list = std::numeric_limits<std::uint64_t>::max();
  query.y_old = query.y = query.y_list = y;
  query.movable = geometry.motion->movable();
  ContactSet set;
  set.dim = geometry.surface->dim;
  const DetectResult ignored = constraint.detect(query, set, context);
  (void)ignored;
  std::vector<BehindOutside> behind;
  for (Index row = 0; row < set.rows(); ++row) {
    const std::int32_t outside = set.outside[row];
    if (outside < 0 || outside >= static_cast<std::int32_t>(names.size()) ||
        set.stencil(row).empty())
      continue;
    Real gap = 0;
    constraint.evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.value = &gap}, context);
    if (const Real depth = -gap / set.scale[row]; depth > 0)
      behind.push_back({set.stencil(row).front(), names[static_cast<std::size_t>(outside)], depth});
  }
  return behind;
}

}  // namespace tactus::core
