/// \file convergence_finding.hpp  The criterion of the verdict for steps that were accepted although
/// their reactions had not converged.
#pragma once

#include <optional>

#include "core/record/summary.hpp"

namespace tactus::core {

/// What accepted steps amount to, and whether it is too much: a fault if more than the allowed share
/// of the steps with contacts is coarse, if in one of them a residual moved a contact too far, or if
/// contact added energy in them. Nothing if every step converged.
std::optional<Finding> convergence_finding(const Summary& summary);

}  // namespace tactus::core
