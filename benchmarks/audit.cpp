// Audit: milliseconds to decide whether bodies in space overlap, and nanoseconds a facet.
//
//     bench_audit [--json FILE] [--quick]
//
// Wavy plates of cubes lie above each other; gaps are in units of the mesh size.
// apart      each is farther from the next than it is high: boxes of bodies do not meet
// near       a hundredth between them: every facet of a side faces another
// touching   flat, and exactly on each other: every pair of facets is a degenerate position
//
// pairs      bodies against each other alone
// itself     each against itself, too, as in a run
// cgal       what CGAL's intersections of boxes and triangles take to answer `pairs`, where that is
//            no degenerate position, which they take for an intersection
//
// Each time is the least of several states, among which the plates drift.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "benchmarks/audit/cgal_triangles.hpp"
#include "benchmarks/support/report.hpp"
#include "tests/support/space_scene.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

struct Plates {
  test::SpaceScene scene;
  std::vector<Real> start;

  Plates(std::int64_t cells, int count, Real gap, Real wave) {
    const test::Solid plate = test::block({cells, cells, 1}, 1);
    for (int k = 0; k < count; ++k) {
      const auto first = scene.points.size();
      scene.add(plate);
      for (std::size_t i = first; i < scene.points.size(); i += 3)
        scene.points[i + 2] += k * (1 + gap) + wave * std::sin(scene.points[i] / 5) *
                                                   std::sin(scene.points[i + 1] / 7);
    }
    start = scene.points;
  }
  void drift(int state) {
    for (std::size_t i = 0; i < start.size(); ++i)
      scene.points[i] = start[i] + (i % 3 == 0 ? 1e-4 * state : 0);
  }
  Index facets() const { return static_cast<Index>(scene.facet_body.size()); }
};

Real milliseconds(Plates& plates, bool itself, bool quick) {
  plates.scene.self.assign(plates.scene.self.size(), itself ? 1 : 0);
  core::Auditor auditor(plates.scene.input());
  auditor.check(plates.start);
  int state = 0;
  Real least = kUnlimited;
  for (int k = 0; k < (quick ? 3 : 10); ++k) {
    plates.drift(++state);
    const Real begin = thread_seconds();
    auditor.check(plates.scene.points);
    least = std::min(least, thread_seconds() - begin);
  }
  return 1e3 * least;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_audit");
  struct Case {
    const char* name;
    Real gap, wave;
  };
  Table table("audit");
  for (const Case& c : {Case{"apart", 3, 0.5}, Case{"near", 0.01, 0.5}, Case{"touching", 0, 0}})
    for (const std::int64_t cells : {22, 70}) {
      if (arguments.quick && cells > 22) continue;
      Plates plates(cells, 5, c.gap, c.wave);
      const Real pairs = milliseconds(plates, false, arguments.quick);
      const Real itself = milliseconds(plates, true, arguments.quick);
      const Real per = 1e6 / static_cast<Real>(plates.facets());
      table.add({{"case", std::string(c.name)},
                 {"facets", plates.facets()},
                 {"pairs_ms", pairs},
                 {"itself_ms", itself},
                 {"pairs_ns_a_facet", pairs * per},
                 {"itself_ns_a_facet", itself * per},
                 {"cgal_ms", 1e3 * seconds_of_cgal(plates.scene.input())}});
    }
  write_json(arguments, "audit", {&table});
}
