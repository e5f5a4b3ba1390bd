#include "core/scene/capability_words.hpp"

#include <algorithm>
#include <array>

#include "tactus/midpoint/capabilities.hpp"
#include "tactus/statics/capabilities.hpp"
#include "tactus/statics/massless.hpp"

namespace tactus::core {
namespace {

struct Words {
  std::string_view name, text;
};

namespace c = capability;
constexpr std::array kWords{
    Words{c::energy, "an energy whose derivative is the stress"},
    Words{c::tangent, "a derivative of the stress"},
    Words{c::objective, "a stress that turns with the body"},
    Words{c::dissipation, "an account of what it dissipates"},
    Words{c::increment, "a step posed in increments"},
    Words{c::impulse, "a step posed in velocities"},
    Words{c::potential, "a residual that is the derivative of a potential"},
    Words{c::separable, "an explicit step"},
    Words{c::problem_tangent, "a tangent of the equations of an implicit step"},
    Words{c::assembled, "a tangent that is a sparse matrix"},
    Words{c::symmetric, "a symmetric tangent"},
    Words{
        c::middle_contact,
        "contact in the middle of a step (an option \"contact\": \"middle\", where there is one)"},
    Words{c::statics, "steps without inertia"},
    Words{c::massless_nodes, "steps of nodes without mass"},
    Words{c::keeps_energy, "a stress that keeps the energy of elastic bodies"},
    Words{c::second_order, "an error that falls with the square of the step"},
    Words{c::unilateral, "a value that has a lower bound where nothing overlaps"},
    Words{c::gradient, "a gradient of each contact"},
    Words{c::hessian, "a second derivative of each contact"},
    Words{c::frames, "a frame at each contact, for friction"},
    Words{c::gap, "a gap in metres"},
    Words{c::persistent, "a contact that stays while bodies touch"},
    Words{c::nodal, "a contact of its own for each vertex"},
    Words{c::complete, "a proof that nothing overlaps"},
    Words{c::swept, "a time of impact"},
    Words{c::implicit_law, "a reaction that is solved for"},
    Words{c::coulomb, "a law that is Coulomb's"},
    Words{c::explicit_law, "a reaction given by gap and velocity"},
    Words{c::projection, "a projection on what the law allows"},
    Words{c::linearised, "a linearisation of the law"},
    Words{c::feasible, "a solution that satisfies every contact"},
};

}  // namespace

std::string_view in_words(std::string_view capability) {
  const auto* found = std::ranges::find(kWords, capability, &Words::name);
  return found == kWords.end() ? capability : found->text;
}

}  // namespace tactus::core
