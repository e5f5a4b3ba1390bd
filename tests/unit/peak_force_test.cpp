// The greatest force between two bodies as a mean over a window: against pulses whose mean is known.
#include "core/record/peak_force.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "tactus/conformance/memory_archive.hpp"

using namespace tactus;
using core::ImpulseBins;
using core::PeakForces;

namespace {

/// The bins of a force over time, in steps of `dt` whose impulses are those of the force at their middle.
ImpulseBins bins_of(const std::function<Real(Real)>& force, Real end, Real dt) {
  ImpulseBins bins;
  const auto steps = static_cast<int>(std::lround(end / dt));
  for (int i = 0; i < steps; ++i) {
    const Real impulse = force((i + 0.5) * dt) * dt;
    if (impulse != 0) bins.add({impulse, 0, 0}, i * dt, (i + 1) * dt);
  }
  return bins;
}

}  // namespace

TEST_CASE("The peak of a constant force is that force, over any window and however long it acts",
          "[output][peak]") {
  const int steps = GENERATE(1, 3, 100, 129, 5000);
  const Real share = GENERATE(0.001, 0.01, 0.2);
  const ImpulseBins bins = bins_of([](Real) { return 7; }, steps * 1e-3, 1e-3);
  const ImpulseBins::Peak peak = bins.peak(share * steps * 1e-3);
  CHECK(peak.force == Approx(7).epsilon(1e-9));
  CHECK(peak.window >= share * steps * 1e-3 * (1 - 1e-6));
  CHECK(bins.bins().size() <= ImpulseBins::kMostBins);
  // The last bin may not be full.
  CHECK(bins.filled() >= steps * 1e-3 * (1 - 1e-9));
  CHECK(bins.filled() <= steps * 1e-3 + 2 * bins.width());
}

TEST_CASE("Blows of single nodes count by their mean, whatever the length of the step",
          "[output][peak]") {
  // One step in ten carries all of the force, so that the force of that step is ten times the mean.
  const int every = GENERATE(10, 20, 40);
  const Real dt = 1e-2 / every;
  ImpulseBins bins;
  for (int i = 0; i < 100 * every; ++i)
    if (i % every == 0) bins.add({7 * 1e-2, 0, 0}, i * dt, (i + 1) * dt);
  const ImpulseBins::Peak peak = bins.peak(0.1);
  // A window of w periods holds at most w + 1 blows.
  const Real periods = peak.window / 1e-2;
  CHECK(peak.force >= 7 * (1 - 1e-9));
  CHECK(peak.force <= 7 * (periods + 1) / periods);
}

TEST_CASE("The peak of half a sine is that of its mean about its top", "[output][peak]") {
  const Real dt = GENERATE(1e-3, 1e-4, 1e-5), long_window = GENERATE(0.02, 0.1, 0.25);
  const ImpulseBins bins = bins_of([](Real t) { return 50 * std::sin(M_PI * t); }, 1, dt);
  const ImpulseBins::Peak peak = bins.peak(long_window);
  const Real half =
      M_PI * peak.window / 2;  // the mean over a window about the top: sin(half) / half
  CHECK(peak.force <= 50 * std::sin(half) / half * (1 + 1e-6));
  // Windows begin with bins, of which there are at least 64: the best is at most half a bin beside the top.
  CHECK(peak.force >= 50 * std::sin(half) / half * std::cos(M_PI * bins.width() / 2) * (1 - 1e-6));
}

TEST_CASE("Impulses that are too large and too small in turn count by their mean",
          "[output][peak]") {
  ImpulseBins bins;
  for (int i = 0; i < 40; ++i)
    bins.add({(i % 2 ? 7 - 4 : 7 + 4) * 1e-3, 0, 0}, i * 1e-3, (i + 1) * 1e-3);
  for (const Real window : {1e-4, 1e-3, 2e-3, 2.8e-3, 5e-3})
    CHECK(bins.peak(window).force == Approx(7).epsilon(1e-9));
}

TEST_CASE("Forces that turn round within the window cancel", "[output][peak]") {
  ImpulseBins bins;
  for (int i = 0; i < 100; ++i)
    bins.add({i % 2 ? -1e-3 : 1e-3, 3e-3, 4e-3}, i * 1e-3, (i + 1) * 1e-3);
  // Windows of 20 steps, of which the last ones are not full: one step more than half turns one way.
  CHECK(bins.peak(0.02).force >= 5 * (1 - 1e-9));
  CHECK(bins.peak(0.02).force <= std::hypot(5, 1. / 20));
}

TEST_CASE("Two short contacts of a long run are resolved as one of them is", "[output][peak]") {
  const auto pulse = [](Real t) { return t < 1e-3 ? 9.0 : 0.0; };
  ImpulseBins bins;
  for (const Real start : {0.0, 1e3})
    for (int i = 0; i < 50; ++i)
      bins.add({pulse(i * 2e-5) * 2e-5, 0, 0}, start + i * 2e-5, start + (i + 1) * 2e-5);
  CHECK(bins.width() < 1e-4);
  CHECK(bins.peak(2e-4).force == Approx(9).epsilon(1e-6));
}

TEST_CASE("Steps of any length and times of any size leave few bins", "[output][peak]") {
  ImpulseBins bins;
  bins.add({1e-12, 0, 0}, 0, 1e-12);
  bins.add({1, 0, 0}, 1, 2);
  bins.add({1, 0, 0}, 1e9, 1e9 + 1);
  CHECK(bins.bins().size() <= ImpulseBins::kMostBins);
  Real sum = 0;
  for (const ImpulseBins::Bin& bin : bins.bins()) sum += bin.impulse[0];
  CHECK(sum == Approx(2).epsilon(1e-9));
  CHECK(bins.peak(1).force <= 1 + 1e-9);
}

TEST_CASE("Peaks of pairs go on after a checkpoint to the same bits", "[output][peak]") {
  const auto step = [](PeakForces& peaks, int i) {
    peaks.add_step(
        {{.body_a = 0, .body_b = core::kManyBodies, .contacts = 1, .impulse = {0, 0, 2}},
         {.body_a = 0, .body_b = 1, .contacts = 1, .impulse = {std::sin(0.1 * i), 1, 0}}},
        (i + 1) * 1e-3, 1e-3);
  };
  PeakForces whole, first, second;
  for (int i = 0; i < 400; ++i) step(whole, i);
  for (int i = 0; i < 150; ++i) step(first, i);
  conformance::MemoryArchive archive;
  first.save(archive);
  second.load(archive);
  for (int i = 150; i < 400; ++i) step(second, i);
  for (const std::int32_t other : {1, core::kManyBodies}) {
    CHECK(second.peak(0, other, {0, 1e-2}).force == whole.peak(0, other, {0, 1e-2}).force);
    CHECK(second.peak(0, other, {0, 1e-2}).window == whole.peak(0, other, {0, 1e-2}).window);
  }
  CHECK(whole.peak(0, core::kManyBodies, {}).force == Approx(2000).epsilon(1e-9));
  CHECK(whole.peak(1, 2, {}).force == 0);
}

TEST_CASE("Peaks of a damaged checkpoint are refused", "[output][peak]") {
  PeakForces peaks, other;
  peaks.add_step({{.body_a = 0, .body_b = 1, .contacts = 1, .impulse = {1, 0, 0}}}, 1, 1);
  conformance::MemoryArchive archive;
  peaks.save(archive);
  const std::string field = GENERATE("count", "width", "at", "impulse");
  archive.write("tally_peaks_" + field, View<Real>(std::vector<Real>{-1}));
  CHECK_THROWS_AS(other.load(archive), Error);
}
