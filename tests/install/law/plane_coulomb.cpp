#include <Eigen/LU>
#include <tactus/contact_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini and Coulomb in the plane, in closed form: open, sticking, or sliding to one side.
class PlaneCoulomb final : public ContactLaw {
 public:
  using Options = NoOptions;
  explicit PlaneCoulomb(const Options&) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  Index do_solve(const LawBatch& b, Context&) const override {
    const ReactionProblem& p = *b.problem;
    if (p.dim != 2) throw ConfigError("plane_coulomb works in the plane");
    for (std::size_t k = 0; k < b.contacts.size(); ++k) {
      const Index i = b.contacts[k];
      const Mat<2> W = block<2>(p.delassus_diagonal, i);
      Vec<2> free = point<2>(b.free, static_cast<Index>(k));
      free[0] += p.restitution[i] * std::min(Real{0}, p.U_old[2 * i]);
      Eigen::Map<Vec<2>>(b.R.data() + 2 * i) = reaction(W, free, p.friction[i]);
    }
    return 0;
  }
  static Vec<2> reaction(const Mat<2>& W, const Vec<2>& free, Real mu) {
    if (free[0] >= 0) return Vec<2>::Zero();
    const Vec<2> stick = -W.inverse() * free;
    if (std::abs(stick[1]) <= mu * stick[0]) return stick;
    const Vec<2> along(1, stick[1] > 0 ? mu : -mu);
    return -free[0] / (W.row(0) * along).value() * along;
  }
};
}  // namespace
TACTUS_PLUGIN(PlaneCoulomb, "plane_coulomb", "Signorini and Coulomb in the plane, closed form")
