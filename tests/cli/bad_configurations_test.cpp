/// Every file in bad/ is refused with the words beside it, {FOLDER} standing for where it is.
#include <algorithm>
#include <random>

#include "installation.hpp"

using namespace tactus::cli_tests;

namespace {

const fs::path kBad = fs::path(TACTUS_SOURCE_DIR) / "tests/cli/bad";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t i = 0; (i = text.find(from, i)) != text.npos; i += to.size())
    text.replace(i, from.size(), to);
  return text;
}

constexpr const char* kGood = R"({
  "bodies": [
    {"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
     "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-3}
}
)";

/// The refusal of the good configuration, changed on the command line.
std::string refused(const Installation& tactus, const std::vector<std::string>& sets) {
  write_text(tactus.work() / "good.json", kGood);
  std::vector<std::string> arguments{"run", "good.json", "--out", "out"};
  for (const std::string& set : sets) {
    arguments.emplace_back("--set");
    arguments.push_back(set);
  }
  const Installation::Outcome outcome = tactus.run(arguments);
  CHECK(outcome.code == 2);
  CHECK(outcome.out == "");
  CHECK_FALSE(fs::exists(tactus.work() / "out"));
  return outcome.err;
}

}  // namespace

TEST_CASE("Each bad configuration is refused in its words, and nothing is written", "[cli]") {
  const Installation tactus;
  std::vector<fs::path> bad;
  for (const auto& entry : fs::directory_iterator(kBad)) {
    if (entry.path().extension() != ".json") continue;
    bad.push_back(entry.path());
    fs::copy_file(entry.path(), tactus.work() / entry.path().filename());
  }
  std::ranges::sort(bad);
  CHECK(bad.size() >= 200);
  CHECK(std::ranges::count_if(bad, [](const fs::path& file) {
          return file.filename().string().starts_with("space_");
        }) >= 85);
  const std::set<std::string> before = tactus.files();
  for (const fs::path& file : bad) {
    const Installation::Outcome outcome = tactus.run({"run", file.filename().string()});
    INFO(file.string());
    CHECK(outcome.code == 2);
    CHECK(outcome.out == "");
    const std::string folder = fs::canonical(tactus.work()).string();
    CHECK(replaced(outcome.err, folder, "{FOLDER}") ==
          text_of(fs::path(file).replace_extension(".txt")));
    CHECK(tactus.files() == before);
  }
}

TEST_CASE("check refuses a bad configuration in the words of run", "[cli]") {
  const Installation tactus;
  fs::copy_file(kBad / "several_at_once.json", tactus.work() / "several_at_once.json");
  const Installation::Outcome outcome = tactus.run({"check", "several_at_once.json"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err == text_of(kBad / "several_at_once.txt"));
}

TEST_CASE("All mistakes are told at once, and no other ones", "[cli]") {
  const Installation tactus({"moreau_jean", "grid", "node_to_facet", "gauss_seidel",
                             "nonsmooth_velocity", "traction", "group", "neo_hookean"});
  write_text(tactus.work() / "sound.json", R"({
    "bodies": [
      {"name": "block", "type": "rigid", "density": 1000, "translate": [0, 0.1],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}},
      {"name": "floor", "type": "obstacle", "translate": [0, -1],
       "mesh": {"type": "rectangle", "size": [4, 1], "cells": [1, 1]}},
      {"name": "other", "density": 1000, "translate": [2, 1],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
       "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
      {"name": "far", "type": "obstacle", "translate": [9, 9],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]},
              {"type": "traction", "body": "block", "group": "top", "traction": [0, 1]}],
    "supports": [{"body": "floor", "group": "bottom"}],
    "probes": [{"type": "group", "name": "p", "body": "other", "group": "top"},
               {"type": "contact", "name": "c", "body": "other"}],
    "integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
                "solver": {"type": "gauss_seidel"},
                "laws": [{"between": ["block/left", "floor"], "type": "nonsmooth_velocity"},
                         {"between": ["*", "*"], "type": "nonsmooth_velocity"}]},
    "time": {"end": 1e-3}, "output": {"frames_every": 0}}
)");
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"/bodies/0/density", "-1"},
      {"/bodies/0/colour", "3"},
      {"/bodies/2/translate", "[1]"},
      {"/bodies/2/material/type", "wood"},
      {"/bodies/3/mesh/type", "round"},
      {"/loads/0/acceleration", "[1, 2, 3, 4]"},
      {"/loads/1/group", "botom"},
      {"/loads/1/traction", "much"},
      {"/supports/0/group", "lower"},
      {"/probes/0/group", "upper"},
      {"/probes/1/body", "nobody"},
      {"/contact/laws/0/between/0", "block/lef"},
      {"/contact/laws/1/friction", "-2"},
      {"/contact/broad_phase/type", "none"},
      {"/contact/solver/iterations", "0"},
      {"/integrator/type", "none"},
      {"/output/history_every", "true"},
      {"/time/step", "0"},
      {"/tiem", "1"}};
  CHECK(tactus.run({"check", "sound.json"}).code == 0);
  std::mt19937 random(31);
  for (int k = 0; k < 7; ++k) {
    auto some = mistakes;
    std::ranges::shuffle(some, random);
    some.resize(k == 0 ? some.size() : 2 + k % 4);
    std::vector<std::string> arguments{"check", "sound.json"};
    for (const auto& [pointer, value] : some)
      arguments.insert(arguments.end(), {"--set", pointer + "=" + value});
    const Installation::Outcome outcome = tactus.run(arguments);
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    for (const auto& [pointer, value] : some)
      CHECK_THAT(outcome.err, Catch::Contains(": " + pointer + ": "));
    CHECK_THAT(outcome.err, Catch::Contains(std::to_string(some.size()) + " errors"));
  }
}

TEST_CASE("Files that are too large, too deep or not there are refused", "[cli]") {
  const Installation tactus(kNoPlugins);
  const auto refusal = [&](const std::string& name) {
    const Installation::Outcome outcome = tactus.run({"run", name});
    CHECK(outcome.code == 2);
    CHECK_FALSE(fs::exists(tactus.work() / "runs"));
    return outcome.err;
  };
  write_text(tactus.work() / "brackets.json", std::string(10'000'000, '['));
  CHECK(refusal("brackets.json") ==
        "brackets.json:1:65: " + replaced(std::string(63, '0'), "0", "/0") +
            ": nested deeper than 64 levels\n1 error; nothing was written\n");
  std::string deep;
  for (int level = 0; level < 100'000; ++level) deep += "{\"a\":";
  write_text(tactus.work() / "deep.json", deep);
  std::string pointer;
  for (int level = 0; level < 63; ++level) pointer += "/a";
  CHECK(refusal("deep.json") == "deep.json:1:321: " + pointer +
                                    ": nested deeper than 64 levels\n1 error; nothing was "
                                    "written\n");
  write_text(tactus.work() / "large.json", std::string((std::size_t{64} << 20) + 1, ' '));
  CHECK(refusal("large.json") ==
        "large.json: larger than 64 MiB; large data belongs in a mesh file\n");
  CHECK(refusal("larg.json") == "larg.json: no such file; did you mean \"large.json\"?\n");
  CHECK(refusal(".") == ".: is a folder; give the configuration's file\n");
  CHECK(refusal("/dev/zero") ==
        "/dev/zero: is a device, not a file; write what it gives to a file first\n");
}

TEST_CASE("What --set makes wrong is refused under its own name", "[cli]") {
  const Installation tactus;
  const std::string one = "\n1 error; nothing was written\n";
  CHECK(refused(tactus, {"/time/end=-1"}) ==
        "--set /time/end=-1: /time/end: -1 given; allowed: a number > 0 [s]" + one);
  CHECK(refused(tactus, {"/time/end"}) ==
        "--set /time/end: is not of the form /json/pointer=value, as in /time/end=1e-3" + one);
  CHECK(refused(tactus, {"/bodies/3/density=1"}) ==
        "--set /bodies/3/density=1: /bodies: the list has entry 0 alone; \"3\" is none of them, "
        "nor \"-\" for a new one" +
            one);
  CHECK(refused(tactus, {"/time/end/x=1"}) ==
        "--set /time/end/x=1: /time/end: 1e-3 has no member \"x\"" + one);
  CHECK(refused(tactus, {"/bodies/0/mesh={\"type\": \"disk\""}) ==
        "--set /bodies/0/mesh={\"type\": \"disk\": /bodies/0/mesh: not JSON: syntax error while "
        "parsing object - unexpected end of input; expected '}'; the text ends too early" +
            one);
  CHECK(refused(tactus, {"/time/sep=1e-6", "/bodies/0/density=heavy"}) ==
        "--set /time/sep=1e-6: /time/sep: unknown key \"sep\"; did you mean \"step\"?\n"
        "--set /bodies/0/density=heavy: /bodies/0/density: \"heavy\" given; allowed: a number > 0 "
        "[kg/m^3]\n2 errors; nothing was written\n");
}

TEST_CASE("What is nearly right is refused with what to write", "[cli]") {
  const Installation tactus;
  const std::string one = "\n1 error; nothing was written\n";
  const std::string support = R"(/supports=[{"body": "block", "fix": "x"}])";
  CHECK(refused(tactus, {support}) ==
        "--set " + support +
            ": /supports/0/fix: \"x\" given; allowed: a list of 1 to 2 of \"x\", \"y\"; write "
            "[\"x\"]" +
            one);
  CHECK(refused(tactus, {"/integrator=newmark"}) ==
        "--set /integrator=newmark: /integrator: \"newmark\" given; allowed: an object {...}, an "
        "integrator: {\"type\": \"newmark\"}" +
            one);
  CHECK(refused(tactus, {"/integrator=newmrak"}) ==
        "--set /integrator=newmrak: /integrator: \"newmrak\" given; allowed: an object {...}, an "
        "integrator: {\"type\": NAME}; \"newmrak\" is no integrator; did you mean \"newmark\"?" +
            one);
  const std::string second =
      R"(/bodies/-={"name": "other", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
        "translate": [3, 0], "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  CHECK(refused(tactus, {second, "/bodies/2/name=third"}) ==
        "--set /bodies/2/name=third: /bodies: the list has entries 0 and 1, counted from 0, and "
        "\"2\" is none of them; a new one is given as a whole: --set '/bodies/-={...}'" +
            one);
  for (const std::string every : {"9007199254740992", "9007199254740993"})
    CHECK(refused(tactus, {"/output/history_every=" + every}) ==
          "--set /output/history_every=" + every + ": /output/history_every: " + every +
              " given; allowed: a whole number >= 1 and < 2^53 = 9007199254740992, from where on "
              "not every whole number is one of JSON's" +
              one);
}

TEST_CASE("Numbers that a double holds and that are of no use are refused where they stand",
          "[cli]") {
  const Installation tactus;
  const std::string one = "\n1 error; nothing was written\n";
  CHECK(refused(tactus, {"/bodies/0/density=1e308"}) ==
        "good.json:3:5: /bodies/0: node 1 of body \"block\" has a mass of 4.1666666666666665e+306 "
        "kg, whose square is no number of a double; correct the units of the body's density, size "
        "and scale, or of its mass" +
            one);
  CHECK(refused(tactus, {"/bodies/0/material/young=1e300"}) ==
        "good.json:4:35: /bodies/0/material: \"neo_hookean\" has a P-wave modulus of "
        "1.3461538461538463e+300 Pa, whose square is no number of a double; correct the units of "
        "its moduli" +
            one);
  const std::string second =
      R"(/bodies/-={"name": "other", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
        "translate": [1e16, 0], "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  const std::string far = refused(tactus, {second});
  CHECK_THAT(far,
             Catch::StartsWith("--set /bodies/-={\"name\": \"other\"") &&
                 Catch::EndsWith(
                     ": /bodies/1: body \"other\" is 1e+16 m from the origin, where numbers are "
                     "2.2 m apart: too coarse for the shape of its elements; bring the bodies "
                     "closer together, or make it larger" +
                     one));
  CHECK(
      refused(tactus, {"/bodies/0/velocity=[1e200, 0]"}) ==
      "good.json:2:13: /bodies: the energy at the start is beyond the numbers of a double; correct "
      "the units of velocities, densities and sizes" +
          one);
}

TEST_CASE("A file whose name begins with a dot needs a name for its run", "[cli]") {
  const Installation tactus;
  write_text(tactus.work() / "..json", kGood);
  const Installation::Outcome outcome = tactus.run({"run", "..json"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "..json:1:1: \"name\" is missing, and the file's name \"..json\" gives the run the name "
        "\".\", which a folder of results cannot have; give a \"name\" that does not begin with a "
        "dot\n1 error; nothing was written\n");
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  CHECK(tactus.run({"run", "..json", "--quiet", "--set", "/name=dotted"}).code == 0);
  CHECK(fs::exists(tactus.work() / "runs/dotted/summary.json"));
}

TEST_CASE("A plugin that cannot be used is exit code 4, and only that", "[cli]") {
  const Installation tactus;
  const fs::path broken = tactus.root() / "lib/tactus/plugins/rubber.so";
  write_text(broken, "this is no library\n");
  write_text(tactus.work() / "good.json", kGood);
  const Installation::Outcome alone =
      tactus.run({"run", "good.json", "--set", "/bodies/0/material={\"type\": \"rubber\"}"});
  CHECK(alone.code == 4);
  CHECK_THAT(alone.err, Catch::Contains("\"rubber\" is no material") &&
                            Catch::Contains(broken.string() + " was refused: "));
  const Installation::Outcome mixed =
      tactus.run({"run", "good.json", "--set", "/bodies/0/material={\"type\": \"rubber\"}", "--set",
                  "/time/end=0"});
  CHECK(mixed.code == 2);
}

TEST_CASE("A command line that is not understood is exit code 2 with the way to help", "[cli]") {
  const Installation tactus(kNoPlugins);
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const Installation::Outcome outcome = tactus.run(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK(refusal({}) ==
        "tactus needs a command: run, check, study, compare, report, plot, movie, solve, list, "
        "explain, schema, new, check-plugin, doctor, version\nsee: tactus --help\n");
  CHECK(refusal({"run"}) ==
        "tactus run needs CONFIG (the configuration, a JSON file)\nsee: tactus run --help\n");
  CHECK(refusal({"compare", "runs/a"}) ==
        "tactus compare needs B (the run folder that A is compared with)\n"
        "see: tactus compare --help\n");
  CHECK(refusal({"new", "plugin"}) ==
        "tactus new plugin needs KIND (material, integrator, broad_phase, ...), NAME (what "
        "configurations will call it)\nsee: tactus new --help\n");
  CHECK(refusal({"run", "a.json", "--sett", "/a=1"}) ==
        "--sett is no option of run; did you mean \"--set\"?\nsee: tactus run --help\n");
  CHECK(refusal({"run", "a.json", "--output", "b"}) ==
        "--output is no option of run; did you mean \"--out\"?\nsee: tactus run --help\n");
  for (const char* command : {"run", "study", "report", "solve"})
    CHECK(refusal({command, "a.json", "--out", ""}) ==
          fmt::format("--out: an empty name given; leave the option out, or name a file or folder\n"
                      "see: tactus {} --help\n",
                      command));
  CHECK_THAT(refusal({"solve", "a.fc3d", "--table", ""}),
             Catch::Contains("--table: an empty name given"));
  CHECK_THAT(refusal({"new", "plugin", "material", "foo", "--out", ""}),
             Catch::Contains(": an empty name given"));
  CHECK(refusal({"run", "a.json", "b.json"}) == "not expected: b.json\nsee: tactus run --help\n");
  CHECK(refusal({"run", "a.json", "--threads", "0"}) ==
        "--threads: Value 0 not in range 1 to 1024\nsee: tactus run --help\n");
  CHECK(refusal({"run", "a.json", "--resume", "--force"}) ==
        "--force excludes --resume\nsee: tactus run --help\n");
  CHECK(
      refusal({"explain", "law", "glue"}) ==
      "\"glue\" is no law; `tactus explain law` shows its options, `tactus list` all components\n");
  CHECK(refusal({"explain", "law", "rectangle"}) ==
        "\"rectangle\" is no law; it is found by tactus explain mesh rectangle\n");
  CHECK(refusal({"explain", "materiel"}) ==
        "there is no kind or section \"materiel\"; did you mean \"material\"?\n");
  CHECK(refusal({"explain", "mesh", "rectangel"}) ==
        "\"rectangel\" is no mesh; did you mean \"rectangle\"?\n");
}

TEST_CASE("A constraint that never looks where bodies may touch is refused", "[cli]") {
  const Installation tactus({"newmark", "grid", "particle_gap", "local_sqp", "neo_hookean"});
  write_text(tactus.work() / "blind.json", R"({
  "bodies": [
    {"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
     "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle", "size": [3, 1], "cells": [1, 1]},
     "translate": [-1, -1.5]}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-3},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "particle_gap"},
              "solver": {"type": "local_sqp"}}
}
)");
  const Installation::Outcome outcome = tactus.run({"run", "blind.json"});
  CHECK(outcome.code == 2);
  CHECK(
      outcome.err ==
      "blind.json:9:71: /contact/constraint/type: \"particle_gap\" does not look at boundaries of "
      "bodies: it would never see \"block\" and \"floor\" touch; take one that does (`tactus list "
      "constraint`), or a list with one for these two before it\n1 error; nothing was written\n");
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
}

TEST_CASE("Solvers of reactions refuse constraints whose rows come and go while bodies touch",
          "[cli]") {
  const Installation tactus({"moreau_jean", "grid", "vertex_edge", "disk_edge", "node_to_facet",
                             "gauss_seidel", "projected_newton", "interior_point", "hybrid",
                             "direct", "nonsmooth_force", "spring_dashpot"});
  write_text(tactus.work() / "disk.json", R"({"bodies": [
    {"name": "disk", "type": "rigid", "radius": 0.5, "density": 1000, "translate": [0.5, 1.5]},
    {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle", "cells": [2, 2]}}],
    "integrator": {"type": "moreau_jean"}, "time": {"end": 1, "step": 1e-3},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
                "solver": {"type": "gauss_seidel"},
                "laws": [{"between": ["*", "*"], "type": "nonsmooth_force"}]}})");
  CHECK(tactus.run({"check", "disk.json"}).code == 0);
  for (const std::string constraint : {"vertex_edge", "disk_edge"})
    for (const std::string solver :
         {"gauss_seidel", "projected_newton", "interior_point", "hybrid", "direct"}) {
      const std::string list =
          solver == "hybrid" ? R"(, "solvers": [{"type": "gauss_seidel"}])" : "";
      const std::string law = solver == "direct" ? "spring_dashpot" : "nonsmooth_force";
      const Installation::Outcome outcome = tactus.run(
          {"check", "disk.json", "--set", "/contact/constraint/type=" + constraint, "--set",
           R"(/contact/solver={"type": ")" + solver + "\"" + list + "}", "--set",
           R"(/contact/laws=[{"between": ["*", "*"], "type": ")" + law + "\"}]"});
      CHECK(outcome.code == 2);
      CHECK_THAT(
          outcome.err,
          Catch::Contains("/contact/solver/type: \"" + solver +
                          "\" needs a contact that stays while bodies touch; \"" + constraint +
                          "\" (/contact/constraint) does not provide it; constraints that "
                          "provide it with default options: node_to_facet;"));
    }
}

TEST_CASE("What one constraint of a list looks at is no excuse for another one", "[cli]") {
  const Installation tactus(
      {"newmark", "grid", "vertex_edge", "particle_gap", "neo_hookean", "local_sqp"});
  write_text(tactus.work() / "list.json", R"({
  "bodies": [
    {"name": "block", "density": 1, "material": {"type": "neo_hookean", "lambda": 1, "mu": 1},
     "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}},
    {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle", "size": [3, 1], "cells": [1, 1]},
     "translate": [-1, -1.5]},
    {"name": "wall", "type": "obstacle", "mesh": {"type": "rectangle", "size": [1, 3], "cells": [1, 1]},
     "translate": [3, -1]}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-3},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": [
                {"type": "vertex_edge", "between": ["block", "wall"]},
                {"type": "particle_gap", "between": ["block", "*"]}],
              "solver": {"type": "local_sqp"}}
}
)");
  const Installation::Outcome outcome = tactus.run({"run", "list.json"});
  CHECK(outcome.code == 2);
  CHECK_THAT(
      outcome.err,
      Catch::Contains("/contact/constraint/1/type: \"particle_gap\" does not look at "
                      "boundaries of bodies: it would never see \"block\" and \"floor\" touch"));
  // Where the second one sees what the first one does not, it is the first one's surfaces all the same.
  CHECK_THAT(outcome.err, Catch::Contains("1 error"));
  CHECK(tactus.run({"run", "list.json", "--set", "/contact/constraint/1/type=vertex_edge"}).code ==
        0);
}

TEST_CASE("All that a constraint does not look at is said at once, each with two bodies", "[cli]") {
  const Installation tactus({"newmark", "grid", "vertex_edge", "facet_intersection", "local_sqp"});
  write_text(tactus.work() / "grains.json", R"({
  "bodies": [
    {"name": "point", "type": "particles", "points": [[0, 5]], "mass": 1},
    {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle", "size": [3, 1], "cells": [1, 1]}},
    {"name": "first", "type": "particles", "points": [[0, 3]], "mass": 1, "radius": 0.1},
    {"name": "second", "type": "particles", "points": [[1, 3]], "mass": 1, "radius": 0.1}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-3, "step": 1e-4},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "facet_intersection"},
              "solver": {"type": "local_sqp"}}
}
)");
  const Installation::Outcome blind = tactus.run({"run", "grains.json"});
  CHECK(blind.code == 2);
  CHECK(blind.err ==
        "grains.json:9:71: /contact/constraint/type: \"facet_intersection\" does not look at "
        "particles "
        "at boundaries: it would never see \"point\" and \"floor\" touch; take one that does "
        "(`tactus "
        "list constraint`), or a list with one for these two before it\n"
        "grains.json:9:71: /contact/constraint/type: \"facet_intersection\" does not look at "
        "particles "
        "among themselves: it would never see \"point\" and \"first\" touch; take one that does "
        "(`tactus list constraint`), or a list with one for these two before it\n2 errors; nothing "
        "was written\n");
  const Installation::Outcome round =
      tactus.run({"run", "grains.json", "--set", "/contact/constraint/type=vertex_edge"});
  CHECK(round.code == 2);
  CHECK(round.err ==
        "--set /contact/constraint/type=vertex_edge: /contact/constraint/type: vertex_edge takes "
        "particles as points: give them the radius 0 (body \"first\")\n"
        "1 error; nothing was written\n");
  // Round particles of one body meet each other, too.
  const Installation others({"newmark", "grid", "disk_edge", "local_sqp"});
  write_text(others.work() / "dust.json", R"({
  "bodies": [{"name": "dust", "type": "particles", "points": [[0, 5], [1, 5]], "mass": 1, "radius": 0.1}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-3, "step": 1e-4},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "disk_edge"},
              "solver": {"type": "local_sqp"}}
}
)");
  const Installation::Outcome dust = others.run({"run", "dust.json"});
  CHECK(dust.code == 2);
  CHECK_THAT(dust.err, Catch::Contains("\"disk_edge\" does not look at particles among themselves: "
                                       "it would never see \"dust\" touch itself; take one"));
}

TEST_CASE("A mesh that is damaged hides nothing that is wrong elsewhere", "[cli]") {
  const Installation tactus;
  write_text(tactus.work() / "damaged.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
  const std::string err = refused(
      tactus, {R"(/bodies/-={"name": "plate", "mesh": {"type": "file", "path": "damaged.msh"},
          "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})",
               R"(/loads=[{"type": "force", "body": "plate", "group": "left", "force": [1]}])",
               R"(/supports=[{"body": "block", "group": "botom"}])"});
  INFO(err);
  CHECK_THAT(err, Catch::Contains("/loads/0/force: ") && Catch::Contains("/bodies/1/mesh: ") &&
                      Catch::Contains("/supports/0/group: ") &&
                      Catch::Contains("3 errors; nothing was written"));
}
