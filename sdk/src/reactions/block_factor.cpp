// Implements reactions/block_factor.hpp: LU factors row by row. Row i starts as that of the matrix;
// the rows of all earlier places that it depends on are subtracted, and what is left is the row of
// U with its diagonal block, whose inverse is kept. Each thread has a row to work in; in each round
// it first subtracts from some rows what earlier rounds contribute, and then eliminates subtrees.
// The arithmetic of a row is the same in any thread.
#include "tactus/reactions/block_factor.hpp"

#include <Eigen/LU>
#include <array>
#include <ranges>

#include "row_product.hpp"

namespace tactus {
namespace {

constexpr Index kRows = 8;  ///< of a round, from which a thread subtracts earlier rounds at a time

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <int D>
Eigen::Map<Mat<D>> writable(Out<Real> blocks, Index i) {
  return Eigen::Map<Mat<D>>(blocks.data() + i * D * D);
}

/// Inverse with partial pivoting. @returns false if A is singular
bool inverse_of(const Mat<2>& A, Eigen::Map<Mat<2>> out) {
  const Real det = A.determinant();
  out << A(1, 1), -A(0, 1), -A(1, 0), A(0, 0);
  out /= det;
  return out.allFinite();
}
bool inverse_of(const Mat<3>& A, Eigen::Map<Mat<3>> out) {
  out = A.partialPivLu().inverse();
  return out.allFinite();
}

/// Row i of the blocks in `values` times x. Contacts that are left out are zero in x.
template <int D>
Vec<D> row_times(const std::vector<Index>& start, const std::vector<std::int32_t>& column,
                 const std::vector<Real>& values, const std::vector<Real>& x, Index i) {
  const auto first = at(start[at(i)]), count = at(start[at(i) + 1]) - first;
  const std::array<Real, D> sum = blocks_times<D>(View<std::int32_t>(column).subspan(first, count),
                                                  values.data() + first * D * D, x.data());
  return Vec<D>(Eigen::Map<const Vec<D>>(sum.data()));
}

}  // namespace

/// Writes the blocks of the matrix into the current row, and zero where blocks fill in.
template <int D>
void BlockFactor::load_row(Index i, View<Real> value, Out<Real> row) const {
  const Elimination& e = *elimination_;
  for (Index k = e.lower_start[at(i)]; k < e.lower_start[at(i) + 1]; ++k)
    writable<D>(row, e.lower[at(k)]).setZero();
  for (Index k = e.upper_start[at(i)]; k < e.upper_start[at(i) + 1]; ++k)
    writable<D>(row, e.upper[at(k)]).setZero();
  writable<D>(row, i).setZero();
  const auto contact = at(e.contact[at(i)]);
  for (Index k = e.start[contact]; k < e.start[contact + 1]; ++k)
    writable<D>(row, e.place_of_column[at(k)]) = block<D>(value, k);
}

/// Takes up a row from which earlier rounds have been subtracted: store_started_row().
template <int D>
void BlockFactor::load_started_row(Index i, Out<Real> row) const {
  const Elimination& e = *elimination_;
  for (Index n = e.lower_here[at(i)]; n < e.lower_start[at(i) + 1]; ++n)
    writable<D>(row, e.lower[at(n)]) = block<D>(L_, n);
  for (Index n = e.upper_start[at(i)]; n < e.upper_start[at(i) + 1]; ++n)
    writable<D>(row, e.upper[at(n)]) = block<D>(U_, n);
  writable<D>(row, i) = block<D>(inverse_, i);
}

/// Keeps a row where its factors will be.
template <int D>
void BlockFactor::store_started_row(Index i, View<Real> row) {
  const Elimination& e = *elimination_;
  for (Index n = e.lower_here[at(i)]; n < e.lower_start[at(i) + 1]; ++n)
    writable<D>(L_, n) = block<D>(row, e.lower[at(n)]);
  for (Index n = e.upper_start[at(i)]; n < e.upper_start[at(i) + 1]; ++n)
    writable<D>(U_, n) = block<D>(row, e.upper[at(n)]);
  writable<D>(inverse_, i) = block<D>(row, i);
}

/// Subtracts the rows of some earlier places, which are entries of `lower`, and keeps their factors.
template <int D>
void BlockFactor::subtract(Range of_lower, Out<Real> row) {
  const Elimination& e = *elimination_;
  for (Index n = of_lower.begin; n < of_lower.end; ++n) {
    const Index k = e.lower[at(n)];
    if (out_[at(k)]) {
      writable<D>(L_, n).setZero();
      continue;
    }
    const Mat<D> factor = block<D>(row, k) * block<D>(inverse_, k);
    writable<D>(L_, n) = factor;
    for (Index m = e.upper_start[at(k)]; m < e.upper_start[at(k) + 1]; ++m)
      writable<D>(row, e.upper[at(m)]).noalias() -= factor * block<D>(U_, m);
  }
}

/// Subtracts the places of its own round. @returns false if the diagonal block is singular
template <int D>
bool BlockFactor::finish_row(Index i, Out<Real> row) {
  const Elimination& e = *elimination_;
  subtract<D>({e.lower_here[at(i)], e.lower_start[at(i) + 1]}, row);
  if (!inverse_of(block<D>(row, i), writable<D>(inverse_, i))) return false;
  for (Index k = e.upper_start[at(i)]; k < e.upper_start[at(i) + 1]; ++k)
    writable<D>(U_, k) = block<D>(row, e.upper[at(k)]);
  return true;
}

/// The places of some tasks, in their turn.
View<std::int32_t> BlockFactor::turns(Range tasks) const {
  const Elimination& e = *elimination_;
  const Index first = e.task[at(tasks.begin)].begin, last = e.task[at(tasks.end - 1)].end;
  return View<std::int32_t>(e.turn).subspan(at(first), at(last - first));
}

template <int D>
Out<Real> BlockFactor::take_row(Context& context) const {
  return context.scratch->take<Real>(static_cast<Index>(out_.size()) * D * D);
}

template <int D>
void BlockFactor::subtract_earlier_rounds(View<std::int32_t> places, View<Real> value,
                                          Context& context) {
  context.executor->for_each(
      static_cast<Index>(places.size()), kRows, [&](Range part, Context& local) {
        const Scratch::Frame frame(*local.scratch);
        const Out<Real> row = take_row<D>(local);
        for (const Index i : places.subspan(at(part.begin), at(part.size()))) {
          if (out_[at(i)]) continue;
          load_row<D>(i, value, row);
          subtract<D>({elimination_->lower_start[at(i)], elimination_->lower_here[at(i)]}, row);
          store_started_row<D>(i, row);
        }
      });
}

/// Eliminates some places in order. @returns false if a diagonal block is singular
template <int D>
bool BlockFactor::eliminate(View<std::int32_t> places, View<Real> value, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> row = take_row<D>(context);
  for (const Index i : places) {
    if (out_[at(i)]) continue;
    if (value.empty())
      load_started_row<D>(i, row);
    else
      load_row<D>(i, value, row);
    if (!finish_row<D>(i, row)) return false;
  }
  return true;
}

template <int D>
bool BlockFactor::factorise(View<Real> value, View<std::uint8_t> left_out, Context& context) {
  const Elimination& e = *elimination_;
  const std::size_t places = e.contact.size();
  U_.resize(e.upper.size() * D * D), L_.resize(e.lower.size() * D * D);
  inverse_.resize(places * D * D), out_.resize(places), regular_.resize(e.task.size());
  for (std::size_t k = 0; k < places; ++k) out_[k] = left_out[at(e.contact[k])];
  for (const Range round : e.round) {
    const bool first = round.begin == 0;
    if (!first) subtract_earlier_rounds<D>(turns(round), value, context);
    context.executor->for_each(round.size(), 1, [&](Range tasks, Context& local) {
      for (Index t = round.begin + tasks.begin; t < round.begin + tasks.end; ++t)
        regular_[at(t)] = eliminate<D>(turns({t, t + 1}), first ? value : View<Real>{}, local);
    });
    for (Index t = round.begin; t < round.end; ++t)
      if (!regular_[at(t)]) return false;
  }
  return true;
}

template <int D>
void BlockFactor::solve_lower(View<std::int32_t> places, View<Real> x) {
  const Elimination& e = *elimination_;
  for (const Index i : places) {
    Eigen::Map<Vec<D>> y(x_.data() + i * D);
    if (out_[at(i)])
      y.setZero();
    else
      y = point<D>(x, e.contact[at(i)]) - row_times<D>(e.lower_start, e.lower, L_, x_, i);
  }
}

template <int D>
void BlockFactor::solve_upper(View<std::int32_t> places, Out<Real> x) {
  const Elimination& e = *elimination_;
  for (const Index i : std::ranges::reverse_view(places)) {
    if (out_[at(i)]) continue;
    Eigen::Map<Vec<D>> y(x_.data() + i * D);
    y = block<D>(inverse_, i) * (y - row_times<D>(e.upper_start, e.upper, U_, x_, i));
    Eigen::Map<Vec<D>>(x.data() + e.contact[at(i)] * D) = y;
  }
}

template <int D>
void BlockFactor::solve(Out<Real> x) {
  x_.resize(x.size());
  const View<std::int32_t> all = elimination_->turn;
  solve_lower<D>(all, x);
  solve_upper<D>(all, x);
}

template <int D>
void BlockFactor::solve(Out<Real> x, Context& context) {
  x_.resize(x.size());
  const auto each_task = [&](Range round, const auto& of_task) {
    context.executor->for_each(round.size(), 1, [&](Range tasks, Context&) {
      for (Index t = round.begin + tasks.begin; t < round.begin + tasks.end; ++t)
        of_task(turns({t, t + 1}));
    });
  };
  const std::vector<Range>& rounds = elimination_->round;
  for (const Range round : rounds)
    each_task(round, [&](View<std::int32_t> places) { solve_lower<D>(places, x); });
  for (const Range round : std::ranges::reverse_view(rounds))
    each_task(round, [&](View<std::int32_t> places) { solve_upper<D>(places, x); });
}

template bool BlockFactor::factorise<2>(View<Real>, View<std::uint8_t>, Context&);
template bool BlockFactor::factorise<3>(View<Real>, View<std::uint8_t>, Context&);
template void BlockFactor::solve<2>(Out<Real>);
template void BlockFactor::solve<3>(Out<Real>);
template void BlockFactor::solve<2>(Out<Real>, Context&);
template void BlockFactor::solve<3>(Out<Real>, Context&);

}  // namespace tactus
