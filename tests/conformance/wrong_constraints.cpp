// Constraints that are wrong in one way each, and the sentence that names it. The sound one to start
// from is vertex_edge.
#include <tactus/plugin.hpp>
#include <thread>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here

#include "changed_constraint.hpp"
#include "plugins/constraint/facet_intersection/facet_intersection.cpp"  // NOLINT
#include "plugins/constraint/vertex_edge/crossings.cpp"                  // NOLINT
#include "plugins/constraint/vertex_edge/vertex_edge.cpp"                // NOLINT

namespace {
using namespace tactus;
using namespace tactus::conformance;

std::unique_ptr<Constraint> sound_constraint(const Changes&) {
  return std::make_unique<vertex_edge::VertexEdge>(vertex_edge::VertexEdge::Options{});
}

/// Changes value and gradient of each row.
template <class F>
Changes with_answer(F change) {
  return {.answer = [change](const Asked& a) {
    for (std::size_t k = 0; k < a.rows.size(); ++k)
      change(a, k, a.out.value ? a.out.value + k : nullptr,
             a.out.gradient ? a.out.gradient + 6 * k : nullptr);
  }};
}

const std::string kSign = "2D: values are negative inside and positive outside",
                  kGradient = "2D: gradient = d value / dy (differences)",
                  kHessian = "2D: Hessian = d gradient / dy (differences)",
                  kQuestion = "2D: a value depends on the question alone",
                  kSeen = "2D: a contact is seen wherever it is",
                  kRestart = "2D: a restart leaves no trace";

std::vector<Case> wrong_values() {
  return {
      {"a value of the wrong sign",
       {kSign, " inside, "},
       with_answer([](const Asked&, std::size_t, Real* g, Real* dg) {
         if (g) *g = -*g;
         for (int i = 0; dg && i < 6; ++i) dg[i] = -dg[i];
       })},
      {"a gradient off by 1e-6",
       {kGradient, "at most 1e-09"},
       with_answer([](const Asked&, std::size_t, Real*, Real* dg) {
         if (dg) dg[4] *= 1 + 1e-6, dg[5] *= 1 + 1e-6;
       })},
      {"a value that depends on where the world is",
       {"2D: a world that is turned and moved has the same rows", "has another value or gradient"},
       with_answer([](const Asked& a, std::size_t k, Real* g, Real* dg) {
         if (g) *g += 1e-9 * a.vertex(k, 2)[0];
         if (dg) dg[4] += 1e-9;
       })},
      {"forces on one of two bodies",
       {"2D: forces of a row and their moments add up to zero", "at most 1e-12"},
       with_answer([](const Asked&, std::size_t, Real*, Real* dg) {
         for (int i = 0; dg && i < 4; ++i) dg[i] = 0;
       })},
      {"not a number without an error where an edge has no length",
       {"2D: a row without a value is named by an EvaluationError", "NaN or infinity, and no"},
       {.instead =
            [](const Asked& a) {
              const bool flat = std::equal(a.vertex(0, 0), a.vertex(0, 0) + 2, a.vertex(0, 1));
              if (flat) a.out.value[0] = std::numeric_limits<Real>::quiet_NaN();
              return flat;
            }}},
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
      {"keeps its work in a member",
       {"2D: one object serves four threads", "get other answers"},
       {.answer =
            [work = std::make_shared<std::array<Real, 64>>()](const Asked& a) {
              static thread_local int turn = 0;
              volatile Real* shared = work->data();
              shared[0] = a.vertex(0, 0)[0];
              if (++turn % 8 == 0) std::this_thread::yield();
              if (a.out.value) a.out.value[0] += shared[0] - a.vertex(0, 0)[0];
            }}},
      {"looks at a vertex that is not of the row",
       {"2D: a row depends on the vertices of its stencil alone", "not of its stencil"},
       with_answer([](const Asked& a, std::size_t k, Real* g, Real*) {
         const Index other = (a.set.stencil(a.rows[k])[2] + 3) % 8;
         if (g) *g += 1e-12 * a.y[static_cast<std::size_t>(2 * other)];
       })},
  };
}

std::vector<Case> wrong_derivatives() {
  return {
      {"tangents that are no unit vectors",
       {"2D: frames are orthonormal, weights add up to zero", "at most 1e-13"},
       {.answer =
            [](const Asked& a) {
              if (a.out.frame) a.out.frame[2] *= 2, a.out.frame[3] *= 2;
            }}},
      {"normals that close the contact",
       {"2D: the gradient of a gap is weight times normal", "2.0e+00, at most 1e-13"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0; a.out.frame && k < 4 * a.rows.size(); ++k)
                a.out.frame[k] = -a.out.frame[k];
            }}},
      {"a Hessian that is not symmetric",
       {"2D: the Hessian is symmetric", "at most 1e-13"},
       {.hessian = [](auto H) { H(0, 5) += 1e-10; }}},
      {"a Hessian off by 1e-6",
       {kHessian, "at most 1e-08"},
       {.hessian = [](auto H) { H.template bottomRightCorner<2, 2>().array() += 1e-6; }}},
      {"claims a swept test that lets all through",
       {"2D: time_of_impact() is not after the contact", "1 of the way"},
       {.claims = capability::swept}},
  };
}

std::vector<Case> wrong_rows() {
  return {
      {"misses a contact in one of some hundred places",
       {kSeen, " of 1000 places a contact is missed"},
       {.before =
            [pairs = std::vector<Pair>{}](DetectQuery& q) mutable {
              pairs.assign(q.candidates.facet_facet.begin(), q.candidates.facet_facet.end());
              const auto tip = static_cast<std::int64_t>(q.y[16] * 1e9);
              if (tip % 300 == 0) pairs.clear();
              q.candidates.facet_facet = pairs;
            }}},
      {"misses corners in a notch",
       {"2D: a contact in a notch is seen as on a side", "is missed"},
       {.before =
            [](DetectQuery& q) {
              if (q.y[11] < 0.4) q.candidates.facet_facet = {};  // the middle above the first block
            }}},
      {"sees three quarters of its candidates, in their order",
       {"2D: the order of candidates does not matter", "candidates in another order the row"},
       {.before =
            [](DetectQuery& q) {
              auto& pairs = q.candidates.facet_facet;
              pairs = pairs.first(pairs.size() * 3 / 4);
            }}},
      {"works on a near list of the past",
       {kRestart, "not find what a fresh object finds"},
       {.before = [](DetectQuery& q) { q.list = 1; }}},
  };
}

std::vector<Case> wrong_passes() {
  return {
      {"sorts the rows it finds among those that were there",
       {"2D: rows are appended, never removed, moved or changed", "a row is not where it was"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult&) {
              if (q.pass > 0) std::reverse(set.key.begin(), set.key.end());
            }}},
      {"widens margins of rows that were there",
       {"2D: rows are appended, never removed, moved or changed", "margin or scale of a row"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult&) {
              if (q.pass > 0) set.lower[0] *= 2;
            }}},
      {"does not know of bans",
       {"2D: banned rows stay away", "a banned row was appended"},
       {.before = [](DetectQuery& q) { q.banned = {}; }}},
      {"appends rows where none are allowed",
       {"2D: what a violation may be remedied by is heeded", "where none is allowed"},
       {.before = [](DetectQuery& q) { q.remedy = {}; }}},
      {"rows that the start does not satisfy, and a count of none",
       {"2D: what a violation may be remedied by is heeded", "is not admissible was appended"},
       {.before =
            [](DetectQuery& q) {
              if (!q.remedy.empty() && q.remedy[0] == Remedy::admissible_row) q.remedy = {};
            },
        .after =
            [](const DetectQuery& q, ContactSet&, DetectResult& result) {
              if (!q.remedy.empty()) result.inadmissible = 0;
            }}},
      {"reports a vertex that is not there",
       {"2D: what a violation may be remedied by is heeded", "a violation has the vertex 1000000"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult& found) {
              if (found.needs == 0) return;
              const Index nowhere[] = {1000000};
              set.violations.clear();
              for (Index i = 0; i < found.needs; ++i) set.violations.add(nowhere);
            }}},
      {"finds rows between what cannot move",
       {"2D: between prescribed vertices there is no row", "that are all prescribed"},
       {.before =
            [yes = std::vector<std::uint8_t>(1000, 1)](DetectQuery& q) {
              q.movable = View<std::uint8_t>(yes).first(q.movable.size());
            }}},
      {"looks at half of what moved",
       {"2D: told which vertices moved it finds the same rows", "is missing"},
       {.before =
            [moved = std::vector<std::uint8_t>{}](DetectQuery& q) mutable {
              moved.assign(q.moved.begin(), q.moved.end());
              if (std::count(moved.begin(), moved.end(), 0) > 0)
                std::fill_n(moved.begin(), moved.size() / 2, std::uint8_t{0});
              q.moved = moved;
            }}},
      {"takes a list for what touches already",
       {"2D: a list of candidates serves until something has moved by the reach", "is missing"},
       {.before =
            [](DetectQuery& q) {
              if (!std::equal(q.y.begin(), q.y.end(), q.y_list.begin()))
                q.candidates = {}, q.list += 1000;
            }}},
      {"says what is wrong in the first pass only",
       {"2D: what is wrong is said in every pass", "a later pass finds nothing wrong"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& found) {
              if (q.pass == 0) return;
              found.needs = 0;
              set.violations.clear();
            }}},
  };
}

/// Gives all rows the owner of the first one.
void own(ContactSet& set) {
  for (Index& owner : set.owner) owner = set.stencil(0)[0];
}

std::vector<Case> wrong_claims_and_places() {
  return {
      {"looks at the end of the step alone and does not say so",
       {"2D: what passes within a step is seen", "get no row"},
       {.hides = capability::end_of_step}},
      {"keys that change with the pass",
       {"2D: keys are those of any pass", "in the second pass the row"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult&) {
              for (ContactKey& key : set.key)
                if (q.pass > 0) key.low += 1000000;
            }}},
      {"values that are off beyond 100 m",
       {"2D: a world a kilometre away has the same rows", "has another value or gradient"},
       with_answer([](const Asked& a, std::size_t k, Real* g, Real*) {
         if (g && a.vertex(k, 2)[0] > 100) *g *= 1.001;
       })},
      {"gaps a nanometre too large",
       {"2D: a gap is the distance in metres", "at most 1e-12"},
       with_answer([](const Asked&, std::size_t, Real* g, Real*) {
         if (g) *g += 1e-9;
       })},
      {"values that are off from the two hundredth row on",
       {"2D: hundreds of rows are evaluated as one is", "has another value"},
       with_answer([](const Asked&, std::size_t k, Real* g, Real*) {
         if (g && k >= 200) *g *= 1.001;
       })},
      {"takes memory in every call",
       {"2D: warm calls allocate nothing", "allocations in five calls alike"},
       {.answer =
            [](const Asked& a) {
              const std::vector<Real> copy(a.y.begin(), a.y.end());
              if (a.out.value) a.out.value[0] += 0 * copy[0];
            }}},
      {"claims that keys persist and names them by facets",
       {"2D: keys persist while a contact slides", "has another key"},
       {.claims = capability::persistent}},
      {"claims that rows persist and drops those of bodies that just touch",
       {"2D: rows stay while bodies touch", "is missing"},
       {.claims = capability::persistent}},
      {"claims that rows are nodal, and two have one owner",
       {"2D: each row is owned by a vertex of its own", "two rows have the same owner"},
       {.after = [](const DetectQuery&, ContactSet& set, DetectResult&) { own(set); },
        .claims = capability::nodal}},
      {"claims to look at the end of the step and looks at its start",
       {"2D: rows depend on the end of the step alone", "with another start of the step"},
       {.before =
            [](DetectQuery& q) {
              if (q.pass == 0 && std::abs(q.y_old[17] - q.y[17]) > 0.4) q.candidates = {};
            }}},
  };
}

std::vector<Case> unsound_rows() {
  return {
      {"a former key that another row has",
       {"2D: rows are sound", "a former key is the key of a row that is there"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult&) {
              if (set.rows() > 1) set.former[0] = set.key[1];
            }}},
      {"two rows of one key",
       {"2D: rows are sound", "two rows have the same key"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult&) {
              if (set.rows() > 1) set.key[1] = set.key[0];
            }}},
      {"a margin in metres, whatever the scene is made in",
       {"2D: a world times 2^10 has the same rows, times 2^10", "has another margin"},
       {.after = [](const DetectQuery&, ContactSet& set,
                    DetectResult&) { std::fill(set.lower.begin(), set.lower.end(), 1e-9); }}},
      {"sees violations that are none",
       {"2D: bodies apart need no row", "violations"},
       {.after =
            [](const DetectQuery&, ContactSet& set, DetectResult& found) {
              const Index vertex[] = {0};
              ++found.needs;
              set.violations.add(vertex);
            }}},
      {"counts rows that the start of the step does not satisfy, and there are none",
       {"2D: rows that the start of the step does not satisfy are counted", "it counts 1, there"},
       {.after = [](const DetectQuery&, ContactSet&,
                    DetectResult& found) { ++found.inadmissible; }}},
      {"finds nothing",
       {"2D: bodies inside each other get rows", "no row for it"},
       {.before = [](DetectQuery& q) { q.candidates = {}; }}},
  };
}

/// What rows are in metres, and which of them there are where the start of the step is given.
std::vector<Case> wrong_scales_and_starts() {
  const auto only_if = [](auto wanted) {
    return [wanted](const DetectQuery& q, ContactSet& set, DetectResult& result) {
      if (wanted(q, result)) return;
      ContactSet none;
      none.dim = set.dim, none.violations = set.violations;
      set = none;
    };
  };
  return {{"scales that depend on the direction of an edge",
           {"2D: a world that is turned and moved has the same rows", "has another scale"},
           {.after =
                [](const DetectQuery& q, ContactSet& set, DetectResult&) {
                  for (Index r = 0; r < set.rows(); ++r) {
                    const View<Index> row = set.stencil(r);
                    set.scale[static_cast<std::size_t>(r)] *=
                        1 + std::abs(q.y[static_cast<std::size_t>(2 * row[0])] -
                                     q.y[static_cast<std::size_t>(2 * row[1])]);
                  }
                }}},
          {"no rows where only admissible ones are allowed",
           {"2D: what a violation may be remedied by is heeded",
            "all rows are admissible, and where only such are allowed the row"},
           {.after = only_if([](const DetectQuery& q, const DetectResult&) {
              return q.remedy.empty() || q.remedy[0] != Remedy::admissible_row;
            })}},
          {"no rows where the start of the step is wrong already",
           {"2D: what a violation may be remedied by is heeded",
            "where any row is allowed there is none"},
           {.after = only_if([](const DetectQuery& q, const DetectResult& result) {
              return !q.remedy.empty() || result.inadmissible == 0;
            })}},
          {"sees nothing where the corner of a block is near that of the first one",
           {"2D: corners that meet corners are seen where they overlap, and only there",
            "inside another block is not seen"},
           {.after =
                [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
                  constexpr std::size_t first = 2 * 4, second = 2 * 8;  // coordinates of the two
                  if (std::hypot(q.y[first] - q.y[second], q.y[first + 1] - q.y[second + 1]) > 0.09)
                    return;
                  ContactSet none;
                  none.dim = set.dim;
                  set = none, result = {};
                }}},
          {"a reach in metres, whatever the scene is made in",
           {"2D: is set up for a scene, with a reach that is a length", "times as large"},
           {.reach = 0.01}}};
}

/// facet_intersection sees crossings alone, and here says that this is all there is.
class ClaimsToBeComplete final : public Constraint {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::complete); }

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    sound_.detection(scales, wanted);
  }
  void do_setup(const ConstraintSetup& setup, Context& c) override { sound_.setup(setup, c); }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& c) override {
    return sound_.detect(query, set, c);
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& c) const override {
    sound_.evaluate(query, out, c);
  }
  facet_intersection::FacetIntersection sound_{facet_intersection::FacetIntersection::Options{}};
};

}  // namespace

void tactus::conformance::add_constraints(Kills& kills, Sounds& sounds) {
  const std::string kind = "constraint, in the plane", fault = "a wrong answer";
  const auto run = run_changed(sound_constraint);
  add(kills, kind, fault, wrong_values(), run,
      {{"a value of the wrong sign", "claim: contact.unilateral"},
       {"a gradient off by 1e-6", "claim: contact.gradient"}});
  add(kills, kind, fault, wrong_derivatives(), run,
      {{"tangents that are no unit vectors", "claim: contact.frames"},
       {"a Hessian off by 1e-6", "claim: contact.hessian"},
       {"claims a swept test that lets all through", "claim: contact.swept"}});
  add(kills, kind, "memory", wrong_questions(), run,
      {{"keeps its work in a member", "threads"},
       {"looks at a vertex that is not of the row", "other points"}});
  add(kills, kind, "wrong rows", wrong_rows(), run);
  add(kills, kind, "wrong rows", wrong_passes(), run);
  add(kills, kind, "wrong rows", unsound_rows(), run,
      {{"a margin in metres, whatever the scene is made in", "units"}});
  add(kills, kind, "wrong rows", wrong_claims_and_places(), run,
      {{"keys that change with the pass", "keys that change with the pass"},
       {"gaps a nanometre too large", "claim: contact.gap"},
       {"values that are off beyond 100 m", "only beyond 100 m"},
       {"values that are off from the two hundredth row on", "only with many"},
       {"takes memory in every call", "allocation in a warm call"},
       {"claims that keys persist and names them by facets", "claim: contact.persistent"},
       {"claims that rows persist and drops those of bodies that just touch",
        "claim: contact.persistent"},
       {"claims that rows are nodal, and two have one owner", "claim: contact.nodal"},
       {"looks at the end of the step alone and does not say so", "claim: contact.end_of_step"},
       {"claims to look at the end of the step and looks at its start",
        "claim: contact.end_of_step"}});
  add(kills, kind, "wrong rows", wrong_scales_and_starts(), run,
      {{"a reach in metres, whatever the scene is made in", "units"}});
  survives(kills, kind,
           Case{"values that are off from the thousandth row on",
                {"2D: hundreds of rows are evaluated as one is", ""},
                with_answer([](const Asked&, std::size_t k, Real* g, Real*) {
                  if (g && k >= 1000) *g *= 1.001;
                })},
           run, "300 rows are asked for at once");
  kills.push_back({kind,
                   "claims to be complete and sees crossings alone",
                   "claim: contact.complete",
                   {"2D: violations are seen where interiors meet, and only there",
                    "0 violations, and their interiors meet"},
                   [](Check& check) {
                     constraint_promises([] { return std::make_unique<ClaimsToBeComplete>(); },
                                         check);
                   }});
  sounds.push_back({"vertex_edge", 30, [run](Check& check) { run({}, check); }});
}
