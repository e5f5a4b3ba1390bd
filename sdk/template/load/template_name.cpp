// The load template_name. What is below is a spring from each point to its own place: replace the
// options, the force and its potential by yours.
#include <tactus/load.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

class TemplateName final : public Load {
 public:
  // What a user may write beside "body", "group", "at" and "factor" in an entry of "loads". Name,
  // unit, range and help are all that the reader, `tactus explain` and messages need.
  struct Options {
    Real stiffness = 1e3;
    void describe(OptionVisitor& o) {
      o.real("stiffness", stiffness).unit("N/m").at_least(0).help("of the spring at each point");
    }
  };
  explicit TemplateName(const Options& o) : o_(o) {}

  // Claim a potential only if force() is its negative gradient: check-plugin takes differences. A load
  // on facets claims load_surface and finds them in LoadTarget::facet.
  void capabilities(Capabilities& c) const override { c.provides(capability::load_potential); }

 private:
  void do_setup(const LoadTarget& target) override {
    target_ = target;  // its views are valid for the run
  }
  // Writes every number, each multiplied by the factor; what stood there before means nothing.
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    for (std::size_t i = 0; i < force.size(); ++i)
      force[i] = -at.factor * o_.stiffness * (at.position[i] - target_.reference[i]);
  }
  Real do_potential(const LoadQuery& at, Context&) const override {
    Real square = 0;
    for (std::size_t i = 0; i < at.position.size(); ++i) {
      const Real away = at.position[i] - target_.reference[i];
      square += away * away;
    }
    return at.factor * o_.stiffness * square / 2;
  }
  Real do_largest() const override { return 0; }  // it starts without force

  Options o_;
  LoadTarget target_;
};

}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "Springs from points to their own places")
