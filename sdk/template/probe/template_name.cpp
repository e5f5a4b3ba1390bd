// The probe template_name. What is below is the kinetic energy of points: replace the columns and how
// they are measured by yours.
#include <tactus/plugin.hpp>
#include <tactus/probe.hpp>

namespace {
using namespace tactus;

class TemplateName final : public Probe {
 public:
  // What a user may write beside "name", "body" and "group" in an entry of "probes".
  struct Options {
    Real factor = 1;
    void describe(OptionVisitor& o) {
      o.real("factor", factor).help("by which the energy is multiplied");
    }
  };
  explicit TemplateName(const Options& o) : o_(o) {}

  // A probe of one node claims probe_node, and takes "node" or "point" in place of "group".

 private:
  // Columns depend on the options and the number of axes alone. visitor.field("stress") would ask for
  // the stress of elements, to be found in ProbeState::field; a column that the material shows likewise.
  void do_columns(int, ProbeVisitor& visitor) const override {
    visitor.column("kinetic", "J", "kinetic energy of the points");
  }
  void do_setup(const ProbeTarget& target) override { target_ = target; }
  // Writes one number a column.
  void do_sample(const ProbeState& at, Out<Real> row, Context&) const override {
    const auto dim = static_cast<std::size_t>(target_.dim);
    Real sum = 0;
    for (std::size_t i = 0; i < at.velocity.size(); ++i)
      sum += target_.mass[i / dim] * at.velocity[i] * at.velocity[i] / 2;
    row[0] = o_.factor * sum;
  }

  Options o_;
  ProbeTarget target_;
};

}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "Kinetic energy of points")
