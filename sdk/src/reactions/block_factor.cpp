// Implements reactions/block_factor.hpp: LU factors row by row. Row i starts as that of the matrix;
// the rows of all earlier places that it depends on are subtracted, and what is left is the row of
// U with its diagonal block, whose inverse is kept. Each thread has a row to work in, and eliminates
// subtrees; the arithmetic of a row is the same in any thread.
#include "tactus/reactions/block_factor.hpp"

#include <Eigen/LU>
#include <array>

#include "row_product.hpp"

namespace tactus {
namespace {

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

template <int D>
bool BlockFactor::eliminate_row(Index i, Out<Real> row) {
  const Elimination& e = *elimination_;
  for (Index n = e.lower_start[at(i)]; n < e.lower_start[at(i) + 1]; ++n) {
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
  if (!inverse_of(block<D>(row, i), writable<D>(inverse_, i))) return false;
  for (Index k = e.upper_start[at(i)]; k < e.upper_start[at(i) + 1]; ++k)
    writable<D>(U_, k) = block<D>(row, e.upper[at(k)]);
  return true;
}

/// Eliminates some places in order. @returns false if a diagonal block is singular
template <int D>
bool BlockFactor::eliminate(View<std::int32_t> places, View<Real> value, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> row = context.scratch->take<Real>(static_cast<Index>(out_.size()) * D * D);
  for (const Index i : places) {
    if (out_[at(i)]) continue;
    load_row<D>(i, value, row);
    if (!eliminate_row<D>(i, row)) return false;
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
    context.executor->for_each(round.size(), 1, [&](Range tasks, Context& local) {
      for (Index t = round.begin + tasks.begin; t < round.begin + tasks.end; ++t) {
        const Range task = e.task[at(t)];
        const auto turn = View<std::int32_t>(e.turn).subspan(at(task.begin), at(task.size()));
        regular_[at(t)] = eliminate<D>(turn, value, local);
      }
    });
    for (Index t = round.begin; t < round.end; ++t)
      if (!regular_[at(t)]) return false;
  }
  return true;
}

template <int D>
void BlockFactor::solve(Out<Real> x) {
  const Elimination& e = *elimination_;
  x_.resize(x.size());
  const auto places = static_cast<Index>(e.contact.size());
  // Row i of the blocks in `values` times x_. Contacts that are left out are zero in x_.
  const auto row_times = [&](const std::vector<Index>& start,
                             const std::vector<std::int32_t>& column,
                             const std::vector<Real>& values, Index i) {
    const auto first = at(start[at(i)]), count = at(start[at(i) + 1]) - first;
    const std::array<Real, D> sum = blocks_times<D>(
        View<std::int32_t>(column).subspan(first, count), values.data() + first * D * D, x_.data());
    return Vec<D>(Eigen::Map<const Vec<D>>(sum.data()));
  };
  for (Index i = 0; i < places; ++i) {
    Eigen::Map<Vec<D>> y(x_.data() + i * D);
    if (out_[at(i)])
      y.setZero();
    else
      y = point<D>(x, e.contact[at(i)]) - row_times(e.lower_start, e.lower, L_, i);
  }
  for (Index i = places; i-- > 0;) {
    if (out_[at(i)]) continue;
    Eigen::Map<Vec<D>> y(x_.data() + i * D);
    y = block<D>(inverse_, i) * (y - row_times(e.upper_start, e.upper, U_, i));
    Eigen::Map<Vec<D>>(x.data() + e.contact[at(i)] * D) = y;
  }
}

template bool BlockFactor::factorise<2>(View<Real>, View<std::uint8_t>, Context&);
template bool BlockFactor::factorise<3>(View<Real>, View<std::uint8_t>, Context&);
template void BlockFactor::solve<2>(Out<Real>);
template void BlockFactor::solve<3>(Out<Real>);

}  // namespace tactus
