// A fault at every call on files: full and broken disks, signals and power cuts. After each of them the
// run goes on to the results of a run without a fault, or is refused with the cause and a remedy.
//
// There are some thousands of points. TACTUS_SWEEP_EVERY=K takes every K-th of them; ./dev check faults
// takes all. TACTUS_SWEEP_ONLY=CALL:KIND takes one, for instance 57:kill, and TACTUS_SWEEP_SCENARIO the
// scenarios with these words in their names.
#include "sweep.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;

namespace {

namespace fs = std::filesystem;

/// Of the ordinary tests: some ten seconds.
constexpr std::size_t kEvery = 71;

std::size_t stride() {
  const char* every = std::getenv("TACTUS_SWEEP_EVERY");
  return every ? std::stoul(every) : kEvery;
}

/// A bench for each core.
class Benches {
 public:
  Benches() {
    const fs::path root = fs::canonical(folder_.path());
    for (unsigned b = 0; b < std::max(1U, std::thread::hardware_concurrency()); ++b)
      all_.push_back(std::make_unique<Bench>(root / std::to_string(b)));
  }

  std::vector<Point> points(const Scenario& scenario) { return all_[0]->points(scenario); }

  /// Calls `work` for 0 ... count - 1; what is answered is wrong.
  std::vector<std::string> each(std::size_t count,
                                const std::function<std::string(Bench&, std::size_t)>& work) {
    std::vector<std::string> wrong;
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> threads;
    for (const auto& bench : all_)
      threads.emplace_back([&, one = bench.get()] {
        for (std::size_t i = next++; i < count; i = next++) {
          std::string answer = work(*one, i);
          const std::lock_guard lock(mutex);
          if (!answer.empty()) wrong.push_back(std::move(answer));
        }
      });
    threads.clear();
    return wrong;
  }

 private:
  tactus::test::TemporaryFolder folder_;
  std::vector<std::unique_ptr<Bench>> all_;
};

std::vector<Scenario> chosen_scenarios() {
  const char* words = std::getenv("TACTUS_SWEEP_SCENARIO");
  std::vector<Scenario> some = scenarios();
  std::erase_if(some,
                [&](const Scenario& s) { return words && s.name.find(words) == s.name.npos; });
  return some;
}

/// What TACTUS_SWEEP_ONLY names, or every K-th.
std::vector<Point> chosen(const std::vector<Point>& all) {
  const char* only = std::getenv("TACTUS_SWEEP_ONLY");
  std::vector<Point> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = std::to_string(all[i].fault.call) + ':' + all[i].fault.kind;
    if (only ? name == only : i % stride() == stride() / 2) points.push_back(all[i]);
  }
  return points;
}

std::string named(const Point& point, const std::string& wrong) {
  return wrong.empty() ? "" : point.fault.kind + " at call " + point.call + ": " + wrong;
}

std::string list(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("after a fault at any call on a file the run goes on to the same results", "[sweep]") {
  Benches benches;
  const std::vector<Scenario> some = chosen_scenarios();
  for (const Scenario& scenario : some) {
    const std::vector<Point> all = benches.points(scenario), points = chosen(all);
    REQUIRE(all.size() > 10);
    const auto wrong = benches.each(points.size(), [&](Bench& bench, std::size_t i) {
      return named(points[i], bench.fault_of(points[i]));
    });
    INFO(scenario.name << ": " << wrong.size() << " of " << points.size()
                       << " points are wrong, of " << all.size() << " in all\n"
                       << list(wrong));
    CHECK(wrong.empty());
  }
}

TEST_CASE("after a second fault during the recovery from a first one the results are the same",
          "[sweep]") {
  Benches benches;
  std::vector<Point> all;
  for (const Scenario& scenario : scenarios())
    if (!scenario.refused)
      for (Point& point : benches.points(scenario)) all.push_back(std::move(point));
  std::mt19937 random(1);  // the same pairs in every run
  std::vector<std::pair<const Point*, FaultAt>> pairs(2000 / stride());
  for (auto& [first, second] : pairs) {
    first = &all[random() % all.size()];
    second = {1 + static_cast<long>(random() % 150), all[random() % all.size()].fault.kind};
  }
  const auto wrong = benches.each(pairs.size(), [&](Bench& bench, std::size_t i) {
    const auto& [first, second] = pairs[i];
    return named(*first, bench.fault_of(*first, second));
  });
  INFO(wrong.size() << " of " << pairs.size() << " pairs are wrong\n" << list(wrong));
  CHECK(wrong.empty());
}
