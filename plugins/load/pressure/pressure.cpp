// The load pressure: a force per area against the outward normal, which may follow the boundary.
#include <algorithm>
#include <tactus/geometry/facet_area.hpp>
#include <tactus/loads/dead_load.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Each corner of a facet takes an equal part of -p n da, which is exact for linear elements.
class Pressure final : public Load {
 public:
  struct Options {
    Real pressure = 0;
    bool follows = true;
    void describe(OptionVisitor& o) {
      o.real("pressure", pressure)
          .unit("Pa")
          .required()
          .help("pushes into the body; negative: pulls");
      o.flag("follows", follows)
          .help(
              "true: normal to the boundary as it is, per area as it is; false: normal and area of "
              "the start");
    }
  };
  explicit Pressure(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    c.provides(capability::load_surface);
    if (!o_.follows) c.provides(capability::load_potential);
  }

 private:
  void do_setup(const LoadTarget& target) override {
    target_ = target;
    load_.start(target);
    press(target.reference, 1, load_.forces());
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    if (!o_.follows) return load_.write(at, force);
    std::ranges::fill(force, Real{0});
    press(at.position, at.factor, force);
  }
  Real do_potential(const LoadQuery& at, Context&) const override { return load_.potential(at); }
  Real do_largest() const override { return load_.largest(); }

  /// The factor comes first: the force of every facet is rounded once.
  void press(View<Real> x, Real factor, Out<Real> force) const {
    const Real share = -factor * (o_.pressure * target_.thickness) / target_.dim;
    for_each_facet(target_.dim, target_.facet, x, [&](View<Index> corners, const Vector3& area) {
      add_to_corners(corners, share * area, force);
    });
  }

  Options o_;
  LoadTarget target_;
  DeadLoad load_;  ///< with normals and areas of the start
};

}  // namespace

TACTUS_PLUGIN(Pressure, "pressure", "A force per area along the normal of a part of a boundary")
