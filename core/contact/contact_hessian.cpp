// Second derivatives of contact rows, from the constraint's numbering by vertices to that of degrees of
// freedom. Only solvers that linearise rows anew ask for them.
#include "core/contact/contact_model.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// From the constraint's numbering (vertex * dim + component) to free degrees of freedom.
class MappedSink final : public BlockSink {
 public:
  MappedSink(const ContactGeometry& geometry, Real factor, BlockSink& sink)
      : geometry_(geometry), factor_(factor), sink_(sink) {}

  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    row_.clear(), column_.clear(), value_.clear();
    for (const Index c : columns)
      if (free(c)) column_.push_back(dof(c));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!free(rows[i])) continue;
      row_.push_back(dof(rows[i]));
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (free(columns[j])) value_.push_back(factor_ * value[i * columns.size() + j]);
    }
    if (!row_.empty() && !column_.empty()) sink_.add(row_, column_, value_);
  }

 private:
  Index dof(Index number) const {
    const int dim = geometry_.surface->dim;
    return geometry_.vertex_dof[number / dim] + number % dim;
  }
  bool free(Index number) const { return !geometry_.layout->prescribed[dof(number)]; }

  const ContactGeometry& geometry_;
  Real factor_;
  BlockSink& sink_;
  std::vector<Index> row_, column_;
  std::vector<Real> value_;
};

class ProductSink final : public BlockSink {
 public:
  ProductSink(View<Real> direction, Out<Real> out) : direction_(direction), out_(out) {}
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        out_[rows[i]] += value[i * columns.size() + j] * direction_[columns[j]];
  }

 private:
  View<Real> direction_;
  Out<Real> out_;
};

}  // namespace

Outcome KernelContact::hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                               Context& context) const {
  set_positions(rows, w);
  MappedSink mapped(geometry_, point_.fraction * point_.fraction, sink);
  try {
    calling(Kind::constraint,
            [&] { constraint_.hessian(memory_.set, rows, weights, y_, mapped, context); });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  return {};
}

Outcome KernelContact::hessian_product(View<Index> rows, View<Real> weights, View<Real> w,
                                       View<Real> direction, Out<Real> out,
                                       Context& context) const {
  ProductSink sink(direction, out);
  return hessian(rows, weights, w, sink, context);
}

}  // namespace tactus::core
