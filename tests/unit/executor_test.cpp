#include "core/support/executor.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <tactus/conformance/serial_context.hpp>

using namespace tactus;
using namespace tactus::core;

namespace {

std::vector<Real> wild_numbers(Index count) {
  std::vector<Real> x(static_cast<std::size_t>(count));
  std::uint64_t z = 12345;
  for (Real& v : x) {
    z = z * 6364136223846793005ULL + 1442695040888963407ULL;
    v = std::ldexp(static_cast<Real>(z >> 11) * 0x1.0p-53 - 0.5, static_cast<int>(z >> 58));
  }
  return x;
}

}  // namespace

TEST_CASE("executor gives sums and dots of the same bits for any number of threads", "[support]") {
  const Index count = GENERATE(0, 1, 7, 4096, 100003);
  const std::vector<Real> x = wild_numbers(count), y = wild_numbers(count);
  const auto sum_with = [&](int threads) {
    Runtime runtime(threads);
    const Real s = runtime.executor().sum(count, 100, [&](Range r, Context&) {
      return std::accumulate(x.begin() + r.begin, x.begin() + r.end, Real{0});
    });
    return std::pair(s, runtime.executor().dot(x, y));
  };
  const auto one = sum_with(1);
  for (const int threads : {2, 3, 8}) CHECK(sum_with(threads) == one);
  // Independent value: long double, to the rounding of `count` additions of what is summed.
  long double exact = 0, size = 0;
  for (const Real v : x) exact += static_cast<long double>(v) * v, size += v * v;
  CHECK(std::abs(one.second - static_cast<Real>(exact)) <= 1e-16 * 4200 * size);
}

TEST_CASE("executor's dot does not depend on the alignment of its arrays", "[support]") {
  Runtime runtime(1);
  const std::vector<Real> x = wild_numbers(1000);
  std::vector<Real> moved(1010);
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::copy(x.begin(), x.end(), moved.begin() + static_cast<std::ptrdiff_t>(shift));
    const View<Real> view(moved.data() + shift, x.size());
    CHECK(runtime.executor().dot(view, view) == runtime.executor().dot(x, x));
  }
}

TEST_CASE("executor visits every item once, in chunks that do not depend on the threads",
          "[support]") {
  for (const int threads : {1, 4}) {
    Runtime runtime(threads);
    std::vector<int> visits(1001, 0);
    std::vector<Index> length(11, 0);
    runtime.executor().for_each(1001, 100, [&](Range r, Context&) {
      for (Index i = r.begin; i < r.end; ++i) ++visits[static_cast<std::size_t>(i)];
      length[static_cast<std::size_t>(r.begin / 100)] = r.size();
    });
    CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
    CHECK(length == std::vector<Index>{100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 1});
  }
}

TEST_CASE("executor passes the step on to its threads, each with memory of its own", "[support]") {
  Runtime runtime(4);
  runtime.context().step.dt = 0.25;
  std::vector<Real*> at(64);
  runtime.executor().for_each(64, 1, [&](Range r, Context& local) {
    const Out<Real> memory = local.scratch->take<Real>(100);
    std::fill(memory.begin(), memory.end(), static_cast<Real>(r.begin));
    // A loop inside the loop may put other chunks on this thread: they must leave `memory` alone.
    local.executor->for_each(8, 1, [](Range, Context& inner) {
      const Out<Real> other = inner.scratch->take<Real>(500);
      std::fill(other.begin(), other.end(), -1.0);
    });
    const bool kept = std::all_of(memory.begin(), memory.end(),
                                  [&](Real v) { return v == static_cast<Real>(r.begin); });
    at[static_cast<std::size_t>(r.begin)] = kept && local.step.dt == 0.25 ? memory.data() : nullptr;
  });
  CHECK(std::count(at.begin(), at.end(), nullptr) == 0);
}

TEST_CASE("executor throws the exception of the lowest chunk that threw", "[support]") {
  for (const int threads : {1, 4}) {
    Runtime runtime(threads);
    for (int repeat = 0; repeat < 50; ++repeat)
      CHECK_THROWS_WITH(runtime.executor().for_each(100, 1,
                                                    [](Range r, Context&) {
                                                      if (r.begin % 10 == 7)
                                                        throw Error(std::to_string(r.begin));
                                                    }),
                        "7");
  }
}

TEST_CASE("scratch memory of the kit is nested and used again, as that of the kernel",
          "[support]") {
  conformance::SerialContext serial;
  Scratch& scratch = *serial.context().scratch;
  std::set<const void*> small, large;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const Scratch::Frame outer(scratch);
    const Out<Real> kept = scratch.take<Real>(3);
    kept[2] = 42;
    {
      const Scratch::Frame inner(scratch);
      const Out<Real> much = scratch.take<Real>(100000);
      CHECK(reinterpret_cast<std::uintptr_t>(much.data()) % 64 == 0);
      std::fill(much.begin(), much.end(), 0.0);
      large.insert(much.data());
    }
    CHECK(kept[2] == 42);
    small.insert(kept.data());
  }
  CHECK(small.size() == 1);
  CHECK(large.size() == 1);
}

TEST_CASE("scratch memory is aligned, nested and used again", "[support]") {
  ScratchPool pool;
  const auto aligned = [](Out<Real> a) {
    return reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0;
  };
  for (int repeat = 0; repeat < 5; ++repeat) {
    const Scratch::Frame outer(pool);
    const Out<Real> kept = pool.take<Real>(3);
    kept[2] = 42;
    for (int i = 0; i < 3; ++i) {
      const Scratch::Frame inner(pool);
      const Out<Real> small = pool.take<Real>(1), large = pool.take<Real>(100000);
      std::fill(large.begin(), large.end(), 0.0);
      CHECK((aligned(kept) && aligned(small) && aligned(large)));
    }
    CHECK(kept[2] == 42);
  }
  const std::size_t warm = pool.reserved();
  {
    const Scratch::Frame frame(pool);
    pool.take<Real>(3);
    pool.take<Real>(100000);
  }
  CHECK(pool.reserved() == warm);
  CHECK(pool.blocks() == 1);
}

TEST_CASE("log passes on the first of a kind and counts the rest", "[support]") {
  std::vector<std::string> got;
  CallbackLog log([&](Level, std::string_view text) { got.emplace_back(text); });
  log.write(Level::debug, "not wanted");
  for (int i = 1; i <= 120; ++i)
    log.write(Level::warning, "step " + std::to_string(i) + ": dt = 1.5e-3");
  log.write(Level::info, "another kind");
  REQUIRE(got.size() == 8);
  CHECK(got[4] == "step 5: dt = 1.5e-3");
  CHECK(got[5] == "step 10: dt = 1.5e-3 (10 such messages so far)");
  CHECK(got[6] == "step 100: dt = 1.5e-3 (100 such messages so far)");
  CHECK(got[7] == "another kind");
}
