#include <tactus/load.hpp>
#include <tactus/plugin.hpp>
#include <utility>

namespace {
using namespace tactus;

/// A spring from each point to a place that moves: f = -k (x - p - v t), potential k/2 |x - p - v t|^2.
class Tether final : public Load {
 public:
  struct Options {
    Real stiffness = 1;
    std::vector<Real> place, velocity;
    void describe(OptionVisitor& o) {
      o.real("stiffness", stiffness).unit("N/m").above(0).help("of the spring at each point");
      o.axes("place", place).unit("m").required().help("where the springs end at the start");
      o.axes("velocity", velocity).unit("m/s").required().help("with which that place moves");
    }
  };
  explicit Tether(Options o) : o_(std::move(o)) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::load_potential); }

 private:
  void do_setup(const LoadTarget& target) override { target_ = target; }
  Real away(const LoadQuery& at, std::size_t i) const {
    const std::size_t d = i % static_cast<std::size_t>(target_.dim);
    return at.position[i] - (o_.place[d] - target_.origin[d] + o_.velocity[d] * at.time);
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    for (std::size_t i = 0; i < force.size(); ++i)
      force[i] = -at.factor * o_.stiffness * away(at, i);
  }
  Real do_potential(const LoadQuery& at, Context&) const override {
    Real square = 0;
    for (std::size_t i = 0; i < at.position.size(); ++i) square += away(at, i) * away(at, i);
    return at.factor * o_.stiffness / 2 * square;
  }
  Real do_largest() const override { return 0; }
  Options o_;
  LoadTarget target_;
};
}  // namespace
TACTUS_PLUGIN(Tether, "tether", "Springs from points to a place that moves")
