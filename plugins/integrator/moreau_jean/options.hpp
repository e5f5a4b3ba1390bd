/// \file options.hpp  The options of the integrator moreau_jean.
#pragma once

#include <array>
#include <tactus/options.hpp>

namespace moreau_jean {
using namespace tactus;

enum class Drift : std::uint8_t { none, project };

/// For theta > 0 consistent unless it is written out; explicit steps need the lumped mass.
enum class MassOption : std::uint8_t { automatic, lumped, consistent };

struct MoreauOptions {
  Real theta = 0, safety = 0.5;
  Drift drift = Drift::none;
  MassOption mass = MassOption::automatic;
  void describe(OptionVisitor& o) {
    o.real("theta", theta)
        .at_least(0)
        .at_most(1)
        .help(
            "0: explicit elasticity; 1/2 to 1: implicit, stable for any step in which bodies turn "
            "little (1/2 conserves the energy of linear bodies, more damps, rotations too)");
    o.require(theta == 0 || theta >= 0.5, "theta",
              "between 0 and 1/2 steps are implicit and stable only below a limit: write 0, which "
              "is explicit, or 1/2 to 1, which has none");
    o.real("safety", safety).above(0).at_most(1).help("step over 2/omega_max where theta is 0");
    static constexpr std::array<std::string_view, 2> kDrifts{"none", "project"};
    o.choice("drift", drift)
        .choices(kDrifts)
        .help(
            "of positions where bodies touch: it stays, or positions are projected after each "
            "step, by /contact/stages/projection");
    static constexpr std::array<std::string_view, 3> kMasses{"auto", "lumped", "consistent"};
    o.choice("mass", mass)
        .choices(kMasses)
        .help(
            "the mass matrix: auto is lumped for theta = 0, which needs it, and consistent "
            "above");
    o.require(theta > 0 || mass != MassOption::consistent, "mass",
              "explicit steps (theta = 0) need the lumped mass: write \"lumped\", or a theta from "
              "1/2 to 1");
  }
};

}  // namespace moreau_jean
