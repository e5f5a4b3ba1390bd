// Random scenes in which everything stands side by side: rigid, elastic and viscoelastic bodies, particles,
// arrays, loads, supports on paths, probes, and every solver, law and constraint but facet_intersection,
// which is for study. Whatever becomes of a scene, two threads and a run that was killed twice and resumed
// have to leave the same files to the bit, the exit code included, and a scene that is refused is one that
// this generator should not have made.
//
// TACTUS_MIXED_SCENES says how many scenes; TACTUS_MIXED_ONLY takes one of them. The hidden test [write] writes
// as many of them to the folder that TACTUS_WRITE_SCENES names.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>

#include "mixed_scene.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/each_on_a_core.hpp"
#include "tests/sweep/process.hpp"
#include "tests/sweep/results.hpp"

using namespace tactus;
using namespace tactus::sweep;
using cli_tests::text_of;
using cli_tests::write_text;

namespace {

namespace fs = std::filesystem;

/// The runs of one scene after the other, in a folder of their own.
class Judge {
 public:
  explicit Judge(const fs::path& root) : place_(root) {}

  /// What is wrong with scene number `seed`: "" if nothing is.
  std::string fault_of(unsigned seed) {
    write_text(place_.work() / "scene.json", mixed::mixed_scene(seed));
    place_.start_from({});
    const Ended whole = run(1, {0, "none"});
    ++ends_[verdict(whole)];
    if (whole.code != 0 && whole.code != 3) return told("ended with", whole);
    const Files reference = results_in(place_.out());
    place_.start_from({});
    const Ended parallel = run(2, {0, "none"});
    std::string wrong = compared(whole.code, reference, parallel, "with two threads: ");
    if (wrong.empty()) wrong = killed_twice(seed, whole, reference);
    return wrong;
  }

  /// How often a run ended in which way.
  const std::map<std::string, int>& ends() const { return ends_; }

 private:
  Ended run(int threads, const FaultAt& fault) const {
    std::vector<std::string> arguments{
        "run", "scene.json", "--quiet", "--out", "out", "--threads", std::to_string(threads)};
    // One that was killed before its first checkpoint begins anew, as its refusal to go on says.
    if (fs::exists(place_.out() / "checkpoint.h5"))
      arguments.emplace_back("--resume");
    else if (fs::exists(place_.out()))
      arguments.emplace_back("--force");
    return place_.run(arguments, fault);
  }

  /// Killed at a call on a file, resumed and killed again, and resumed with two threads.
  std::string killed_twice(unsigned seed, const Ended& whole, const Files& reference) {
    std::mt19937 random(seed);
    // Rows hold times of the clock, so that the number of writes differs a little between runs.
    const auto calls = static_cast<unsigned>(whole.calls.size() * 9 / 10);
    place_.start_from({});
    std::string words = "killed at the calls";
    for (int time = 0; time < 2; ++time) {
      const long call = 1 + static_cast<long>(random() % calls);
      words += ' ' + std::to_string(call);
      const Ended killed = run(1, {call, "kill"});
      // Whoever resumes makes fewer calls, so that the second run may well end before its call.
      if (killed.code != 137 && (time == 0 || killed.code != whole.code))
        return told(words + ", ended with", killed);
    }
    return compared(whole.code, reference, run(2, {0, "none"}), words + ", then resumed: ");
  }

  std::string compared(int code, const Files& reference, const Ended& ended,
                       const std::string& words) const {
    if (ended.code != code) return told(words + "ended with", ended);
    const std::string different = difference(reference, results_in(place_.out()));
    return different.empty() ? "" : words + different;
  }

  static std::string told(const std::string& words, const Ended& ended) {
    return words + ' ' + std::to_string(ended.code) + '\n' + ended.out + ended.err;
  }

  std::string verdict(const Ended& ended) const {
    if (ended.code != 0) return ended.code == 3 ? "stopped with a reason" : "refused";
    const bool sound =
        text_of(place_.out() / "summary.json").find("\"sound\": true") != std::string::npos;
    return sound ? "sound" : "not sound, with a reason";
  }

  Place place_;
  std::map<std::string, int> ends_;
};

}  // namespace

TEST_CASE("random scenes that mix everything end in the same files for two threads and after kills",
          "[mixed][resume]") {
  const char* wanted = std::getenv("TACTUS_MIXED_SCENES");
  const char* only = std::getenv("TACTUS_MIXED_ONLY");
  const std::size_t count = only ? 1 : wanted ? std::stoul(wanted) : 12;
  test::OnEachCore<Judge> judges;
  const std::vector<std::string> wrong = judges.each(count, [&](Judge& judge, std::size_t i) {
    const auto seed = only ? static_cast<unsigned>(std::stoul(only)) : static_cast<unsigned>(i + 1);
    const std::string fault = judge.fault_of(seed);
    return fault.empty() ? "" : "scene " + std::to_string(seed) + ": " + fault;
  });
  std::map<std::string, int> ends;
  judges.visit([&](const Judge& judge) {
    for (const auto& [end, times] : judge.ends()) ends[end] += times;
  });
  if (wanted)
    for (const auto& [end, times] : ends) WARN(times << " of " << count << " scenes: " << end);
  for (const std::string& fault : wrong) UNSCOPED_INFO(fault);
  CHECK(wrong.empty());
  if (!only) CHECK(3 * ends["sound"] >= static_cast<int>(count));
}

TEST_CASE("random scenes that mix everything are written to files", "[.][write]") {
  const char* wanted = std::getenv("TACTUS_MIXED_SCENES");
  const char* folder = std::getenv("TACTUS_WRITE_SCENES");
  REQUIRE(wanted);
  REQUIRE(folder);
  for (unsigned seed = 1; seed <= std::stoul(wanted); ++seed)
    write_text(fs::path(folder) / (std::to_string(seed) + ".json"), mixed::mixed_scene(seed));
}
