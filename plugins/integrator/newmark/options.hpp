/// \file options.hpp  The options of the integrator newmark.
#pragma once

#include <tactus/options.hpp>

namespace newmark {
using namespace tactus;

/// The velocity of a node in contact changes by ((1 + e)/dt) d, with e = 1 for reflect and e = 0
/// for stop.
enum class Impact : std::uint8_t { reflect, stop };
inline constexpr std::string_view kImpacts[] = {"reflect", "stop"};

/// The mass matrix: lumped for beta = 0, consistent for beta > 0 unless it is written out.
enum class MassOption : std::uint8_t { automatic, lumped, consistent };
inline constexpr std::string_view kMasses[] = {"auto", "lumped", "consistent"};

struct NewmarkOptions {
  Real beta = 0, gamma = 0.5, safety = 0.5;
  Impact impact = Impact::reflect;
  MassOption mass = MassOption::automatic;
  bool restore_angular_momentum = true;
  void describe(OptionVisitor& o) {
    o.real("beta", beta)
        .at_least(0)
        .at_most(0.5)
        .help(
            "0: explicit; above it the steps are implicit (1/4: average acceleration, any step "
            "is "
            "stable)");
    o.real("gamma", gamma).at_least(0.5).at_most(1).help("1/2: no numerical damping");
    o.real("safety", safety).above(0).at_most(1).help("step over the largest stable one");
    o.choice("impact", impact)
        .choices(kImpacts)
        .help(
            "struck nodes: reflect (Kane) keeps the speed of approach, stop takes it away; "
            "contact forces are less noisy with stop");
    o.choice("mass", mass)
        .choices(kMasses)
        .help("the mass matrix: auto is lumped for beta = 0, which needs it, and consistent above");
    o.require(
        beta > 0 || mass != MassOption::consistent, "mass",
        "explicit steps (beta = 0) need the lumped mass: write \"lumped\", or a beta above 0");
    o.flag("restore_angular_momentum", restore_angular_momentum)
        .help(
            "turn the velocities of each contact problem so that it is exact; beta = 0 and gamma "
            "= 1/2 only");
  }
};

}  // namespace newmark
