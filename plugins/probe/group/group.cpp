// The probe group: where the nodes of a group are, how far they have moved and how fast they are, on the average.
#include <tactus/plugin.hpp>
#include <tactus/probes/mean_motion.hpp>

namespace {
using namespace tactus;

class GroupMotion final : public Probe {
 public:
  struct Options {
    void describe(OptionVisitor&) {}
  };
  explicit GroupMotion(const Options&) {}

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

TACTUS_PLUGIN(GroupMotion, "group",
              "Mean position, displacement and velocity of the nodes of a group")
