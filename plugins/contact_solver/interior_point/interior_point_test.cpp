// interior_point beside the promises of every contact solver: frictionless contacts, islands,
// starts that are good enough already, budgets, laws without an equation, and problems without a
// solution.
#include <tactus/conformance/contact_solver.hpp>
#include <tactus/conformance/coulomb.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/random_piles.hpp"
#include "tests/support/reaction_chain.hpp"
#include "tests/support/solver_metric.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

auto interior_point_solver(OptionValues options = {}) {
  return make_component<ContactSolver>("interior_point", std::move(options));
}
auto law_of(const char* name = "nonsmooth_force") { return make_component<ContactLaw>(name); }

PosedSolution solved(const PosedProblem& p, OptionValues options = {}, int threads = 1) {
  core::Runtime runtime(threads);
  const auto law = law_of();
  return solve_posed(p, *interior_point_solver(std::move(options)), {law.get()}, runtime.context());
}

/// Solves as another law does, and has no equation for Newton's method.
class WithoutEquation final : public ContactLaw {
 public:
  explicit WithoutEquation(const ContactLaw& law) : law_(law) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    return law_.solve(batch, context);
  }
  const ContactLaw& law_;
};

/// Two piles side by side, the contacts of which alternate.
PosedProblem beside(const PosedProblem& a, const PosedProblem& b) {
  const core::FrictionProblem* part[] = {&a.problem, &b.problem};
  PosedProblem out;
  core::FrictionProblem& p = out.problem;
  p.dim = a.problem.dim, p.name = "two piles";
  const auto d = static_cast<std::size_t>(p.dim);
  std::vector<std::pair<int, Index>> order;
  std::vector<Index> place[2];
  for (Index i = 0; i < std::max(part[0]->contacts, part[1]->contacts); ++i)
    for (int k : {0, 1})
      if (i < part[k]->contacts) {
        place[k].push_back(static_cast<Index>(order.size()));
        order.emplace_back(k, i);
      }
  for (const auto& [k, i] : order) {
    const auto at = static_cast<std::size_t>(i);
    const PosedProblem& from = k == 0 ? a : b;
    p.friction.push_back(part[k]->friction[at]);
    out.restitution.push_back(from.restitution[at]);
    for (std::size_t c = at * d; c < (at + 1) * d; ++c) {
      p.free_velocity.push_back(part[k]->free_velocity[c]);
      out.U_old.push_back(from.U_old[c]);
    }
    for (auto n = static_cast<std::size_t>(part[k]->start[at]);
         n < static_cast<std::size_t>(part[k]->start[at + 1]); ++n) {
      p.column.push_back(place[k][static_cast<std::size_t>(part[k]->column[n])]);
      p.value.insert(p.value.end(), &part[k]->value[n * d * d], &part[k]->value[n * d * d] + d * d);
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  p.contacts = static_cast<Index>(order.size());
  return out;
}

}  // namespace

TEST_CASE("interior_point keeps every promise of a contact solver",
          "[contact_solver][interior_point]") {
  conformance::check_contact_solver([] { return interior_point_solver(); });
}

TEST_CASE("interior_point solves random piles, and Coulomb's conditions hold",
          "[contact_solver][interior_point]") {
  const int dim = GENERATE(2, 3);
  const Real restitution = GENERATE(0., 0.5);
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(dim, restitution, seed);
    PileMaker maker(seed);
    const Pile pile = maker.pile(dim, 3 + static_cast<int>(seed % 12), restitution);
    const PosedSolution s = solved(pile.posed);
    CHECK(s.status == SolveStatus::converged);
    CHECK(s.resv <= 1e-8);
    CHECK(coulomb_violation(pile, s.R) <= 1e-7);  // resv is a norm, this one contact over one speed
  }
}

TEST_CASE("interior_point gives contacts without friction no friction at all",
          "[contact_solver][interior_point]") {
  const int dim = GENERATE(2, 3);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    PileMaker maker(seed);
    Pile pile = maker.pile(dim, 12, 0);
    const auto contacts = static_cast<std::size_t>(pile.posed.problem.contacts);
    for (std::size_t i = 0; i < contacts; ++i)
      pile.posed.problem.friction[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-9 : 0.4;
    const PosedSolution s = solved(pile.posed);
    CHECK(s.status == SolveStatus::converged);
    CHECK(coulomb_violation(pile, s.R) <= 1e-7);
    for (std::size_t i = 0; i < contacts; i += 3)
      for (std::size_t k = 1; k < static_cast<std::size_t>(dim); ++k)
        CHECK(s.R[i * static_cast<std::size_t>(dim) + k] == 0);
  }
}

TEST_CASE("interior_point solves islands as it solves the whole",
          "[contact_solver][interior_point]") {
  PileMaker maker(7);
  const Pile a = maker.pile(2, 9, 0), b = maker.pile(2, 14, 0);
  const PosedProblem both = beside(a.posed, b.posed);
  const auto law = law_of();
  core::Runtime runtime(1);
  const auto apart = interior_point_solver(),
             together = interior_point_solver({{"islands", false}});
  const auto s = solve_posed(both, *apart, {law.get()}, runtime.context());
  const auto whole = solve_posed(both, *together, {law.get()}, runtime.context());
  CHECK(Metric(*apart, "islands").value >= 2);
  CHECK(Metric(*together, "islands").value == 1);
  CHECK(s.resv <= 1e-8);
  CHECK(whole.resv <= 1e-8);
  // Reactions need not be unique, motion is: to the tolerance, by the condition of the piles.
  CHECK((map(View<Real>(s.U)) - map(View<Real>(whole.U))).lpNorm<Eigen::Infinity>() <= 1e-7);
}

TEST_CASE("interior_point solves piles of very rough bodies, the hardest by pivots",
          "[contact_solver][interior_point]") {
  const auto law = law_of();
  core::Runtime runtime(1);
  int by_pivots = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    PileMaker maker(seed);
    Pile pile = maker.pile(2, 30 + static_cast<int>(seed % 30), 0);
    for (Real& mu : pile.posed.problem.friction) mu *= 4;
    const auto solver = interior_point_solver();
    const auto s = solve_posed(pile.posed, *solver, {law.get()}, runtime.context());
    CAPTURE(seed, s.resv);
    CHECK(s.status == SolveStatus::converged);
    CHECK(s.resv <= 1e-8);
    CHECK(coulomb_violation(pile, s.R) <= 1e-6);
    by_pivots += Metric(*solver, "stage_used").value == 7 && Metric(*solver, "pivots").value > 0;
  }
  CHECK(by_pivots > 0);
}

TEST_CASE("interior_point finds the same motion in whatever order contacts stand",
          "[contact_solver][interior_point]") {
  PileMaker maker(3);
  const Pile a = maker.pile(3, 8, 0), b = maker.pile(3, 8, 0);
  const PosedSolution ab = solved(beside(a.posed, b.posed)), ba = solved(beside(b.posed, a.posed));
  const PosedSolution one = solved(a.posed), two = solved(b.posed);
  std::vector<Real> alone(one.U), mixed(ab.U), swapped(ba.U);
  alone.insert(alone.end(), two.U.begin(), two.U.end());
  for (auto* list : {&alone, &mixed, &swapped}) std::sort(list->begin(), list->end());
  for (const auto& list : {mixed, swapped})
    CHECK((map(View<Real>(alone)) - map(View<Real>(list))).lpNorm<Eigen::Infinity>() <= 1e-7);
}

TEST_CASE("interior_point gives the same bits for any number of threads",
          "[contact_solver][interior_point]") {
  PileMaker maker(11);
  const Pile pile = maker.pile(2, 250, 0);  // more contacts than a task has
  CHECK(pile.posed.problem.contacts > 512);
  const PosedSolution one = solved(pile.posed, {}, 1), four = solved(pile.posed, {}, 4);
  CHECK(one.R == four.R);
  CHECK(one.resv <= 1e-8);
}

TEST_CASE("interior_point improves a start that is within the tolerance already",
          "[contact_solver][interior_point]") {
  PileMaker maker(5);
  PosedProblem p = maker.pile(2, 20, 0).posed;
  const PosedSolution loose = solved(p, {{"tolerance", 1e-3}});
  p.start = solved(p).R;
  for (Real& R : p.start) R *= 1 + 1e-9;
  const PosedSolution again = solved(p);
  CHECK(loose.resv <= 1e-3);
  CHECK(again.R != p.start);
  CHECK(again.resv <= 1e-13);  // a sweep and a Newton step leave rounding
}

TEST_CASE("interior_point works with laws that have no equation for Newton's method",
          "[contact_solver][interior_point]") {
  const auto law = law_of();
  const WithoutEquation plain(*law);
  core::Runtime runtime(1);
  for (const int dim : {2, 3})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      CAPTURE(dim, seed);
      PileMaker maker(seed);
      const Pile pile = maker.pile(dim, 10, 0);
      const auto solver = interior_point_solver();
      // Every second contact has each law: one that lacks an equation is enough.
      const auto s = solve_posed(pile.posed, *solver, {law.get(), &plain}, runtime.context());
      CHECK(s.status == SolveStatus::converged);
      CHECK(s.resv <= 1e-8);
      CHECK(Metric(*solver, "newton_steps").value == 0);
    }
}

TEST_CASE("interior_point stops at its budget and says so", "[contact_solver][interior_point]") {
  PileMaker maker(9);
  const Pile pile = maker.pile(2, 60, 0);
  core::Runtime runtime(1);
  const auto law = law_of();
  const auto free = interior_point_solver();
  const auto whole = solve_posed(pile.posed, *free, {law.get()}, runtime.context());
  const Real needed = Metric(*free, "work").value;
  Real before = kUnlimited;
  for (const Real share : {0., 0.3, 0.6, 0.8, 1.}) {
    const auto solver =
        interior_point_solver({{"most_work", std::max(1., std::floor(share * needed))}});
    const auto s = solve_posed(pile.posed, *solver, {law.get()}, runtime.context());
    CAPTURE(share, s.resv);
    CHECK(Metric(*solver, "work").value <= std::max(1., share * needed));
    CHECK(s.status == (share < 1 ? SolveStatus::out_of_iterations : SolveStatus::converged));
    CHECK(s.resv == Approx(Metric(*solver, "solver_resv").value).epsilon(1e-6).margin(1e-13));
    CHECK(s.resv <= before);
    if (share == 0.8) CHECK(s.resv < 1e-2);
    if (share == 1) CHECK(s.R == whole.R);
    before = s.resv;
    // The best reactions lie in their cones, whatever became of them.
    const auto& mu = pile.posed.problem.friction;
    for (std::size_t i = 0; i < mu.size(); ++i) {
      CHECK(s.R[2 * i] >= (share < 1 ? 0 : -1e-12));
      CHECK(std::abs(s.R[2 * i + 1]) <= mu[i] * s.R[2 * i] * (1 + 1e-12) + 1e-12);
    }
  }
}

TEST_CASE("interior_point hands back its best reactions where there is no solution",
          "[contact_solver][interior_point]") {
  // Two contacts, each of which opens the other by twice its own answer: sweeps lead ever farther
  // away.
  PosedProblem posed;
  core::FrictionProblem& p = posed.problem;
  p.dim = 2, p.contacts = 2;
  p.friction = {0, 0}, p.free_velocity = {-1, 0, -1, 0};
  p.column = {0, 1, 0, 1}, p.start = {0, 2, 4};
  p.value = {1, 0, 0, 1, -2, 0, 0, 0, -2, 0, 0, 0, 1, 0, 0, 1};
  const PosedSolution s = solved(posed);
  CHECK(s.status == SolveStatus::stalled);
  CHECK(s.resv > 1e-8);
  for (const Real R : s.R) CHECK(std::isfinite(R));
}

TEST_CASE("interior_point takes no memory in a step like the one before",
          "[contact_solver][interior_point]") {
  const auto law = law_of();
  const WithoutEquation plain(*law);
  core::Runtime runtime(1);
  const ChainStep chain(300);
  // With its equation Newton's method comes to the end, without it the central path does.
  for (const auto& [one, steps] :
       {std::pair{static_cast<const ContactLaw*>(law.get()), "newton_steps"},
        std::pair{static_cast<const ContactLaw*>(&plain), "interior_steps"}}) {
    const auto solver = interior_point_solver({{"tolerance", 1e-10}, {"sweeps", 1.0}});
    const auto first = chain.solve(*solver, *one, runtime.context());
    CHECK(Metric(*solver, steps).value > 0);
    const auto again = chain.solve(*solver, *one, runtime.context());
    CHECK(again.reactions == first.reactions);
    CHECK(again.allocated_in_solver == 0);
  }
}
