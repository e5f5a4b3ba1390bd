// Two runs in one folder: the second one is refused while the first one lives, and the first one's
// results are those of a run that nobody disturbed.
#include <signal.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "process.hpp"
#include "results.hpp"
#include "scene.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;

namespace {

namespace fs = std::filesystem;

/// Two terminals: what is run in either of them is the same scene in the same folder.
struct Terminals {
  tactus::test::TemporaryFolder folder;
  fs::path root = fs::canonical(folder.path());
  Place first{root / "first"}, second{root / "second"};

  Terminals() { write_scene(root); }

  std::vector<std::string> words(const fs::path& out, const std::vector<std::string>& more = {},
                                 const std::string& end = "0.2") const {
    std::vector<std::string> all{"run",   (root / kSceneFile).string(), "--quiet", "--threads", "1",
                                 "--set", "/time/end=" + end,           "--out",   out.string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Files undisturbed() const {
    REQUIRE(first.wait_for(first.start(words(root / "undisturbed"))).code == 0);
    return results_in(root / "undisturbed");
  }
};

}  // namespace

TEST_CASE("a second run in the folder of a running one is refused, and the first one is unharmed",
          "[sweep]") {
  const Terminals t;
  const Files expected = t.undisturbed();
  const fs::path out = t.root / "out";
  const pid_t running = t.first.start(t.words(out));
  while (!fs::exists(out / "checkpoint.h5"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(::kill(running, SIGSTOP) == 0);
  int state = 0;  // it may write on for a while after the signal was sent
  REQUIRE(::waitpid(running, &state, WUNTRACED) == running);
  REQUIRE(WIFSTOPPED(state));
  const Files before = files_in(out);
  for (const auto& [more, end] : {std::pair<std::vector<std::string>, std::string>{{}, "0.2"},
                                  {{"--force"}, "0.2"},
                                  {{"--resume"}, "0.2"},
                                  {{"--force"}, "0.1"}}) {
    const Ended refused = t.second.wait_for(t.second.start(t.words(out, more, end)));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::Contains("being written by another run"));
    CHECK(difference(before, files_in(out)) == "");
  }
  REQUIRE(::kill(running, SIGCONT) == 0);
  const Ended ended = t.first.wait_for(running);
  INFO(ended.err);
  CHECK(ended.code == 0);
  CHECK(difference(expected, results_in(out)) == "");
}

TEST_CASE("of two runs that are started in one folder at once each is whole or refused",
          "[sweep]") {
  const Terminals t;
  const Files expected = t.undisturbed();
  const fs::path out = t.root / "out";
  for (int round = 0; round < 8; ++round) {
    const std::vector<std::string> more =
        round % 2 == 0 ? std::vector<std::string>{"--force"} : std::vector<std::string>{};
    fs::remove_all(out);
    const pid_t one = t.first.start(t.words(out, more)), two = t.second.start(t.words(out, more));
    const Ended a = t.first.wait_for(one), b = t.second.wait_for(two);
    INFO(a.err << b.err);
    CHECK((a.code == 0 || b.code == 0));
    for (const Ended& ended : {a, b}) {
      if (ended.code == 0) continue;
      CHECK(ended.code == 2);
      CHECK_THAT(ended.err, Catch::Contains("being written by another run"));
    }
    CHECK(difference(expected, results_in(out)) == "");
  }
}
