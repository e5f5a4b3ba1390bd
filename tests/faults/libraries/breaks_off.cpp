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
  void do_setup(const Surface&, Context&) override {
    if (at == At::setup) throw std::logic_error("no table for this surface");
  }
  Detection do_detection(const Scales& s) const override {
    return {.facet_facet = true, .reach = s.altitude};
  }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    if (at == At::step) throw std::logic_error("a row too many");
    return {};
  }
  void do_evaluate(const ContactSet&, View<Index>, View<Real>, const RowOutput&,
                   Context&) const override {}
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
  void do_setup(const SolverSetup&, Context&) override {
    if (at == At::setup) throw std::out_of_range("body 9");
  }
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&, Context&) override {
    if (at == At::step) throw std::out_of_range("row 7");
    return {};
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
               registration<Numb>("throws_number", "throws a number"))
