// Piles that are poured into a box, in Tactus beside Box2D: times, residuals and depths of both.
//
//     bench_box2d [--json FILE] [--quick]
//
// Both start from the same bodies with the same step, gravity and friction and no restitution. Box2D
// sweeps a number of times that is given, in single precision; Tactus solves every step to its
// tolerance, in double precision, and finds the solution with the solver that `tactus solve` takes. So
// the courses part with the first contacts, and what is compared is the price and the result of a step
// of a pile of this size. Two threads are Tactus' alone: Box2D has one.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "benchmarks/box2d/pile.hpp"
#include "benchmarks/box2d/poured.hpp"
#include "benchmarks/box2d/world.hpp"
#include "benchmarks/support/arithmetic.hpp"
#include "benchmarks/support/report.hpp"
#include "tactus/options.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

constexpr Sweeps kMany{200, 10}, kUsual{8, 3};

Course pour_in_box2d(const Pile& pile, Sweeps sweeps) {
  Box2DWorld world(pile, sweeps);
  Course course;
  const auto steps = static_cast<Index>(std::lround(pile.end / kStep));
  for (Index n = 1; n <= steps; ++n) {
    if (n % kLookEvery == 0) {
      course.residuals.push_back(world.step_with_residual());
      course.at_end = deepest(pile, world.poses());
      course.deepest = std::max(course.deepest, course.at_end);
      continue;  // this one is not timed
    }
    const Real start = thread_seconds();
    world.step();
    course.seconds.push_back(thread_seconds() - start);
  }
  course.end = pile.end;
  return course;
}

/// Several times: of every step the least time. The rest is the same each time.
template <class Pour>
Course least(int times, const Pour& pour) {
  Course out = pour();
  for (int n = 1; n < times; ++n) {
    const Course more = pour();
    for (std::size_t k = 0; k < out.seconds.size(); ++k)
      out.seconds[k] = std::min(out.seconds[k], more.seconds[k]);
    out.detection = std::min(out.detection, more.detection);
    out.solver = std::min(out.solver, more.solver);
  }
  return out;
}

Real milliseconds(const std::vector<Real>& seconds, std::size_t last) {
  const std::size_t count = std::min(last, seconds.size());
  const auto from = seconds.end() - static_cast<std::ptrdiff_t>(count);
  return 1e3 * std::accumulate(from, seconds.end(), Real{0}) / static_cast<Real>(count);
}
Real mean_ms(const Course& course) { return milliseconds(course.seconds, course.seconds.size()); }

Real median(std::vector<Real> values) {
  std::ranges::sort(values);
  return values.empty() ? kNotGiven : values[values.size() / 2];
}

/// `yardstick`: of Box2D with many sweeps, where it is installed.
Table::Row row_of(const Pile& pile, std::string program, const Course& c, const Course* yardstick) {
  const Real steps = static_cast<Real>(c.seconds.size());
  const auto phase = [&](Real seconds) { return seconds > 0 ? 1e3 * seconds / steps : kNotGiven; };
  return {{"scene", pile.name},
          {"program", std::move(program)},
          {"ms", mean_ms(c)},
          {"last 100", milliseconds(c.seconds, 100)},
          {"times Box2D", yardstick ? mean_ms(c) / mean_ms(*yardstick) : kNotGiven},
          {"detection", phase(c.detection)},
          {"solver", phase(c.solver)},
          {"residual", median(c.residuals)},
          {"worst", c.residuals.empty() ? kNotGiven : std::ranges::max(c.residuals)},
          {"deepest mm", 1e3 * c.deepest},
          {"at end", 1e3 * c.at_end},
          {"again", c.again},
          {"end s", c.end}};
}

struct Tables {
  Table piles{"piles"}, threads{"two threads"};
  std::vector<Table::Row> gains;  ///< of threads, which is printed after piles
};

/// Both programs in turn, so that a busy minute meets both.
void compare(const Pile& pile, int times, Tables& tables) {
  Course many, usual;
  if (box2d_is_installed()) {
    many = least(times, [&] { return pour_in_box2d(pile, kMany); });
    usual = least(times, [&] { return pour_in_box2d(pile, kUsual); });
  }
  const Course one = least(times, [&] { return pour_in_tactus(pile, 1); });
  const Course two = least(times, [&] { return pour_in_tactus(pile, 2); });
  const Course* yardstick = box2d_is_installed() ? &many : nullptr;
  tables.piles.add(row_of(pile, "Tactus, 1 thread", one, yardstick));
  tables.piles.add(row_of(pile, "Tactus, 2 threads", two, yardstick));
  tables.gains.push_back({{"scene", pile.name},
                          {"1 thread", mean_ms(one)},
                          {"2 threads", mean_ms(two)},
                          {"gain", mean_ms(one) / mean_ms(two)},
                          {"arithmetic", arithmetic_gain(1).at_best}});
  if (!yardstick) return;
  tables.piles.add(row_of(pile, "Box2D 200/10", many, yardstick));
  tables.piles.add(row_of(pile, "Box2D 8/3", usual, yardstick));
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_box2d");
  if (!box2d_is_installed())
    fmt::print("Box2D is not installed (Debian: libbox2d-dev): ours alone\n");
  Tables tables;
  const auto end = [&](Real whole, Real quick) { return arguments.quick ? quick : whole; };
  const int times = arguments.quick ? 1 : 3;
  compare(poured(100, false, end(1, 0.3)), times, tables);
  compare(poured(100, true, end(1, 0.3)), times, tables);
  compare(poured(1000, false, end(1, 0.1)), 1, tables);
  compare(poured(1000, true, end(1, 0.1)), 1, tables);
  if (!arguments.quick) compare(poured(3000, false, 0.7), 1, tables);
  for (Table::Row& gain : tables.gains) tables.threads.add(std::move(gain));
  write_json(arguments, "box2d", {&tables.piles, &tables.threads});
  return 0;
}
