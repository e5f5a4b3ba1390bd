// Large runs: how the time of a step and memory grow with the number of bodies.
//
//     bench_scale [--json FILE] [--quick]
//
// plane   squares of 8 triangles, 100 to 100,000 of them
// space   boxes of 2 x 2 x 2 cells (48 facets), 100 of them to a million facets
//
// Rows fall on rows, so that every body is in contact with another one. Each run is a process of its own,
// whose greatest memory counts: bytes a facet is what it takes more than a run of two bodies.
//
// step_us      microseconds of a step, from the history's wall_* columns (the first step aside): the mean over
//              the steps of the least of two runs
// seconds      wall time of the whole process, with reading, checks, set-up, frames and a checkpoint
// exponent     p of step_us ~ bodies^p through all sizes from 1000 bodies on
// arithmetic   what a second thread gains where threads share nothing
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "benchmarks/support/arithmetic.hpp"
#include "benchmarks/support/program_run.hpp"
#include "benchmarks/support/report.hpp"
#include "benchmarks/support/run_times.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::bench;
namespace fs = std::filesystem;

namespace {

constexpr Index kOfArray = 10'000;  // copies of one array at most

struct Scene {
  int dim = 2;
  Index layers = 1, across = 1, deep = 1, blocks = 1;  ///< bodies below; as many fall on them
  Index bodies() const { return 2 * layers * across * deep * blocks; }
  Index facets() const { return bodies() * (dim == 2 ? 8 : 48); }
};

/// As many bodies as that, or hardly fewer, in blocks that one array holds.
Scene scene_of(int dim, Index bodies) {
  Scene scene{.dim = dim};
  Index below = bodies / 2;
  scene.blocks = (below + kOfArray - 1) / kOfArray;
  below /= scene.blocks;
  const auto root = [](Index n, int power) {
    Index r = 1;
    const auto of = [&](Index k) { return power == 2 ? k * k : k * k * k; };
    while (of(r + 1) <= n) ++r;
    return r;
  };
  scene.layers = root(below, dim);
  if (dim == 3) scene.deep = root(below / scene.layers, 2);
  scene.across = below / scene.layers / scene.deep;
  return scene;
}

std::string text_of(const Scene& scene, Real end) {
  std::string bodies;
  const bool plane = scene.dim == 2;
  const auto rows = [&](Index block, const char* name, Real x, Real up, Real speed) {
    const Real at = x + static_cast<Real>(block * scene.across) * 2;
    const std::string mesh = plane ? R"("type": "rectangle", "size": [1, 1], "cells": [2, 2])"
                                   : R"("type": "box", "size": [1, 1, 1], "cells": [2, 2, 2])";
    const std::string place =
        plane ? fmt::format("[{}, {}]", at, up) : fmt::format("[{}, {}, {}]", at, x, up);
    const std::string velocity =
        plane ? fmt::format("[0, {}]", speed) : fmt::format("[0, 0, {}]", speed);
    const std::string array =
        plane ? fmt::format(R"("count": [{}, {}], "spacing": [2, 4])", scene.across, scene.layers)
              : fmt::format(R"("count": [{}, {}, {}], "spacing": [2, 2, 4])", scene.across,
                            scene.deep, scene.layers);
    bodies += fmt::format(
        R"({}{{"name": "{}_{}", "mesh": {{{}}}, "translate": {}, {}, "velocity": {}, "array": {{{}}}}})",
        bodies.empty() ? "" : ",", name, block, mesh, place, kSteel, velocity, array);
  };
  for (Index block = 0; block < scene.blocks; ++block) {
    rows(block, "lower", 0, 0, 0);
    rows(block, "upper", 0.43, 1.02, -3000);
  }
  return fmt::format(
      R"({{"dimension": {}, "bodies": [{}], "integrator": {{"type": "newmark"}},
          "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
                       "solver": {{"type": "local_sqp"}}}},
          "time": {{"end": {:.9g}}}, "output": {{"frames_every": 0}}}})",
      scene.dim, bodies, plane ? "vertex_edge" : "vertex_face", end);
}

struct Measured {
  Step step;
  Real seconds = kUnlimited, bytes = 0;
};

class Runner {
 public:
  Measured run(const Scene& scene, Index steps, int threads, int repetitions) {
    const fs::path file = work_.path() / "scene.json";
    std::ofstream(file) << text_of(scene, static_cast<Real>(steps) * step_of(0.5));
    Measured measured;
    Least least;
    for (int r = 0; r < repetitions; ++r) {
      const Real start = wall_seconds();
      measured.bytes =
          run_program(TACTUS_PROGRAM,
                      {file.string(), "--threads", std::to_string(threads), "--out", out_.string()})
              .bytes;
      measured.seconds = std::min(measured.seconds, wall_seconds() - start);
      least.add(read_history(out_ / "history.csv"));
    }
    measured.step = least.mean();
    return measured;
  }

 private:
  test::TemporaryFolder work_;
  fs::path out_ = work_.path() / "run";
};

void measure(Runner& runner, int dim, const std::vector<Index>& sizes, bool quick, Table& table) {
  const std::string name = dim == 2 ? "plane" : "space";
  const Real two = runner.run(scene_of(dim, 2), 2, 1, 1).bytes;
  std::vector<Real> x, of_one, of_two;
  for (const Index size : sizes) {
    const Scene scene = scene_of(dim, size);
    const Index steps = quick ? 5 : std::clamp<Index>(1'000'000 / scene.facets(), 20, 200);
    Measured measured[3];
    for (const int threads : {1, 2})
      measured[threads] = runner.run(scene, steps, threads, quick ? 1 : 2);
    const Real gain = measured[1].step.total() / measured[2].step.total();
    if (size >= 1000) {
      x.push_back(static_cast<Real>(scene.bodies()));
      of_one.push_back(measured[1].step.total());
      of_two.push_back(measured[2].step.total());
    }
    for (const int threads : {1, 2}) {
      const Measured& m = measured[threads];
      table.add({{"scene", name},
                 {"bodies", scene.bodies()},
                 {"facets", scene.facets()},
                 {"threads", Index{threads}},
                 {"bytes a facet", (m.bytes - two) / static_cast<Real>(scene.facets())},
                 {"step_us", m.step.total()},
                 {"elements_us", m.step.elements},
                 {"detection_us", m.step.detection},
                 {"solver_us", m.step.solver},
                 {"rest_us", m.step.rest},
                 {"gain", threads == 1 ? 1 : gain},
                 {"seconds", m.seconds}});
    }
  }
  if (x.size() < 2) return;
  fmt::print("{}: step ~ bodies^{:.3f} with one thread, ^{:.3f} with two\n", name,
             exponent(x, of_one), exponent(x, of_two));
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_scale");
  using Sizes = std::vector<Index>;
  Runner runner;
  Table scale("scale"), bound("arithmetic");
  const Real seconds = arguments.quick ? 0.5 : 5;
  bound.add({{"when", "before"}, {"gain", arithmetic_gain(seconds).usual}});
  measure(runner, 2, arguments.quick ? Sizes{100} : Sizes{100, 1000, 10'000, 100'000},
          arguments.quick, scale);
  measure(runner, 3, arguments.quick ? Sizes{10} : Sizes{100, 1000, 21'168}, arguments.quick,
          scale);
  bound.add({{"when", "after"}, {"gain", arithmetic_gain(seconds).usual}});
  write_json(arguments, "scale", {&scale, &bound});
  return 0;
}
