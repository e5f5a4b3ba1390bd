// Which pairs of facets of one body may be left out of the near list (plugins/constraint/
// vertex_edge/README.md): a closing C comes out the same with every pair, with those that share
// no vertex (what the kernel asks for), and with those of the two sides of a sheet left out too.
#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "core/support/guard/guard.hpp"
#include "tactus/plugin.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::make_component;
using tactus::testing::Simulation;

namespace {

/// Every pair of boxes that overlap, those of neighbouring facets included.
class EveryPair final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit EveryPair(const Options&) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  Index added = 0;  ///< pairs beyond those that are wanted

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    for (Index i = 0; i < a.count; ++i)
      for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
        if (a.overlap(i, b, j)) {
          pairs.push_back({i, j});
          added += !query.wanted(i, j);
        }
  }
};

/// vertex_edge without those pairs of one body of which a vertex of one reaches a vertex of the
/// other over at most two edges of elements, and either n_f.n_g >= 0.9 or each lies behind the
/// other (at most 0.05 h above); judged at every list.
class WithoutSheets final : public Constraint {
 public:
  using Options = NoOptions;
  explicit WithoutSheets(const Options&) : whole_(make_component<Constraint>("vertex_edge")) {}
  void capabilities(Capabilities& c) const override { whole_->capabilities(c); }
  void accept() override { whole_->accept(); }
  void reject() override { whole_->reject(); }
  Index dropped = 0;

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    whole_->detection(s, wanted);
  }
  void do_setup(const ConstraintSetup& setup, Context& context) override {
    whole_->setup(setup, context);
    std::vector<std::set<Index>> beside(static_cast<std::size_t>(setup.surface->vertices));
    for (Index e = 0; e < setup.surface->elements; ++e)
      for (int k = 0; k < 9; ++k)
        beside[setup.surface->element[3 * e + k / 3]].insert(setup.surface->element[3 * e + k % 3]);
    for (const auto& once : beside) {
      std::set<Index> twice;
      for (const Index v : once) twice.insert(beside[v].begin(), beside[v].end());
      reached_.push_back(twice);
    }
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    if (query.list != list_ || kept_.empty()) {
      kept_.clear();
      for (const Pair& p : query.candidates.facet_facet)
        if (!sides_of_a_sheet(query, p, context.scales.altitude)) kept_.push_back(p);
      dropped += static_cast<Index>(query.candidates.facet_facet.size() - kept_.size());
      list_ = query.list;
    }
    DetectQuery fewer = query;
    fewer.candidates.facet_facet = kept_;
    return whole_->detect(fewer, set, context);
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& context) const override {
    whole_->evaluate(query, out, context);
  }

  bool sides_of_a_sheet(const DetectQuery& query, const Pair& pair, Real h) const {
    const Surface& s = *query.surface;
    if (s.facet_body[pair.first] != s.facet_body[pair.second]) return false;
    const View<Index> f = s.facet_vertices(pair.first), g = s.facet_vertices(pair.second);
    bool reached = false;
    for (const Index a : f)
      for (const Index b : g) reached = reached || reached_[a].count(b);
    if (!reached) return false;
    const auto point = [&](Index v) { return Eigen::Map<const Vec<2>>(&query.y_list[2 * v]); };
    const auto normal = [&](View<Index> facet) {
      const Vec<2> t = (point(facet[1]) - point(facet[0])).normalized();
      return Vec<2>(t[1], -t[0]);
    };
    const Vec<2> n_f = normal(f), n_g = normal(g);
    const auto behind = [&](View<Index> vertices, View<Index> facet, const Vec<2>& n) {
      return n.dot(point(vertices[0]) - point(facet[0])) <= 0.05 * h &&
             n.dot(point(vertices[1]) - point(facet[0])) <= 0.05 * h;
    };
    return n_f.dot(n_g) >= 0.9 || (behind(f, g, n_g) && behind(g, f, n_f));
  }

  std::unique_ptr<Constraint> whole_;
  std::vector<std::set<Index>> reached_;  ///< vertices over at most two edges
  std::vector<Pair> kept_;
  std::uint64_t list_ = 0;
};

using Sets = std::vector<std::string>;

/// The shipped scene, on a coarse mesh.
const Sets kThick{"/bodies/0/mesh/cells=[16, 12]"};
/// Arms of one layer of elements, so thin that their two sides are near each other.
const Sets kThin{
    "/bodies/0/mesh={\"type\": \"rectangle\", \"size\": [3, 0.6], \"cells\": [16, 12],"
    " \"without\": [[0.1875, 0.05, 3, 0.55]]}",
    "/bodies/0/velocity/0/box=[[0.75, 0.3], [3, 0.6]]",
    "/bodies/0/velocity/1/box=[[0.75, 0], [3, 0.3]]", "/time/end=8e-4"};

Simulation closing_c(Sets sets, const std::string& part = "/time/step=auto") {
  sets.push_back(part);
  return Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/self_contact.json", sets);
}

/// Runs both to the end; the largest difference of a position, in units of the largest coordinate.
Real apart(Simulation& one, Simulation& other) {
  Real largest = 0, scale = 0;
  Index contact_steps = 0;
  while (!one.stepper.finished()) {
    one.step();
    other.step();
    contact_steps += one.stepper.facts().contact.forces.contacts > 0;
    for (std::size_t i = 0; i < one.stepper.state().q.size(); ++i) {
      scale = std::max(scale, std::abs(one.stepper.state().q[i]));
      largest = std::max(largest, std::abs(one.stepper.state().q[i] - other.stepper.state().q[i]));
    }
  }
  CHECK(contact_steps > 30);
  CHECK(other.time() == one.time());
  return largest / scale;
}

/// The component of the run's contact that is a T.
template <class T>
const T& part_of(const core::ComponentConfig& component) {
  return dynamic_cast<const T&>(core::unguarded(*component.object));
}

}  // namespace

TEST_CASE("DET-15 a closing C comes out the same with and without the pairs its shape excludes",
          "[validation][paper]") {
  core::Registry& registry = tactus::testing::registry();
  if (!registry.known(Kind::constraint, "without_sheets")) {
    registry.add(registration<EveryPair>("every_pair", "All pairs of boxes that overlap"));
    registry.add(registration<WithoutSheets>("without_sheets", "vertex_edge, fewer pairs"));
  }
  const bool thin = GENERATE(false, true);
  const Sets& shape = thin ? kThin : kThick;
  {
    Simulation shipped = closing_c(shape),
               every = closing_c(shape, "/contact/broad_phase/type=every_pair");
    CHECK(apart(shipped, every) <= 1e-12);
    CHECK(part_of<EveryPair>(every.configuration().contact.broad_phase).added > 1000);
  }
  Simulation shipped = closing_c(shape),
             fewer = closing_c(shape, "/contact/constraint/type=without_sheets");
  CHECK(apart(shipped, fewer) <= 1e-12);
  // A thick body has no such pairs: in the plane a shared vertex is enough.
  const Index dropped = part_of<WithoutSheets>(fewer.configuration().contact.constraint()).dropped;
  CHECK((dropped > 1000) == thin);
}
