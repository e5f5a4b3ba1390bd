// Estimates what a run will be before it is run: its bodies, its steps, and its approximate cost.
#include "core/run/advice/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/record/history.hpp"
#include "core/record/model_frame.hpp"
#include "core/run/body_facts.hpp"
#include "core/run/parts.hpp"
#include "core/run/run.hpp"
#include "core/support/plural.hpp"
#include "core/support/progress.hpp"
#include "core/support/time_limit.hpp"

namespace tactus::core {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Index kMostSteps = 50;     ///< steps made to measure the time per step
constexpr Real kMostSeconds = 0.3;   ///< limit of the wall time for these steps
constexpr Real kLongestStep = 3;     ///< s, after which a step is stopped
constexpr Real kFixedSeconds = 0.2;  ///< start-up, and writing the last files to disk
constexpr Real kRowSeconds = 1e-5;   ///< per row of the tables, written as text
constexpr Real kFixedBytes = 6e4;    ///< size of the files that every run leaves
constexpr Real kCellBytes = 12;      ///< bytes per number in a table
/// Numbers per point of a frame, beside five vectors: pressure and shear
constexpr Real kOfPoint = 2;
constexpr Real kOfElement = 7;  ///< numbers per element: stress, von Mises
/// Bytes per point or element of what shrinks: corners, body, kind, marks
constexpr Real kPacked = 6;

/// Bytes of memory that this process held at most, according to the operating system; 0 if it does not
/// tell.
Real peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (Real kilobytes = 0; std::sscanf(line.c_str(), "VmHWM: %lf kB", &kilobytes) == 1)
      return 1024 * kilobytes;
  return 0;
}

Real seconds_since(Clock::time_point start) {
  return std::chrono::duration<Real>(Clock::now() - start).count();
}

/// What steps cost at the start. Contact may make later steps more expensive.
struct StepCost {
  Real seconds = 0;       ///< per step
  bool is_least = false;  ///< the last step was stopped, so that steps take longer than this
};

/// Measured over a few steps. A step that takes too long is stopped.
StepCost measured_cost(Parts& parts) {
  Context& context = parts.runtime.context();
  const std::atomic<bool> nobody{false};
  const TimeLimit limit(kLongestStep, nobody);
  context.stop = &limit.flag();
  parts.balance.start(parts.stepper.state(), parts.stepper.facts(), context);
  const auto start = Clock::now();
  Index steps = 0;
  Real elapsed = 0;
  while (steps < kMostSteps && elapsed < kMostSeconds && !parts.stepper.finished()) {
    if (!parts.stepper.advance()) break;
    parts.balance.update(parts.stepper.state(), parts.stepper.facts(), context);
    ++steps;
    elapsed = seconds_since(start);
  }
  context.stop = nullptr;
  const bool stopped = limit.flag().load();
  if (stopped) elapsed = seconds_since(start);
  return {elapsed / static_cast<Real>(std::max<Index>(steps, 1)), stopped && steps == 0};
}

/// Makes a frame and keeps none of it.
Real seconds_a_frame(const Configuration& c, Parts& parts) {
  struct Nothing final : ByteSink {
    void add(std::string_view) override {}
    void replace(Index, std::string_view) override {}
  } nothing;
  ModelFrame frame(parts.model, c.output.frames);
  Context& context = parts.runtime.context();
  const auto start = Clock::now();
  write_vtu(frame.mesh(),
            frame.at(parts.stepper.state(), parts.stepper.facts().contact.forces, c.contact.enabled,
                     parts.system.elements(), context),
            nothing, context.executor);
  return seconds_since(start);
}

Real seconds_an_audit(Parts& parts) {
  std::vector<Real> points(parts.model.surface().reference.size());
  const auto start = Clock::now();
  parts.model.motion().positions(parts.stepper.state().q, points);
  (void)parts.auditor.check(points);
  return seconds_since(start);
}

Real frames_of(const Configuration& c, Real steps) {
  return c.output.frames_every > 0 ? std::min(steps, c.time.end / c.output.frames_every) + 2 : 2;
}

/// Number of elements, including those of bodies without nodes.
Index all_elements(const Model& model) {
  return model.element_count() + static_cast<Index>(model.shown_body().size());
}

/// As if zlib did not shrink measured numbers, of which most digits are noise.
Real frame_bytes(const FramesConfig& frames, const Model& model) {
  using Precision = FramesConfig::Precision;
  const bool boundary = frames.of == FramesConfig::Of::surface;
  const Real points =
                 static_cast<Real>(boundary ? model.surface().boundary_vertices : model.points()),
             cells = static_cast<Real>(boundary ? model.surface().facets : all_elements(model));
  const Real of_points = frames.precision == Precision::single ? 4 : 8,
             of_cells = frames.precision == Precision::full ? 8 : 4;
  return points * (of_points * (5 * model.dim() + kOfPoint) + kPacked) +
         cells * (of_cells * kOfElement + kPacked);
}

/// Bytes for frames, tables and the checkpoint.
Real disk_bytes(const Configuration& c, const Model& model, Real steps) {
  const auto columns = history_columns({.dim = model.dim(), .phases = {}, .metrics = {}}).size() +
                       8 * c.probes.size() + 6 * model.supports().holders().size();
  const Real rows = steps / static_cast<Real>(c.output.history_every);
  return kFixedBytes + frames_of(c, steps) * frame_bytes(c.output.frames, model) +
         kCellBytes * static_cast<Real>(columns) * rows +
         8 * 5 * static_cast<Real>(model.layout().dofs);
}

}  // namespace

RunFigures figures_of(const Configuration& configuration, const Parts& parts) {
  const Real step = parts.stepper.step_size();
  return {.steps = std::ceil(configuration.time.end / step * (1 - 1e-9)),
          .step = step,
          .frame_bytes = frame_bytes(configuration.output.frames, parts.model),
          .free_dofs = std::ranges::count_if(parts.model.inverse_mass(),
                                             [](Real inverse) { return inverse > 0; })};
}

namespace {

/// @param begun  time at which building the model began, because a run spends this time too
RunEstimate estimate(const Configuration& c, Parts& parts, Clock::time_point begun,
                     StepCost& cost) {
  const Real setup = seconds_since(begun);
  RunEstimate e;
  e.steps = figures_of(c, parts).steps;
  cost = measured_cost(parts);
  const Real frames = frames_of(c, e.steps);
  const Real audits = c.output.audit == AuditConfig::off      ? 0
                      : c.output.audit == AuditConfig::frames ? frames
                                                              : e.steps;
  e.seconds = kFixedSeconds + setup + e.steps * cost.seconds + frames * seconds_a_frame(c, parts) +
              kRowSeconds * e.steps / static_cast<Real>(c.output.history_every) +
              (audits > 0 ? audits * seconds_an_audit(parts) : 0);
  e.memory_MiB = peak_bytes() / (1 << 20);  // what a run makes was made above
  e.disk_MiB = disk_bytes(c, parts.model, e.steps) / (1 << 20);
  return e;
}

constexpr auto kSilent = [](std::string_view) {};

}  // namespace

RunEstimate estimate_run(Configuration& configuration, int threads) {
  const auto begun = Clock::now();
  Parts parts(configuration, threads, {}, kSilent);
  parts.stepper.start();
  StepCost cost;
  return estimate(configuration, parts, begun, cost);
}

std::vector<Remark> bodies_and_hints(const Configuration& configuration, const Parts& parts) {
  std::vector<BodyFacts> facts;
  try {
    facts = body_facts(configuration, parts.model);
  } catch (const PluginFault& fault) {
    throw PluginRunError(fault, fault.type, "before the first step");
  }
  std::vector<Remark> remarks;
  std::istringstream bodies(in_words(facts, configuration) +
                            stiffest_in_words(facts, configuration));
  for (std::string line; std::getline(bodies, line);) remarks.push_back({Level::info, line});
  for (const std::string& hint : hints(configuration, facts, figures_of(configuration, parts)))
    remarks.push_back({Level::warning, "hint: " + hint});
  return remarks;
}

void describe_run(Configuration& configuration, int threads,
                  FunctionRef<void(std::string_view)> say) {
  const auto begun = Clock::now();
  Parts parts(configuration, threads, {}, kSilent);
  parts.stepper.start();
  if (!parts.system.critical().is_wanted()) {  // implicit steps: told for comparison
    const Outcome ignored =
        parts.system.critical().renew(parts.stepper.state().q, parts.runtime.context());
    (void)ignored;  // it stays infinite
  }
  const Real step = parts.stepper.step_size(), critical = parts.system.critical_step();
  std::string remarks;
  for (const Remark& remark : bodies_and_hints(configuration, parts)) remarks += remark.text + "\n";
  say(remarks);
  StepCost cost;
  const RunEstimate e = estimate(configuration, parts, begun, cost);
  const Model& model = parts.model;
  say(fmt::format(
      "{} bodies, {} nodes, {} elements, {} boundary facets\nstep {:.4g} s (2/omega_max {:.4g} s), "
      "about {:.0f} steps to {:.4g} s\n{} {} ms per step, measured at the start, {} in all; {:.0f} "
      "MB of memory, {} MB on the disk\n",
      model.bodies().size(), model.points(), all_elements(model), model.surface().facets, step,
      critical, e.steps, configuration.time.end, cost.is_least ? "more than" : "about",
      two_digits(1e3 * cost.seconds),
      e.seconds < 10 ? fmt::format("{:.2g} s", e.seconds) : duration_in_words(e.seconds),
      e.memory_MiB * 1.048576, two_digits(e.disk_MiB * 1.048576)));
}

}  // namespace tactus::core
