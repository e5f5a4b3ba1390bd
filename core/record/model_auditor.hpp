/// \file model_auditor.hpp  Connects the audit to the surface of a model.
#pragma once

#include "core/audit/audit.hpp"
#include "core/contact/behind_outside.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// An auditor for all boundary facets and particles. Each body is also tested against itself,
/// whether or not contact considers self contact, because no body may pass through itself
/// unnoticed. Its points are those of Surface, [vertices * dim]. Overlaps that count as touching
/// are those up to touching_tolerance().
Auditor make_auditor(const Model& model, const Configuration& configuration);

/// m: bodies that overlap nowhere deeper than this touch, at the start of a run as in its audits and
/// its verdict. It is 64 units in the last place of the largest coordinate of the configuration, to
/// which its numbers can place a body, and in a run that solves for reactions at least the gap that
/// counts as closed.
Real touching_tolerance(const Model& model, const Configuration& configuration);

/// Refuses a model whose bodies overlap at the start by more than they do where they touch, because
/// contact cannot repair that.
/// @throws ModelError that names the bodies, tells where they are deepest in each other, and what to do.
void refuse_overlap(const Model& model, Auditor& auditor);

/// Refuses a model of which vertices begin deeper than touching_tolerance() behind a floor or its like.
/// @throws ModelError as refuse_overlap()
void refuse_behind_outside(const Model& model, const Configuration& configuration,
                           View<BehindOutside> behind);

/// As both, for a state taken from another run.
/// @param points  of that state, [vertices * dim] m
/// @throws ModelError about what is found first of bodies, and of bodies and what is outside
void refuse_overlap_of_start(const Model& model, Auditor& auditor, View<Real> points,
                             View<BehindOutside> behind);

}  // namespace tactus::core
