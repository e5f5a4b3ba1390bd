// The probe node: where a node is, how far it has moved, how fast it is.
#include <tactus/plugin.hpp>
#include <tactus/probes/mean_motion.hpp>

namespace {
using namespace tactus;

class NodeMotion final : public MeanMotion {
 public:
  using Options = NoOptions;
  explicit NodeMotion(const Options&) {}

  void capabilities(Capabilities& c) const override { c.provides(capability::probe_node); }
};

}  // namespace

TACTUS_PLUGIN(NodeMotion, "node", "Position, displacement and velocity of a node")
