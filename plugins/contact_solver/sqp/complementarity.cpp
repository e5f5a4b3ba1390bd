#include "complementarity.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace sqp {
namespace {

constexpr Real kAddition = 1e-11;   ///< to a diagonal of 1
constexpr Real kTolerance = 1e-12;  ///< of the largest |q|, scaled: rounding of a row at its bound
constexpr int kPatience = 3;        ///< exchanges of all wrong rows that need not leave fewer

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

bool Complementarity::solve(View<Real> W, View<Real> q, Out<Real> l) {
  scale(W, q);
  guess(l);
  const auto rows = static_cast<Index>(q.size());
  std::size_t fewest = q.size() + 1;
  int patience = kPatience;
  bool found = false;
  for (exchanges_ = 0; exchanges_ <= 20 + 10 * rows; ++exchanges_) {
    if (!solve_active()) break;
    find_wrong();
    found = wrong_.empty();
    if (found) break;
    const bool better = wrong_.size() < fewest;
    if (better) fewest = wrong_.size(), patience = kPatience;
    if (better || patience-- > 0)
      for (const Index i : wrong_) pushes_[at(i)] ^= 1;
    else
      pushes_[at(wrong_.back())] ^= 1;
  }
  for (std::size_t i = 0; i < l.size(); ++i) l[i] = std::max<Real>(0, x_[i]) * root_[i];
  return found;
}

void Complementarity::scale(View<Real> W, View<Real> q) {
  const std::size_t n = q.size();
  matrix_.resize(n * n);
  for (auto* a : {&q_, &root_, &x_}) a->resize(n);
  Real largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    root_[i] = 1 / std::sqrt(W[i * n + i]);
    q_[i] = q[i] * root_[i];
    largest = std::max(largest, std::abs(q_[i]));
  }
  tolerance_ = kTolerance * largest;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      matrix_[i * n + j] = i == j ? 1 + kAddition : root_[i] * W[i * n + j] * root_[j];
}

void Complementarity::guess(View<Real> l) {
  pushes_.resize(l.size());
  for (std::size_t i = 0; i < l.size(); ++i)
    pushes_[i] = l[i] > 0 || (l[i] == kUnknown && q_[i] < -tolerance_);
}

/// The forces with which the active rows are at their bounds.
bool Complementarity::solve_active() {
  active_.clear();
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    if (pushes_[i]) active_.push_back(static_cast<Index>(i));
  std::fill(x_.begin(), x_.end(), Real{0});
  if (active_.empty()) return true;
  const auto n = static_cast<Eigen::Index>(active_.size());
  factor_.resize(active_.size() * active_.size());
  right_.resize(active_.size());
  Eigen::Map<Eigen::MatrixXd> A(factor_.data(), n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    right_[at(i)] = -q_[at(active_[at(i)])];
    for (Eigen::Index j = 0; j <= i; ++j) A(i, j) = entry(active_[at(i)], active_[at(j)]);
  }
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factors(A);
  if (factors.info() != Eigen::Success) return false;
  Map solution(right_.data(), n);
  factors.solveInPlace(solution);
  for (Eigen::Index i = 0; i < n; ++i) x_[at(active_[at(i)])] = right_[at(i)];
  return true;
}

void Complementarity::find_wrong() {
  wrong_.clear();
  const auto rows = static_cast<Index>(q_.size());
  for (Index i = 0; i < rows; ++i) {
    if (pushes_[at(i)]) {
      if (x_[at(i)] < 0) wrong_.push_back(i);
      continue;
    }
    Real above = q_[at(i)];
    for (const Index j : active_) above += entry(i, j) * x_[at(j)];
    if (above < -tolerance_) wrong_.push_back(i);
  }
}

}  // namespace sqp
