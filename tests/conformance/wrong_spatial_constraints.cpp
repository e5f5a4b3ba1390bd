// Constraints in space that are wrong in one way each, and the sentence that names it. The sound
// ones to start from are the gaps of vertex and facet and of edge and edge.
#include <set>
#include <thread>

#include "changed_constraint.hpp"
#include "spatial_gaps.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

std::unique_ptr<Constraint> sound(const Changes& changes) {
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

const std::string kSign = "3D: values are negative inside and positive outside",
                  kGap = "3D: a gap is the distance in metres",
                  kGradient = "3D: gradient = d value / dy (differences)",
                  kForces = "3D: forces of a row and their moments add up to zero",
                  kFrames = "3D: frames are orthonormal, weights add up to zero",
                  kNormal = "3D: the gradient of a gap is weight times normal",
                  kSlip = "3D: bodies that turn together do not slip",
                  kPoints = "3D: points are where bodies touch",
                  kTurned = "3D: normals and points turn with the world",
                  kNumbers = "3D: the numbering does not matter",
                  kComplete = "3D: violations are seen where interiors meet, and only there",
                  kSeen = "3D: a contact is seen wherever it is",
                  kQuestion = "3D: a value depends on the question alone";

std::vector<Case> wrong_values() {
  return {
      {"a value of the wrong sign",
       {kSign, " inside, "},
       with_values([](const Asked&, std::size_t, Real* g, Real* dg) {
         if (g) *g = -*g;
         for (int i = 0; dg && i < 12; ++i) dg[i] = -dg[i];
       })},
      {"the sign of edge and edge flipped where one of them runs back",
       {kSign, " inside, "},
       with_values(
           [](const Asked& a, std::size_t k, Real* g, Real* dg) {
             if (a.vertex(k, 2)[2] < a.vertex(k, 3)[2]) return;
             if (g) *g = -*g;
             for (int i = 0; dg && i < 12; ++i) dg[i] = -dg[i];
           },
           true)},
      {"a gap without a factor of two",
       {kGap, "1.0e-02, at most 1e-12"},
       with_values([](const Asked&, std::size_t, Real* g, Real* dg) {
         if (g) *g /= 2;
         for (int i = 0; dg && i < 12; ++i) dg[i] /= 2;
       })},
      {"a gap that is a volume",
       {"3D: a world times 2^10 has the same rows, times 2^10", "has another value"},
       with_values([](const Asked& a, std::size_t k, Real* g, Real* dg) {
         const Eigen::Map<const Vec<3>> p(a.vertex(k, 1)), q(a.vertex(k, 2)), r(a.vertex(k, 3));
         const Real area = (q - p).cross(r - p).norm();
         if (g) *g *= area;
         for (int i = 0; dg && i < 12; ++i) dg[i] *= area;
       })},
      {"works in the plane only: leaves the third coordinate out",
       {kGap, "at most 1e-12"},
       with_values([](const Asked& a, std::size_t k, Real* g, Real* dg) {
         if (g) *g += 1e-3 * (a.vertex(k, 0)[2] - a.vertex(k, 1)[2]);
         for (int i = 2; dg && i < 12; i += 3) dg[i] = 0;
       })},
      {"a gradient off by 1e-6",
       {kGradient, "at most 1e-09"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 0; dg && i < 3; ++i) dg[i] *= 1 + 1e-6;
       })},
      {"a lever arm forgotten: a third of the force on each corner",
       {kForces, "at most 1e-12"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 3; dg && i < 12; ++i) dg[i] = -dg[i % 3] / 3;
       })},
      {"forces on one of two bodies",
       {kForces, "at most 1e-12"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 3; dg && i < 12; ++i) dg[i] = 0;
       })},
      {"a gradient with a frozen normal of the world",
       {kGradient, "at most 1e-09"},
       with_values([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 0; dg && i < 12; ++i) dg[i] = i % 3 == 1 ? dg[i] : 0;
       })},
      {"a value that depends on where the world is",
       {"3D: a world that is turned and moved has the same rows", "has another value or gradient"},
       with_values([](const Asked& a, std::size_t k, Real* g, Real* dg) {
         if (g) *g += 1e-9 * a.vertex(k, 0)[2];
         if (dg) dg[2] += 1e-9;
       })},
  };
}

std::vector<Case> wrong_places() {
  return {
      {"tangents that are no unit vectors",
       {kFrames, "at most 1e-13"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         for (int i = 6; Q && i < 9; ++i) Q[i] *= 2;
       })},
      {"tangents along the edges of a facet",
       {kFrames, "at most 1e-13"},
       with_places([](const Asked& a, std::size_t k, Real* Q, Real*, Real*) {
         if (!Q) return;
         const Eigen::Map<const Vec<3>> p(a.vertex(k, 1)), q(a.vertex(k, 2)), r(a.vertex(k, 3));
         Eigen::Map<Vec<3>>(Q + 3) = (q - p).normalized();
         Eigen::Map<Vec<3>>(Q + 6) = (r - p).normalized();
       })},
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
      {"normals that close the contact",
       {kNormal, "2.0e+00, at most 1e-13"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         for (int i = 0; Q && i < 6; ++i) Q[i] = -Q[i];
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
      {"half of the relative velocity",
       {kNormal, "at most 1e-13"},
       with_places([](const Asked&, std::size_t, Real*, Real* c, Real*) {
         for (int i = 0; c && i < 4; ++i) c[i] /= 2;
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
      {"a point at the origin",
       {kPoints, "m from one of two bodies"},
       with_places([](const Asked&, std::size_t, Real*, Real*, Real* p) {
         for (std::size_t d = 0; p && d < 3; ++d) p[d] = 0;
       })},
      {"points of some rows only",
       {kPoints, "a row has no point"},
       with_places([](const Asked&, std::size_t k, Real*, Real*, Real* p) {
         if (p && k > 0) p[0] = std::numeric_limits<Real>::quiet_NaN();
       })},
      {"a normal along an axis of the world",
       {kTurned, "a normal does not turn with the world"},
       with_places([](const Asked&, std::size_t, Real* Q, Real*, Real*) {
         for (int i = 0; Q && i < 9; ++i) Q[i] = i % 4 ? 0 : 1;
       })},
  };
}

std::vector<Case> wrong_questions() {
  return {
      {"remembers values by the address of the positions",
       {kQuestion, "not those of a fresh object"},
       {.answer =
            [last = static_cast<const Real*>(nullptr),
             kept = std::vector<Real>{}](const Asked& a) mutable {
              if (!a.out.value) return;
              if (last == a.y.data() && kept.size() == a.rows.size())
                std::copy(kept.begin(), kept.end(), a.out.value);
              last = a.y.data(), kept.assign(a.out.value, a.out.value + a.rows.size());
            }}},
      {"writes rows that it was not asked for",
       {"3D: it writes what it is asked for", "a value was written that was not asked for"},
       {.answer =
            [](const Asked& a) {
              if (a.out.value && a.rows.size() == 1 && a.set.rows() > 1) a.out.value[1] = 0;
            }}},
      {"keeps its work where threads meet",
       {"3D: one object serves four threads", "get other answers"},
       {.answer =
            [work = std::make_shared<std::array<Real, 8>>()](const Asked& a) {
              static thread_local int turn = 0;
              volatile Real* shared = work->data();
              shared[0] = a.vertex(0, 0)[0];
              if (++turn % 8 == 0) std::this_thread::yield();
              if (a.out.value) a.out.value[0] += shared[0] - a.vertex(0, 0)[0];
            }}},
      {"looks at a vertex that is not of the row",
       {"3D: a row depends on the vertices of its stencil alone", "not of its stencil"},
       with_values([](const Asked& a, std::size_t, Real* g, Real*) {
         for (std::size_t v = 0; g && v < a.y.size(); v += 3) *g += 1e-14 * a.y[v];
       })},
      {"no error where a facet has no area",
       {"3D: a row without a value is named by an EvaluationError", "NaN or infinity, and no"},
       {.instead =
            [](const Asked& a) {
              const bool flat = std::equal(a.vertex(0, 1), a.vertex(0, 1) + 3, a.vertex(0, 2));
              if (flat) a.out.value[0] = std::numeric_limits<Real>::quiet_NaN();
              return flat;
            }}},
  };
}

/// The rows that `stays` keeps, one by one.
template <class F>
void keep(ContactSet& set, F stays) {
  ContactSet fewer;
  fewer.dim = set.dim;
  fewer.violations = set.violations;
  for (Index r = 0; r < set.rows(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (stays(r))
      fewer.add({.key = set.key[at],
                 .stencil = set.stencil(r),
                 .branch = set.branch[at],
                 .event = set.event[at],
                 .lower = set.lower[at]});
  }
  set = fewer;
}
/// Counts only some of the violations.
template <class F>
void see(ContactSet& set, DetectResult& result, F seen) {
  Violations fewer;
  for (Index i = 0; i < set.violations.count(); ++i)
    if (seen(set.violations.vertices(i))) fewer.add(set.violations.vertices(i));
  set.violations = fewer, result.needs = fewer.count();
}

std::vector<Case> wrong_rows() {
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
      {"misses what presses from the right",
       {kSeen, "a contact is missed"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult&) {
              const Surface& s = *q.surface;
              keep(set, [&](Index r) {
                const Index v = set.stencil(r)[0];
                return s.vertex_body[v] != 1 || q.y[static_cast<std::size_t>(3 * v)] > 0;
              });
            }}},
      {"keys by facets",
       {"3D: keys persist while a contact slides", "has another key"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult&) {
              const Surface& s = *q.surface;
              for (Index r = 0; r < set.rows(); ++r)
                for (std::size_t k = 1; k < 4; ++k)
                  set.key[static_cast<std::size_t>(r)].low +=
                      static_cast<std::uint64_t>(1000 * s.global[set.stencil(r)[k]]);
            },
        .claims = capability::persistent}},
      {"keys by the place of a vertex in a table",
       {kNumbers, "has another key"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult&) {
              for (Index r = 0; r < set.rows(); ++r)
                set.key[static_cast<std::size_t>(r)].high =
                    static_cast<std::uint64_t>(set.stencil(r)[0]);
            }}},
      {"leaves out every third vertex",
       {kNumbers, "rows with other numbers"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult&) {
              keep(set, [&](Index r) { return set.stencil(r)[0] % 3 != 0; });
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
      {"does not know of bans",
       {"3D: banned rows stay away", "a banned row was appended"},
       {.before = [](DetectQuery& q) { q.banned = {}; }}},
      {"appends rows where none are allowed",
       {"3D: what a violation may be remedied by is heeded", "where none is allowed"},
       {.before = [](DetectQuery& q) { q.remedy = {}; }}},
      {"finds rows between what cannot move",
       {"3D: between prescribed vertices there is no row", "that are all prescribed"},
       {.before =
            [yes = std::vector<std::uint8_t>(1000, 1)](DetectQuery& q) {
              q.movable = View<std::uint8_t>(yes).first(q.movable.size());
            }}},
      {"half of the reach that a law asks for",
       {"3D: laws that act at a distance get all rows within their reach, or none", "is missing"},
       {.before = [](DetectQuery& q) { q.reach /= 2; }}},
      {"loses what is beyond the ends of all facets",
       {"3D: rows stay in front of a bulge while bodies touch", "has no row"},
       {.claims = capability::persistent}},
      {"calls wrong what a law only reaches for",
       {"3D: laws that act at a distance get all rows within their reach, or none",
        "something is wrong"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
              if (q.reach > 0 && set.rows() > 0) set.violations.add(set.stencil(0)), ++result.needs;
            }}},
      {"a margin in metres, whatever the scene is made in",
       {"3D: a world times 2^10 has the same rows, times 2^10", "has another margin"},
       {.after = [](const DetectQuery&, ContactSet& set,
                    DetectResult&) { std::fill(set.lower.begin(), set.lower.end(), 1e-9); }}},
      {"says what is wrong in the first pass only",
       {"3D: what is wrong is said in every pass", "a later pass finds nothing wrong"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
              if (q.pass > 0) see(set, result, [](View<Index>) { return false; });
            }}},
      {"remembers the rows of a rejected attempt",
       {"3D: a restart leaves no trace", "not find what a fresh object finds"},
       {.after =
            [seen = std::set<ContactKey>{}](const DetectQuery& q, ContactSet& set,
                                            DetectResult&) mutable {
              if (q.pass == 0 && set.rows() > 0 && seen.contains(set.key.back()))
                keep(set, [&](Index r) { return r + 1 < set.rows(); });
              seen.insert(set.key.begin(), set.key.end());
            }}},
      {"sees no cubes of one middle",
       {kComplete, "0 violations, and their interiors meet"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
              const Surface& s = *q.surface;
              see(set, result, [&](View<Index> v) {
                const auto middle = [&](Index i) {
                  return s.facets_of(v[static_cast<std::size_t>(i)]).empty();
                };
                return v.size() < 8 || !middle(0) || !middle(4) ||
                       !std::equal(q.y.begin() + 3 * v[0], q.y.begin() + 3 * v[0] + 3,
                                   q.y.begin() + 3 * v[4]);
              });
            }}},
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
  const auto run = run_changed(sound);
  add(kills, kind, "a wrong answer", wrong_values(), run);
  add(kills, kind, "a wrong place of contact", wrong_places(), run);
  add(kills, kind, "memory", wrong_questions(), run,
      {{"keeps its work where threads meet", "threads"},
       {"looks at a vertex that is not of the row", "other points"}});
  add(kills, kind, "wrong rows", wrong_rows(), run,
      {{"a margin in metres, whatever the scene is made in", "units"}});
  add(kills, kind, "wrong rows", wrong_beginnings(), run);
  kills.push_back({kind,
                   "works nowhere",
                   "a wrong answer",
                   {"works in the plane or in space", "it refuses both"},
                   [](Check& check) {
                     constraint_promises([] { return std::make_unique<Nowhere>(); }, check);
                   }});
}
