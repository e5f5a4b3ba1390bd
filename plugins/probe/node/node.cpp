// The probe node: where a node is, how far it has moved, how fast it is.
#include <tactus/plugin.hpp>
#include <tactus/probes/mean_motion.hpp>

namespace {
using namespace tactus;

class NodeMotion final : public Probe {
 public:
  struct Options {
    void describe(OptionVisitor&) {}
  };
  explicit NodeMotion(const Options&) {}

  void capabilities(Capabilities& c) const override { c.provides(capability::probe_node); }

 private:
  void do_columns(int dim, ProbeVisitor& visitor) const override {
    MeanMotion::columns(dim, visitor);
  }
  void do_setup(const ProbeTarget& target) override { motion_.start(target); }
  void do_sample(const ProbeState& at, Out<Real> row, Context&) const override {
    motion_.measure(at, row);
  }

  MeanMotion motion_;
};

}  // namespace

TACTUS_PLUGIN(NodeMotion, "node", "Position, displacement and velocity of a node")
