// Tests what a contact solver promises on problems in reactions, U = B + W R, with Coulomb's law in
// the plane and in space.
//
// Residuals are compared with the given velocities, so that masses, lengths and times may be of any
// size.
#include "reaction_promises.hpp"

#include "counts.hpp"
#include "reaction_trial.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance::contact_solver_tests {
namespace {

/// Limit of the natural residual, divided by the given velocities, if a solver reports convergence.
constexpr Real kResidual = 1e-6;

using Reactions = ReactionTrial::Solved;

/// Describes what is wrong with a solution; "" if it is correct to the tolerance.
std::string flaw(const ReactionCase& c, const Reactions& s) {
  if (!s.outcome) return "no reactions: " + s.outcome.message;
  const Real residual = c.residual(s.R) / c.speed();
  const std::string text = text_of("the natural residual is ", residual, " of the velocities");
  if (s.status == SolveStatus::converged && !(residual <= kResidual))
    return "it says converged, and " + text;
  if (s.status != SolveStatus::converged)
    return text_of("it says that it did not converge; ", text);
  return "";
}

std::vector<ReactionCase> random_problems(int dim, bool rough) {
  std::vector<ReactionCase> cases;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    cases.push_back(random_reactions(dim, seed, static_cast<Index>(1 + seed % 6), rough));
  return cases;
}

Finding natural_residual_is_small(const Make<ContactSolver>& make, int dim, bool rough) {
  Real worst = 0;
  for (const ReactionCase& c : random_problems(dim, rough)) {
    const Reactions s = ReactionTrial(make, dim).solve(c);
    if (const std::string wrong = flaw(c, s); !wrong.empty())
      return broken(text_of(c.contacts(), " contacts: ", wrong));
    raise_to(worst, c.residual(s.R) / c.speed());
    for (std::size_t k = 0; !rough && k < s.R.size(); ++k)
      if (k % static_cast<std::size_t>(dim) > 0 && std::abs(s.R[k]) > 1e-12)
        return broken("friction where mu = 0");
  }
  return within(worst, kResidual);
}

/// Blocks with more points of support than necessary: W is singular, and reactions are not unique,
/// but the motion of the blocks is. It is compared with closed forms for one step h = 0.01 s with g
/// = 9.81 m/s2: sliding, v0 - mu g h along the ground; sliding to rest; an incline, on which blocks
/// stick or accelerate by (sin a - mu cos a) g h; an impact with restitution; two blocks at rest.
Finding blocks_move_as_they_do(const Make<ContactSolver>& make, int dim) {
  constexpr Real g = 9.81, h = 0.01;
  const Real steep = std::sin(0.5), flat = std::cos(0.5);
  const auto along = [&](Real angle, Real size, Real up) {
    return dim == 2 ? Vec<3>(up, size, 0)
                    : Vec<3>(up, size * std::cos(angle), size * std::sin(angle));
  };
  struct Step {
    std::string what;
    Index blocks;
    Vec<3> free, old, end;
    Real mu, e;
  };
  std::vector<Step> steps{
      {"sliding to rest", 1, along(0.4, 0.02, -g * h), along(0.4, 0.02, 0), along(0, 0, 0), 0.3, 0},
      {"at rest on an incline", 1, along(0.4, steep * g * h, -flat * g * h), along(0, 0, 0),
       along(0, 0, 0), 0.7, 0},
      {"sliding down an incline", 1, along(0.4, steep * g * h, -flat * g * h), along(0, 0, 0),
       along(0.4, (steep - 0.2 * flat) * g * h, 0), 0.2, 0},
      {"an impact with restitution", 1, along(0, 0, -2 - g * h), along(0, 0, -2), along(0, 0, 1.6),
       0, 0.8},
      {"two blocks at rest, one upon the other", 2, along(0, 0, -g * h), along(0, 0, 0),
       along(0, 0, 0), 0.5, 0}};
  for (const Real angle : {0.0, 0.5236, 0.7854, 1.3439})
    steps.push_back({text_of("sliding along ", angle, " rad"), 1, along(angle, 2, -g * h),
                     along(angle, 2, 0), along(angle, 2 - 0.3 * g * h, 0), 0.3, 0});
  Real worst = 0;
  for (const Step& step : steps) {
    const Blocks blocks(dim, step.blocks);
    const ReactionCase c = blocks.problem(step.free, step.old, step.mu, step.e);
    const Reactions s = ReactionTrial(make, dim).solve(c);
    if (const std::string wrong = flaw(c, s); !wrong.empty())
      return broken(text_of(step.what, ": ", wrong));
    const Real off = blocks.off(step.free, s.R, step.end) / c.speed();
    if (!(off <= 1e-4)) return broken(text_of(step.what, ": off by ", off, " of its velocity"));
    raise_to(worst, off);
  }
  return within(worst, 1e-4);
}

/// Whoever says that it converged says to what, and has: resv, which the kernel measures again, is no more
/// than ten times SolveReport::tolerance.
Finding tolerance_is_told(const Make<ContactSolver>& make, int dim) {
  Real worst = 0;
  for (const ReactionCase& c : random_problems(dim, true)) {
    const Reactions s = ReactionTrial(make, dim).solve(c);
    if (s.status != SolveStatus::converged) continue;
    if (!(s.tolerance > 0 && s.tolerance < 1e-2))
      return broken(text_of("it says converged, and that its tolerance is ", s.tolerance));
    raise_to(worst, c.resv(s.R) / s.tolerance);
    if (!(worst <= 10))
      return broken(text_of("it says converged to ", s.tolerance, ", and resv is ", c.resv(s.R)));
  }
  return kept(text_of("at most ", worst, " times what it says"));
}

/// Ten blocks upon each other, four in space: the problem takes many iterations.
ReactionCase tower(int dim) {
  return Blocks(dim, dim == 2 ? 10 : 4).problem({-0.1, 0.3, 0.1}, {0, 0.3, 0.1}, 0.9);
}

/// However few iterations it may make and however coarse it may be: what it calls converged is no more than
/// ten times above the tolerance that it tells.
Finding word_is_kept(const Make<ContactSolver>& make, int dim) {
  std::vector<ReactionCase> cases = random_problems(dim, true);
  cases.push_back(tower(dim));
  Index converged = 0;
  for (const ReactionCase& c : cases) {
    const Reactions s = ReactionTrial(make, dim).solve(c);
    if (!s.outcome || s.status != SolveStatus::converged || s.tolerance == 0) continue;
    ++converged;
    if (const Real resv = c.resv(s.R); !(resv <= 10 * s.tolerance + 1e-12))
      return broken(text_of("it says converged to ", s.tolerance, ", and resv is ", resv));
  }
  return kept(text_of(converged, " of ", cases.size(), " converged"));
}

/// The status of a tower must not be "converged" unless the residual is small.
Finding status_is_honest(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = tower(dim);
  const Reactions s = ReactionTrial(make, dim).solve(c);
  if (!s.outcome) return broken(s.outcome.message);
  for (const Real R : s.R)
    if (!std::isfinite(R)) return broken("NaN or infinity");
  const Real residual = c.residual(s.R) / c.speed();
  if (s.status == SolveStatus::converged) return within(residual, kResidual);
  return kept(text_of("says that it did not converge, residual ", residual));
}

/// There is one residual per iteration in m/s, and the last one belongs to the solution. Without a
/// request for residuals the solution is the same.
Finding residuals_are_told(const Make<ContactSolver>& make, int dim) {
  for (const Real speed : {1.0, 1000.0}) {
    const ReactionCase c = random_reactions(dim, 12, 5).scaled(1, speed);
    const Reactions s = ReactionTrial(make, dim).solve(c),
                    silent = ReactionTrial(make, dim).solve(c, {.residuals = false});
    if (!s.same_bits(silent)) return broken("with a list of residuals it answers something else");
    if (static_cast<Index>(s.residuals.size()) != s.iterations)
      return broken(text_of(s.residuals.size(), " residuals for ", s.iterations, " iterations"));
    for (const Real r : s.residuals)
      if (!(r >= 0)) return broken(text_of("a residual of ", r, " m/s"));
    const Real found = c.residual(s.R);
    if (s.residuals.empty()) continue;
    if (!(std::abs(s.residuals.back() - found) <= 1e-2 * found + 1e-12 * c.speed()))
      return broken(text_of("its last residual is ", s.residuals.back(),
                            " m/s, that of the answer is ", found, " m/s"));
  }
  return kept();
}

/// The result does not depend on units: masses and velocities a million times larger and smaller.
Finding tolerance_is_relative(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = random_reactions(dim, 13, 5);
  for (const auto& [mass, speed] : {std::pair{1e6, 1.}, {1e-6, 1.}, {1., 1e6}, {1., 1e-6}}) {
    const ReactionCase there = c.scaled(mass, speed);
    const std::string wrong = flaw(there, ReactionTrial(make, dim).solve(there));
    if (!wrong.empty())
      return broken(text_of("masses times ", mass, ", velocities times ", speed, ": ", wrong));
  }
  return kept();
}

/// With the contacts in another order the velocities are the same.
Finding order_of_contacts(const Make<ContactSolver>& make, int dim) {
  Random random(5);
  for (ReactionCase c : {random_reactions(dim, 14, 6), random_reactions(dim, 15, 5)}) {
    for (Real& mu : c.friction) mu /= 2;  // then the solution is unique
    std::vector<std::size_t> order(c.contacts());
    std::iota(order.begin(), order.end(), 0);
    const Reactions straight = ReactionTrial(make, dim).solve(c);
    const Eigen::VectorXd U = c.velocities(straight.R);
    for (int k = 0; k < 3; ++k) {
      random.shuffle(order);
      const ReactionCase mixed = c.reordered(order);
      const Reactions s = ReactionTrial(make, dim).solve(mixed);
      if (!straight.outcome || !s.outcome) return broken("no reactions");
      const Eigen::VectorXd V = mixed.velocities(s.R);
      for (std::size_t i = 0; i < order.size(); ++i) {
        const Real off = (V.segment(static_cast<Index>(i) * dim, dim) -
                          U.segment(static_cast<Index>(order[i]) * dim, dim))
                             .norm();
        if (!(off <= 1e-5))
          return broken(
              text_of("in another order a contact moves with ", off, " m/s more or less"));
      }
    }
  }
  return kept();
}

/// Started from the solution, it stays there and takes no more iterations than from zero. Started
/// from reactions far outside the friction cone, it finds the solution.
Finding starts_from_anything(const Make<ContactSolver>& make, int dim) {
  ReactionCase c = random_reactions(dim, 16, 5);
  const Reactions cold = ReactionTrial(make, dim).solve(c);
  ReactionCase warm = c, wild = c;
  warm.start = cold.R;
  Random random(6);
  for (Real& R : wild.start) R = random.between(-20, 20);
  const Reactions again = ReactionTrial(make, dim).solve(warm);
  if (const std::string wrong = flaw(warm, again); !wrong.empty())
    return broken("started from the solution: " + wrong);
  if (again.iterations > cold.iterations)
    return broken(text_of("started from the solution it takes ", again.iterations,
                          " iterations, from nothing ", cold.iterations));
  if (const std::string wrong = flaw(wild, ReactionTrial(make, dim).solve(wild)); !wrong.empty())
    return broken("started from nonsense: " + wrong);
  return kept(text_of(cold.iterations, " iterations from nothing, ", again.iterations,
                      " from the solution"));
}

/// Some contacts have another law, which stores a history: it belongs to the final reactions and is
/// computed from the old history.
Finding laws_and_histories(const Make<ContactSolver>& make, int dim) {
  ReactionCase c = random_reactions(dim, 17, 6);
  for (std::size_t i = 0; i < c.contacts(); ++i)
    c.law[i] = i % 2, c.history.push_back(i % 2 ? 0.25 * static_cast<Real>(i) : 0);
  const Reactions s = ReactionTrial(make, dim).solve(c);
  if (const std::string wrong = flaw(c, s); !wrong.empty()) return broken(wrong);
  for (std::size_t i = 0; i < c.contacts(); ++i) {
    if (i % 2 == 0 && s.history[i] != 0)
      return broken("a contact whose law keeps no history was given to another law");
    const Real expected = c.history[i] + s.R[i * static_cast<std::size_t>(dim)];
    if (i % 2 == 1 && !(std::abs(s.history[i] - expected) <= 1e-6))
      return broken(text_of("the history of a contact is ", s.history[i],
                            ", with its reaction it is ", expected));
  }
  return kept();
}

/// Every third contact is glued. Where it sticks is measured by the velocity there alone: Coulomb's natural
/// residual of a contact that is pulled never gets small.
Finding residuals_are_those_of_laws(const Make<ContactSolver>& make, int dim) {
  ReactionCase c = random_reactions(dim, 24, 6);
  for (std::size_t i = 0; i < c.contacts(); i += 3) c.law[i] = 2;
  const Reactions s = ReactionTrial(make, dim, true).solve(c);
  if (!s.outcome) return broken(s.outcome.message);
  if (s.status != SolveStatus::converged)
    return broken("it says that it did not converge where a law is glue");
  const Eigen::VectorXd U = c.velocities(s.R), each = c.residuals(s.R);
  Real worst = 0;
  for (std::size_t i = 0; i < c.contacts(); ++i) {
    const auto at = static_cast<Index>(i);
    raise_to(worst, i % 3 == 0 ? U.segment(dim * at, dim).norm() : each[at]);
  }
  return within(worst / c.speed(), kResidual);
}

/// A step, a second step that is rejected, and the second step again; the second step alone; and in
/// an object that was loaded from a checkpoint after the first step: reactions and histories are
/// the same to the bit.
Finding rejected_steps(const Make<ContactSolver>& make, int dim) {
  ReactionCase first = random_reactions(dim, 18, 5), second = first, rejected = first;
  for (auto& law : first.law) law = 1;
  const auto steps = [&](ReactionTrial& trial, bool attempt, bool saved) {
    const Reactions one = trial.solve(first);
    trial.solver().accept();
    for (ReactionCase* next : {&second, &rejected})
      next->law = first.law, next->start = one.R, next->history = one.history,
      next->solver_history = one.solver_history;
    for (std::size_t k = 0; k < second.B.size(); ++k)
      second.B[k] = 0.8 * first.B[k], rejected.B[k] = -1.7 * first.B[k];
    if (attempt) {
      (void)trial.solve(rejected);
      trial.solver().reject();
    }
    if (!saved) return trial.solve(second);
    MemoryArchive archive;
    trial.solver().save(archive);
    ReactionTrial resumed(make, dim);
    resumed.solver().load(archive);
    return resumed.solve(second);
  };
  ReactionTrial straight(make, dim), tried(make, dim), resumed(make, dim);
  const Reactions expected = steps(straight, false, false);
  if (!steps(tried, true, false).same_bits(expected))
    return broken("after a rejected step reactions or histories are not those without it");
  if (!steps(resumed, false, true).same_bits(expected))
    return broken("a fresh object that loads what was saved finds something else");
  return kept("bit for bit");
}

Finding reactions_are_not_remembered(const Make<ContactSolver>& make, int dim) {
  const ReactionCase asked = random_reactions(dim, 2, 4), larger = random_reactions(dim, 1, 6);
  ReactionTrial used(make, dim), other(make, dim);
  (void)used.solve(larger);
  used.solver().reject();
  if (!used.solve(asked).same_bits(other.solve(asked)))
    return broken("after a rejected attempt the reactions are not those of a fresh object");
  return kept("bit for bit");
}

Finding reactions_and_threads(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = random_reactions(dim, 19, 12);
  const Reactions expected = ReactionTrial(make, dim).solve(c);
  for (int k = 0; k < 3; ++k) {
    ReactionTrial trial(make, dim);
    BackwardExecutor backward(trial.context());
    ThreadsExecutor threads(4, trial.context());
    trial.context().executor = k == 0 ? static_cast<Executor*>(&backward) : &threads;
    if (!trial.solve(c).same_bits(expected))
      return broken(k == 0 ? "with chunks of work in another order the reactions are others"
                           : "on four threads the reactions are others");
  }
  return kept("bit for bit");
}

/// Optional parts may be missing: contacts, gaps, and the entries of W, which a solver may refuse
/// with a message.
Finding missing_parts(const Make<ContactSolver>& make, int dim) {
  const Reactions none = ReactionTrial(make, dim).solve(ReactionCase(dim, Eigen::MatrixXd(0, 0)));
  if (!none.outcome) return broken("no contacts: " + none.outcome.message);
  if (none.status != SolveStatus::converged) return broken("no contacts, and it did not converge");
  const ReactionCase c = random_reactions(dim, 20, 4);
  if (const std::string wrong = flaw(c, ReactionTrial(make, dim).solve(c, {.gaps = false}));
      !wrong.empty())
    return broken("gaps that are not known: " + wrong);
  const Reactions s = ReactionTrial(make, dim).solve(c, {.entries = false});
  if (!s.outcome)
    return s.outcome.message.empty() ? broken("W without entries, and not a word about it")
                                     : kept("W without entries: " + s.outcome.message);
  const std::string wrong = flaw(c, s);
  return wrong.empty() ? kept("W without entries is enough")
                       : broken("W without entries: " + wrong);
}

/// Some two hundred contacts that share nothing: the natural residual is small for each.
Finding hundreds_of_contacts(const Make<ContactSolver>& make, int dim) {
  constexpr Index count = 210;
  ReactionCase c(dim, Eigen::MatrixXd::Identity(count * dim, count * dim));
  Random random(23);
  for (Real& u : c.B) u = random.between(-1, 1);
  for (Real& mu : c.friction) mu = random.between(0, 0.8);
  const Reactions s = ReactionTrial(make, dim).solve(c);
  const std::string wrong = flaw(c, s);
  return wrong.empty() ? kept(text_of(count, " contacts")) : broken(wrong);
}

/// Groups of contacts that have no mass in common: each moves as if it were alone, whatever the pattern of W.
Finding islands_do_not_meet(const Make<ContactSolver>& make, int dim) {
  Real worst = 0;
  ReactionTrial used(make, dim);
  for (const std::vector<Index>& sizes : std::vector<std::vector<Index>>{
           {7}, {1, 1, 2}, {4, 1, 6, 3}, {2, 9, 5}, {12, 1, 8, 1, 1, 5}}) {
    const Network n = random_network(dim, 30 + sizes.size(), sizes);
    const Reactions s = used.solve(n.whole);
    used.solver().reject();
    if (const std::string wrong = flaw(n.whole, s); !wrong.empty())
      return broken(text_of(n.whole.contacts(), " contacts in ", sizes.size(), " groups: ", wrong));
    if (!s.same_bits(ReactionTrial(make, dim).solve(n.whole)))
      return broken(
          "after contacts of another pattern the reactions are not those of a fresh object");
    const Eigen::VectorXd U = n.whole.velocities(s.R);
    std::vector<Eigen::VectorXd> alone;
    for (const ReactionCase& island : n.islands)
      alone.push_back(island.velocities(ReactionTrial(make, dim).solve(island).R));
    for (std::size_t i = 0; i < n.place.size(); ++i) {
      const auto [island, k] = n.place[i];
      const Real off = (U.segment(static_cast<Index>(i) * dim, dim) -
                        alone[island].segment(static_cast<Index>(k) * dim, dim))
                           .norm();
      raise_to(worst, off);
    }
  }
  return within(worst, 1e-5);
}

/// For a solver of explicit laws: each contact has the reaction that its law gives.
Finding explicit_laws_are_asked(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = random_reactions(dim, 21, 6);
  const Reactions s = ReactionTrial(make, dim).solve(c);
  if (!s.outcome) return broken(s.outcome.message);
  Real worst = 0;
  for (std::size_t i = 0; i < s.R.size(); ++i) {
    const bool normal = i % static_cast<std::size_t>(dim) == 0;
    raise_to(worst, std::abs(s.R[i] - (normal ? 100 * (1 - c.U_old[i]) : 0)));
  }
  return within(worst, 1e-10);
}

/// Of the law Buffer: by how many m/s, over the velocities of the problem, what it gives a contact with the reactions
/// of the others is another velocity than the one that this contact has.
Real unsettled(const ReactionCase& c, const std::vector<Real>& R) {
  Real worst = 0;
  const Eigen::VectorXd U = c.velocities(R);
  with_dimension(c.dim, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < static_cast<Index>(c.contacts()); ++i) {
      const Mat<D> W = c.W.block<D, D>(i * D, i * D);
      const Vec<D> here = point<D>(R, i), free = U.segment<D>(i * D) - W * here;
      raise_to(
          worst,
          (W * (here - Buffer::push<D>(W, free, c.friction[static_cast<std::size_t>(i)]))).norm());
    }
  });
  return worst / c.speed();
}

/// Explicit laws that feel what other contacts do are asked until this does not change any more: whichever contact
/// is the last one, here one that is open all the time; however fast things move; and where contacts hand loads on to
/// each other in thousands of sweeps, until some of them slip.
Finding explicit_laws_are_settled(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = random_reactions(dim, 25, 8);
  const auto D = static_cast<std::size_t>(dim);
  std::vector<ReactionCase> cases;
  for (const Real speed : {1., 1e-4, 1e4})
    for (const std::size_t open : {std::size_t{0}, c.contacts() - 1}) {
      ReactionCase here = c;
      for (std::size_t i = 0; i < c.contacts(); ++i) here.B[i * D] = i == open ? 20 : -1;
      cases.push_back(here.scaled(1, speed));
    }
  for (const std::uint64_t feet : {4, 7, 31, 90}) cases.push_back(stiff_feet(dim, feet));
  cases.push_back(Blocks(dim, dim == 2 ? 10 : 4).problem({-0.1, 0.3, 0.1}, {0, 0.3, 0.1}, 0.9));
  cases.push_back(stack_of_masses(dim, 20, 2));
  for (ReactionCase& here : cases) {
    for (auto& law : here.law) law = 1;
    const Reactions s = ReactionTrial(make, dim).solve(here);
    const std::string where =
        text_of(here.contacts(), " contacts with up to ", here.speed(), " m/s");
    if (!s.outcome) return broken(s.outcome.message);
    if (s.status != SolveStatus::converged)
      return broken("of " + where + " it says that it did not converge");
    if (const Real off = unsettled(here, s.R); !(off <= kResidual))
      return broken(text_of("of ", where,
                            " it says converged, and with what the others do the law of a contact ",
                            "gives it a velocity that is another by ", off, " of these"));
  }
  return kept();
}

Finding reactions_are_counted(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = random_reactions(dim, 22, 5), none(dim, Eigen::MatrixXd(0, 0));
  ReactionTrial trial(make, dim);
  return counts_are_sound(
      trial.solver(), [&] { (void)trial.solve(c); }, [&] { (void)trial.solve(none); });
}

/// A body of 1 kg between two walls that close: no reactions keep both of them off.
ReactionCase closing_walls(int dim) {
  Eigen::MatrixXd H(2 * dim, dim);
  H << Eigen::MatrixXd::Identity(dim, dim), -Eigen::MatrixXd::Identity(dim, dim);
  ReactionCase c(dim, H * H.transpose());
  for (const Index normal : {0, dim}) c.B[static_cast<std::size_t>(normal)] = -1;
  return c;
}

/// Asked to stop before it begins, it says that it was interrupted, or is done after a few iterations and right.
Finding stops(const Make<ContactSolver>& make, int dim) {
  constexpr Index few = 20;
  const std::atomic<bool> stop = true;
  for (const ReactionCase& c : {tower(dim), closing_walls(dim)}) {
    ReactionTrial trial(make, dim);
    trial.context().stop = &stop;
    const Reactions s = trial.solve(c);
    if (!map(View<Real>(s.R)).allFinite()) return broken("NaN or infinity");
    if (s.outcome.cause == Cause::interrupted) continue;
    if (s.iterations > few) return broken(text_of("it goes on for ", s.iterations, " iterations"));
    if (s.outcome && s.status == SolveStatus::converged)
      if (const std::string wrong = flaw(c, s); !wrong.empty()) return broken(wrong);
  }
  return kept();
}

Finding no_solution_is_said(const Make<ContactSolver>& make, int dim) {
  const ReactionCase c = closing_walls(dim);
  const Reactions s = ReactionTrial(make, dim).solve(c);
  if (!s.outcome)
    return s.outcome.message.empty() ? broken("not a word about it") : kept(s.outcome.message);
  return s.status == SolveStatus::converged ? broken("walls close on a body, and it says converged")
                                            : kept("it says that it did not converge");
}

}  // namespace

void reaction_promises(const Make<ContactSolver>& make, const Claims& claims, int dim,
                       Check& check) {
  const auto promise = [&](std::string_view what,
                           Finding (*test)(const Make<ContactSolver>&, int)) {
    check.promise(text_of(dim, "D: ", what), [&] { return test(make, dim); });
  };
  promise("reactions depend on the question alone", reactions_are_not_remembered);
  promise("a rejected step leaves no trace in reactions", rejected_steps);
  promise("threads do not matter for reactions", reactions_and_threads);
  promise("what it counts begins at nothing and only rises", reactions_are_counted);
  if (claims.needs_some(capability::explicit_law) && !claims.needs_some(capability::implicit_law)) {
    promise("explicit laws are asked for every contact", explicit_laws_are_asked);
    promise("explicit laws that feel each other are settled", explicit_laws_are_settled);
    return;
  }
  promise(
      "contacts without friction: natural residual, relative",
      [](const Make<ContactSolver>& m, int d) { return natural_residual_is_small(m, d, false); });
  promise(
      "contacts with friction: natural residual, relative",
      [](const Make<ContactSolver>& m, int d) { return natural_residual_is_small(m, d, true); });
  promise("blocks on more points than they need move as they do", blocks_move_as_they_do);
  promise("what says that it converged has", status_is_honest);
  promise("what converged means is told, and true", tolerance_is_told);
  promise("what it calls converged is not above its own tolerance", word_is_kept);
  promise("what has no solution is said to have none", no_solution_is_said);
  promise("asked to stop, it does not go on in reactions", stops);
  promise("residuals are told, the last one is that of the answer", residuals_are_told);
  promise("the tolerance is relative", tolerance_is_relative);
  promise("the order of contacts does not matter", order_of_contacts);
  promise("it may start from anything", starts_from_anything);
  promise("each contact has its law, and the law its history", laws_and_histories);
  if (claims.needs_some(capability::linearised))
    check.skip(text_of(dim, "D: a law that is not Coulomb's is judged by its own residual"),
               "law.linearised is needed");
  else
    promise("a law that is not Coulomb's is judged by its own residual",
            residuals_are_those_of_laws);
  promise("no contacts, no gaps, no entries of W", missing_parts);
  promise("hundreds of contacts are solved as a few are", hundreds_of_contacts);
  promise("groups of contacts that share no mass move as if alone", islands_do_not_meet);
  warm_calls_promise(check, text_of(dim, "D: warm calls allocate nothing"), [&](auto counted) {
    const ReactionCase c = random_reactions(dim, 2, 4);
    ReactionTrial trial(make, dim);
    // Without a list of residuals, which grows in the caller's memory.
    return counted([&] { (void)trial.solve(c, {.residuals = false}); });
  });
}

}  // namespace tactus::conformance::contact_solver_tests
