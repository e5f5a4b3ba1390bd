// Implements reactions/block_sweeps.hpp: sweeps of block Gauss-Seidel over contacts, colour by
// colour.
#include "tactus/reactions/block_sweeps.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "row_product.hpp"

namespace tactus {
namespace {

/// Contacts per task of a thread. Smaller batches are solved by the calling thread.
constexpr Index kGrain = 256;

void add(BlockSweeps::Swept& sum, const BlockSweeps::Swept& part) {
  sum.before.add(part.before);
  sum.unsolved += part.unsolved;
}

}  // namespace

Outcome BlockSweeps::prepare(const ReactionProblem& problem, View<const ContactLaw*> laws,
                             Blocks blocks) {
  const SparseView* W = problem.delassus->sparse();
  if (!W || problem.contacts > std::numeric_limits<std::int32_t>::max())
    return Outcome::failed(Cause::unsupported,
                           "sweeps over contacts need the blocks of W, and these are too many to "
                           "be stored; take fewer "
                           "contacts, or a contact_solver that applies W");
  if (Outcome bad = check_contacts(problem, laws.size(), blocks); !bad) return bad;
  problem_ = &problem;
  laws_ = laws;
  coulomb_.resize(laws.size());
  find_coulomb(laws, coulomb_);
  const bool asks = std::ranges::find(coulomb_, 0) != coulomb_.end();
  U_.resize(asks ? static_cast<std::size_t>(problem.contacts * problem.dim) : 0);
  order_.prepare(problem, *W, laws.size());
  reordered_.take(problem, order_.contact_at());
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) { copy_blocks<D>(*W); });
  numbers_.resize(static_cast<std::size_t>(problem.contacts));
  std::iota(numbers_.begin(), numbers_.end(), Index{0});
  return {};
}

template <int D>
void BlockSweeps::copy_blocks(const SparseView& W) {
  start_.clear(), column_.clear();
  start_.push_back(0);
  column_.reserve(W.column.size()), value_.resize(W.value.size());
  Real* next = value_.data();
  for (const std::int32_t contact : order_.contact_at()) {
    const auto i = static_cast<std::size_t>(contact);
    for (Index k = W.start[i]; k < W.start[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      // The diagonal block W_ii is not copied. The law needs the velocity that contact i would
      // have without its own reaction, which is the sum over all others, and it gets W_ii
      // separately.
      if (W.column[at] == contact) continue;
      column_.push_back(order_.place_of()[static_cast<std::size_t>(W.column[at])]);
      Eigen::Map<Mat<D>> copy(next);
      copy = block<D>(W.value, k);
      next += D * D;
    }
    start_.push_back(static_cast<Index>(column_.size()));
  }
}

void BlockSweeps::start_from(View<Real> R) {
  const auto dim = static_cast<std::size_t>(problem_->dim);
  R_.resize(R.size());
  auto next = R_.begin();
  for (const std::int32_t contact : order_.contact_at())
    next = std::copy_n(&R[static_cast<std::size_t>(contact) * dim], dim, next);
}

void BlockSweeps::hand_back(Out<Real> R) const {
  const auto dim = static_cast<std::size_t>(problem_->dim);
  auto next = R_.begin();
  for (const std::int32_t contact : order_.contact_at()) {
    std::copy_n(next, dim, &R[static_cast<std::size_t>(contact) * dim]);
    next += problem_->dim;
  }
  reordered_.hand_back_history();
}

template <int D>
BlockSweeps::Swept BlockSweeps::solve(const ContactOrder::Batch& batch, Range part, Real tolerance,
                                      Context& local) {
  const Scratch::Frame frame(*local.scratch);
  const ReactionProblem& p = reordered_.problem();
  const Out<Real> free = local.scratch->take<Real>(part.size() * D);
  const Index first = batch.contacts.begin + part.begin;
  const bool coulomb = coulomb_[static_cast<std::size_t>(batch.law)] == 1;
  Swept sum;
  for (Index n = 0; n < part.size(); ++n) {
    const auto i = static_cast<std::size_t>(first + n);
    const View<std::int32_t> columns(column_.data() + start_[i], column_.data() + start_[i + 1]);
    const std::array<Real, D> others =
        blocks_times<D>(columns, value_.data() + start_[i] * D * D, R_.data());
    const Real *const B = p.free_velocity.data() + i * D, *const R = R_.data() + i * D;
    const Real* W = p.delassus_diagonal.data() + i * D * D;
    std::array<Real, D> U;
    for (std::size_t d = 0; d < D; ++d, W += D) {
      const Real u = B[d] + others[d];
      free[static_cast<std::size_t>(n) * D + d] = u;
      U[d] = u + W[0] * R[0] + W[1] * R[1];
      if constexpr (D == 3) U[d] += W[2] * R[2];
    }
    // The velocity of contact i under the present reactions is known at this moment, so that its
    // residual costs almost nothing.
    if (coulomb)
      sum.before.add(squared_residual<D>(p, first + n, U.data(), R));
    else
      std::copy_n(U.begin(), D, U_.begin() + static_cast<std::ptrdiff_t>((first + n) * D));
  }
  const View<Index> contacts = View<Index>(numbers_).subspan(static_cast<std::size_t>(first),
                                                             static_cast<std::size_t>(part.size()));
  if (!coulomb) sum.before = ask_law(batch, contacts, local);
  sum.unsolved = laws_[static_cast<std::size_t>(batch.law)]->solve(
      {.problem = &p, .contacts = contacts, .free = free, .R = R_, .tolerance = tolerance}, local);
  return sum;
}

/// The residuals of contacts with velocities U_ and reactions R_, as their law has them.
ReactionResidual BlockSweeps::ask_law(const ContactOrder::Batch& batch, View<Index> contacts,
                                      Context& local) {
  const Scratch::Frame frame(*local.scratch);
  const Out<Real> residual = local.scratch->take<Real>(static_cast<Index>(contacts.size()));
  laws_[static_cast<std::size_t>(batch.law)]->residual({.problem = &reordered_.problem(),
                                                        .contacts = contacts,
                                                        .U = U_,
                                                        .R = R_,
                                                        .residual = residual},
                                                       local);
  ReactionResidual sum;
  for (const Real f : residual) sum.add(f * f);
  return sum;
}

template <int D>
void BlockSweeps::sweep_batch(const ContactOrder::Batch& batch, Real tolerance, Swept& sum,
                              Context& context) {
  const Index size = batch.contacts.size();
  if (size <= kGrain) return add(sum, solve<D>(batch, {0, size}, tolerance, context));
  const Scratch::Frame frame(*context.scratch);
  const Out<Swept> part = context.scratch->take<Swept>((size + kGrain - 1) / kGrain);
  context.executor->for_each(size, kGrain, [&](Range range, Context& local) {
    part[static_cast<std::size_t>(range.begin / kGrain)] = solve<D>(batch, range, tolerance, local);
  });
  for (const Swept& one : part) add(sum, one);
}

BlockSweeps::Swept BlockSweeps::sweep(const Ask& ask, Context& context) {
  Swept sum;
  with_dimension(problem_->dim, [&]<int D>(Dimension<D>) {
    const View<ContactOrder::Batch> batches = order_.batches();
    const auto each = [&](const ContactOrder::Batch& batch) {
      sweep_batch<D>(batch, ask.law_tolerance, sum, context);
    };
    if (ask.backwards)
      std::for_each(batches.rbegin(), batches.rend(), each);
    else
      std::for_each(batches.begin(), batches.end(), each);
  });
  return sum;
}

}  // namespace tactus
