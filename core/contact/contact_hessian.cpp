// Second derivatives of contact rows, converted from vertices to degrees of freedom. Only solvers
// that linearise rows repeatedly (Newton's method, SQP) request them.
#include <algorithm>
#include <array>

#include "core/contact/contact_model.hpp"

namespace tactus::core {
namespace {

/// Converts blocks from the constraint's numbering (vertex * dim + component) to free degrees of
/// freedom. A vertex of a rotating body is replaced by the degrees of freedom of that body: J' H J.
class MappedSink final : public BlockSink {
 public:
  MappedSink(const SurfaceMotion& motion, const Placement& at, View<std::uint8_t> fixed,
             Real factor, BlockSink& sink)
      : motion_(motion), at_(at), fixed_(fixed), factor_(factor), sink_(sink) {}

  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    expand(rows, row_);
    expand(columns, column_);
    value_.clear();
    for (std::size_t i = 0; i < row_.dof.size(); ++i)
      for (std::size_t j = 0; j < column_.dof.size(); ++j)
        value_.push_back(factor_ * row_.factor[i] * column_.factor[j] *
                         value[row_.number[i] * columns.size() + column_.number[j]]);
    if (!row_.dof.empty() && !column_.dof.empty()) sink_.add(row_.dof, column_.dof, value_);
  }

  /// Adds sum weight g . (second derivative of each vertex position), in the same numbering. It is
  /// the second term of the chain rule.
  void add_curvature(View<Index> stencil, const Real* gradient, Real weight) {
    const auto dim = static_cast<std::size_t>(motion_.dim());
    for (const Index v : stencil) {
      const View<Real> g(gradient, dim);
      gradient += dim;
      if (!motion_.curved(v)) continue;
      const View<Index> dofs = motion_.dofs_of(v);
      const std::size_t n = dofs.size();
      std::array<Real, SurfaceMotion::kMostDofs * SurfaceMotion::kMostDofs> H{};
      motion_.add_curvature(at_, v, g, H);
      row_.dof.clear(), value_.clear();
      for (const Index dof : dofs)
        if (!fixed_[dof]) row_.dof.push_back(dof);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (!fixed_[dofs[i]] && !fixed_[dofs[j]])
            value_.push_back(weight * factor_ * H[i * n + j]);
      if (!row_.dof.empty()) sink_.add(row_.dof, row_.dof, value_);
    }
  }

 private:
  /// Free degrees of freedom for each number of the constraint. For a rotating body one number
  /// expands to several degrees of freedom, each with a factor, and several numbers expand to the
  /// same one. This is no conflict, because sinks add up what they get.
  struct Expansion {
    std::vector<Index> dof;
    std::vector<std::size_t> number;  ///< position in the list of numbers that was given
    std::vector<Real> factor;
  };

  void expand(View<Index> numbers, Expansion& out) const {
    out.dof.clear(), out.number.clear(), out.factor.clear();
    std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Index v = numbers[i] / motion_.dim();
      const auto d = static_cast<std::size_t>(numbers[i] % motion_.dim());
      const View<Index> dofs = motion_.dofs_of(v);
      if (motion_.is_node(v)) {
        put(dofs[d], i, 1, out);
        continue;
      }
      motion_.derivative(at_, v, J);
      for (std::size_t j = 0; j < dofs.size(); ++j) put(dofs[j], i, J[d * dofs.size() + j], out);
    }
  }
  void put(Index dof, std::size_t number, Real factor, Expansion& out) const {
    if (fixed_[dof]) return;
    out.dof.push_back(dof);
    out.number.push_back(number);
    out.factor.push_back(factor);
  }

  const SurfaceMotion& motion_;
  Placement at_;
  View<std::uint8_t> fixed_;
  Real factor_;
  BlockSink& sink_;
  Expansion row_, column_;
  std::vector<Real> value_;
};

}  // namespace

Outcome KernelContact::hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                               Context& context) const {
  const RowPlaces& places = rows_.places();
  places.move(rows_.memory().set, rows, w);
  const SurfaceMotion& motion = *places.geometry().motion;
  const auto dim = static_cast<std::size_t>(motion.dim());
  const Real fraction = places.point().fraction;
  MappedSink mapped(motion, places.placement(w), rows_.map().fixed(), fraction * fraction, sink);
  std::vector<Real> gradient;  // for rows with vertices on rotating bodies
  try {
    constraint_.hessian(rows_.query(rows), weights, mapped, context);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const View<Index> stencil = rows_.stencil(rows[i]);
      if (std::ranges::none_of(stencil, [&](Index v) { return motion.curved(v); })) continue;
      gradient.resize(stencil.size() * dim);
      constraint_.evaluate(rows_.query(rows.subspan(i, 1)), {.gradient = gradient.data()}, context);
      mapped.add_curvature(stencil, gradient.data(), weights[i]);
    }
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  return {};
}

}  // namespace tactus::core
