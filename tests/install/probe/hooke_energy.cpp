#include <tactus/plugin.hpp>
#include <tactus/probe.hpp>

namespace {
using namespace tactus;

/// The energy that Hooke's law stores at a stress: ((1 + nu) s:s - nu (tr s)^2)/(2 E), summed by volume.
class HookeEnergy final : public Probe {
 public:
  struct Options {
    Real young = 1, poisson = 0;
    void describe(OptionVisitor& o) {
      o.real("young", young).unit("Pa").above(0).help("of the material");
      o.real("poisson", poisson).between(-1, 0.5).help("of the material");
    }
  };
  explicit HookeEnergy(const Options& o) : o_(o) {}

 private:
  void do_columns(int, ProbeVisitor& v) const override {
    v.column("energy", "J", "stored in the elements of the group");
    v.field("stress");
  }
  void do_setup(const ProbeTarget& target) override { target_ = target; }
  void do_sample(const ProbeState& at, Out<Real> row, Context&) const override {
    row[0] = 0;
    const bool plane = target_.dim == 2;  // xx yy xy zz, or xx yy zz xy yz xz; von Mises last
    for (std::size_t e = 0; e < target_.volume.size(); ++e) {
      const Real* s = at.field[0].data() + e * (plane ? 5 : 7);
      const Real zz = plane ? s[3] : s[2], trace = s[0] + s[1] + zz;
      const Real shear = plane ? s[2] * s[2] : s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
      const Real square = s[0] * s[0] + s[1] * s[1] + zz * zz + 2 * shear;
      row[0] += target_.volume[e] * ((1 + o_.poisson) * square - o_.poisson * trace * trace) /
                (2 * o_.young);
    }
  }
  Options o_;
  ProbeTarget target_;
};
}  // namespace
TACTUS_PLUGIN(HookeEnergy, "hooke_energy",
              "Energy that Hooke's law stores at the stress of elements")
