// Implements pivot_path.hpp: the linear system of a set of pieces, and the walk from one set to the next.
#include "pivot_path.hpp"

#include <algorithm>
#include <cmath>
#include <tactus/friction/cone.hpp>

namespace interior_point {
using namespace tactus;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Between 1 and 1.1, another one for each contact: symmetric scenes would have many events at once.
Real uneven(Index i) {
  const Real turns = 0.6180339887498949 * static_cast<Real>(i + 1);
  return 1 + 0.1 * (turns - std::floor(turns));
}

}  // namespace

void PivotPath::prepare(const ReactionProblem& problem, BlockFactor& factor) {
  problem_ = &problem, factor_ = &factor;
  const std::size_t n = at(problem.contacts);
  for (auto* a : {&q_, &q_0_, &q_by_, &R_0_, &R_by_, &U_0_, &U_by_, &rest_, &rhs_})
    a->assign(2 * n, 0);
  piece_.resize(n), open_.resize(n);
  W_.resize(problem.delassus->sparse()->value.size()), matrix_.resize(W_.size());
  size_ = incoming_speed(problem) / std::sqrt(static_cast<Real>(problem.contacts));
}

Real PivotPath::weight(Index i) const {
  return block<2>(problem_->delassus_diagonal, i).trace() / 2;
}

/// W + eps D, and q - eps D R.
void PivotPath::set_centre(View<Real> R, Real eps) {
  const SparseView& W = *problem_->delassus->sparse();
  std::copy(W.value.begin(), W.value.end(), W_.begin());
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Real diagonal = eps * weight(i);
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k)
      if (W.column[at(k)] == i) W_[at(4 * k)] += diagonal, W_[at(4 * k + 3)] += diagonal;
    for (const Index d : {0, 1})
      q_[at(2 * i + d)] = problem_->free_velocity[at(2 * i + d)] - diagonal * R[at(2 * i + d)];
    q_[at(2 * i)] += rebound(*problem_, i);
  }
}

/// Velocities come in with which no contact closes.
void PivotPath::begin_open() {
  Real fastest = size_;
  for (Index i = 0; i < problem_->contacts; ++i) fastest = std::max(fastest, -q_[at(2 * i)]);
  std::ranges::fill(piece_, Piece::open);
  for (Index i = 0; i < problem_->contacts; ++i) {
    q_0_[at(2 * i)] = q_[at(2 * i)] + 1.2 * fastest * uneven(i);
    q_0_[at(2 * i + 1)] = q_[at(2 * i + 1)];
  }
}

/// Velocities come in for which these reactions, cut to their cones, are the solution, and no contact is at
/// the end of its piece.
void PivotPath::begin_at(View<Real> R) {
  constexpr Real kSurface = 1e-9, kApart = 1e-3;
  std::ranges::fill(open_, 0);
  for (Index i = 0; i < problem_->contacts; ++i)
    Eigen::Map<Vec<2>>(R_0_.data() + 2 * i) =
        friction::clipped<2>(point<2>(R, i), problem_->friction[at(i)]);
  find_velocities(R_0_, q_, U_0_);
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Real r_n = R_0_[at(2 * i)], r_t = R_0_[at(2 * i + 1)];
    const Real limit = problem_->friction[at(i)] * r_n, apart = kApart * size_ * uneven(i);
    Real &u_n = U_0_[at(2 * i)], &u_t = U_0_[at(2 * i + 1)];
    if (r_n == 0) {
      piece_[at(i)] = Piece::open, u_n = std::max(u_n, apart);
    } else if (std::abs(r_t) < (1 - kSurface) * limit) {
      piece_[at(i)] = Piece::sticks, u_n = u_t = 0;
    } else if (r_t < 0) {
      piece_[at(i)] = Piece::slides_up, u_n = 0, u_t = std::max(u_t, apart);
    } else {
      piece_[at(i)] = Piece::slides_down, u_n = 0, u_t = std::min(u_t, -apart);
    }
  }
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Plane q = point<2>(U_0_, i) - row_times(W_, R_0_, i);
    q_0_[at(2 * i)] = q[0], q_0_[at(2 * i + 1)] = q[1];
  }
}

bool PivotPath::follow(ReactionPoint& x, From from, const Limits& limits, ReactionSearch& search) {
  set_centre(x.R, limits.eps);
  if (from == From::nothing)
    begin_open();
  else
    begin_at(x.R);
  for (std::size_t k = 0; k < q_.size(); ++k) q_by_[k] = q_[k] - q_0_[k];
  Real t = 0, direction = 1;
  Condition entered;
  for (Index k = 0; k < limits.pivots && !search.ended(); ++k) {
    if (!solve_pieces(search)) return false;
    if (entered.contact != kNone) direction = value(entered).by < 0 ? -1 : 1;
    const Event event = next_event(t, direction, entered);
    if (direction > 0 && !(t + event.way < 1)) {
      map(x.R) = map(View<Real>(R_0_)) + map(View<Real>(R_by_));
      search.judge(x);
      search.count(x.residual.largest());
      return true;
    }
    if (event.way == kUnlimited) return false;
    t += direction * event.way;
    entered = change_piece(event, t);
    ++pivots_;
  }
  return false;
}

/// Reactions and velocities along the path, as long as no contact changes its piece.
bool PivotPath::solve_pieces(ReactionSearch& search) {
  if (!search.work().spend(factor_->blocks())) return false;
  assemble();
  if (!factor_->factorise<2>(matrix_, open_, search.context())) return false;
  fill_rhs(q_0_, R_0_), fill_rhs(q_by_, R_by_);
  if (!solve(R_0_, search.context()) || !solve(R_by_, search.context())) return false;
  find_velocities(R_0_, q_0_, U_0_), find_velocities(R_by_, q_by_, U_by_);
  return true;
}

/// Rows U_N = 0 and U_T = 0 of contacts that stick; U_N = 0 and R_T = -+ mu R_N of those that slide.
void PivotPath::assemble() {
  const SparseView& W = *problem_->delassus->sparse();
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Piece piece = piece_[at(i)];
    open_[at(i)] = piece == Piece::open;
    if (piece == Piece::open) continue;
    const Index first = W.start[at(i)], last = W.start[at(i) + 1];
    std::copy(W_.data() + 4 * first, W_.data() + 4 * last, matrix_.data() + 4 * first);
    if (piece == Piece::sticks) continue;
    const Real mu = problem_->friction[at(i)];
    for (Index k = first; k < last; ++k) {
      const Real own = W.column[at(k)] == i ? weight(i) : 0;
      matrix_[at(4 * k + 2)] = piece == Piece::slides_up ? mu * own : -mu * own;
      matrix_[at(4 * k + 3)] = own;
    }
  }
}

void PivotPath::fill_rhs(View<Real> q, Out<Real> rhs) const {
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Piece piece = piece_[at(i)];
    rhs[at(2 * i)] = piece == Piece::open ? 0 : -q[at(2 * i)];
    rhs[at(2 * i + 1)] = piece == Piece::sticks ? -q[at(2 * i + 1)] : 0;
  }
}

/// x = A^-1 x, refined. Open contacts have none.
bool PivotPath::solve(Out<Real> x, Context& context) {
  constexpr Real kGood = 1e-13, kUsable = 1e-6;  // of the right-hand side
  std::copy(x.begin(), x.end(), rhs_.begin());
  factor_->solve<2>(x, context);
  const Real size = map(View<Real>(rhs_)).norm();
  for (int pass = 0;; ++pass) {
    for (Index i = 0; i < problem_->contacts; ++i) {
      Plane rest = Plane::Zero();
      if (open_[at(i)] == 0) rest = point<2>(View<Real>(rhs_), i) - row_times(matrix_, x, i);
      rest_[at(2 * i)] = rest[0], rest_[at(2 * i + 1)] = rest[1];
    }
    const Real left = map(View<Real>(rest_)).norm();
    if (left <= kGood * size || pass == 2) return left <= kUsable * size;
    factor_->solve<2>(rest_, context);
    map(x) += map(View<Real>(rest_));
  }
}

PivotPath::Plane PivotPath::row_times(View<Real> value, View<Real> x, Index i) const {
  const SparseView& W = *problem_->delassus->sparse();
  Plane sum = Plane::Zero();
  for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k)
    if (const Index other = W.column[at(k)]; open_[at(other)] == 0)
      sum += block<2>(value, k) * point<2>(x, other);
  return sum;
}

void PivotPath::find_velocities(View<Real> R, View<Real> q, Out<Real> U) const {
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Plane u = point<2>(q, i) + row_times(W_, R, i);
    U[at(2 * i)] = u[0], U[at(2 * i + 1)] = u[1];
  }
}

/// A contact that slides without friction slides in either direction.
int PivotPath::conditions(Index i) const {
  const Piece piece = piece_[at(i)];
  if (piece == Piece::open) return 1;
  return piece != Piece::sticks && problem_->friction[at(i)] == 0 ? 1 : 2;
}

PivotPath::Line PivotPath::value(Condition c) const {
  const std::size_t n = at(2 * c.contact), t = n + 1;
  const Real mu = problem_->friction[at(c.contact)];
  const auto line = [](Real a, const std::vector<Real>& first, const std::vector<Real>& by,
                       std::size_t k) {
    return Line{a * first[k], a * by[k]};
  };
  switch (piece_[at(c.contact)]) {
    case Piece::open:
      return line(1, U_0_, U_by_, n);
    case Piece::sticks: {
      const Line r_n = line(mu, R_0_, R_by_, n);
      const Line r_t = line(c.number == 0 ? -1 : 1, R_0_, R_by_, t);
      return {r_n.at + r_t.at, r_n.by + r_t.by};
    }
    case Piece::slides_up:
      return c.number == 0 ? line(1, R_0_, R_by_, n) : line(1, U_0_, U_by_, t);
    default:
      return c.number == 0 ? line(1, R_0_, R_by_, n) : line(-1, U_0_, U_by_, t);
  }
}

/// The first condition that no longer holds in this direction from t, but for the one with which the piece
/// of a contact has just begun.
PivotPath::Event PivotPath::next_event(Real t, Real direction, const Condition& entered) const {
  Event next;
  for (Index i = 0; i < problem_->contacts; ++i)
    for (int c = 0; c < conditions(i); ++c) {
      if (entered.contact == i && entered.number == c) continue;
      const Line line = value({i, c});
      const Real rate = direction * line.by;
      if (!(rate < 0)) continue;
      const Real way = std::max<Real>(0, line(t)) / -rate;
      if (way < next.way) next = {{i, c}, way};
    }
  return next;
}

/// @returns the condition that begins to hold
PivotPath::Condition PivotPath::change_piece(const Event& event, Real t) {
  const auto [i, number] = event.condition;
  Piece& piece = piece_[at(i)];
  const Piece old = piece;
  if (old == Piece::open) {
    const Real slip = U_0_[at(2 * i + 1)] + t * U_by_[at(2 * i + 1)];
    piece = slip >= 0 ? Piece::slides_up : Piece::slides_down;
    return {i, 0};
  }
  if (old == Piece::sticks) {
    piece = number == 0 ? Piece::slides_down : Piece::slides_up;
    return {i, 1};
  }
  if (number == 0) {
    piece = Piece::open;
    return {i, 0};
  }
  piece = Piece::sticks;
  return {i, old == Piece::slides_down ? 0 : 1};
}

}  // namespace interior_point
