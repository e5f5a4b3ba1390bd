// Components that break off in the middle of a run, in ways that the SDK does not know.
#include <functional>
#include <stdexcept>
#include <tactus/broad_phase.hpp>
#include <tactus/constraint.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

enum class Way { exception, number, far_pair };
enum class At { step, setup, save };

template <Way way>
class Pairs final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit Pairs(const Options&) {}

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    if (way == Way::exception) throw std::runtime_error("my bug");
    if (way == Way::number) throw 42;
    pairs.push_back({0, query.first->count});
  }
};

template <At at>
class Rows final : public Constraint {
 public:
  using Options = NoOptions;
  explicit Rows(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient}) c.provides(name);
  }

 private:
  void do_setup(const ConstraintSetup&, Context&) override {
    if (at == At::setup) throw std::logic_error("no table for this surface");
  }
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.reach = s.altitude;
  }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    if (at == At::step) throw std::logic_error("a row too many");
    return {};
  }
  void do_evaluate(const RowQuery&, const RowOutput&, Context&) const override {}
};

template <At at>
class Solver final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Solver(const Options&) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::increment); }
  void save(Archive&) const override {
    if (at == At::save) throw std::bad_function_call();
  }

 private:
  void do_setup(const Setup&, Context&) override {
    if (at == At::setup) throw std::out_of_range("body 9");
  }
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&, Context&) override {
    if (at == At::step) throw std::out_of_range("row 7");
    return {};
  }
};

/// Finds nothing and counts what it is told of steps.
class Witness final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit Witness(const Options&) {}
  void measure(MetricVisitor& m) const override {
    m.integer("accepted", accepted_, Reduce::last, "steps accepted");
    m.integer("rejected", rejected_, Reduce::last, "steps rejected");
    m.integer("contacts", accepted_, Reduce::last, "has the name of a column of the kernel");
  }
  void accept() override { ++accepted_; }
  void reject() override { ++rejected_; }

 private:
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {}
  Index accepted_ = 0, rejected_ = 0;
};

/// Breaks the kernel's rules in its answers.
enum class Answer { misuse, no_multipliers, retry_twice };
template <Answer answer>
class Rude final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Rude(const Options&) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::increment); }

 private:
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& s,
                             Context& context) override {
    if (answer == Answer::misuse) throw PreconditionError("I called somebody wrongly");
    DetectResult found;
    if (Outcome bad = contact.detect(s.w, found, context); !bad) return bad;
    if (answer == Answer::no_multipliers) {
      s.multiplier->assign(static_cast<std::size_t>(contact.rows().count) + 1, 1);
      return {};
    }
    s.multiplier->assign(static_cast<std::size_t>(contact.rows().count), 0);
    if (context.step.attempt < 2) return Outcome::retry(Cause::not_converged, "not yet", {}, 0.25);
    return problem.predictor().empty() ? Outcome::failed(Cause::unsupported, "empty") : Outcome{};
  }
};

class Numb final : public Integrator {
 public:
  using Options = NoOptions;
  explicit Numb(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::separable}) c.provides(name);
  }

 private:
  Outcome do_start(System&, const StateOut&, Context&) override { throw 42; }
  View<Stage> do_stages() const override { return kIncrementStage; }
  Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*&,
                   Context&) override {
    return Outcome::failed(Cause::unsupported, "it never gets here");
  }
  Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut&,
                    StepReport&, Context&) override {
    return {};
  }
};

}  // namespace

TACTUS_PLUGINS(registration<Pairs<Way::exception>>("throws", "throws an exception"),
               registration<Pairs<Way::number>>("throws_number", "throws a number"),
               registration<Pairs<Way::far_pair>>("far_pair", "answers a box that is not there"),
               registration<Rows<At::step>>("throws", "throws an exception"),
               registration<Rows<At::setup>>("throws_early", "throws an exception"),
               registration<Solver<At::step>>("throws", "throws an exception"),
               registration<Solver<At::setup>>("throws_early", "throws an exception"),
               registration<Solver<At::save>>("throws_late", "throws an exception"),
               registration<Witness>("witness", "counts steps"),
               registration<Rude<Answer::misuse>>("misuse", "throws a PreconditionError"),
               registration<Rude<Answer::no_multipliers>>("no_multipliers", "one too many"),
               registration<Rude<Answer::retry_twice>>("retry_twice", "asks for a quarter"),
               registration<Numb>("throws_number", "throws a number"))
