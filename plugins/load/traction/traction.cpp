// The load traction: a force per area that keeps its direction.
#include <tactus/geometry/facet_area.hpp>
#include <tactus/loads/dead_load.hpp>
#include <tactus/plugin.hpp>
#include <utility>

namespace {
using namespace tactus;

/// Each corner of a facet takes an equal part, which is exact for linear elements.
class Traction final : public Load {
 public:
  struct Options {
    std::vector<Real> traction;
    void describe(OptionVisitor& o) {
      o.axes("traction", traction)
          .unit("Pa")
          .required()
          .help("force per area of the boundary at the start; its direction stays");
    }
  };
  explicit Traction(Options o) : o_(std::move(o)) {}

  void capabilities(Capabilities& c) const override {
    c.provides(capability::load_surface);
    c.provides(capability::load_potential);
  }

 private:
  void do_setup(const LoadTarget& target) override {
    load_.start(target);
    const Eigen::Map<const Eigen::VectorXd> given(o_.traction.data(), target.dim);
    Vector3 traction = Vector3::Zero();
    traction.head(target.dim) = given;
    for_each_facet(
        target.dim, target.facet, target.reference, [&](View<Index> corners, const Vector3& area) {
          add_to_corners(corners, target.thickness / target.dim * (area.norm() * traction),
                         load_.forces());
        });
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    load_.write(at, force);
  }
  Real do_potential(const LoadQuery& at, Context&) const override { return load_.potential(at); }
  Real do_largest() const override { return load_.largest(); }

  Options o_;
  DeadLoad load_;
};

}  // namespace

TACTUS_PLUGIN(Traction, "traction",
              "A force per area on a part of a boundary, the same vector everywhere")
