// The integrator energy_momentum: midpoint steps whose stress keeps the energy of elastic bodies.
#include <tactus/midpoint/midpoint.hpp>
#include <tactus/plugin.hpp>

#include "discrete_stress.hpp"

namespace energy_momentum {
using namespace tactus;

enum class TangentForm : std::uint8_t { full, symmetrised };
constexpr std::string_view kTangents[] = {"full", "symmetrised"};
enum class Place : std::uint8_t { end, middle };
constexpr std::string_view kPlaces[] = {"end", "middle"};

/// Contact rows are evaluated at the end of the step, where they put no energy in as far as they are linear,
/// or in its middle, as springs with a dynamic gap need them.
class EnergyMomentum final : public MidpointRule {
 public:
  struct Options : MidpointRule::Options {
    TangentForm tangent = TangentForm::full;
    Place contact = Place::end;
    void describe(OptionVisitor& o) {
      MidpointRule::Options::describe(o);
      o.choice("contact", contact)
          .choices(kPlaces)
          .help(
              "where in the step contact is evaluated: end, for sqp; middle for penalty, which "
              "keeps the energy");
      o.choice("tangent", tangent)
          .choices(kTangents)
          .help(
              "the matrix of Newton's method as it is, or its symmetric part, with more iterations "
              "that cost less");
    }
  };
  explicit EnergyMomentum(const Options& o)
      : MidpointRule(o, {.fraction = o.contact == Place::middle ? 0.5 : 1, .gain_limit = 1e-3},
                     {.rule = &stress_, .symmetric = o.tangent == TangentForm::symmetrised}),
        symmetric_(o.tangent == TangentForm::symmetrised), in_middle_(o.contact == Place::middle),
        stress_(symmetric_) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::problem_tangent, capability::assembled,
                      capability::second_order, capability::reversible, capability::keeps_energy})
      c.provides(name);
    if (symmetric_) c.provides(capability::symmetric);
    if (in_middle_) c.provides(capability::middle_contact);
    for (auto name : {capability::energy, capability::objective, capability::tangent})
      c.needs(name);
  }

 private:
  bool symmetric_, in_middle_;
  DiscreteStress stress_;
};

}  // namespace energy_momentum

TACTUS_PLUGIN(energy_momentum::EnergyMomentum, "energy_momentum",
              "midpoint steps that keep energy and momentum of elastic bodies exactly")
