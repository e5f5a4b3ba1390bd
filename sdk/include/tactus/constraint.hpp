/// \file constraint.hpp  The interface of constraints: the conditions that express "no
/// penetration", and their derivatives.
#pragma once

#include "component.hpp"
#include "contact_lengths.hpp"
#include "detection.hpp"
#include "linear.hpp"

namespace tactus {

class Constraint : public Component {
 public:
  static constexpr Kind kKind = Kind::constraint;

  Detection detection(const Scales& scales) const { return do_detection(scales); }

  /// Called once before the first step: prepare index tables, and find which named surface is on
  /// which side. `surface` lives as long as the run.
  void setup(const Surface& surface, Context& context) { do_setup(surface, context); }

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

  /// Values and derivatives of some rows at y [vertices * dim] m, of which only entries of their
  /// stencils are up to date. Const and thread-safe; called for single rows or all. gradient is the
  /// exact derivative of value if capability::gradient is claimed.
  /// @throws EvaluationError with {Item::contact, row} if a row has no value (a degenerate normal).
  void evaluate(const ContactSet& set, View<Index> rows, View<Real> y, const RowOutput& out,
                Context& context) const {
    do_evaluate(set, rows, y, out, context);
  }

  /// Adds sum_k weight[k] d2 value(rows[k]) / dy2, numbered vertex * dim + component.
  /// capability::hessian.
  void hessian(const ContactSet& set, View<Index> rows, View<Real> weights, View<Real> y,
               BlockSink& sink, Context& context) const {
    expects(rows.size() == weights.size(), "one weight a row");
    do_hessian(set, rows, weights, y, sink, context);
  }

  /// A lower bound of the fraction in [0, 1] of the motion y0 -> y1 that can be made without
  /// passing through anything among the candidates. capability::swept.
  Real time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                      View<Real> y1, Context& context) const {
    return do_time_of_impact(surface, candidates, y0, y1, context);
  }

 private:
  virtual Detection do_detection(const Scales& scales) const = 0;
  virtual void do_setup(const Surface& /*surface*/, Context& /*context*/) {}
  virtual DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) = 0;
  virtual void do_evaluate(const ContactSet& set, View<Index> rows, View<Real> y,
                           const RowOutput& out, Context& context) const = 0;
  virtual void do_hessian(const ContactSet&, View<Index>, View<Real>, View<Real>, BlockSink&,
                          Context&) const {
    throw PreconditionError("this constraint has no Hessian");
  }
  virtual Real do_time_of_impact(const Surface&, const Candidates&, View<Real>, View<Real>,
                                 Context&) const {
    throw PreconditionError("this constraint has no swept test");
  }
};

}  // namespace tactus
