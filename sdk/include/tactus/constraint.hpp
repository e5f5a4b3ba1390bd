/// \file constraint.hpp  The interface of constraints: the conditions that express "no
/// penetration", and their derivatives.
#pragma once

#include "capability.hpp"
#include "component.hpp"
#include "contact_lengths.hpp"
#include "detection.hpp"
#include "linear.hpp"

namespace tactus {

/// Two surfaces (positions in Surface::patch_name) that an entry of the configuration serves, in the
/// order of its "between": own is the slave. other = -1 - k stands for outside()[k]. An element of an
/// array: it never grows.
struct PatchPair {
  std::int32_t own = 0, other = 0;
};

struct ConstraintSetup {
  const Surface* surface = nullptr;  ///< lives as long as the run
  /// Of an entry for any surfaces: all that it serves, the lower number first. Two surfaces that are
  /// named alike come in one order.
  View<PatchPair> pairs{};
};

/// Rows to evaluate at y [vertices * dim] m, of which only entries of their stencils are up to date.
struct RowQuery {
  const ContactSet* set = nullptr;
  View<Index> rows{};
  View<Real> y{};
  Real time = 0;  ///< s, of y
};

class Constraint : public Component {
 public:
  static constexpr Kind kKind = Kind::constraint;

  /// Says which pairs the constraint asks for. `wanted` comes with none.
  void detection(const Scales& scales, Detection& wanted) const { do_detection(scales, wanted); }

  /// Names of what it pushes bodies against that is no body of the model ("floor"). Laws and tables
  /// name them as they name surfaces. Valid, and the same, for the life of the object.
  View<std::string_view> outside() const { return do_outside(); }

  /// Called once before the first step: prepare index tables. The pairs are valid during the call.
  void setup(const ConstraintSetup& setup, Context& context) { do_setup(setup, context); }

  /// Appends missing rows. It may widen the stencil of earlier rows, but never removes or reorders
  /// any. It decides, within what DetectQuery::remedy allows and knowing the rows already found,
  /// which rows a crossing event needs: one branch per event, chosen by class, then by cost; ties
  /// are decided by kind and key, never by rounding errors or the order of candidates. Additional
  /// candidates that do not overlap change nothing. Called from one thread; may keep tables that
  /// depend on query.list only.
  DetectResult detect(const DetectQuery& query, ContactSet& set, Context& context) {
    expects(query.surface && set.dim == query.surface->dim, "the set has the surface's dimension");
    const Index before = set.rows();
    set.violations.clear();
    DetectResult result = do_detect(query, set, context);
    expects(set.rows() >= before, "detect() may only append rows");
    expects(set.violations.count() == result.needs,
            "detect() reports the vertices of each violation that it counts");
    result.added = set.rows() - before;
    return result;
  }

  /// Values and derivatives of some rows. Const and thread-safe; called for single rows or all.
  /// gradient is the exact derivative of value if capability::gradient is claimed.
  /// @throws EvaluationError with {Item::contact, row} if a row has no value (a degenerate normal).
  void evaluate(const RowQuery& query, const RowOutput& out, Context& context) const {
    do_evaluate(query, out, context);
  }

  /// Adds sum_k weight[k] d2 value(rows[k]) / dy2, numbered vertex * dim + component.
  /// capability::hessian.
  void hessian(const RowQuery& query, View<Real> weights, BlockSink& sink, Context& context) const {
    expects(query.rows.size() == weights.size(), "one weight a row");
    do_hessian(query, weights, sink, context);
  }

  /// A lower bound of the fraction in [0, 1] of the motion y0 -> y1 that can be made without
  /// passing through anything among the candidates. capability::swept.
  Real time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                      View<Real> y1, Context& context) const {
    return do_time_of_impact(surface, candidates, y0, y1, context);
  }

 private:
  virtual void do_detection(const Scales& scales, Detection& wanted) const = 0;
  virtual View<std::string_view> do_outside() const { return {}; }
  virtual void do_setup(const ConstraintSetup&, Context&) {}
  virtual DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) = 0;
  virtual void do_evaluate(const RowQuery& query, const RowOutput& out, Context& context) const = 0;
  virtual void do_hessian(const RowQuery&, View<Real>, BlockSink&, Context&) const {
    throw PreconditionError("this constraint has no Hessian");
  }
  virtual Real do_time_of_impact(const Surface&, const Candidates&, View<Real>, View<Real>,
                                 Context&) const {
    throw PreconditionError("this constraint has no swept test");
  }
};

}  // namespace tactus
