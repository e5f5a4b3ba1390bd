// Nonlinear Gauss-Seidel: one contact after the other, each solved by its law with the reactions of all
// others as they are, until the natural residual says that it is enough.
#pragma once
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>

namespace tactus::testing {

class GaussSeidel final : public ContactSolver {
 public:
  struct Options {
    Real tolerance = 1e-12;
    Index sweeps = 10000;
    void describe(OptionVisitor& o) {
      o.real("tolerance", tolerance).above(0), o.integer("sweeps", sweeps).at_least(1);
    }
  };
  explicit GaussSeidel(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::implicit_law, capability::frames})
      c.needs(name);
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    return with_dimension(p.dim,
                          [&]<int D>(Dimension<D>) { return solve<D>(p, laws, out, context); });
  }
  template <int D>
  Outcome solve(const ReactionProblem& p, View<const ContactLaw*> laws, ReactionSolution& out,
                Context& context) {
    std::vector<Real> U(out.reactions.size());
    if (out.report.residuals) out.report.residuals->clear();
    Real residual = 0, scale = map(p.free_velocity).template lpNorm<Eigen::Infinity>();
    for (out.report.iterations = 1; out.report.iterations <= o_.sweeps; ++out.report.iterations) {
      for (Index i = 0; i < p.contacts; ++i) {
        p.delassus->apply(out.reactions, U, context);
        const Vec<D> free = point<D>(U, i) + point<D>(p.free_velocity, i) -
                            block<D>(p.delassus_diagonal, i) * point<D>(out.reactions, i);
        laws[p.law[i]]->solve(
            {.problem = &p, .contacts = {&i, 1}, .free = {free.data(), D}, .R = out.reactions},
            context);
      }
      p.delassus->apply(out.reactions, U, context);
      residual = 0;
      for (Index i = 0; i < p.contacts; ++i)
        residual =
            std::max(residual, natural_residual<D>(point<D>(U, i) + point<D>(p.free_velocity, i),
                                                   p.U_old[i * D], point<D>(out.reactions, i),
                                                   p.friction[i], p.restitution[i],
                                                   D / block<D>(p.delassus_diagonal, i).trace()));
      if (out.report.residuals) out.report.residuals->push_back(residual);
      if (residual <= o_.tolerance * scale) return {};
    }
    out.report.status = SolveStatus::out_of_iterations;
    return {};
  }
  Options o_;
};

}  // namespace tactus::testing
