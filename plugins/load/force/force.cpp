// The load force: a force of a given sum that keeps its direction.
#include <tactus/loads/dead_load.hpp>
#include <tactus/plugin.hpp>
#include <utility>

namespace {
using namespace tactus;

/// On a whole body each point takes a part by its mass, on a group or a place equal parts.
class Force final : public Load {
 public:
  struct Options {
    std::vector<Real> force;
    void describe(OptionVisitor& o) {
      o.axes("force", force)
          .unit("N")
          .required()
          .help(
              "in all, on each copy of an array; its direction stays. The nodes of a group take "
              "equal "
              "parts, those of a whole body each by its mass");
    }
  };
  explicit Force(Options o) : o_(std::move(o)) {}

  void capabilities(Capabilities& c) const override { c.provides(capability::load_potential); }

 private:
  void do_setup(const LoadTarget& target) override {
    load_.start(target);
    Real mass = 0;
    for (const Real m : target.mass) mass += m;
    const auto dim = static_cast<std::size_t>(target.dim), points = target.mass.size();
    for (std::size_t p = 0; p < points; ++p)
      for (std::size_t d = 0; d < dim; ++d)
        load_.at(p, d) = target.whole ? target.mass[p] / mass * o_.force[d]
                                      : o_.force[d] / static_cast<Real>(points);
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

TACTUS_PLUGIN(Force, "force", "A force on a body, on a group of its nodes or on one node")
