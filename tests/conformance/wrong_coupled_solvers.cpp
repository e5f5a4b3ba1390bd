// Solvers of assembled contact problems that are wrong in one way each, and the sentence that names it. The
// sound ones to start from are shipped plugins: the problem, the contact and the linear solvers that they
// are handed are passed on with one thing changed, or what they answer is.
#include <tactus/conformance/contact_solver_promises.hpp>
#include <tactus/conformance/doubles.hpp>
#include <utility>

#include "kill.hpp"
#include "tests/support/make_component.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

Eigen::MatrixXd dense(const LinearOperator& a, Context& context) {
  const auto n = static_cast<Eigen::Index>(a.size());
  Eigen::MatrixXd A(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, j);
    a.apply({unit.data(), static_cast<std::size_t>(n)},
            {A.col(j).data(), static_cast<std::size_t>(n)}, context);
  }
  return A;
}

/// One solve: what was asked, and the sound answer.
struct CoupledSolverAsked {
  StepProblem& problem;
  ContactModel& contact;
  StepSolution& s;
  Context& context;
  Outcome outcome;
};

/// What is wrong; what is empty is passed on.
struct CoupledSolverChange {
  bool one_tangent = false;   ///< the problem is that of its first tangent
  bool linear_rows = false;   ///< rows are those of their first gradients
  bool factors_once = false;  ///< factors are kept as long as the size is the same
  bool claims_feasible = false;
  std::function<void(CoupledSolverAsked&)> answer{};
};

/// Passes a problem on, or its linearisation at the predictor.
class CoupledSolverOfOtherProblem final : public StepProblem {
 public:
  CoupledSolverOfOtherProblem(StepProblem& sound, const CoupledSolverChange& change,
                              Context& context)
      : sound_(sound), start_(sound.predictor().begin(), sound.predictor().end()) {
    if (!change.one_tangent) return;
    const LinearOperator* A = nullptr;
    r_.resize(start_.size());
    if (!sound.residual(start_, r_, context) || !sound.tangent(start_, A, context)) return;
    A_ = std::make_unique<MatrixOperator>(dense(*A, context));
  }
  Structure structure() const override { return sound_.structure(); }
  bool linear() const override { return sound_.linear() && !A_; }
  const ContactPoint& contact() const override { return sound_.contact(); }
  View<std::uint8_t> fixed() const override { return sound_.fixed(); }
  View<Real> predictor() const override { return sound_.predictor(); }
  Outcome residual(View<Real> w, Out<Real> r, Context& c) const override {
    if (A_) {
      map(r) = map(View<Real>(r_)) + A_->matrix() * (map(w) - map(View<Real>(start_)));
      return {};
    }
    return sound_.residual(w, r, c);
  }
  Outcome potential(View<Real> w, Real& value, Context& c) const override {
    if (A_) return Outcome::retry(Cause::unsupported, "it has no potential");
    return sound_.potential(w, value, c);
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& c) override {
    if (!A_) return sound_.tangent(w, result, c);
    result = A_.get();
    return {};
  }

 private:
  StepProblem& sound_;
  std::vector<Real> start_, r_;
  std::unique_ptr<MatrixOperator> A_;
};

/// Passes contact on.
class OtherContact final : public ContactModel {
 public:
  OtherContact(ContactModel& sound, const CoupledSolverChange& change)
      : sound_(sound), change_(change) {}
  const ContactRows& rows() const override { return sound_.rows(); }
  const ContactVertices& vertices() const override { return sound_.vertices(); }
  const Violations& violations() const override { return sound_.violations(); }
  void allow(View<Remedy> remedy) override { sound_.allow(remedy); }
  void lift_bans() override { sound_.lift_bans(); }
  Outcome detect(View<Real> w, DetectResult& result, Context& c) override {
    return sound_.detect(w, result, c);
  }
  Outcome restart(View<Index> bans, Context& c) override { return sound_.restart(bans, c); }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                   Context& c) const override {
    if (!change_.linear_rows) return sound_.evaluate(rows, w, out, c);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& row = first(rows[i], w, c);
      if (out.value) {
        out.value[i] = row.value;
        for (std::size_t k = 0; k < row.dof.size(); ++k)
          out.value[i] += row.gradient[k] * (w[row.dof[k]] - row.at[k]);
      }
      if (out.held) out.held[i] = 0;
      for (const Real g : row.gradient) {
        if (out.gradient) out.gradient[entry] = g;
        ++entry;
      }
    }
    return {};
  }
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context& c) const override {
    if (change_.linear_rows) return {};
    return sound_.hessian(rows, weights, w, sink, c);
  }
  Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& c) override {
    return sound_.safe_fraction(w0, w1, fraction, c);
  }

 private:
  struct Row {
    Real value = 0;
    std::vector<Index> dof{};
    std::vector<Real> gradient{}, at{};
  };
  const Row& first(Index row, View<Real> w, Context& c) const {
    const auto known = first_.find(row);
    if (known != first_.end()) return known->second;
    const ContactRows& all = sound_.rows();
    Row& made = first_[row];
    for (Index e = all.start[row]; e < all.start[row + 1]; ++e) {
      made.dof.push_back(all.dof[e]);
      made.at.push_back(w[all.dof[e]]);
    }
    made.gradient.resize(made.dof.size());
    const std::vector<Index> one{row};
    if (!sound_.evaluate(one, w, {.value = &made.value, .gradient = made.gradient.data()}, c))
      throw Error("no row");
    return made;
  }
  ContactModel& sound_;
  const CoupledSolverChange& change_;
  mutable std::map<Index, Row> first_;
};

/// Lends linear solvers that factor the first matrix of each size only.
class FirstFactors final : public LinearSolvers {
 public:
  LinearSolvers* sound = nullptr;
  std::unique_ptr<LinearSolver> make(LinearMethod method) override {
    return std::make_unique<Solver>(sound->make(method));
  }
  std::unique_ptr<Assembler> assembler() override { return sound->assembler(); }

 private:
  class Solver final : public LinearSolver {
   public:
    explicit Solver(std::unique_ptr<LinearSolver> sound) : sound_(std::move(sound)) {}
    Outcome prepare(const LinearOperator& a, Context& c) override {
      if (std::exchange(size_, a.size()) == a.size()) return {};
      return sound_->prepare(a, c);
    }
    Outcome solve(View<Real> b, Out<Real> x, Index columns, Context& c) override {
      return sound_->solve(b, x, columns, c);
    }

   private:
    std::unique_ptr<LinearSolver> sound_;
    Index size_ = 0;
  };
};

class WrongCoupledSolver final : public ContactSolver {
 public:
  WrongCoupledSolver(const std::string& base, CoupledSolverChange change)
      : sound_(testing::make_component<ContactSolver>(base)), change_(std::move(change)) {}
  void capabilities(Capabilities& c) const override {
    sound_->capabilities(c);
    if (change_.claims_feasible) c.provides(capability::feasible);
  }

 private:
  void do_setup(const Setup& setup, Context& c) override {
    Setup lent = setup;
    solvers_.sound = setup.linear;
    if (change_.factors_once) lent.linear = &solvers_;
    sound_->setup(lent, c);
  }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& c) override {
    if (problem.structure() == Structure::diagonal)
      return sound_->solve(problem, contact, solution, c);
    CoupledSolverOfOtherProblem other(problem, change_, c);
    OtherContact seen(contact, change_);
    CoupledSolverAsked asked{problem, contact, solution, c,
                             sound_->solve(other, seen, solution, c)};
    if (change_.answer) change_.answer(asked);
    return asked.outcome;
  }
  void do_history(HistoryVisitor& columns) const override { sound_->history(columns); }
  void accept() override { sound_->accept(); }
  void reject() override { sound_->reject(); }

  std::unique_ptr<ContactSolver> sound_;
  CoupledSolverChange change_;
  FirstFactors solvers_;
};

const std::string
    kBalanced = "coupled masses: r(w) = contact force = G' lambda",
    kUnilateral = "coupled masses: rows hold, push and do not pull, and not where they are open",
    kHundreds = "coupled masses: hundreds of rows are solved as a few are",
    kRemembers = "coupled masses: an answer depends on the question alone",
    kFails = "coupled masses: a problem without a value is no success";

struct CoupledSolverCase {
  std::string name;
  Expected expected;
  CoupledSolverChange change;
  std::string base = "sqp";
};

std::vector<CoupledSolverCase> wrong_coupled_solver_problems() {
  return {
      {"a problem that is linear from its predictor on",
       {kBalanced, "at most 1e-07"},
       {.one_tangent = true}},
      {"rows that do not bend", {kBalanced, "at most 1e-07"}, {.linear_rows = true}},
      {"factors of the problem before",
       {kRemembers, "not that of a fresh object"},
       {.factors_once = true}},
      {"springs that claim to be feasible",
       {kUnilateral, "at most 1e-07"},
       {.claims_feasible = true},
       "penalty"},
  };
}

std::vector<CoupledSolverCase> wrong_coupled_solver_answers() {
  const auto answers = [](std::function<void(CoupledSolverAsked&)> answer) {
    return CoupledSolverChange{.answer = std::move(answer)};
  };
  return {
      {"rows that pull where they are open",
       {kUnilateral, "at most 1e-07"},
       answers([](CoupledSolverAsked& a) {
         for (Real& l : *a.s.multiplier) l -= 1e-5;
       })},
      {"takes no value for a solution",
       {kFails, "had no value, and the outcome is ok"},
       answers([](CoupledSolverAsked& a) {
         if (a.outcome.cause == Cause::inverted_element) a.outcome = {};
       })},
      {"forgets a row behind the fiftieth",
       {kHundreds, "at most 1e-07"},
       answers([](CoupledSolverAsked& a) {
         for (std::size_t k = 50; k < a.s.multiplier->size(); ++k)
           if (std::exchange((*a.s.multiplier)[k], 0) > 0) return;
       })},
  };
}

}  // namespace

void tactus::conformance::add_coupled_solvers(Kills& kills, Sounds& sounds) {
  const std::string kind = "contact solver, coupled increments";
  const auto run = [](const CoupledSolverCase& c, Check& check) {
    contact_solver_promises([&] { return std::make_unique<WrongCoupledSolver>(c.base, c.change); },
                            check);
  };
  add(kills, kind, "another problem", wrong_coupled_solver_problems(), run,
      {{"factors of the problem before", "memory"}});
  add(kills, kind, "a wrong answer", wrong_coupled_solver_answers(), run,
      {{"forgets a row behind the fiftieth", "only with many"}});
  for (const std::string base : {"sqp", "penalty"})
    sounds.push_back(
        {"contact solver " + base, base == "sqp" ? 18 : 8, [base](Check& check) {
           contact_solver_promises(
               [&] { return std::make_unique<WrongCoupledSolver>(base, CoupledSolverChange{}); },
               check);
         }});
}
