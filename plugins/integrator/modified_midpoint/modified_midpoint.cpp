// The integrator modified_midpoint: forces in the middle of the step, contact at its end.
#include <tactus/midpoint/midpoint.hpp>
#include <tactus/plugin.hpp>

namespace modified_midpoint {
using namespace tactus;

/// Rows hold at the end of the step. Where they are linear contact puts no energy in; smooth curved
/// surfaces bring up to a percent.
class ModifiedMidpoint final : public MidpointRule {
 public:
  using Options = MidpointRule::Options;
  explicit ModifiedMidpoint(const Options& o)
      : MidpointRule(o, {.fraction = 1, .gain_limit = 2e-2}) {}
};

}  // namespace modified_midpoint

TACTUS_PLUGIN(modified_midpoint::ModifiedMidpoint, "modified_midpoint",
              "midpoint rule with contact at the end of the step, Midpoint (5)")
