// Implements reactions/contact_order.hpp: colours contacts so that those of one colour are
// independent, and copies a problem into this order.
//
// Two contacts depend on each other in a sweep only if W has a block that couples them. Contacts
// of one colour have none, so that they can be solved at the same time and in one batch, and the
// result does not depend on the number of threads. Contacts of one colour and one law are stored
// contiguously: a law is then called once per batch instead of once per contact, and memory is
// read in sequence.
#include "tactus/reactions/contact_order.hpp"

#include <algorithm>

namespace tactus {
namespace {

/// to[k] = from[contact_at[k]] with `width` numbers each; an empty view stays empty.
template <class T>
View<T> gather(View<T> from, View<std::int32_t> contact_at, Index width, std::vector<T>& to) {
  if (from.empty()) return {};
  to.resize(contact_at.size() * static_cast<std::size_t>(width));
  auto next = to.begin();
  for (const Index contact : contact_at)
    next = std::copy_n(&from[static_cast<std::size_t>(contact * width)], width, next);
  return to;
}

template <class T>
void scatter(View<T> from, View<std::int32_t> contact_at, Index width, Out<T> to) {
  const T* next = from.data();
  for (const Index contact : contact_at) {
    std::copy_n(next, width, to.data() + contact * width);
    next += width;
  }
}

}  // namespace

void ContactOrder::prepare(const ReactionProblem& problem, const SparseView& W, std::size_t laws) {
  row_start_.clear(), row_.clear();
  // If W_ij exists but W_ji does not, row i alone shows that i depends on j. Both have to get
  // different colours, so that rows and columns are searched. For a symmetric operator the rows
  // are enough.
  if (!problem.delassus->symmetric()) transpose(W);
  colour(W);
  sort_by_colour_and_law(problem.law, laws);
}

/// Finds the rows that have a block in each column.
void ContactOrder::transpose(const SparseView& W) {
  row_start_.assign(static_cast<std::size_t>(W.rows) + 2, 0);
  for (const Index column : W.column) ++row_start_[static_cast<std::size_t>(column) + 2];
  for (std::size_t k = 2; k < row_start_.size(); ++k) row_start_[k] += row_start_[k - 1];
  row_.resize(W.column.size());
  for (Index i = 0; i < W.rows; ++i)
    for (Index k = W.start[static_cast<std::size_t>(i)];
         k < W.start[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto column = static_cast<std::size_t>(W.column[static_cast<std::size_t>(k)]);
      row_[static_cast<std::size_t>(row_start_[column + 1]++)] = static_cast<std::int32_t>(i);
    }
}

/// Greedy colouring: each contact in turn gets the first colour that none of its neighbours has.
void ContactOrder::colour(const SparseView& W) {
  std::vector<std::int32_t>& colour_of = place_of_;
  colour_of.assign(static_cast<std::size_t>(W.rows), -1);
  taken_.clear();  // taken_[c] == i: a neighbour of contact i has colour c
  for (Index i = 0; i < W.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto take = [&](Index neighbour) {
      const std::int32_t c = colour_of[static_cast<std::size_t>(neighbour)];
      if (c >= 0) taken_[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(i);
    };
    for (Index k = W.start[at]; k < W.start[at + 1]; ++k)
      take(W.column[static_cast<std::size_t>(k)]);
    if (!row_.empty())
      for (Index k = row_start_[at]; k < row_start_[at + 1]; ++k)
        take(row_[static_cast<std::size_t>(k)]);
    const auto free = std::find_if(taken_.begin(), taken_.end(), [&](Index t) { return t != i; });
    colour_of[at] = static_cast<std::int32_t>(free - taken_.begin());
    if (free == taken_.end()) taken_.push_back(-1);
  }
  colours_ = static_cast<Index>(taken_.size());
}

void ContactOrder::sort_by_colour_and_law(View<std::int32_t> law, std::size_t laws) {
  const std::size_t contacts = place_of_.size();
  const auto group = [&](std::size_t contact) {
    return static_cast<std::size_t>(place_of_[contact]) * laws +
           static_cast<std::size_t>(law[contact]);
  };
  count_.assign(static_cast<std::size_t>(colours_) * laws + 1, 0);
  for (std::size_t i = 0; i < contacts; ++i) ++count_[group(i) + 1];
  batches_.clear();
  for (std::size_t g = 0; g + 1 < count_.size(); ++g) {
    const Index size = count_[g + 1];
    count_[g + 1] += count_[g];
    if (size > 0)
      batches_.push_back({{count_[g], count_[g + 1]}, static_cast<std::int32_t>(g % laws)});
  }
  contact_at_.resize(contacts);
  for (std::size_t i = 0; i < contacts; ++i) {
    const Index place = count_[group(i)]++;
    contact_at_[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(i);
    place_of_[i] = static_cast<std::int32_t>(place);
  }
}

void ReorderedProblem::take(const ReactionProblem& old, View<std::int32_t> contact_at) {
  const auto in_order = [&](auto view, Index width, auto& memory) {
    return gather(view, contact_at, width, memory);
  };
  const Index dim = old.dim;
  W_.old = old.delassus, W_.contact_at = contact_at, W_.dim = old.dim;
  old_history_new_ = old.history_new;
  problem_ = {.dim = old.dim,
              .contacts = static_cast<Index>(contact_at.size()),
              .dt = old.dt,
              .time = old.time,
              .delassus = &W_,
              .delassus_diagonal = in_order(old.delassus_diagonal, dim * dim, diagonal_),
              .free_velocity = in_order(old.free_velocity, dim, free_),
              .U_old = in_order(old.U_old, dim, U_old_),
              .gap = in_order(old.gap, 1, gap_),
              .area = in_order(old.area, 1, area_),
              .frame = in_order(old.frame, dim * dim, frame_),
              .point = in_order(old.point, dim, point_),
              .patch = in_order(old.patch, 2, patch_),
              .friction = in_order(old.friction, 1, friction_),
              .restitution = in_order(old.restitution, 1, restitution_),
              .law = in_order(old.law, 1, law_),
              .key = in_order(old.key, 1, key_),
              .history_old = in_order(old.history_old, old.history_size, history_old_),
              .history_size = old.history_size,
              .gap_speed = in_order(old.gap_speed, 1, gap_speed_)};
  if (old.history_size > 0) {
    gather(View<Real>(old.history_new), contact_at, old.history_size, history_new_);
    problem_.history_new = history_new_;
  }
}

void ReorderedProblem::hand_back_history() const {
  if (problem_.history_size > 0)
    scatter(View<Real>(history_new_), W_.contact_at, problem_.history_size, old_history_new_);
}

void ReorderedProblem::Operator::apply(View<Real> x, Out<Real> y, Context& context) const {
  const Scratch::Frame frame(*context.scratch);
  const Index n = old->size();
  const Out<Real> x_old = context.scratch->take<Real>(n), y_old = context.scratch->take<Real>(n);
  if (x.size() < x_old.size()) std::fill(x_old.begin(), x_old.end(), Real{0});
  scatter(x, contact_at, dim, x_old);
  old->apply(x_old, y_old, context);
  auto* next = y.data();
  for (const Index contact : contact_at)
    next = std::copy_n(y_old.data() + contact * dim, dim, next);
}

}  // namespace tactus
