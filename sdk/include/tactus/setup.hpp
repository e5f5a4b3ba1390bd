/// \file setup.hpp  What integrators and contact solvers get once, before the first step.
///
/// The kernel makes it, and everything that it names is valid for the run. It may be copied.
#pragma once

#include "linear.hpp"
#include "state.hpp"

namespace tactus {

class ContactLaw;

struct Setup {
  const Layout* layout = nullptr;
  /// Linear solvers of the kernel; never null in a run.
  LinearSolvers* linear = nullptr;
  /// Null unless the mesh was refined by the configuration. The kernel refines none yet.
  const Hierarchy* hierarchy = nullptr;
  /// In the order of the configuration; for contact solvers alone, empty for integrators.
  View<const ContactLaw*> laws{};
};

}  // namespace tactus
