/// \file guarded_constraint.hpp  Constraints under supervision.
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "core/support/guard/guarded.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

/// Passes blocks on, and looks at them.
class FiniteSink final : public BlockSink {
 public:
  explicit FiniteSink(BlockSink& sink) : sink_(sink) {}
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    good_ &= all_finite(value);
    sink_.add(rows, columns, value);
  }
  bool good() const { return good_; }

 private:
  BlockSink& sink_;
  bool good_ = true;
};

class GuardedConstraint final : public Guarded<Constraint> {
 public:
  using Guarded::Guarded;

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    call(&Constraint::detection, scales, wanted);
    expect_number(called(), "a reach", wanted.reach);
  }
  View<std::string_view> do_outside() const override { return call(&Constraint::outside); }
  void do_setup(const ConstraintSetup& setup, Context& context) override {
    call(&Constraint::setup, setup, context);
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    return call(&Constraint::detect, query, set, context);
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& context) const override {
    call(&Constraint::evaluate, query, out, context);
    expect_finite(*query.set, query.rows, out);
  }
  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context& context) const override {
    FiniteSink checked(sink);
    call(&Constraint::hessian, query, weights, checked, context);
    if (!checked.good() && all_finite(weights))
      throw EvaluationError(fmt::format(
          "constraint \"{}\" gave second derivatives that are not finite", called().type));
  }
  Real do_time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                         View<Real> y1, Context& context) const override {
    return number("a time of impact",
                  call(&Constraint::time_of_impact, surface, candidates, y0, y1, context));
  }

  /// A row without a finite value has none, as the interface allows.
  void expect_finite(const ContactSet& set, View<Index> rows, const RowOutput& out) const {
    const auto dim = static_cast<std::size_t>(set.dim);
    std::size_t value = 0, entry = 0;
    const auto good = [](const Real* numbers, std::size_t from, std::size_t count) {
      return !numbers || all_finite({numbers + from, count});
    };
    for (const Index row : rows) {
      const std::size_t entries = set.stencil(row).size();
      if (!good(out.value, value, 1) || !good(out.gradient, entry * dim, entries * dim) ||
          !good(out.frame, value * dim * dim, dim * dim) || !good(out.weight, entry, entries) ||
          !good(out.point, value * dim, dim) || !good(out.outside_velocity, value * dim, dim))
        throw EvaluationError(
            fmt::format("constraint \"{}\" gave a row that is not finite", called().type),
            {Item::contact, row});
      ++value, entry += entries;
    }
  }
};

}  // namespace tactus::core
