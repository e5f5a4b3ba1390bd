#include "benchmarks/support/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "benchmarks/support/report.hpp"

namespace tactus::bench {
namespace {

constexpr Real kPiece = 0.05;  ///< s, a thousand times as long as a thread takes to start

/// Multiplications and additions that depend on each other. Start and end pass through volatile
/// memory: a compiler that knew the start, or that nobody reads the end, would leave the loop out.
void arithmetic(Index count) {
  volatile Real memory = 2;
  Real x = memory;
  for (Index n = 0; n < count; ++n) x = x * 0.999999 + 1e-6;
  memory = x;
}

Real seconds_of(Index count) {
  const Real start = thread_seconds();
  arithmetic(count);
  return thread_seconds() - start;
}

/// How many operations take as long as a piece. No processor takes less than a tenth of a
/// nanosecond for two operations that wait for each other.
Index count_of_a_piece() {
  constexpr Index kTrial = 4'000'000;
  Real least = kUnlimited;
  for (int n = 0; n < 5; ++n) least = std::min(least, seconds_of(kTrial));
  if (least < 1e-10 * kTrial)
    throw std::runtime_error(fmt::format(
        "{} dependent operations took {:.2g} s: the compiler has left them out", kTrial, least));
  return static_cast<Index>(kTrial * kPiece / least);
}

}  // namespace

TwoCores arithmetic_gain(Real seconds) {
  const Index count = count_of_a_piece();
  Real least[2] = {kUnlimited, kUnlimited}, sum[2] = {};
  const auto add = [&](int way, Real start) {
    const Real spent = wall_seconds() - start;
    least[way] = std::min(least[way], spent), sum[way] += spent;
  };
  const auto in_thread = [count] { std::jthread([count] { arithmetic(count); }).join(); };
  for (int n = 0; n < 3 || sum[0] + sum[1] < seconds; ++n) {
    const Real first = wall_seconds();
    in_thread(), in_thread();
    add(0, first);
    const Real second = wall_seconds();
    std::jthread beside([count] { arithmetic(count); });
    in_thread(), beside.join();
    add(1, second);
  }
  return {least[0] / least[1], sum[0] / sum[1]};
}

}  // namespace tactus::bench
