// Components that break off in the middle of a run, in ways that the SDK does not know.
#include <stdexcept>
#include <tactus/broad_phase.hpp>
#include <tactus/constraint.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

enum class Way { exception, number, far_pair };

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

class Rows final : public Constraint {
 public:
  using Options = NoOptions;
  explicit Rows(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient}) c.provides(name);
  }

 private:
  Detection do_detection(const Scales& s) const override {
    return {.facet_facet = true, .reach = s.altitude};
  }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    throw std::logic_error("a row too many");
  }
  void do_evaluate(const ContactSet&, View<Index>, View<Real>, const RowOutput&,
                   Context&) const override {}
};

class Solver final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Solver(const Options&) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::increment); }

 private:
  void do_setup(const SolverSetup&, Context&) override {}
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&, Context&) override {
    throw std::out_of_range("row 7");
  }
};

}  // namespace

TACTUS_PLUGINS(registration<Pairs<Way::exception>>("throws", "throws an exception"),
               registration<Pairs<Way::number>>("throws_number", "throws a number"),
               registration<Pairs<Way::far_pair>>("far_pair", "answers a box that is not there"),
               registration<Rows>("throws", "throws an exception"),
               registration<Solver>("throws", "throws an exception"))
