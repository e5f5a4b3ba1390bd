// The integrator midpoint: forces and contact in the middle of the step.
#include <tactus/midpoint/midpoint.hpp>
#include <tactus/plugin.hpp>

namespace midpoint {
using namespace tactus;

/// Rows hold in the middle of the step, g(q_n (+) u/2) >= 0, and their gradient in u is half of that in
/// q. Contact puts energy in where the middle is pushed out and the end has not been in (README.md).
class Midpoint final : public MidpointRule {
 public:
  using Options = MidpointRule::Options;
  explicit Midpoint(const Options& o) : MidpointRule(o, {.fraction = 0.5, .gain_limit = 1e-3}) {}
  void capabilities(Capabilities& c) const override {
    MidpointRule::capabilities(c);
    c.provides(capability::middle_contact);
  }
};

}  // namespace midpoint

TACTUS_PLUGIN(midpoint::Midpoint, "midpoint",
              "midpoint rule with contact in the middle of the step, for comparison")
