#include "core/step/reaction_acceptance.hpp"

#include <algorithm>
#include <cmath>

#include "core/scene/capabilities.hpp"
#include "core/step/reaction_words.hpp"
#include "tactus/friction/cone.hpp"
#include "tactus/reactions/residual.hpp"

namespace tactus::core {
namespace {

/// Relative velocities at t_n below this fraction of those without reactions: the bodies rest.
constexpr Real kAtRest = 1e-2;
/// How far the reactions of a solver that calls them converged may miss what it promises.
constexpr Real kSlack = 10;

bool all_claim(const PairLaws& laws, std::string_view capability) {
  return !laws.empty() && std::ranges::all_of(laws.laws(), [&](const ContactLaw* law) {
    return claims_of(*law).has(capability);
  });
}

/// m/s, norm of the velocities without reactions, as they are: without g/dt of contacts ahead.
Real free_speed(const ReactionData& data) {
  Real squares = 0;
  for (std::size_t k = 0, dim = static_cast<std::size_t>(data.dim); k < data.free_velocity.size();
       ++k) {
    const Real u = data.free_velocity[k] - (k % dim == 0 ? data.gap_speed[k / dim] : 0);
    squares += u * u;
  }
  return std::sqrt(squares);
}

bool is_at_rest(const ReactionData& data) {
  return map(View<Real>(data.U_old)).norm() <= kAtRest * free_speed(data);
}

/// Those of contacts with Coulomb's law.
void cut_to_cone(const ReactionProblem& problem, View<const ContactLaw*> laws, Out<Real> R) {
  std::vector<std::uint8_t> coulomb(laws.size());
  find_coulomb(laws, coulomb);
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < problem.contacts; ++i) {
      const auto law = static_cast<std::size_t>(problem.law[static_cast<std::size_t>(i)]);
      if (coulomb[law] == 0) continue;
      Eigen::Map<Vec<D>> one(R.data() + i * D);
      one = friction::clipped<D>(one, problem.friction[static_cast<std::size_t>(i)]);
    }
  });
}

/// m/s, by how much the velocity of each contact would be another with the reaction that its explicit law
/// gives at velocities U. Histories stay as the solver has left them.
void explicit_residuals(const ReactionProblem& problem, View<const ContactLaw*> laws, View<Real> U,
                        View<Real> R, Out<Real> residual, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> asked = context.scratch->take<Real>(problem.contacts * problem.dim);
  std::copy(R.begin(), R.end(), asked.begin());
  const std::vector<Real> history(problem.history_new.begin(), problem.history_new.end());
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) {
    const auto change = [&](Index i) -> Vec<D> {
      return block<D>(problem.delassus_diagonal, i) * (point<D>(asked, i) - point<D>(R, i));
    };
    for (Index i = 0; i < problem.contacts; ++i) {
      const Vec<D> free = point<D>(U, i) - block<D>(problem.delassus_diagonal, i) * point<D>(R, i);
      const auto at = static_cast<std::size_t>(i);
      (void)laws[static_cast<std::size_t>(problem.law[at])]->solve(
          {.problem = &problem, .contacts = {&i, 1}, .free = {free.data(), D}, .R = asked},
          context);
      residual[at] = change(i).norm();
    }
  });
  std::copy(history.begin(), history.end(), problem.history_new.begin());
}

}  // namespace

ReactionAcceptance::ReactionAcceptance(const NotConvergedConfig& config, const PairLaws& laws,
                                       std::string solver)
    : config_(config), laws_(laws), solver_type_(std::move(solver)),
      is_implicit_(all_claim(laws, capability::implicit_law)),
      is_explicit_(!is_implicit_ && all_claim(laws, capability::explicit_law)) {}

Outcome ReactionAcceptance::judge(ReactionData& data, SolverFacts& solver, Context& context) {
  using Policy = NotConvergedConfig::Policy;
  facts_ = {};
  worst_ = kNone;
  bool converged = solver.status == SolveStatus::converged;
  if (data.contacts() == 0 || !measures()) return converged ? Outcome{} : reject(data, {}, solver);
  Residual residual = measure(data.as_solved(), data.reactions, context);
  converged = converged && (is_explicit_ || residual.resv <= promised(solver));
  const bool good = converged && (is_explicit_ || config_.policy != Policy::accept ||
                                  residual.resv <= config_.limit);
  if (!good && config_.policy == Policy::accept) residual = improve(data, context);
  const bool accepted = !good && config_.policy == Policy::accept &&
                        (residual.resv <= config_.limit || is_the_laws_own(data));
  note(residual, data, accepted, context.scales);
  return good || accepted ? Outcome{} : reject(data, residual, solver);
}

/// What explicit laws give for some estimate of the velocities is a reaction of theirs, which ends no
/// run of bodies at rest, where a shorter step would be the same problem; it counts as coarse.
bool ReactionAcceptance::is_the_laws_own(const ReactionData& data) const {
  return is_explicit_ && is_at_rest(data);
}

/// The resv up to which a solver may call its reactions converged; one that promises nothing is held to the
/// limit of the configuration.
Real ReactionAcceptance::promised(const SolverFacts& solver) const {
  return solver.tolerance > 0 ? kSlack * solver.tolerance : config_.limit;
}

ReactionAcceptance::Residual ReactionAcceptance::measure(const ReactionProblem& problem,
                                                         View<Real> R, Context& context) const {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> U = context.scratch->take<Real>(problem.contacts * problem.dim);
  relative_velocities(problem, R, U, context);
  const Out<Real> each = context.scratch->take<Real>(problem.contacts);
  ReactionResidual all;
  if (is_explicit_) {
    explicit_residuals(problem, laws_.laws(), U, R, each, context);
    for (const Real f : each) all.add(f * f);
  } else {
    all = residuals_of(problem, laws_.laws(), U, R, each, context);
  }
  return {.resv = all.relative(incoming_speed(problem)),
          .largest = all.largest(),
          .contact = std::max_element(each.begin(), each.end()) - each.begin()};
}

/// Cuts the reactions to the friction cone and makes one sweep over the contacts. The reactions
/// after the sweep, and the histories that laws then write, are kept if they are no worse.
ReactionAcceptance::Residual ReactionAcceptance::improve(ReactionData& data, Context& context) {
  const ReactionProblem problem = data.as_solved();
  cut_to_cone(problem, laws_.laws(), data.reactions);
  const Residual cut = measure(problem, data.reactions, context);
  before_ = data.reactions, history_before_ = data.law_new;
  if (!sweeps_.prepare(problem, laws_.laws(), is_explicit_ ? Blocks::any : Blocks::definite))
    return cut;  // W has no blocks to sweep over
  sweeps_.start_from(data.reactions);
  (void)sweeps_.sweep({}, context);
  sweeps_.hand_back(data.reactions);
  const Residual after = measure(problem, data.reactions, context);
  if (after.resv <= cut.resv) return after;
  data.reactions = before_, data.law_new = history_before_;
  return cut;
}

void ReactionAcceptance::note(const Residual& residual, const ReactionData& data, bool accepted,
                              const Scales& scales) {
  worst_ = residual.contact;
  facts_ = {.measured = 1, .resv = residual.resv, .largest = residual.largest};
  if (!accepted) return;
  const Real distance = data.dt * residual.largest;
  facts_.accepted = 1;
  facts_.coarse = residual.resv > ConvergenceFacts::kCoarse ? 1 : 0;
  facts_.accepted_resv = residual.resv;
  facts_.distance = distance;
  facts_.distance_reaches = distance / laws_.touching();
  facts_.distance_facets = distance / scales.median_facet;
}

Outcome ReactionAcceptance::reject(const ReactionData& data, const Residual& residual,
                                   SolverFacts& solver) const {
  using Policy = NotConvergedConfig::Policy;
  const bool accepts = config_.policy == Policy::accept && measures();
  solver.rejected = true;
  solver.step_helps = !(accepts && is_at_rest(data));
  std::string message =
      not_converged_in_words(data.contacts(), solver_type_, solver, free_speed(data));
  if (accepts) message += above_limit_in_words(residual.resv, config_.limit);
  if (solver.step_helps && config_.policy != Policy::stop)
    return Outcome::retry(Cause::not_converged, std::move(message));
  message += config_.policy == Policy::stop ? "; /contact/not_converged/policy is \"stop\""
                                            : std::string(at_rest_in_words());
  return Outcome::failed(Cause::not_converged, std::move(message));
}

}  // namespace tactus::core
