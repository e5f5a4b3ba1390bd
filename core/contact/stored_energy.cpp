#include "core/contact/stored_energy.hpp"

namespace tactus::core {

Real StoredEnergy::of(ReactionData& data, const PairLaws& laws, View<Real> velocity) {
  const ReactionProblem problem = data.as_solved();
  Real sum = 0;
  for (std::size_t l = 0; l < laws.laws().size(); ++l) {
    choose(problem, static_cast<std::int32_t>(l), data.reactions, velocity);
    if (batch_.empty()) continue;
    const LawBatch batch{
        .problem = &problem, .contacts = batch_, .free = batch_free_, .R = data.reactions};
    sum += laws.laws()[l]->stored_energy(batch);
  }
  return sum;
}

void StoredEnergy::choose(const ReactionProblem& problem, std::int32_t law, View<Real> reactions,
                          View<Real> velocity) {
  const Index dim = problem.dim;
  batch_.clear();
  batch_free_.clear();
  for (Index i = 0; i < problem.contacts; ++i) {
    if (problem.law[i] != law) continue;
    batch_.push_back(i);
    const Real* const block = problem.delassus_diagonal.data() + i * dim * dim;
    for (Index d = 0; d < dim; ++d) {
      Real own = 0;
      for (Index e = 0; e < dim; ++e) own += block[d * dim + e] * reactions[i * dim + e];
      batch_free_.push_back(velocity[i * dim + d] - own);
    }
  }
}

}  // namespace tactus::core
