// The solver direct, for explicit laws: it evaluates the law once for each contact, as if the
// contact were alone. Nothing is iterated, and contacts do not influence each other.
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/reactions/residual.hpp>

namespace {
using namespace tactus;

/// R_i follows from the law of contact i with U_i = B_i + W_ii R_i, where B does not include the
/// effect of other contacts. With n sticking contacts on one rigid body the result therefore is (1
/// - n) U instead of 0, up to the friction limit: docs/theory/contact_solver_direct.md.
class Direct final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Direct(const Options&) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::explicit_law, capability::frames})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("unsolved_laws", unsolved_, Reduce::sum,
              "contacts whose law did not find its reaction");
  }

 private:
  static constexpr Index kGrain = 256;  ///< contacts per task of a thread

  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    if (out.residuals) out.residuals->clear();
    out.iterations = 0;
    if (Outcome bad = check_contacts(p, laws.size(), Blocks::any); !bad) return bad;
    Index unsolved = 0;
    for (std::size_t l = 0; l < laws.size(); ++l) {
      contacts_.clear();
      free_.clear();
      for (Index i = 0; i < p.contacts; ++i) {
        if (p.law[static_cast<std::size_t>(i)] != static_cast<std::int32_t>(l)) continue;
        contacts_.push_back(i);
        const auto first = p.free_velocity.begin() + i * p.dim;
        free_.insert(free_.end(), first, first + p.dim);
      }
      if (!contacts_.empty()) unsolved += solve(p, *laws[l], out.reactions, context);
    }
    unsolved_ += unsolved;
    out.status = unsolved == 0 ? SolveStatus::converged : SolveStatus::stalled;
    return {};
  }

  Index solve(const ReactionProblem& p, const ContactLaw& law, Out<Real> R,
              Context& context) const {
    const auto sum = [&](Range range, Context& local) {
      const auto first = static_cast<std::size_t>(range.begin),
                 count = static_cast<std::size_t>(range.size()),
                 dim = static_cast<std::size_t>(p.dim);
      return static_cast<Real>(
          law.solve({.problem = &p,
                     .contacts = View<Index>(contacts_).subspan(first, count),
                     .free = View<Real>(free_).subspan(first * dim, count * dim),
                     .R = R},
                    local));
    };
    return static_cast<Index>(
        context.executor->sum(static_cast<Index>(contacts_.size()), kGrain, sum));
  }

  std::vector<Index> contacts_;
  std::vector<Real> free_;
  Index unsolved_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Direct, "direct", "Reactions of explicit laws, each contact by itself")
