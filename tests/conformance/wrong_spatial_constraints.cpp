// Constraints in space that are wrong in one way each, and the sentence that names it. The sound
// ones to start from are the gaps of vertex and facet and of edge and edge.

#include "changed_constraint.hpp"
#include "spatial_gaps.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

std::unique_ptr<Constraint> sound_spatial_constraint(const Changes& changes) {
  if (changes.edges) return std::make_unique<EdgeEdgeGap>();
  return std::make_unique<VertexFacetGap>();
}

/// Changes the value and the gradient (four vertices) of each row.
template <class F>
Changes with_values(F change, bool edges = false) {
  return {.answer =
              [change](const Asked& a) {
                for (std::size_t k = 0; k < a.rows.size(); ++k)
                  change(a, k, a.out.value ? a.out.value + k : nullptr,
                         a.out.gradient ? a.out.gradient + 12 * k : nullptr);
              },
          .edges = edges};
}
/// Changes what is written where bodies touch: frame (by rows), weights, point; null where not
/// wanted.
template <class F>
Changes with_places(F change) {
  return {.answer = [change](const Asked& a) {
    for (std::size_t k = 0; k < a.rows.size(); ++k)
      change(a, k, a.out.frame ? a.out.frame + 9 * k : nullptr,
             a.out.weight ? a.out.weight + 4 * k : nullptr,
             a.out.point ? a.out.point + 3 * k : nullptr);
  }};
}

const std::string kSignInSpace = "3D: values are negative inside and positive outside",
                  kGap = "3D: a gap is the distance in metres",
                  kGradient = "3D: gradient = d value / dy (differences)",
                  kForces = "3D: forces of a row and their moments add up to zero",
                  kFrames = "3D: frames are orthonormal, weights add up to zero",
                  kNormal = "3D: the gradient of a gap is weight times normal",
                  kSlip = "3D: bodies that turn together do not slip",
                  kPoints = "3D: points are where bodies touch",
                  kTurned = "3D: normals and points turn with the world",
                  kNumbers = "3D: the numbering does not matter",
                  kComplete = "3D: violations are seen where interiors meet, and only there";

std::vector<Case> wrong_spatial_constraint_values() {
  return {
      {"the sign of edge and edge flipped where one of them runs back",
       {kSignInSpace, " inside, "},
       with_values(
           [](const Asked& a, std::size_t k, Real* g, Real* dg) {
             if (a.vertex(k, 2)[2] < a.vertex(k, 3)[2]) return;
             if (g) *g = -*g;
             for (int i = 0; dg && i < 12; ++i) dg[i] = -dg[i];
           },
           true)},
      {"works in the plane only: leaves the third coordinate out",
       {kGap, "at most 1e-12"},
       with_values([](const Asked& a, std::size_t k, Real* g, Real* dg) {
         if (g) *g += 1e-3 * (a.vertex(k, 0)[2] - a.vertex(k, 1)[2]);
         for (int i = 2; dg && i < 12; i += 3) dg[i] = 0;
       })},
      {"a lever arm forgotten: a third of the force on each corner",
       {kForces, "at most 1e-12"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 3; dg && i < 12; ++i) dg[i] = -dg[i % 3] / 3;
       })},
      {"a gradient with a frozen normal of the world",
       {kGradient, "at most 1e-09"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 0; dg && i < 12; ++i) dg[i] = i % 3 == 1 ? dg[i] : 0;
       })},
  };
}

std::vector<Case> wrong_places() {
  return {
      {"a frame that is left-handed",
       {kFrames, "a frame is left-handed"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         for (int i = 6; Q && i < 9; ++i) Q[i] = -Q[i];
       })},
      {"the normal last",
       {kNormal, "at most 1e-13"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         if (Q) std::rotate(Q, Q + 3, Q + 9);
       })},
      {"weights that do not add up to zero",
       {kFrames, "at most 1e-13"},
       with_places([](const Asked&, std::size_t, Real*, Real* c, Real*) {
         if (c) c[3] = 0;
       })},
      {"the velocity of the facet's middle",
       {kSlip, "bodies that turn together with 1 rad/s slip by"},
       with_places([](const Asked&, std::size_t, Real*, Real* c, Real*) {
         for (int i = 1; c && i < 4; ++i) c[i] = -1. / 3;
       })},
      {"a point in the middle of the facet",
       {kPoints, "m from one of two bodies"},
       with_places([](const Asked& a, std::size_t k, Real*, Real*, Real* p) {
         for (std::size_t d = 0; p && d < 3; ++d)
           p[d] = (a.vertex(k, 1)[d] + a.vertex(k, 2)[d] + a.vertex(k, 3)[d]) / 3;
       })},
      {"a point beside the line of the normal",
       {kPoints, "has a moment about the point"},
       with_places([](const Asked& a, std::size_t k, Real*, Real*, Real* p) {
         for (std::size_t d = 0; p && d < 3; ++d)
           p[d] += 1e-3 * (a.vertex(k, 1)[d] - a.vertex(k, 2)[d]);
       })},
      {"a normal along an axis of the world",
       {kTurned, "a normal does not turn with the world"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         for (int i = 0; Q && i < 9; ++i) Q[i] = i % 4 ? 0 : 1;
       })},
  };
}

std::vector<Case> wrong_spatial_constraint_questions() {
  return {
      {"writes rows that it was not asked for",
       {"3D: it writes what it is asked for", "a value was written that was not asked for"},
       {.answer =
            [](const Asked& a) {
              if (a.out.value && a.rows.size() == 1 && a.set.rows() > 1) a.out.value[1] = 0;
            }}},
  };
}

std::vector<Case> wrong_spatial_constraint_rows() {
  return {
      {"sees vertices inside of elements alone",
       {kComplete, "0 violations, and their interiors meet"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult& result) {
              if (set.rows() == 0) set.violations.clear(), result.needs = 0;
            }}},
      {"touching is a violation",
       {"3D: bodies that touch need no row", "violations"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
              const Surface& s = *q.surface;
              for (Index v = 0; v < s.boundary_vertices; ++v)
                if (std::abs(q.y[static_cast<std::size_t>(3 * v + 1)] + 4) < 1e-12)
                  set.violations.add({&v, 1}), ++result.needs;
            }}},
      {"keys by the place of a vertex in a table",
       {kNumbers, "has another key"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult&) {
              for (Index r = 0; r < set.rows(); ++r)
                set.key[static_cast<std::size_t>(r)].high =
                    static_cast<std::uint64_t>(set.stencil(r)[0]);
            }}},
      {"sees none of candidates of which one is far away",
       {"3D: candidates out of reach change nothing", "with candidates out of reach the row"},
       {.before =
            [](DetectQuery& q) {
              for (const auto& [element, vertex] : q.candidates.element_vertex) {
                const Index other = q.surface->element_vertices(element)[0];
                if ((point<3>(q.y, vertex) - point<3>(q.y, other)).norm() < 5) continue;
                q.candidates.element_vertex = {};
                break;
              }
            }}},
      {"half of the reach that a law asks for",
       {"3D: laws that act at a distance get all rows within their reach, or none", "is missing"},
       {.before = [](DetectQuery& q) { q.reach /= 2; }}},
      {"loses what is beyond the ends of all facets",
       {"3D: rows stay in front of a bulge while bodies touch", "has no row"},
       {.claims = capability::persistent}},
  };
}

/// Keys of rows with a facet that depend on which of its vertices comes first.
std::vector<Case> wrong_beginnings() {
  return {{"knows facets by their first vertex",
           {kNumbers, "has another key"},
           {.after = [](const DetectQuery& q, ContactSet& set, DetectResult&) {
             const Surface& s = *q.surface;
             for (Index r = 0; r < set.rows(); ++r)
               for (Index f = 0; f < s.facets; ++f) {
                 const View<Index> facet = s.facet_vertices(f), row = set.stencil(r);
                 const auto is_there = [&](Index v) {
                   return std::find(row.begin(), row.end(), v) != row.end();
                 };
                 if (std::all_of(facet.begin(), facet.end(), is_there))
                   set.key[static_cast<std::size_t>(r)].high +=
                       1000000 * static_cast<std::uint64_t>(s.global[facet[0]]);
               }
           }}}};
}

/// Refuses the plane, and space, too.
class Nowhere final : public Constraint {
  void do_detection(const Scales&, Detection& wanted) const override { wanted.facet_facet = true; }
  void do_setup(const ConstraintSetup&, Context&) override { throw ConfigError("not here"); }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override { return {}; }
  void do_evaluate(const RowQuery&, const RowOutput&, Context&) const override {}
};

}  // namespace

void tactus::conformance::add_spatial_constraints(Kills& kills, Sounds&) {
  const std::string kind = "constraint, in space";
  const auto run = run_changed(sound_spatial_constraint);
  add(kills, kind, "a wrong answer", wrong_spatial_constraint_values(), run);
  add(kills, kind, "a wrong place of contact", wrong_places(), run);
  add(kills, kind, "memory", wrong_spatial_constraint_questions(), run);
  add(kills, kind, "wrong rows", wrong_spatial_constraint_rows(), run);
  add(kills, kind, "wrong rows", wrong_beginnings(), run);
  kills.push_back({kind,
                   "works nowhere",
                   "a wrong answer",
                   {"works in the plane or in space", "it refuses both"},
                   [](Check& check) {
                     constraint_promises([] { return std::make_unique<Nowhere>(); }, check);
                   }});
}
