#include "tactus/reactions/block_sweeps.hpp"

#include <algorithm>
#include <array>

namespace tactus {
namespace {

/// Contacts that a thread takes at once. Smaller batches are solved by the calling thread.
constexpr Index kGrain = 128;

void add(BlockSweeps::Swept& sum, const BlockSweeps::Swept& part) {
  sum.before.add(part.before);
  sum.unsolved += part.unsolved;
}

}  // namespace

Outcome BlockSweeps::prepare(const ReactionProblem& problem, View<const ContactLaw*> laws) {
  problem_ = &problem;
  laws_ = laws;
  W_ = problem.delassus->sparse();
  if (!W_)
    return Outcome::failed(Cause::unsupported,
                           "sweeps over contacts need the blocks of W, and these are too many to "
                           "be stored; take fewer "
                           "contacts, or a contact_solver that applies W");
  if (Outcome bad = check_contacts(problem, laws.size()); !bad) return bad;
  transpose(*W_);
  colour(*W_);
  sort_by_colour_and_law(laws.size());
  return {};
}

/// The rows that have a block in each column.
void BlockSweeps::transpose(const SparseView& W) {
  row_start_.assign(static_cast<std::size_t>(W.rows) + 2, 0);
  for (const Index column : W.column) ++row_start_[static_cast<std::size_t>(column) + 2];
  for (std::size_t k = 2; k < row_start_.size(); ++k) row_start_[k] += row_start_[k - 1];
  row_.resize(W.column.size());
  for (Index i = 0; i < W.rows; ++i)
    for (Index k = W.start[static_cast<std::size_t>(i)];
         k < W.start[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto column = static_cast<std::size_t>(W.column[static_cast<std::size_t>(k)]);
      row_[static_cast<std::size_t>(row_start_[column + 1]++)] = i;
    }
}

/// Greedy: each contact in turn gets the first colour that none of its neighbours has.
void BlockSweeps::colour(const SparseView& W) {
  colour_.assign(static_cast<std::size_t>(W.rows), kNone);
  taken_.clear();  // taken_[c] == i: a neighbour of contact i has colour c
  for (Index i = 0; i < W.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto take = [&](Index neighbour) {
      const Index c = colour_[static_cast<std::size_t>(neighbour)];
      if (c != kNone) taken_[static_cast<std::size_t>(c)] = i;
    };
    for (Index k = W.start[at]; k < W.start[at + 1]; ++k)
      take(W.column[static_cast<std::size_t>(k)]);
    for (Index k = row_start_[at]; k < row_start_[at + 1]; ++k)
      take(row_[static_cast<std::size_t>(k)]);
    const auto free = std::find_if(taken_.begin(), taken_.end(), [&](Index t) { return t != i; });
    colour_[at] = free - taken_.begin();
    if (free == taken_.end()) taken_.push_back(kNone);
  }
  colours_ = static_cast<Index>(taken_.size());
}

void BlockSweeps::sort_by_colour_and_law(std::size_t laws) {
  const auto group = [&](std::size_t contact) {
    return static_cast<std::size_t>(colour_[contact]) * laws +
           static_cast<std::size_t>(problem_->law[contact]);
  };
  const std::size_t contacts = colour_.size();
  count_.assign(static_cast<std::size_t>(colours_) * laws + 1, 0);
  for (std::size_t i = 0; i < contacts; ++i) ++count_[group(i) + 1];
  batches_.clear();
  for (std::size_t g = 0; g + 1 < count_.size(); ++g) {
    const Index size = count_[g + 1];
    count_[g + 1] += count_[g];
    if (size > 0) batches_.push_back({{count_[g], count_[g + 1]}, laws_[g % laws]});
  }
  order_.resize(contacts);
  for (std::size_t i = 0; i < contacts; ++i)
    order_[static_cast<std::size_t>(count_[group(i)]++)] = static_cast<Index>(i);
}

/// B_i + sum over j != i of W_ij R_j. Most of the time of a sweep is spent here: plain numbers stay in
/// registers.
template <int D>
Vec<D> BlockSweeps::velocity_without(Index i, Out<Real> R) const {
  const auto at = static_cast<std::size_t>(i);
  std::array<Real, D> u{};
  std::copy_n(problem_->free_velocity.data() + i * D, D, u.begin());
  const Index *column = W_->column.data(), *last = column + W_->start[at + 1];
  const Real* w = W_->value.data() + W_->start[at] * D * D;
  for (column += W_->start[at]; column != last; ++column, w += D * D) {
    if (*column == i) continue;
    const Real* r = R.data() + *column * D;
    for (std::size_t a = 0; a < D; ++a) {
      Real sum = w[a * D] * r[0] + w[a * D + 1] * r[1];
      if constexpr (D == 3) sum += w[a * D + 2] * r[2];
      u[a] += sum;
    }
  }
  return Eigen::Map<const Vec<D>>(u.data());
}

template <int D>
BlockSweeps::Swept BlockSweeps::solve(const Batch& batch, Range part, Out<Real> R, Real tolerance,
                                      Context& local) const {
  const Scratch::Frame frame(*local.scratch);
  const Out<Real> free = local.scratch->take<Real>(part.size() * D);
  const View<Index> contacts =
      View<Index>(order_).subspan(static_cast<std::size_t>(batch.contacts.begin + part.begin),
                                  static_cast<std::size_t>(part.size()));
  Swept sum;
  for (std::size_t n = 0; n < contacts.size(); ++n) {
    const Index i = contacts[n];
    const Vec<D> u = velocity_without<D>(i, R);
    const Vec<D> own = block<D>(problem_->delassus_diagonal, i) * point<D>(R, i);
    sum.before.add(contact_residual<D>(*problem_, i, u + own, point<D>(R, i)));
    Eigen::Map<Vec<D>>(free.data() + n * D) = u;
  }
  sum.unsolved = batch.law->solve(
      {.problem = problem_, .contacts = contacts, .free = free, .R = R, .tolerance = tolerance},
      local);
  return sum;
}

template <int D>
void BlockSweeps::sweep_batch(const Batch& batch, Out<Real> R, Real tolerance, Swept& sum,
                              Context& context) {
  const Index size = batch.contacts.size();
  if (size <= kGrain) return add(sum, solve<D>(batch, {0, size}, R, tolerance, context));
  const Scratch::Frame frame(*context.scratch);
  const Out<Swept> part = context.scratch->take<Swept>((size + kGrain - 1) / kGrain);
  context.executor->for_each(size, kGrain, [&](Range range, Context& local) {
    part[static_cast<std::size_t>(range.begin / kGrain)] =
        solve<D>(batch, range, R, tolerance, local);
  });
  for (const Swept& one : part) add(sum, one);
}

BlockSweeps::Swept BlockSweeps::sweep(Out<Real> R, const Ask& ask, Context& context) {
  Swept sum;
  with_dimension(problem_->dim, [&]<int D>(Dimension<D>) {
    const auto each = [&](const Batch& batch) {
      sweep_batch<D>(batch, R, ask.law_tolerance, sum, context);
    };
    if (ask.backwards)
      std::for_each(batches_.rbegin(), batches_.rend(), each);
    else
      std::for_each(batches_.begin(), batches_.end(), each);
  });
  return sum;
}

}  // namespace tactus
