// Memory that runs out at any allocation: the program ends with a sentence and a code of its own, and
// what it leaves is taken up by the next command. TACTUS_MEMORY_POINTS says how many allocations of a run
// are tried, for instance all with a large number.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>

#include "process.hpp"
#include "results.hpp"
#include "scene.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;

namespace {

namespace fs = std::filesystem;

constexpr long kPoints = 40;  ///< of the ordinary tests

long points() {
  const char* number = std::getenv("TACTUS_MEMORY_POINTS");
  return number ? std::atol(number) : kPoints;
}

struct Memory {
  tactus::test::TemporaryFolder folder;
  fs::path root = fs::canonical(folder.path());
  Place place{root / "place"};

  Memory() { write_scene(place.work()); }

  std::vector<std::string> words(const std::string& more) const {
    return {"run", kSceneFile, "--quiet", "--threads", "1", "--out", "out", more};
  }
  /// The n-th allocation fails, and all later ones where `forever`.
  Ended run_without(long n, bool forever, const std::string& more = "--force") const {
    std::vector<std::string> settings{std::string("LD_PRELOAD=") + TACTUS_MEMORY_LIBRARY,
                                      "TACTUS_MEMORY_AT=" + std::to_string(n),
                                      "TACTUS_MEMORY_LOG=" + (root / "count").string()};
    if (forever) settings.emplace_back("TACTUS_MEMORY_FOREVER=1");
    return place.wait_for(place.start(words(more), settings));
  }
  /// Allocations of a whole run.
  long count() const {
    REQUIRE(run_without(0, false).code == 0);
    return std::stol(tactus::cli_tests::text_of(root / "count"));
  }
};

}  // namespace

TEST_CASE("a run whose memory runs out at any allocation ends with a sentence, never with a signal",
          "[sweep]") {
  if (tactus::kSanitized) {
    WARN("skipped: the address sanitizer has an allocator of its own");
    return;
  }
  const Memory memory;
  const long all = memory.count(), tried = std::min(all, points());
  REQUIRE(all > 1000);
  const Files expected = results_in(memory.place.out());
  for (const bool forever : {false, true}) {
    long told = 0;
    for (long i = 0; i < tried; ++i) {
      const long n = 1 + i * all / tried;
      const Ended ended = memory.run_without(n, forever);
      INFO("allocation " << n << (forever ? " and all later ones" : "") << ": code " << ended.code
                         << ", " << ended.err);
      const bool has_a_code = std::set{0, 2, 4, 71}.contains(ended.code);
      CHECK(has_a_code);
      const bool says_why = ended.code == 0 || !ended.err.empty();
      CHECK(says_why);
      CHECK(ended.err.find("this is a bug") == std::string::npos);
      told += ended.code != 0;
    }
    CHECK(told > tried / 3);
  }
  const Ended again = memory.place.wait_for(memory.place.start(memory.words("--force")));
  CHECK(again.code == 0);
  CHECK(difference(expected, results_in(memory.place.out())) == "");
}

TEST_CASE("a run that stopped as memory ran out goes on to the same results", "[sweep]") {
  if (tactus::kSanitized) {
    WARN("skipped: the address sanitizer has an allocator of its own");
    return;
  }
  const Memory memory;
  const long all = memory.count();
  const Files expected = results_in(memory.place.out());
  int resumed = 0;
  for (const long part : {4, 5, 6, 7}) {
    memory.run_without(all * part / 8, true);
    if (!fs::exists(memory.place.out() / "checkpoint.h5")) continue;
    const Ended ended = memory.place.wait_for(memory.place.start(memory.words("--resume")));
    INFO("part " << part << ": " << ended.err);
    CHECK(ended.code == 0);
    CHECK(difference(expected, results_in(memory.place.out())) == "");
    ++resumed;
  }
  CHECK(resumed > 0);
}
