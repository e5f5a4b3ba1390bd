/// \file constraint.hpp  Constraint functions: which conditions say "no penetration", and their
/// derivatives.
#pragma once

#include <algorithm>

#include "broad_phase.hpp"
#include "contact_lengths.hpp"
#include "contact_set.hpp"
#include "linear.hpp"
#include "surface.hpp"

namespace tactus {

/// What a constraint asks the broad phase for. Not served by the kernel yet, and refused: edge_edge,
/// element_vertex, plane_vertex, swept.
struct Detection {
  bool facet_facet = false, facet_vertex = false, edge_edge = false, vertex_vertex = false,
       element_vertex = false, plane_vertex = false;
  /// m, every box is inflated by this (a multiple of the Scales); lists are made anew when a vertex
  /// has moved by it
  Real reach = 0;
  bool swept = false;  ///< boxes cover the whole step from y_old to y
};

/// Pairs found, sorted and unique. First and second as named: facet_vertex has (facet, vertex). Its
/// vertices, and those of vertex_vertex, are particles; vertices of facets come with facet_facet.
struct Candidates {
  View<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex, element_vertex;
};

/// What a constraint may do in a detection about violations that touch a vertex. A solver narrows the
/// choice, vertex by vertex, where rows have turned out to add energy.
enum class Remedy : std::uint8_t {
  any_row,         ///< the best row there is
  admissible_row,  ///< rows only that y_old satisfies; where there is none, the violation is left
  no_row,          ///< no row: the violation is reported, and somebody else sees to it
};

struct DetectQuery {
  const Surface* surface = nullptr;
  Candidates candidates;
  /// Changes when `candidates` are another list; equal numbers: the same views, so that tables made
  /// from the list (near facets of a vertex) may be kept. The list is made anew only when the
  /// surface has moved by Detection::reach since, so it serves many steps.
  std::uint64_t list = 0;
  View<Real> y_list{};  ///< [vertices * dim] m, where the list was made
  View<Real> y_old{};   ///< [vertices * dim] m, at t_n: admissible
  View<Real> y{};       ///< [vertices * dim] m, where the solver is now
  Index pass = 0;       ///< 0 for the first detection of an attempt at a step
  /// [vertices] 1: moved since the last detection of this attempt; empty: all of them (pass 0).
  View<std::uint8_t> moved{};
  /// m, rows are wanted wherever value/scale is at most this (ContactLaw::reach); 0: where violated
  Real reach = 0;
  View<std::uint8_t> movable{};  ///< [vertices] 0: prescribed; a row of such vertices alone is void
  View<ContactKey> banned{};  ///< sorted; not to be appended in this step (ContactModel::restart)
  /// [vertices] the strictest remedy of its vertices holds for a violation; empty: any_row.
  View<Remedy> remedy{};
  Remedy remedy_of(View<Index> some_vertices) const {
    Remedy strictest = Remedy::any_row;
    if (!remedy.empty())
      for (const Index v : some_vertices) strictest = std::max(strictest, remedy[v]);
    return strictest;
  }
};

/// What a detection found. needs == 0: nothing is wrong at y. needs > 0 and nothing appended: they
/// are left, no candidate can settle them.
struct DetectResult {
  /// Violations seen (crossing pairs, vertices inside), touching never one; as many as were reported
  /// to ContactSet::violations.
  Index needs = 0;
  Index added = 0;         ///< rows appended
  Index inadmissible = 0;  ///< of these, rows that y_old does not satisfy
};

class Constraint : public Component {
 public:
  static constexpr Kind kKind = Kind::constraint;

  Detection detection(const Scales& scales) const { return do_detection(scales); }

  /// Once, before the first step: index tables, which named surface is which side. `surface` lives
  /// as long as the run.
  void setup(const Surface& surface, Context& context) { do_setup(surface, context); }

  /// Appends the rows that are missing; may widen the stencil of earlier rows, never remove or
  /// reorder any. Which rows a crossing event needs (one event, one branch; by class, then cost,
  /// ties by kind and key, never by round-off or the order of candidates) is decided
  /// here, knowing the rows already there, within what DetectQuery::remedy allows. Candidates beyond
  /// the overlapping ones change nothing.
  /// Called from one thread; may keep tables that depend on query.list alone.
  DetectResult detect(const DetectQuery& query, ContactSet& set, Context& context) {
    const Index before = set.rows();
    set.violations.clear();
    DetectResult result = do_detect(query, set, context);
    expects(set.rows() >= before, "detect() may only append rows");
    expects(set.violations.count() == result.needs,
            "detect() reports the vertices of each violation that it counts");
    result.added = set.rows() - before;
    return result;
  }

  /// Values and derivatives of some rows at y [vertices * dim] m; only entries of their stencils
  /// are up to date. Const, thread-safe; one row or all. gradient is the exact derivative of value
  /// if capability::gradient is claimed.
  /// @throws EvaluationError with {Item::contact, row} where a row has no value (a degenerate
  /// normal).
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

  /// Largest fraction in [0, 1] of the motion y0 -> y1 that passes through nothing among the
  /// candidates; conservative. capability::swept.
  Real time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                      View<Real> y1, Context& context) const {
    return do_time_of_impact(surface, candidates, y0, y1, context);
  }

  /// History numbers per contact that the kernel carries along by key.
  Index history_size() const { return do_history_size(); }

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
  virtual Index do_history_size() const { return 0; }
};

}  // namespace tactus
