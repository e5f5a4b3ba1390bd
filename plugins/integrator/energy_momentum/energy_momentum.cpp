// The integrator energy_momentum: midpoint steps whose stress keeps the energy of elastic bodies.
#include <tactus/midpoint/midpoint.hpp>
#include <tactus/plugin.hpp>

#include "discrete_stress.hpp"

namespace energy_momentum {
using namespace tactus;

enum class TangentForm : std::uint8_t { full, symmetrised };
constexpr std::string_view kTangents[] = {"full", "symmetrised"};

/// Contact rows hold at the end of the step, as those of modified_midpoint: where they are linear, contact puts
/// no energy in.
class EnergyMomentum final : public MidpointRule {
 public:
  struct Options : MidpointRule::Options {
    TangentForm tangent = TangentForm::full;
    void describe(OptionVisitor& o) {
      MidpointRule::Options::describe(o);
      o.choice("tangent", tangent)
          .choices(kTangents)
          .help(
              "the matrix of Newton's method: as it is, which converges quadratically and takes a "
              "factorisation L U, or its symmetric part, with more iterations that cost less");
    }
  };
  explicit EnergyMomentum(const Options& o)
      : MidpointRule(o, {.fraction = 1, .gain_limit = 1e-3},
                     {.rule = &stress_, .symmetric = o.tangent == TangentForm::symmetrised}),
        symmetric_(o.tangent == TangentForm::symmetrised), stress_(symmetric_) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::problem_tangent, capability::assembled,
                      capability::second_order, capability::reversible})
      c.provides(name);
    if (symmetric_) c.provides(capability::symmetric);
    for (auto name : {capability::energy, capability::objective, capability::tangent})
      c.needs(name);
  }

 private:
  bool symmetric_;
  DiscreteStress stress_;
};

}  // namespace energy_momentum

TACTUS_PLUGIN(energy_momentum::EnergyMomentum, "energy_momentum",
              "midpoint steps that keep energy and momentum of elastic bodies exactly")
