// A fault at every call on files: full and broken disks, signals and power cuts. After each of them the
// run goes on to the results of a run without a fault, or is refused with the cause and a remedy.
//
// There are some thousands of points. TACTUS_SWEEP_EVERY=K takes every K-th of them; ./dev check faults
// takes all. TACTUS_SWEEP_ONLY=CALL:KIND takes one, for instance 57:kill.
#include "sweep.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEvery = 61;  ///< of the ordinary tests: some ten seconds

/// What TACTUS_SWEEP_ONLY names, or every K-th.
std::vector<Point> chosen(const std::vector<Point>& all) {
  const char *every = std::getenv("TACTUS_SWEEP_EVERY"), *only = std::getenv("TACTUS_SWEEP_ONLY");
  const std::size_t stride = every ? std::stoul(every) : kEvery;
  std::vector<Point> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = std::to_string(all[i].fault.call) + ':' + all[i].fault.kind;
    if (only ? name == only : i % stride == stride / 2) points.push_back(all[i]);
  }
  return points;
}

/// Tries the points on all cores; a line for each that is wrong.
std::vector<std::string> sweep(const std::vector<Point>& points,
                               const std::vector<Bench*>& benches) {
  std::vector<std::string> wrong;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (Bench* bench : benches)
    threads.emplace_back([&, bench] {
      for (std::size_t i = next++; i < points.size(); i = next++) {
        const Point& point = points[i];
        const std::string fault = bench->fault_of(point);
        if (fault.empty()) continue;
        const std::lock_guard lock(mutex);
        wrong.push_back(point.fault.kind + " at call " + point.call + ": " + fault);
      }
    });
  threads.clear();
  return wrong;
}

}  // namespace

TEST_CASE("after a fault at any call on a file the run goes on to the same results", "[sweep]") {
  const Scenario& scenario = GENERATE(from_range(scenarios()));
  const tactus::test::TemporaryFolder folder;
  std::vector<std::unique_ptr<Bench>> benches;
  std::vector<Bench*> all;
  for (unsigned b = 0; b < std::max(1u, std::thread::hardware_concurrency()); ++b) {
    benches.push_back(std::make_unique<Bench>(fs::canonical(folder.path()) / std::to_string(b)));
    all.push_back(benches.back().get());
  }
  const std::vector<Point> points = benches[0]->points(scenario);
  REQUIRE(points.size() > 10);
  const std::vector<Point> some = chosen(points);
  const std::vector<std::string> wrong = sweep(some, all);
  std::string list;
  for (const std::string& line : wrong) list += line + '\n';
  INFO(scenario.name << ": " << wrong.size() << " of " << some.size() << " points are wrong, of "
                     << points.size() << " in all\n"
                     << list);
  CHECK(wrong.empty());
}
