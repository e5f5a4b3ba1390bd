// The probe group: where the nodes of a group are, how far they have moved and how fast they are, on the average.
#include <tactus/plugin.hpp>
#include <tactus/probes/mean_motion.hpp>

namespace {
using namespace tactus;

class GroupMotion final : public MeanMotion {
 public:
  using Options = NoOptions;
  explicit GroupMotion(const Options&) {}
};

}  // namespace

TACTUS_PLUGIN(GroupMotion, "group",
              "Mean position, displacement and velocity of the nodes of a group")
