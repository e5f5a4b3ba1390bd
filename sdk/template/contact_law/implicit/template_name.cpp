#include <algorithm>
#include <tactus/contact_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State law and source here. To start from: Signorini and Coulomb by projection on the friction
/// cone K, with the relative velocity U = free + W R (normal first) and Newton's restitution e:
///   R <- proj_K(R - rho s),  s = U + (e min(0, U_old_N) + mu |U_T|) n,  rho = 1/trace W
/// which stands still where the law holds (De Saxce and Feng).
class TemplateName final : public ContactLaw {
 public:
  struct Options {
    Index iterations = 10000;
    void describe(OptionVisitor& o) {
      o.integer("iterations", iterations).at_least(1).help("limit for a contact and call");
    }
  };
  explicit TemplateName(const Options& o) : iterations_(o.iterations) {}

  /// Friction and restitution come with each contact; what is the law's own goes into Options.
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  /// All contacts of the batch, which do not influence each other. Const: several threads may call.
  /// Returns how many did not converge; these keep their best reaction, and the solver decides.
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
      Index failures = 0;
      for (std::size_t k = 0; k < batch.contacts.size(); ++k)
        if (!solve_one<D>(batch, k)) ++failures;
      return failures;
    });
  }

  template <int D>
  bool solve_one(const LawBatch& batch, std::size_t k) const {
    const ReactionProblem& p = *batch.problem;
    const Index contact = batch.contacts[k];
    const auto i = static_cast<std::size_t>(contact);
    const Mat<D> W = block<D>(p.delassus_diagonal, contact);
    const Vec<D> free = point<D>(batch.free, static_cast<Index>(k));
    const Real mu = p.friction[i], e = p.restitution[i], rho = 1 / W.trace();
    const Real U_old = p.U_old.empty() ? 0 : p.U_old[i * D];
    const Real enough = batch.tolerance * free.norm();
    Eigen::Map<Vec<D>> R(batch.R.data() + i * D);
    for (Index n = 0; n < iterations_; ++n) {
      const Vec<D> U = free + W * R;
      // The number that decides, the same for every law and solver.
      if (natural_residual<D>(U, U_old, R, mu, e, D * rho) <= enough) return true;
      Vec<D> s = U;
      s[0] += e * std::min(Real(0), U_old) + mu * U.template tail<D - 1>().norm();
      R = projected<D>(R - rho * s, mu);
    }
    return false;
  }

  /// The nearest point of the cone |R_T| <= mu R_N.
  template <int D>
  static Vec<D> projected(const Vec<D>& x, Real mu) {
    const Real t = x.template tail<D - 1>().norm();
    if (mu * t + x[0] <= 0) return Vec<D>::Zero();
    if (t <= mu * x[0]) return x;
    Vec<D> y;
    y[0] = (mu * t + x[0]) / (1 + mu * mu);
    y.template tail<D - 1>() = mu * y[0] / t * x.template tail<D - 1>();
    return y;
  }

  Index iterations_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
