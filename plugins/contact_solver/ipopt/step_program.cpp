#include "step_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ipopt {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

Outcome StepProgram::pose(const Place& place) {
  in_ = place;
  outcome_ = {};
  length_ = place.context->scales.altitude;
  u_.assign(place.start.begin(), place.start.end());
  r_.resize(u_.size());
  list_.resize(at(place.contact->rows().count));
  std::iota(list_.begin(), list_.end(), Index{0});
  number_unknowns();
  const SparseView* matrix = nullptr;
  if (Outcome bad = find_units(matrix); !bad) return bad;
  find_jacobian();
  find_hessian(*matrix);
  return place.problem->potential(u_, potential_, *place.context);
}

void StepProgram::number_unknowns() {
  const View<std::uint8_t> fixed = in_.problem->fixed();
  dof_.clear();
  local_.assign(fixed.size(), kNone);
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i]) continue;
    local_[i] = static_cast<Index>(dof_.size());
    dof_.push_back(static_cast<Index>(i));
  }
}

/// @param matrix  out: the tangent where the program is posed
Outcome StepProgram::find_units(const SparseView*& matrix) {
  const LinearOperator* tangent = nullptr;
  if (Outcome bad = in_.problem->tangent(u_, tangent, *in_.context); !bad) return bad;
  matrix = tangent->sparse();
  if (!matrix)
    return Outcome::failed(Cause::unsupported, "ipopt needs a tangent that is a sparse matrix");
  const auto block = static_cast<Index>(matrix->block);
  Real sum = 0;
  for (const Index dof : dof_)
    for (Index k = matrix->start[at(dof / block)]; k < matrix->start[at(dof / block + 1)]; ++k)
      if (matrix->column[at(k)] == dof / block)
        sum += std::abs(matrix->value[at((k * block + dof % block) * block + dof % block)]);
  stiffness_ = sum > 0 ? sum / static_cast<Real>(dof_.size()) : 1;
  restraint_ = in_.restraint / stiffness_;
  return {};
}

void StepProgram::find_jacobian() {
  const ContactRows& rows = in_.contact->rows();
  jacobian_.row.clear(), jacobian_.column.clear();
  for (const Index row : list_)
    for (Index k = rows.start[at(row)]; k < rows.start[at(row + 1)]; ++k) {
      jacobian_.row.push_back(row);
      jacobian_.column.push_back(local_[at(rows.dof[at(k)])]);
    }
}

/// The lower triangle of the tangent and of what the curvature of rows adds to it, row by row.
void StepProgram::find_hessian(const SparseView& matrix) {
  std::vector<std::pair<Index, Index>> pairs;
  const auto block = static_cast<Index>(matrix.block);
  for (Index i = 0; i < matrix.rows * block; ++i) {
    const Index row = local_[at(i)];
    if (row == kNone) continue;
    pairs.emplace_back(row, row);
    for (Index k = matrix.start[at(i / block)]; k < matrix.start[at(i / block + 1)]; ++k)
      for (Index c = 0; c < block; ++c)
        if (const Index column = local_[at(matrix.column[at(k)] * block + c)];
            column != kNone && column < row)
          pairs.emplace_back(row, column);
  }
  const ContactRows& rows = in_.contact->rows();
  for (const Index row : list_)
    for (Index a = rows.start[at(row)]; a < rows.start[at(row + 1)]; ++a)
      for (Index b = rows.start[at(row)]; b < a; ++b)
        pairs.emplace_back(local_[at(rows.dof[at(a)])], local_[at(rows.dof[at(b)])]);
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  hessian_.row.clear(), hessian_.column.clear();
  hessian_start_.assign(dof_.size() + 1, 0);
  for (const auto& [row, column] : pairs) {
    hessian_.row.push_back(row), hessian_.column.push_back(column);
    hessian_start_[at(row) + 1] = static_cast<Index>(hessian_.row.size());
  }
}

void StepProgram::start(Out<Real> s, Out<Real> multiplier) const {
  std::fill(s.begin(), s.end(), Real{0});
  for (std::size_t i = 0; i < multiplier.size(); ++i)
    multiplier[i] = in_.multiplier[i] * scale(i) / force();
}

bool StepProgram::objective(View<Real> s, Real& value) {
  set_point(s);
  if (!keep(in_.problem->potential(u_, value, *in_.context))) return false;
  value = (value - potential_) / (force() * length_) + restraint_ / 2 * map(s).squaredNorm();
  return true;
}

bool StepProgram::objective_gradient(View<Real> s, Out<Real> gradient) {
  set_point(s);
  if (!keep(in_.problem->residual(u_, r_, *in_.context))) return false;
  for (std::size_t k = 0; k < gradient.size(); ++k)
    gradient[k] = r_[at(dof_[k])] / force() + restraint_ * s[k];
  return true;
}

bool StepProgram::evaluate(View<Real> s, Out<Real> c) {
  set_point(s);
  if (!keep(in_.contact->evaluate(list_, u_, {.value = c.data()}, *in_.context))) return false;
  const View<Real> lower = in_.contact->rows().lower;
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = (c[i] - lower[i]) / (length_ * scale(i));
  return true;
}

bool StepProgram::jacobian(View<Real> s, Out<Real> value) {
  set_point(s);
  if (!keep(in_.contact->evaluate(list_, u_, {.gradient = value.data()}, *in_.context)))
    return false;
  for (std::size_t k = 0; k < value.size(); ++k) value[k] /= scale(at(jacobian_.row[k]));
  return true;
}

bool StepProgram::hessian(View<Real> s, Real factor, View<Real> multiplier, Out<Real> value) {
  set_point(s);
  const LinearOperator* tangent = nullptr;
  if (!keep(in_.problem->tangent(u_, tangent, *in_.context))) return false;
  target_ = value;
  std::fill(value.begin(), value.end(), Real{0});
  add_tangent(*tangent->sparse(), factor / stiffness_);
  for (std::size_t k = 0; k < dof_.size(); ++k)  // the diagonal ends a row
    target_[at(hessian_start_[k + 1] - 1)] += factor * restraint_;
  // c is in units of h scale and s in units of h, so that a factor h remains.
  weights_.resize(multiplier.size());
  for (std::size_t i = 0; i < weights_.size(); ++i)
    weights_[i] = -multiplier[i] * length_ / scale(i);
  return keep(in_.contact->hessian(list_, weights_, u_, *this, *in_.context));
}

/// Both patterns ascend in a row, and all entries of the matrix are in hessian_.
void StepProgram::add_tangent(const SparseView& matrix, Real factor) {
  const auto block = static_cast<Index>(matrix.block);
  for (std::size_t k = 0; k < dof_.size(); ++k) {
    const Index i = dof_[k], in_block = i % block;
    std::size_t to = at(hessian_start_[k]);
    for (Index b = matrix.start[at(i / block)]; b < matrix.start[at(i / block + 1)]; ++b)
      for (Index c = 0; c < block; ++c) {
        const Index column = local_[at(matrix.column[at(b)] * block + c)];
        if (column == kNone || column > static_cast<Index>(k)) continue;
        while (hessian_.column[to] < column) ++to;
        target_[to] += factor * matrix.value[at((b * block + in_block) * block + c)];
      }
  }
}

/// A block of second derivatives of rows, in degrees of freedom.
void StepProgram::add(View<Index> rows, View<Index> columns, View<Real> value) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Index r = local_[at(rows[i])];
    if (r == kNone) continue;
    const auto first = hessian_.column.begin() + hessian_start_[at(r)],
               last = hessian_.column.begin() + hessian_start_[at(r + 1)];
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Index c = local_[at(columns[j])];
      if (c == kNone || c > r) continue;
      const auto found = std::lower_bound(first, last, c);
      target_[static_cast<std::size_t>(found - hessian_.column.begin())] +=
          value[i * columns.size() + j];
    }
  }
}

Outcome StepProgram::read(const EngineResult& found, Out<Real> u, Out<Real> multiplier) {
  set_point(found.s);
  std::ranges::copy(u_, u.begin());
  weights_.resize(list_.size());
  if (Outcome bad = in_.contact->evaluate(list_, u_, {.value = weights_.data()}, *in_.context);
      !bad)
    return bad;
  const View<Real> lower = in_.contact->rows().lower;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Real gap = (weights_[i] - lower[i]) / (length_ * scale(i));
    multiplier[i] = found.multiplier[i] < gap ? 0 : found.multiplier[i] * force() / scale(i);
  }
  return {};
}

void StepProgram::set_point(View<Real> s) {
  for (std::size_t k = 0; k < dof_.size(); ++k)
    u_[at(dof_[k])] = in_.start[at(dof_[k])] + length_ * s[k];
}

bool StepProgram::keep(Outcome outcome) {
  const bool good = static_cast<bool>(outcome);
  if (!good) outcome_ = std::move(outcome);
  return good;
}

}  // namespace ipopt
