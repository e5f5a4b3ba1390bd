#include "core/step/contact_choice.hpp"

#include <fmt/format.h>

#include <numeric>

namespace tactus::core {
namespace {

// Why a contact is too deep: its vertex touched the other body in the step before, or did not.
constexpr std::string_view kDeeper =
    "the step is too long for the speed, or what presses is too strong for the mesh or for the "
    "stiffness of springs";
constexpr std::string_view kNew =
    "in the step before there was no contact at this vertex, so that the step is too long for the "
    "speed, or contact has not seen the bodies meet";

}  // namespace

Outcome ContactChoice::choose(View<Real> velocity, const TurningGaps* ahead,
                              const TouchRecord& touches, ReactionRows& out, Context& context) {
  const ContactRows& rows = contact_.rows();
  all_rows_.resize(static_cast<std::size_t>(rows.count));
  std::iota(all_rows_.begin(), all_rows_.end(), Index{0});
  value_.resize(all_rows_.size());
  if (all_rows_.empty()) return {};
  if (Outcome bad = contact_.evaluate(all_rows_, velocity, {.value = value_.data()}, context); !bad)
    return bad;
  for (const Index r : all_rows_) {
    const Real gap = value_[static_cast<std::size_t>(r)] / rows.scale[r];
    const bool closed = is_closed(r, gap);
    if (!closed && !(ahead && ahead->begins(r, gap))) continue;
    if (rows.start[r] == rows.start[r + 1]) {
      immovable_ += closed ? 1 : 0;
      continue;
    }
    if (Outcome bad = check_depth(r, gap, touches); !bad) return bad;
    out.row.push_back(r);
    out.gap.push_back(gap);
  }
  return {};
}

/// m, the largest gap at which the law of a row acts.
Real ContactChoice::reach_of(Index row) const {
  const std::int32_t law = rows_.law_of(row);
  return law < 0 ? 0 : laws_.reach(law);
}

Outcome ContactChoice::check_depth(Index row, Real gap, const TouchRecord& touches) const {
  if (!(-gap > depth_limit_.least())) return {};
  const ContactRows& rows = contact_.rows();
  const auto from = static_cast<std::size_t>(rows.stencil_start[row]);
  const auto to = static_cast<std::size_t>(rows.stencil_start[row + 1]);
  const View<Index> stencil = rows.stencil.subspan(from, to - from);
  const Real thickness = depth_limit_.thickness(stencil);
  if (!(-gap > thickness / 2)) return {};
  return Outcome::retry(Cause::motion_too_large,
                        fmt::format("a contact is {:.4g} m deep, more than half of the {:.4g} m "
                                    "that lie behind it: {}",
                                    -gap, thickness, touches.is_new(stencil) ? kNew : kDeeper),
                        {Item::contact, row});
}

}  // namespace tactus::core
