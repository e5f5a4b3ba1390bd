#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "core/output/progress.hpp"
#include "core/run/parts.hpp"
#include "core/run/run.hpp"

namespace tactus::core {
namespace {

/// Bytes of memory in use, as the system counts them; 0 where it does not say.
Real resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  Real total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<Real>(sysconf(_SC_PAGESIZE));
}

/// Seconds a step takes, from a few steps at the start: contact may make later ones dearer.
Real seconds_a_step(Parts& parts) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Index steps = 0;
  Real elapsed = 0;
  while (steps < 50 && elapsed < 0.3 && !parts.stepper.finished()) {
    parts.stepper.advance();
    ++steps;
    elapsed = std::chrono::duration<Real>(Clock::now() - start).count();
  }
  return elapsed / static_cast<Real>(std::max<Index>(steps, 1));
}

/// Of frames and tables: doubles of each node and element as docs/output.md lists them.
Real disk_bytes(const Configuration& c, const Model& model, Real steps) {
  constexpr Real kOfNode = 8 * 14, kOfElement = 8 * 12, kOfRow = 400;
  const Real frames = c.output.frames_every > 0 ? c.time.end / c.output.frames_every + 2 : 2;
  return frames * (kOfNode * static_cast<Real>(model.nodes()) +
                   kOfElement * static_cast<Real>(model.element_count())) +
         kOfRow * steps / static_cast<Real>(c.output.history_every);
}

}  // namespace

RunEstimate estimate_run(Configuration& configuration, int threads) {
  const auto silent = [](std::string_view) {};
  Parts parts(configuration, threads, {}, silent);
  parts.stepper.start();
  RunEstimate e;
  e.steps = std::ceil(configuration.time.end / parts.stepper.step_size());
  e.seconds = e.steps * seconds_a_step(parts);
  e.memory_MiB = resident_bytes() / (1 << 20);
  e.disk_MiB = disk_bytes(configuration, parts.model, e.steps) / (1 << 20);
  return e;
}

std::string describe_run(Configuration& configuration, int threads) {
  const auto silent = [](std::string_view) {};
  Parts parts(configuration, threads, {}, silent);
  parts.stepper.start();
  const Real step = parts.stepper.step_size(), critical = parts.system.critical_step();
  const Real steps = std::ceil(configuration.time.end / step);
  const Real cost = seconds_a_step(parts);
  const Model& model = parts.model;
  return fmt::format(
      "{} bodies, {} nodes, {} elements, {} boundary facets\n"
      "step {:.4g} s (2/omega_max {:.4g} s), about {:.0f} steps to {:.4g} s\n"
      "about {:.2g} ms a step as at the start, {} in all; {:.0f} MB of memory\n",
      model.bodies().size(), model.nodes(), model.element_count(), model.surface().facets, step,
      critical, steps, configuration.time.end, 1e3 * cost, duration_in_words(steps * cost),
      resident_bytes() / 1e6);
}

}  // namespace tactus::core
