// Who is being called: what handlers and the watchdog read.
#include "core/support/component_watch.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <cfenv>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/support/float_modes.hpp"
#include "core/support/guard/calling.hpp"
#include "core/support/watchdog.hpp"

using namespace tactus;
using namespace tactus::core;
using namespace std::chrono_literals;

namespace {

std::string words(const Called& called) {
  FixedText text;
  (text.who(called) << std::string_view(" ")).when(called);
  return std::string(text.text());
}

/// What a watchdog says, and how often.
class Heard {
 public:
  Watchdog::Say listener() {
    return [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      said_.emplace_back(text);
    };
  }
  std::vector<std::string> said() const {
    const std::lock_guard lock(mutex_);
    return said_;
  }
  void wait_for(std::size_t count) const {
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (said().size() < count && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(2ms);
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> said_;
};

}  // namespace

TEST_CASE("the innermost call is the one that is told, until it returns", "[support]") {
  CHECK_FALSE(called_here());
  const InCall outer({Kind::integrator, "outer", "at first"});
  {
    const InCall inner({Kind::material, "inner", "then"});
    REQUIRE(called_here());
    CHECK(words(*called_here()) == "material \"inner\" then");
  }
  CHECK(words(*called_here()) == "integrator \"outer\" at first");
}

TEST_CASE("calls deeper than are kept end where they began", "[support]") {
  const InCall first({Kind::integrator, "first", "now"});
  {
    std::vector<std::unique_ptr<InCall>> deep;
    for (int i = 0; i < 20; ++i)
      deep.push_back(std::make_unique<InCall>(Called{Kind::material, "deep", "now"}));
    CHECK(words(*called_here()) == "material \"deep\" now");
    while (!deep.empty()) deep.pop_back();
  }
  CHECK(words(*called_here()) == "integrator \"first\" now");
}

TEST_CASE("a call says the step under way", "[support]") {
  const Called named{Kind::contact_solver, "named"};
  note_step(-1, 0);
  CHECK(words(named) == "contact_solver \"named\" before the first step");
  note_step(2, 0.1);
  CHECK(words(named) == "contact_solver \"named\" in step 3 at t = 0.1 s");
  note_step(6, 1.0 / 3e9);
  CHECK(words(named) == "contact_solver \"named\" in step 7 at t = 3.33333e-10 s");
  note_step(-1, 0);
}

TEST_CASE("text that is longer than its memory is cut", "[support]") {
  FixedText text;
  for (int i = 0; i < 100; ++i) text << std::string_view("0123456789") << Index{7} << 0.5;
  CHECK(text.text().size() <= 600);
  CHECK(text.text().starts_with("012345678970.5"));
}

TEST_CASE("the watchdog names who computes for long, and again when that has doubled",
          "[support]") {
  Heard heard;
  const InCall main({Kind::integrator, "walks", "now"});
  const Watchdog dog(20ms, heard.listener());
  std::atomic<bool> end{false};
  std::thread worker([&] {
    const InCall outer({Kind::integrator, "walks", "now"});
    const InCall inner({Kind::material, "crawls", "now"});
    while (!end) std::this_thread::sleep_for(1ms);
  });
  heard.wait_for(2);
  end = true;
  worker.join();
  REQUIRE(heard.said().size() >= 2);
  const std::string who =
      "material \"crawls\" (called by integrator \"walks\") has been computing ";
  CHECK(heard.said()[0] == who + "for 0.02 s now");
  CHECK(heard.said()[1] == who + "for 0.04 s now");
}

TEST_CASE("the watchdog says nothing of calls that return, and nothing between them", "[support]") {
  Heard heard;
  const Watchdog dog(400ms, heard.listener());
  const auto end = std::chrono::steady_clock::now() + 600ms;
  while (std::chrono::steady_clock::now() < end) {
    const InCall call({Kind::material, "quick", "now"});
    std::this_thread::sleep_for(1ms);
  }
  std::this_thread::sleep_for(500ms);
  CHECK(heard.said().empty());
}

TEST_CASE("what a call did to rounding is told, and undone", "[support]") {
  const Called called{Kind::material, "rounds", "now"};
  CHECK_NOTHROW(calling(called, [] { return std::fegetround(); }));
  CHECK_THROWS_WITH(calling(called, [] { std::fesetround(FE_DOWNWARD); }),
                    "it changed how floating-point numbers are computed: another direction of "
                    "rounding");
  CHECK(std::fegetround() == FE_TONEAREST);
  // A step that is given up does not excuse it.
  CHECK_THROWS_AS(calling(called,
                          [] {
                            std::fesetround(FE_DOWNWARD);
                            throw EvaluationError("no value");
                          }),
                  PluginFault);
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("flags that record what happened are no modes", "[support]") {
  std::feraiseexcept(FE_INEXACT | FE_OVERFLOW);
  CHECK(FloatModes::now() == FloatModes::at_start());
  std::feclearexcept(FE_ALL_EXCEPT);
}
