// Contact solvers that are wrong in one way each, and the sentence that names it. The sound one to
// start from is the projected Gauss-Seidel method of the template.
#include <chrono>
#include <numeric>
#include <tactus/plugin.hpp>
#include <thread>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <tactus/conformance/contact_solver_promises.hpp>

#include "kill.hpp"
#include "sdk/template/contact_solver/increments/template_name.cpp"  // NOLINT

namespace {
using namespace tactus;
using namespace tactus::conformance;

/// One solve: what was asked, and the sound answer.
struct Asked {
  StepProblem& problem;
  ContactModel& contact;
  StepSolution& s;
  Context& context;
  Outcome outcome;

  bool found_rows() const { return contact.rows().count > 0; }
  void refuse() { outcome = Outcome::retry(Cause::infeasible, "too much work"); }
  /// To a correction of the predictor that is `factor` times the sound one.
  void stretch(Real factor) {
    const View<Real> start = problem.predictor();
    for (std::size_t i = 0; i < s.w.size(); ++i) s.w[i] = start[i] + factor * (s.w[i] - start[i]);
  }
};
using Change = std::function<void(Asked&)>;

class Wrong : public ContactSolver {
 public:
  explicit Wrong(Change change, bool claims_components = false)
      : change_(std::move(change)), claims_components_(claims_components) {}
  void capabilities(Capabilities& c) const override {
    sound_.capabilities(c);
    if (claims_components_) c.provides(capability::components);
  }

 private:
  void do_setup(const Setup& setup, Context& c) override { sound_.setup(setup, c); }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& c) override {
    Outcome outcome = sound_.solve(problem, contact, solution, c);
    Asked asked{problem, contact, solution, c, std::move(outcome)};
    if (change_) change_(asked);
    return asked.outcome;
  }
  TemplateName sound_{TemplateName::Options{}};
  Change change_;
  bool claims_components_;
};

const std::string kLinear = "linear rows are solved as by trying all active sets",
                  kStationary = "M (w - predictor) = contact force = G' lambda",
                  kRemembers = "an answer depends on the question alone",
                  kThreads = "threads and the order of work do not matter",
                  kInfeasible = "what has no solution is said to have none",
                  kWall = "a wall may push what is at rest";

struct Case {
  std::string name;
  Expected expected;
  Change change;
  bool components = false;
};

std::vector<Case> wrong_answers() {
  return {
      {"another correction where there are more than 200 rows",
       {"hundreds of rows are solved as a few are", "at most 1e-07"},
       [](Asked& a) {
         if (a.contact.rows().count > 100) a.stretch(1 + 1e-5);
       }},
      {"another correction with more than 3 degrees of freedom",
       {kLinear, "at most 1e-07"},
       [](Asked& a) {
         if (a.s.w.size() > 3) a.stretch(1 + 1e-5);
       }},
      {"forces a hundred-thousandth too large",
       {kStationary, "at most 1e-07"},
       [](Asked& a) {
         for (Real& force : a.s.contact_force) force *= 1 + 1e-5;
       }},
      {"a static count of calls",
       {kRemembers, "not that of a fresh object"},
       [](Asked& a) {
         static int calls = 0;
         a.stretch(1 + 1e-14 * ++calls);
       }},
      {"shares among rows that repeat each other as it did before",
       {kRemembers, "not that of a fresh object"},
       [before = std::make_shared<Real>(0)](Asked& a) {
         if (a.s.multiplier && a.s.multiplier->size() == 36)
           a.s.multiplier->front() += 1e-9 * ++*before;
       }},
      {"half of the correction",
       {"a chain of beads is solved as by pooling neighbours", "at most 1e-07"},
       [](Asked& a) { a.stretch(0.5); }},
      {"a correction off by 1e-6",
       {"what is open is not pushed", "at most 1e-07"},
       [](Asked& a) { a.stretch(1 + 1e-6); }},
      {"rows a little below zero",
       {"no row is left below zero", "at most 0e+00"},
       [](Asked& a) { a.stretch(1 - 1e-8); }},
      {"multipliers of the wrong sign",
       {"multipliers are not negative", "at most 0e+00"},
       [](Asked& a) {
         for (Real& lambda : *a.s.multiplier) lambda = -lambda;
       }},
      {"says ok where there is no solution",
       {kInfeasible, "rows that contradict each other and the outcome is ok"},
       [](Asked& a) { a.outcome = {}; }},
      {"goes on with rows that have no value",
       {"rows without a value are no success", "and the outcome is ok"},
       [](Asked& a) {
         if (a.outcome.cause == Cause::not_finite) a.outcome = {};
       }},
      {"does not know that it was stopped",
       {"asked to stop it stops, and says so", "a row is violated, and the outcome is ok"},
       [](Asked& a) {
         if (a.outcome.cause == Cause::interrupted) a.outcome = {};
       }},
      {"moves what is fixed",
       {"fixed degrees of freedom stay", "was moved or pushed"},
       [](Asked& a) {
         for (std::size_t i = 0; i < a.s.w.size(); ++i)
           if (a.problem.fixed()[i]) a.s.w[i] += 1e-9;
       }},
      {"compares the first push of all with no energy",
       {kWall, "nothing has moved so far, a wall pushes, and it says: too much work"},
       [](Asked& a) {
         if (a.found_rows() && a.context.step.energy == 0) a.refuse();
       }},
      {"counts the work on what is free, and not that on a driven wall",
       {kWall, "there is little energy, a wall pushes, and it says: too much work"},
       [](Asked& a) {
         const Real energy = a.context.step.energy;
         const Real work = map(View<Real>(a.s.contact_force)).dot(map(View<Real>(a.s.w)));
         if (energy > 0 && work > 1e-3 * energy) a.refuse();
       }},
      {"leaves out what corrects less than a micrometre",
       {"in micrometres increments are the same", "at most 1e-07"},
       [](Asked& a) {
         const View<Real> start = a.problem.predictor();
         for (std::size_t i = 0; i < a.s.w.size(); ++i)
           if (std::abs(a.s.w[i] - start[i]) < 1e-6) a.s.w[i] = start[i];
       }},
      {"drifts where nothing touches",
       {"without contact the predictor is the solution", "at most 1e-12"},
       [](Asked& a) { a.s.w[0] += 1e-9; }},
      {"a group a degree of freedom",
       {"groups are those of the rows", "a row joins two problems"},
       [](Asked& a) {
         a.s.group->resize(a.s.w.size());
         std::iota(a.s.group->begin(), a.s.group->end(), 0);
       }},
  };
}

std::vector<Case> wrong_memories() {
  return {
      {"relies on the order of chunks",
       {kThreads, "in another order"},
       [](Asked& a) {
         Real sum = 0;
         a.context.executor->for_each(static_cast<Index>(a.s.w.size()), 4, [&](Range r, Context&) {
           for (Index i = r.begin; i < r.end; ++i) sum += a.s.w[static_cast<std::size_t>(i)];
           a.s.w[static_cast<std::size_t>(r.begin)] += 1e-13 * sum;
         });
       }},
      {"is not thread-safe: threads share its work",
       {kThreads, "the solution is another"},
       [](Asked& a) {
         volatile Real shared = 0;
         a.context.executor->for_each(static_cast<Index>(a.s.w.size()), 1, [&](Range r, Context&) {
           shared = a.s.w[static_cast<std::size_t>(r.begin)];
           std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others come in between
           a.s.w[static_cast<std::size_t>(r.begin)] +=
               shared - a.s.w[static_cast<std::size_t>(r.begin)];
         });
       }},
      {"lets problems know of each other",
       {"problems that share nothing are solved apart", "than each alone"},
       [](Asked& a) { a.stretch(1 + 1e-14 * static_cast<Real>(a.contact.rows().count)); },
       true},
      {"claims to split problems and does not",
       {"problems that share nothing are solved apart", "that share nothing are one group"},
       [](Asked& a) {
         for (Index& group : *a.s.group)
           if (group != kNone) group = 0;
       },
       true},
  };
}

class CountsAhead final : public Wrong {
 public:
  CountsAhead() : Wrong(Change{}) {}
  void measure(MetricVisitor& m) const override {
    m.integer("calls", calls_, Reduce::sum, "calls that were answered");
  }

 private:
  Index calls_ = 1;
};

}  // namespace

void tactus::conformance::add_increment_solvers(Kills& kills, Sounds& sounds) {
  const std::string kind = "contact solver, increments";
  const auto run = [](const Case& c, Check& check) {
    contact_solver_promises([&] { return std::make_unique<Wrong>(c.change, c.components); }, check);
  };
  add(kills, kind, "a wrong answer", wrong_answers(), run,
      {{"another correction with more than 3 degrees of freedom",
        "only with more than 3 degrees of freedom"},
       {"a static count of calls", "static memory that objects share"},
       {"rows a little below zero", "claim: solver.feasible"},
       {"leaves out what corrects less than a micrometre", "units"},
       {"another correction where there are more than 200 rows", "only with many"}});
  add(kills, kind, "memory", wrong_memories(), run,
      {{"claims to split problems and does not", "claim: solver.components"},
       {"relies on the order of chunks", "threads"},
       {"is not thread-safe: threads share its work", "threads"}});
  kills.push_back({kind,
                   "counts one before it is asked",
                   "a wrong count",
                   {"what it counts begins at nothing and only rises", "is 1 before anything"},
                   [](Check& check) {
                     contact_solver_promises([] { return std::make_unique<CountsAhead>(); }, check);
                   }});
  sounds.push_back({"contact solver of the template", 12, [](Check& check) {
                      contact_solver_promises([] { return std::make_unique<Wrong>(Change{}); },
                                              check);
                    }});
}
