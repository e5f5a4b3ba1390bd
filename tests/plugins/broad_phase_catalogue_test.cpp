// DET-17, PA-2, PA-4 and PA-5 of the verification catalogue, asked of every broad phase. TACTUS_PLACES says in
// how many places ten particles each are put: 10,000 in the ordinary tests.
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <tactus/conformance/random.hpp>

#include "every_broad_phase.hpp"
#include "tests/support/named_metrics.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::kAllBroadPhases;
using tactus::testing::NamedMetrics;
using tactus::testing::Searcher;

namespace {

/// All of them, with the one that consists of others and the other way of grid.
std::vector<std::string> every() {
  std::vector<std::string> names = kAllBroadPhases;
  names.insert(names.end(), {"auto", "grid without sweep"});
  return names;
}

/// The same boxes in the opposite order, each of the same body.
BoxSet reversed(const BoxSet& set) {
  BoxSet other;
  other.dim = set.dim;
  const auto width = static_cast<std::ptrdiff_t>(2 * set.dim);
  for (std::ptrdiff_t i = std::ssize(set.body); i-- > 0;) {
    other.bounds.insert(other.bounds.end(), set.bounds.begin() + width * i,
                        set.bounds.begin() + width * (i + 1));
    other.body.push_back(set.body[static_cast<std::size_t>(i)]);
  }
  return other;
}

/// Surfaces of disks of radius 0.5, each somewhere in its own square of side 1.2 so that none
/// overlap: a box for each of 32 edges.
struct Disks {
  explicit Disks(Index number, Random& random) {
    const auto columns = static_cast<Index>(std::ceil(std::sqrt(static_cast<Real>(number))));
    for (Index k = 0; k < number; ++k)
      centres.push_back({1.2 * static_cast<Real>(k % columns) + 0.2 * random(),
                         1.2 * static_cast<Real>(k / columns) + 0.2 * random()});
  }
  BoxSet boxes(Real buffer) const {
    constexpr int nodes = 32;
    BoxSet set;
    set.dim = 2;
    for (std::size_t k = 0; k < centres.size(); ++k)
      for (int i = 0; i < nodes; ++i) {
        std::array<Real, 3> low{}, high{};
        for (std::size_t d = 0; d < 2; ++d) {
          const auto at = [&](int node) {
            const Real angle = 2 * std::numbers::pi * node / nodes;
            return centres[k][d] + 0.5 * (d == 0 ? std::cos(angle) : std::sin(angle));
          };
          low[d] = std::min(at(i), at(i + 1)) - buffer;
          high[d] = std::max(at(i), at(i + 1)) + buffer;
        }
        set.add(low, high, static_cast<std::int32_t>(k));
      }
    return set;
  }
  std::vector<std::array<Real, 2>> centres;
};

/// What a search has counted of its own work.
Real work_of(const NamedMetrics& metrics) {
  Real work = 0;
  for (const char* name :
       {"box_tests", "node_visits", "particle_tests", "body_tests", "swaps", "comparisons"})
    work += static_cast<Real>(metrics.integer(name).value_or(0));
  return work;
}

Real most_memory() {  // bytes
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return 1024 * static_cast<Real>(used.ru_maxrss);
}

}  // namespace

TEST_CASE("DET-17 every broad phase has the pairs of all boxes, in any order and each time",
          "[broad_phase]") {
  const int dim = GENERATE(2, 3);
  for (const BoxScene& scene : box_scenes(400)) {
    Random random(23);
    BoxSet set;
    set.dim = dim;
    scene.fill(set, random);
    if (!set.corner.empty()) continue;
    const BoxSet other = reversed(set);
    const Boxes boxes = set.boxes(), turned = other.boxes();
    const Index last = boxes.count - 1;
    const std::vector<Pair> expected =
        all_pairs(Searcher("brute_force").query_of(boxes, nullptr, false));
    for (const std::string& name : every()) {
      INFO(scene.name << " in dimension " << dim << ", " << name);
      Searcher searcher(name);
      CHECK((searcher.pairs(boxes) == expected));
      CHECK((searcher.pairs(boxes) == expected));
      std::vector<Pair> back = Searcher(name).pairs(turned);
      for (Pair& p : back) p = {last - p.second, last - p.first};
      std::sort(back.begin(), back.end());
      CHECK((back == expected));
    }
  }
}

TEST_CASE("DET-17 every broad phase refuses a box that is none, and names its body",
          "[broad_phase]") {
  const std::string name = GENERATE(from_range(every()));
  INFO(name);
  Random random(1);
  BoxSet set;
  for (int i = 0; i < 1000; ++i) add_random(set, random, 1, 0.1, i / 10);
  set.bounds[6 * 777 + 1] = std::nan("");
  try {
    Searcher(name).pairs(set.boxes());
    FAIL("it is accepted");
  } catch (const PreconditionError& e) {
    CHECK(e.where.item == Item::body);
    CHECK(e.where.index == 77);
  }
}

TEST_CASE(
    "PA-2 the cost of every broad phase but brute_force grows hardly faster than that of sorting",
    "[broad_phase]") {
  const std::string name = GENERATE(from_range(kAllBroadPhases));
  INFO(name);
  const bool all = name == "brute_force";
  const std::string other = name == "quadtree" ? "grid" : "quadtree";
  // Those that sweep along one axis compare N^(3/2) boxes in the plane.
  const Real most = all ? 2.2 : name == "heap_sort" || name == "sweep_and_prune" ? 1.6 : 1.35;
  Random random(98);
  std::vector<Real> size, cost;
  for (const Index n : {100, 400, 1600}) {
    const BoxSet set = Disks(n, random).boxes(0.12);
    if (all && n > 400) break;
    const Boxes boxes = set.boxes();
    Searcher searcher(name);
    const NamedMetrics metrics(searcher.plugin());
    const std::vector<Pair> pairs = searcher.pairs(boxes);
    CHECK(pairs.size() > static_cast<std::size_t>(n));
    CHECK((pairs == Searcher(n > 100 ? other : "brute_force").pairs(boxes)));
    size.push_back(static_cast<Real>(n)), cost.push_back(work_of(metrics));
  }
  CHECK(cost.front() > 0);
  const Real slope = std::log(cost.back() / cost.front()) / std::log(size.back() / size.front());
  CHECK(slope < most);
  CHECK(slope > (all ? 1.8 : 0.8));
}

TEST_CASE("PA-4 every broad phase misses nothing with a search in every tenth step and its buffer",
          "[broad_phase]") {
  const std::string name = GENERATE(from_range(every()));
  INFO(name);
  constexpr int every_nth = 10, frames = 120;
  constexpr Real speed =
      0.004;  // at most, a frame: as far as the disks are apart in some 20 frames
  Searcher searcher(name), exact("brute_force");
  Random random(45);
  Disks disks(36, random);
  std::vector<std::array<Real, 2>> way;
  for (std::size_t k = 0; k < disks.centres.size(); ++k) {
    const Real angle = 2 * std::numbers::pi * random();
    way.push_back({speed * std::cos(angle), speed * std::sin(angle)});
  }
  std::vector<Pair> sorted, half;
  std::size_t touching = 0, missed = 0, missed_by_half = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (frame % every_nth == 0) {
      const BoxSet wide = disks.boxes(every_nth * speed),
                   narrow = disks.boxes(0.5 * every_nth * speed);
      sorted = searcher.pairs(wide.boxes());
      half = Searcher(name).pairs(narrow.boxes());
    }
    for (std::size_t k = 0; k < way.size(); ++k)
      for (std::size_t d = 0; d < 2; ++d) disks.centres[k][d] += way[k][d];
    const BoxSet now = disks.boxes(0);
    for (const Pair& p : exact.pairs(now.boxes())) {
      ++touching;
      missed += !std::binary_search(sorted.begin(), sorted.end(), p);
      missed_by_half += !std::binary_search(half.begin(), half.end(), p);
    }
  }
  CHECK(touching > 1000);
  CHECK(missed == 0);
  CHECK(missed_by_half > 0);
}

TEST_CASE(
    "PA-5 every broad phase but brute_force takes memory and time in proportion to boxes in one "
    "place",
    "[broad_phase]") {
  const std::string name = GENERATE_COPY(
      filter([](const std::string& n) { return n != "brute_force"; }, from_range(kAllBroadPhases)));
  const int dim = GENERATE(2, 3);
  INFO(name << " in dimension " << dim);
  const char* given = std::getenv("TACTUS_PLACES");
  const int places = given ? std::atoi(given) : 5000, number = 10 * places;
  BoxSet one, tens;
  one.dim = tens.dim = dim;
  Random random(6);
  std::vector<std::array<Real, 3>> place;
  for (int k = 0; k < places; ++k) place.push_back({random(), random(), random()});
  for (int i = 0; i < number; ++i) {
    one.add({0.3, 0.7, 0.1}, {0.3, 0.7, 0.1}, 0);
    const auto& at = place[static_cast<std::size_t>(i % places)];
    tens.add(at, at, i / places);
  }
  [[maybe_unused]] const Real before = most_memory();
  CHECK(Searcher(name).pairs(one.boxes()).empty());
  Searcher searcher(name);
  const NamedMetrics metrics(searcher.plugin());
  CHECK(searcher.pairs(tens.boxes()).size() == 45 * static_cast<std::size_t>(places));
  CHECK(metrics.integer("box_tests").value_or(0) < 100 * number);  // all pairs: number^2/2
#ifdef NDEBUG  // sanitizers take memory of their own
  CHECK(most_memory() - before < 500. * (number + 45. * places));
#endif
}
