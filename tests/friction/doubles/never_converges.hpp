// A solver of reactions that never converges: it hands back the reactions of its option, the same for
// each contact, and says so, or it calls them converged.
#pragma once
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>

namespace tactus::testing {

class NeverConverges final : public ContactSolver {
 public:
  struct Options {
    Real normal = 0;    ///< N s
    bool lies = false;  ///< calls them converged
    void describe(OptionVisitor& o) {
      o.real("normal", normal).unit("N s").help("normal reaction of each contact");
      o.flag("lies", lies).help("say that the reactions converged");
    }
  };
  explicit NeverConverges(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::implicit_law, capability::frames})
      c.needs(name);
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*>,
                            ReactionSolution& out, Context&) override {
    std::fill(out.reactions.begin(), out.reactions.end(), Real{0});
    for (Index i = 0; i < p.contacts; ++i)
      out.reactions[static_cast<std::size_t>(i * p.dim)] = o_.normal;
    out.report.iterations = 3;
    if (out.report.residuals) out.report.residuals->assign({0.5, 0.25});
    if (p.contacts > 0 && !o_.lies) out.report.status = SolveStatus::stalled;
    return {};
  }
  Options o_;
};

}  // namespace tactus::testing
