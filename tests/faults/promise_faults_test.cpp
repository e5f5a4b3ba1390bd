// What check-plugin must find: every component of one library breaks one promise of its kind.
#include <fmt/format.h>

#include <map>

#include "apps/kit/check_plugin.hpp"
#include "sandbox.hpp"
#include "tests/support/sanitized.hpp"

using namespace tactus;
using namespace tactus::faults;

namespace {

using Result = core::PromiseVerdict::Result;

/// The promises that were broken, with what was said.
std::map<std::string, std::string> broken(const core::ComponentCheck& check) {
  std::map<std::string, std::string> result;
  for (const core::PromiseVerdict& v : check.verdicts)
    if (v.result == Result::broken) result[v.promise] = v.text;
  return result;
}

struct PromiseCase {
  Kind kind;
  std::string name, promise, text;  ///< text: a part of it
};

const std::string kStress = "P = dW/dF (central differences)";
const std::string kTangent = "A = dP/dF (central differences)";
const std::string kOptions = "options are declared soundly";
const std::string kPairs2 = "no overlapping pair is missed in the plane, while boxes move";
const std::string kRows = "linear rows are solved as by trying all active sets";

/// Enough for every promise that is kept: one of them makes calls for a second.
constexpr double kLimit = kSanitized ? 8 : 2;
const std::string kHung = fmt::format("the process took longer than {} s; --time-limit", kLimit);

const std::string kRemembers = "an answer depends on the question alone";

const std::vector<PromiseCase> kPromiseCases = {
    {Kind::material, "tangent", kTangent, "at most 1e-08"},
    {Kind::material, "turned", "P(QF) = Q P(F) for a rotation Q", "at most 1e-12"},
    {Kind::material, "neighbours", "a point's answer does not depend on its neighbours",
     "the stress of a point depends on its place in the batch"},
    {Kind::material, "crashes", "answers are finite near F = I",
     "the process ended with signal 11 (Segmentation fault)"},
    {Kind::material, "hangs", "p_wave_modulus() is positive and finite", kHung},
    {Kind::material, "allocates", "warm calls allocate nothing",
     "5 allocations in five calls alike"},
    {Kind::material, "at_an_end", "with share = 1 (an end of its range)", "A = dP/dF"},
    {Kind::material, "throws", "is made from its options", "threw: there is no such steel"},
    {Kind::integrator, "drift", "free flight: q = q_0 + t v_0", "at most 1e-13"},
    {Kind::integrator, "writes_old", "poses and finishes a step of free masses",
     "threw: finish() wrote the old state"},
    {Kind::integrator, "remembers", "a rejected step leaves no trace",
     "after a rejected attempt the step ends elsewhere"},
    {Kind::contact_solver, "does_nothing", kRows, "at most 1e-07"},
    {Kind::contact_solver, "pulls", "without contact the predictor is the solution",
     "1.0e-03, at most 1e-12"},
    {Kind::contact_solver, "none", "says which kind of problem it solves",
     "it needs neither problem.increment nor problem.impulse"},
    {Kind::contact_solver, "crashes", kRemembers, "the process ended with signal 6 (Aborted)"},
    {Kind::contact_solver, "hangs", kRemembers, kHung},
    {Kind::constraint, "none", "2D: bodies inside each other get rows", "no row for it"},
    {Kind::constraint, "throws", "2D: is set up for a scene, with a reach that is a length",
     "threw: the table of rows is missing"},
    {Kind::constraint, "crashes", "2D: bodies apart need no row",
     "the process ended with signal 8 (Floating point exception)"},
    {Kind::constraint, "hangs", "2D: bodies apart need no row", kHung},
    {Kind::contact_law, "sticks", "2D: an open contact that separates has no reaction", "R_N = -1"},
    {Kind::material, "no_help", kOptions, "\"b\" has no help text"},
    {Kind::material, "twice", kOptions, "\"a\" is declared twice"},
    {Kind::material, "default_out", kOptions,
     "\"b\" has the default 1, outside of its range (1, inf]"},
    {Kind::material, "bad_name", kOptions,
     "\"Young's modulus\" has a name that is not in lower_case"},
    {Kind::material, "empty_choice", kOptions, "\"c\" has no choices"},
};

}  // namespace

TEST_CASE("check-plugin finds the promise that each component breaks", "[faults]") {
  const Sandbox box;
  const core::PluginCheck check = core::check_plugin(library("promises"), {.time_limit_s = kLimit});
  CHECK_FALSE(check.passed());
  const auto result_of = [&](Kind kind, const std::string& name) {
    for (const core::ComponentCheck& c : check.components)
      if (c.component.kind == kind && c.component.name == name) return c;
    FAIL("no component " << name);
    throw 0;
  };
  for (const PromiseCase& expected : kPromiseCases) {
    INFO(core::kind_name(expected.kind) << " " << expected.name);
    const core::ComponentCheck component = result_of(expected.kind, expected.name);
    CHECK_FALSE(component.passed());
    const auto found = broken(component);
    REQUIRE(found.contains(expected.promise));
    CHECK_THAT(found.at(expected.promise), Catch::Contains(expected.text));
  }
  // A wrong stress shows in both differences, pairs in the plane and in space.
  CHECK(broken(result_of(Kind::material, "stress")).contains(kStress));
  CHECK(broken(result_of(Kind::material, "stress")).contains(kTangent));
  CHECK(broken(result_of(Kind::material, "infinite")).at("answers are finite near F = I") ==
        "NaN or infinity");
  CHECK_THAT(broken(result_of(Kind::broad_phase, "missing_pair")).at(kPairs2),
             Catch::Contains("is missing"));
  CHECK(broken(result_of(Kind::broad_phase, "false_pair")).at(kPairs2) ==
        "random: the pair (0, 500) is none");
  // One fault is one broken promise, and a component without fault passes; a tangent is looked at near
  // F = I and at large strains.
  CHECK(broken(result_of(Kind::material, "tangent")).size() == 2);
  CHECK(broken(result_of(Kind::material, "turned")).size() == 1);
  CHECK(broken(result_of(Kind::material, "neighbours")).size() == 1);
  CHECK(result_of(Kind::material, "none").passed());
  CHECK(broken(result_of(Kind::material, "allocates")).size() == 1);
  CHECK(broken(result_of(Kind::material, "at_an_end")).size() == 1);
  // A crash is a result: the promises after it are put to the test all the same.
  const core::ComponentCheck inverted = result_of(Kind::material, "crashes_inverted");
  REQUIRE(inverted.verdicts.size() > 2);
  CHECK(broken(inverted).at("an inverted point is named by an EvaluationError") ==
        "the process ended with signal 11 (Segmentation fault)");
  CHECK(inverted.verdicts.back().promise != "an inverted point is named by an EvaluationError");
  CHECK(broken(inverted).size() == 1);
  CHECK(result_of(Kind::constraint, "hangs").verdicts.back().text ==
        "it crashed or hung too often");
}

TEST_CASE("check-plugin says of a library that is none what is wrong with it", "[faults]") {
  const Sandbox box;
  CHECK_THROWS_WITH(core::check_plugin(library("entry_throws")),
                    Catch::Contains("threw while registering: the table of constants is missing"));
  CHECK_THROWS_WITH(core::check_plugin(library("old_string")),
                    Catch::Contains("does not fit this program"));
  CHECK_THROWS_WITH(core::check_plugin(box.root() / "nothing.so"),
                    Catch::Contains("there is no such file"));
}

TEST_CASE("check-plugin tests the component and the options that it is told to", "[faults]") {
  const Sandbox box;
  const core::PluginCheck one = core::check_plugin(
      library("promises"), {.component = "at_an_end", .options = {{"share", "0.25"}}});
  REQUIRE(one.components.size() == 1);
  CHECK(one.verdict() == core::PluginCheck::Verdict::passed);  // the option stands fixed
  const auto with = [](const char* component, core::GivenOptions options) {
    return core::check_plugin(library("promises"),
                              {.component = component, .options = std::move(options)});
  };
  CHECK_THROWS_WITH(with("at_en_end", {}),
                    Catch::Equals("--component: promises.so has no component \"at_en_end\"; did "
                                  "you mean \"at_an_end\"?"));
  CHECK_THROWS_WITH(with("at_an_end", {{"shere", "1"}}),
                    Catch::Equals("--set: material at_an_end has no option \"shere\"; did you mean "
                                  "\"share\"?"));
  CHECK_THROWS_WITH(with("at_an_end", {{"share", "2"}}),
                    Catch::Equals("--set: material at_an_end share=2 is not possible; allowed: a "
                                  "number in (0, 1]"));
  CHECK_THROWS_WITH(with("", {{"share", "1"}}), Catch::Contains("say with --component which one"));
}

TEST_CASE("a component whose promises are all skipped, and a library without one, are not tested",
          "[faults]") {
  using Verdict = core::PluginCheck::Verdict;
  core::PluginCheck check;
  CHECK(check.verdict() == Verdict::not_tested);
  check.components.push_back({{},
                              {{Result::kept, "options are declared soundly", ""},
                               {Result::skipped, "all that follows", ""}}});
  CHECK(check.verdict() == Verdict::not_tested);
  check.components[0].verdicts.push_back({Result::kept, "reactions are finite", ""});
  CHECK(check.verdict() == Verdict::passed);
  check.components[0].verdicts.push_back({Result::broken, "it pulls", ""});
  CHECK(check.verdict() == Verdict::broken);
}

TEST_CASE("check-plugin passes a sound plugin", "[faults]") {
  const Sandbox box;
  const core::PluginCheck check = core::check_plugin(library("sound"));
  CHECK(check.passed());
  REQUIRE(check.components.size() == 1);
  CHECK(check.components[0].verdicts.size() >= 5);
}
