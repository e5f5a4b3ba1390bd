// What the SDK foresees and the kernel does not serve yet is refused before anything runs, whoever
// wrote the plugin that needs it.
#include "sandbox.hpp"
#include "tests/cli/installation.hpp"

using namespace tactus::cli_tests;

namespace {

Installation::Outcome tell(const Installation& tactus, const std::string& command,
                           const std::vector<std::string>& sets) {
  write_text(tactus.work() / "pair.json", R"({
    "bodies": [{"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
      "velocity": [1, 0], "array": {"count": [2, 1], "spacing": [1.001, 1]}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "modest"}},
    "time": {"end": 1e-2, "step": 1e-3}})");
  std::vector<std::string> words{command, "pair.json", "--plugin-dir",
                                 tactus::faults::library("asks_for_more").string()};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  return tactus.run(words);
}

const std::vector<std::string> kNeededForNotServed{"newmark", "grid", "vertex_edge", "neo_hookean"};
const std::string kLaws = R"(/contact/laws=[{"between": ["*", "*"], "type": "rubs", )"
                          R"("friction": 0.3}])";

}  // namespace

TEST_CASE(
    "what the kernel does not serve yet is refused by check and run, for plugins from outside "
    "too",
    "[faults]") {
  const Installation tactus(kNeededForNotServed);
  const std::string command = GENERATE("check", "run");
  const std::string solver = "/contact/solver/type=";
  struct NotServedCase {
    std::vector<std::string> sets;
    std::string words;
  };
  for (
      const NotServedCase& c : std::vector<NotServedCase>{
          {{solver + "laws", kLaws},
           R"(/contact/solver/type: "laws" needs contact laws, which act in steps that are )"
           R"(posed in velocities, but "newmark" poses increments: it would run without)"},
          {{kLaws},
           R"(/contact/laws: "modest" uses no contact laws, so these would be without effect)"},
          {{solver + "impulses"},
           R"(/contact/solver/type: "impulses" needs a step posed in velocities; "newmark" )"
           "(/integrator) does not provide it"},
          {{"/integrator/type=impulse"},
           R"(/contact/solver/type: "modest" does not solve problems in velocities, which is )"
           R"(what "impulse" poses)"},
          {{"/newton={}"},
           R"(/newton: "newmark" makes explicit steps with the options given here, which need no )"
           "Newton's method"},
          {{"/newton={}", "/integrator/beta=0.25"},
           R"(/newton: with "contact" the implicit steps of "newmark" are solved by the contact )"
           "solver, whose options stand in /contact/solver"},
          {{solver + "tangent"},
           R"(/contact/solver/type: "tangent" needs a tangent that is a sparse matrix; "newmark" (/integrator) does )"
           "not provide it"}}) {
    const auto outcome = tell(tactus, command, c.sets);
    INFO(command << " " << c.sets.front() << ": " << outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains(c.words));
    CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  }
  const auto sound = tell(tactus, "check", {});
  INFO(sound.out << sound.err);
  CHECK(sound.code == 0);
}

TEST_CASE("implicit steps without contact are refused where they cannot be made", "[faults]") {
  const Installation tactus(kNeededForNotServed);
  const auto told = [&](const std::string& body, const std::string& integrator) {
    write_text(tactus.work() / "free.json", R"({"bodies": [{"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]}, )" +
                                                body + R"(}], "integrator": {)" + integrator + R"(},
      "time": {"end": 1e-2, "step": 1e-3}})");
    const auto outcome = tactus.run(
        {"check", "free.json", "--plugin-dir", tactus::faults::library("asks_for_more").string()});
    CHECK(outcome.code == (outcome.err.empty() ? 0 : 2));
    return outcome.err;
  };
  const std::string soft = R"("material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3})";
  const std::string newmark = R"("type": "newmark", "beta": 0.25, "mass": "lumped")";
  CHECK_THAT(
      told(soft, R"("type": "implicit")"),
      Catch::Contains("does not provide a tangent that is a sparse matrix, which the kernel") &&
          Catch::Contains("explicit with default options: ") && Catch::Contains("newmark"));
  CHECK_THAT(told(R"("type": "rigid")", newmark),
             Catch::Contains("/bodies/0/type: \"rigid\" given") &&
                 Catch::Contains("only bodies that consist of nodes"));
  CHECK(told(soft, newmark).empty());
}

TEST_CASE("whatever pairs a constraint from outside asks for, the kernel serves it", "[faults]") {
  const Installation tactus(kNeededForNotServed);
  const std::string pairs = GENERATE("edge_edge", "element_vertex", "plane_vertex", "swept");
  const auto outcome = tell(tactus, "run",
                            {R"(/contact/constraint={"type": "asks", "pairs": ")" + pairs + R"("})",
                             "/contact/solver/type=swept"});
  INFO(pairs << ": " << outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("an integrator that poses velocities and claims increments is named in the step",
          "[faults]") {
  const Installation tactus(kNeededForNotServed);
  const auto outcome = tell(tactus, "run", {"/integrator/type=lies"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.out,
             Catch::Contains(R"(integrator "lies" failed in step 1 at t = 0 s: it )"
                             "posed a problem in velocities, and does not claim problem.impulse"));
}
