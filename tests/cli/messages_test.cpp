// What the program says of mistakes that people made with one scene: a rubber tyre rolls on a road and meets a kerb.
#include <regex>

#include "run_scene.hpp"

using namespace tactus::cli_tests;

namespace {

std::string tyre_scene() {
  return R"({"bodies": [
      {"name": "tyre", "density": 1100, "translate": [0, 0.32],
       "mesh": {"type": "ring", "inner": 0.22, "outer": 0.3, "cells": [48, 4]},
       "material": {"type": "neo_hookean", "young": 5e6, "poisson": 0.4},
       "velocity": {"constant": [2, 0], "spin": -6.5}},
      {"name": "road", "type": "obstacle", "translate": [-1.5, -0.1],
       "mesh": {"type": "rectangle", "size": [4, 0.1], "cells": [40, 1]}},
      {"name": "kerb", "type": "obstacle", "translate": [0.8, 0.001],
       "mesh": {"type": "rectangle", "size": [0.3, 0.12], "cells": [6, 3]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "supports": [{"body": "kerb", "path": {"type": "table", "times": [0, 0.05, 0.25],
                  "displacements": [[0, 0], [0, 0], [-0.4, 0]]}}],
    "integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
                "solver": {"type": "gauss_seidel"},
                "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.6}]},
    "time": {"end": 0.3}, "output": {"audit": "off"}})";
}

class Tyre {
 public:
  Tyre() : tactus_(all_plugins()) { write_text(tactus_.work() / "tyre.json", tyre_scene()); }

  /// What `check` prints of the scene with these values.
  std::string check(const std::vector<std::string>& sets) const {
    std::vector<std::string> words{"check", "tyre.json"};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    const auto outcome = tactus_.run(words);
    return outcome.out + outcome.err;
  }
  /// Its hints, one a line.
  std::string hints(const std::vector<std::string>& sets) const {
    std::istringstream text(check(sets));
    std::string all;
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("hint: ")) all += line + '\n';
    return all;
  }
  const Installation& tactus() const { return tactus_; }

 private:
  Installation tactus_;
};

std::size_t count(const std::string& text, const std::string& words) {
  std::size_t found = 0;
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++found;
  return found;
}

using Catch::Contains;
using Catch::StartsWith;

}  // namespace

TEST_CASE("the scene of the tyre as it was meant gets no hint", "[cli][messages]") {
  CHECK(Tyre().hints({}) == "");
}

TEST_CASE("lengths in millimetres are seen by what they are beside", "[cli][messages]") {
  const Tyre tyre;
  CHECK_THAT(tyre.hints({"/bodies/0/mesh/inner=220", "/bodies/0/mesh/outer=300",
                         "/bodies/0/translate=[0, 320]"}),
             Contains("body \"tyre\" is 600 m wide, 150 times as wide as \"road\", the next "
                      "largest; where its lengths "
                      "are in millimetres, give it \"scale\": 0.001"));
  CHECK_THAT(tyre.hints({"/bodies/2/mesh/size=[300, 120]"}),
             Contains("body \"kerb\" is 300 m wide; where its lengths are in millimetres"));
}

TEST_CASE("bodies that nothing keeps apart are named before the run and after it",
          "[cli][messages]") {
  const Tyre tyre;
  const std::string only =
      R"(/contact/constraint=[{"type": "node_to_facet", "between": ["tyre", "kerb"]}])";
  CHECK_THAT(tyre.hints({only}),
             Contains("\"tyre\" and \"road\" have no constraint and pass through each other; a "
                      "last entry {\"type\": "
                      "\"node_to_facet\", \"between\": [\"*\", \"*\"]} of /contact/constraint"));
  const auto run =
      tyre.tactus().run({"run", "tyre.json", "--quiet", "--set", only, "--set", "/time/end=0.1",
                         "--set", "/output/audit=frames", "--out", "run"});
  CHECK_THAT(run.out, Contains("BODIES OVERLAP") &&
                          Contains("no constraint is for \"tyre\" and \"road\"") &&
                          !Contains("stiffer penalty"));
  // Without contact at all there is a hint, too, unless the bodies stay apart.
  std::string without = tyre_scene();
  const std::size_t at = without.find("\"contact\": {");
  without.erase(at, without.find("\"time\":") - at);
  write_text(tyre.tactus().work() / "without.json", without);
  CHECK_THAT(tyre.tactus().run({"check", "without.json"}).out,
             Contains("hint: there is no \"contact\": bodies pass through each other"));
}

TEST_CASE("a beam with one element across it is told how stiff it will be", "[cli][messages]") {
  const Tyre tyre;
  const std::string beam = R"(/bodies/0={"name": "beam", "density": 1100, "translate": [-0.6, 0.02],
    "mesh": {"type": "rectangle", "size": [1, 0.1], "cells": [10, 1], "triangles": 2},
    "material": {"type": "linear_elastic", "young": 5e6, "poisson": 0.3}})";
  // 3 ((1 - nu)^2 / (1 - 2 nu) + (1 - nu) / 2) for square cells.
  CHECK_THAT(
      tyre.hints({beam}),
      Contains("body \"beam\" has one element across it: linear triangles lock, and it bends "
               "as if it were about 4.7 times stiffer; with 4 across it is about 1.2"));
  CHECK_THAT(tyre.hints({beam, "/bodies/0/mesh/cells=[40, 4]"}), !Contains("lock"));
  CHECK_THAT(tyre.hints({"/bodies/0/material/poisson=0.48", "/bodies/0/mesh/triangles=2"}),
             Contains("the material of body \"tyre\" has a Poisson's ratio of 0.48, near which "
                      "linear triangles lock"));
}

TEST_CASE("one name where two are wanted is answered by what can be written", "[cli][messages]") {
  const Tyre tyre;
  CHECK_THAT(tyre.check({"/contact/laws/0/between=tyre"}), Contains("write [\"tyre\", \"*\"]"));
  CHECK_THAT(tyre.check({R"(/contact/laws/0/between=["tyre", "*"])"}), Contains("no errors"));
}

TEST_CASE("supports that hold everything are named, not millimetres", "[cli][messages]") {
  const Tyre tyre;
  const std::string hints =
      tyre.hints({R"(/supports=[{"body": "tyre"}])", "/bodies/0/velocity=[0, 0]"});
  CHECK_THAT(hints, StartsWith("hint: all nodes of all bodies are held: nothing can move"));
  CHECK_THAT(hints, !Contains("millimetres"));
}

TEST_CASE("moduli in GPa are named first and alone", "[cli][messages]") {
  const std::string said = Tyre().check({"/bodies/0/material/young=0.005"});
  CHECK_THAT(said, Contains("Moduli are in Pa"));
  CHECK(said.find("hint: ") == said.find("hint: waves in body \"tyre\" are as slow as"));
  CHECK(count(said, "millimetres") == 0);
}

TEST_CASE("a group of a law that does not exist is named, not a law that is missing",
          "[cli][messages]") {
  const std::string said = Tyre().check({"/contact/laws/0/between/0=tyre/thread"});
  CHECK_THAT(said, Contains("the mesh of body \"tyre\" has no group \"thread\""));
  CHECK(count(said, "no law is for") == 0);
  const std::string alone = Tyre().check({R"(/contact/laws=[{"between": ["tyre/thread", "kerb"],
                       "type": "nonsmooth_force", "friction": 0.6}])"});
  CHECK_THAT(alone, Contains("the mesh of body \"tyre\" has no group \"thread\""));
  CHECK(count(alone, "no law is for") == 0);
}

TEST_CASE("a law for a group alone leaves the rest of the body without one", "[cli][messages]") {
  CHECK_THAT(Tyre().check({"/contact/laws/0/between/0=tyre/outer"}),
             Contains("no law is for the rest of \"tyre\" and \"road\""));
}

TEST_CASE("parts that do not fit each other are told with what goes with what", "[cli][messages]") {
  const std::string said = Tyre().check({R"(/integrator={"type": "newmark"})"});
  CHECK_THAT(said, Contains("integrators that provide it with default options: moreau_jean") &&
                       Contains("for \"newmark\" goes with ") && Contains("local_sqp") &&
                       Contains(", without \"laws\""));
  // With a solver that takes either kind of steps there is still friction, which newmark does not take.
  CHECK_THAT(Tyre().check({R"(/integrator={"type": "newmark"})",
                           R"(/contact/solver={"type": "hybrid", "solvers": [
                             {"type": "projected_newton"}, {"type": "gauss_seidel"}]})"}),
             Contains("integrators that provide it with default options: moreau_jean"));
}

TEST_CASE("an end in milliseconds is compared with what waves need", "[cli][messages]") {
  CHECK_THAT(Tyre().hints({"/time/end=400", "/supports=[]"}),
             Contains("/time/end of 400 s is ") &&
                 Contains(" times what a wave needs to cross \"tyre\"; 400 ms are 0.4 s"));
}

TEST_CASE("a spin that a material is not made for is told before the run", "[cli][messages]") {
  CHECK_THAT(Tyre().hints(
                 {R"(/bodies/0/material={"type": "linear_elastic", "young": 5e6, "poisson": 0.4})",
                  "/time/end=0.4"}),
             Contains("body \"tyre\" turns by 2.6 rad by /time/end"));
}

TEST_CASE("an obstacle whose path leads through another one is named", "[cli][messages]") {
  CHECK_THAT(
      Tyre().hints({"/supports/0/path/displacements=[[0, 0], [0, 0], [-0.4, -0.05]]"}),
      Contains("/supports/0 moves the obstacle \"kerb\" into the obstacle \"road\" at about "));
}

TEST_CASE("a path that turns by degrees is told in radians", "[cli][messages]") {
  const Tyre tyre;
  const auto hints = [&](const std::string& motion) {
    return tyre.hints(
        {R"(/supports/0/path={"type": "rotation", "about": [0.95, 0.06], )" + motion + "}"});
  };
  CHECK_THAT(hints(R"("times": [0, 0.3], "angles": [0, -90])"),
             Contains("hint: /supports/0 turns \"kerb\" by -90 rad, which is -14.3 turns; -90 "
                      "degrees are -1.5708 rad\n"));
  CHECK_THAT(hints(R"("times": [0, 0.1, 0.3], "angles": [0, 45, 20])"),
             Contains("45 degrees are 0.785398 rad\n"));
  CHECK_THAT(
      hints(R"("rate": 360)"),
      Contains(
          "by 360 rad/s, which is 57.3 turns a second; 360 degrees a second are 6.28319 rad/s\n"));
  for (const char* motion : {R"("times": [0, 0.3], "angles": [0, 1.5708])", R"("rate": 100)",
                             R"("times": [0, 0.3], "angles": [0, 31.4159])", R"("rate": 6.28319)"})
    CHECK_THAT(hints(motion), !Contains("degrees"));
}

TEST_CASE("a law that needs an area is refused before the run where contacts have none",
          "[cli][messages]") {
  const Tyre tyre;
  const std::string ball =
      R"(/bodies/0={"name": "tyre", "type": "rigid", "radius": 0.3, "density": 1100,
      "translate": [0, 0.32]})";
  for (const std::string law : {R"("type": "tresca", "limit": 1e3)", R"("type": "viscous")"}) {
    const auto with = [&](const std::string& area) {
      return "/contact/laws/0={\"between\": [\"*\", \"*\"], " + law + area + "}";
    };
    CHECK_THAT(tyre.check({ball, with("")}),
               Contains(": /contact/laws/0/type: ") &&
                   Contains("acts on the area of contacts, and there is none where \"tyre\" and "
                            "\"road\" touch (round bodies and particles touch in points): give its "
                            "\"area\"") &&
                   Contains("1 error; nothing was written"));
    CHECK_THAT(tyre.check({ball, with(", \"area\": 1e-4"), "/time/step=1e-4"}),
               Contains("no errors"));
    CHECK_THAT(tyre.check({with("")}), Contains("no errors"));  // of the mesh of the tyre
  }
}

TEST_CASE("a blank in --set is told as such", "[cli][messages]") {
  const Tyre tyre;
  CHECK_THAT(
      tyre.tactus().run({"check", "tyre.json", "--set", "/contact/laws/0/friction", "0.4"}).err,
      Contains(
          "--set wants one word, without blanks round \"=\": --set /contact/laws/0/friction=0.4"));
  CHECK_THAT(
      tyre.tactus().run({"check", "tyre.json", "--set", "/contact/laws/0/friction=", "0.4"}).err,
      Contains("--set /contact/laws/0/friction=0.4"));
}

TEST_CASE("the density of air is told as such", "[cli][messages]") {
  CHECK_THAT(
      Tyre().hints({"/bodies/0/density=1.1"}),
      Contains(
          "the density of body \"tyre\" is 1.1 kg/m^3, that of air: 1.1 g/cm^3 are 1100 kg/m^3"));
}

TEST_CASE("speeds are compared with the speed of waves", "[cli][messages]") {
  const Tyre tyre;
  CHECK_THAT(tyre.hints({"/bodies/0/velocity=[2000, 0]"}),
             Contains("body \"tyre\" moves at 2000 m/s, ") &&
                 Contains(" times the speed of waves in it") && Contains("2000 mm/s are 2 m/s"));
  CHECK_THAT(tyre.hints({R"(/bodies/0/velocity={"spin": 360})"}),
             Contains("body \"tyre\" turns 57 times a second") &&
                 Contains("360 degrees a second are 6.28 rad/s"));
  // Meant as 1000 revolutions a minute: 1000/(2 pi) a second are 160, and 1000 pi/30 rad/s are 105.
  CHECK_THAT(tyre.hints({R"(/bodies/0/velocity={"spin": 1000})"}),
             Contains("body \"tyre\" turns 160 times a second (\"spin\" of 1000 rad/s)") &&
                 Contains("1000 turns a minute 105 rad/s"));
}

TEST_CASE("laws that are no list are told once", "[cli][messages]") {
  const std::string said = Tyre().check({R"(/contact/laws={"type": "nonsmooth_force"})"});
  CHECK_THAT(said, Contains("allowed: a list of contact laws") && Contains("1 error;"));
  CHECK_THAT(said, !Contains("law."));
}

TEST_CASE("a law that a solver cannot take is told once", "[cli][messages]") {
  const std::string said = Tyre().check(
      {R"(/contact/solver={"type": "projected_newton"})",
       R"(/contact/laws/0={"between": ["*", "*"], "type": "spring_dashpot", "spring": 1e6})"});
  CHECK(count(said, "/contact/solver/type: ") == 1);
}

TEST_CASE("what does not fit is told in words, not by names of claims", "[cli][messages]") {
  const Tyre tyre;
  const std::string
      solver = "/contact/solver/type=",
      spring =
          R"(/contact/laws/0={"between": ["*", "*"], "type": "spring_dashpot", "spring": 1e6})";
  const std::regex claim("(problem|law|contact|material|solver)\\.[a-z]");
  for (const std::vector<std::string>& sets : std::vector<std::vector<std::string>>{
           {solver + "projected_newton", spring},
           {solver + "gauss_seidel", "/contact/laws=[]"},
           {solver + "local_sqp", "/contact/laws=[]"},
           {solver + "local_sqp", "/contact/laws=[]", R"(/integrator={"type": "midpoint"})"},
           {R"(/integrator={"type": "newmark"})"},
           {R"(/integrator={"type": "newmark", "beta": 0.25})"},
           {solver + "direct", spring, "/contact/laws/0/restitution=0.5"},
           {solver + "gauss_seidel", "/contact/constraint/type=vertex_edge"},
           {R"(/contact/laws/0={"between": ["*", "*"], "type": "tresca", "strength": 1e3})",
            "/contact/laws/0/friction=0.5"}}) {
    const std::string said = tyre.check(sets);
    INFO(said);
    CHECK_THAT(said, Contains("nothing was written"));
    CHECK_FALSE(std::regex_search(said, claim));
  }
}

TEST_CASE("words of other programs lead to the names of this one", "[cli][messages]") {
  const Tyre tyre;
  CHECK_THAT(tyre.check({"/bodies/0/material/youngs_modulus=5e6"}),
             Contains("did you mean \"young\"?"));
  CHECK_THAT(tyre.check({"/bodies/0/material/type=Neo-Hookean"}),
             Contains("did you mean \"neo_hookean\"?"));
  CHECK_THAT(
      tyre.check({"/bodies/0/mesh/type=gmsh"}),
      Contains("\"gmsh\" is no mesh; \"gmsh\" is in the description of \"file\" (A Gmsh file; "));
  CHECK_THAT(tyre.check({"/bodies/0/mesh/type=msh"}),
             Contains("is in the description of \"file\""));
  CHECK_THAT(tyre.check({"/bodies/0/material/type=steel"}),
             Contains("\"steel\" is in the description of \"j2_plastic\" (Metals such as steel: "));
  CHECK_THAT(tyre.check({"/contact/laws/0/type=penalty"}),
             Contains("\"penalty\" is in the description of \"spring_dashpot\""));
  CHECK_THAT(tyre.check({"/contact/laws/0/type=Coulomb"}),
             Contains("is in the description of \"nonsmooth_force\""));
  CHECK_THAT(tyre.check({"/contact/solver/type=springs"}),
             Contains("\"springs\" is in the description of \"direct\""));
  CHECK_THAT(tyre.check({"/integrator/type=hht_alpha"}),
             Contains("\"hht_alpha\" is in the description of \"newmark\""));
  CHECK_THAT(tyre.check({"/contact/constraint/type=mortar"}),
             Contains("\"mortar\" is in the description of \"node_to_facet\""));
  CHECK_THAT(tyre.check({"/contact/constraint/type=penalty"}),
             Contains("\"penalty\" is no constraint, but a contact_solver; "));
}

TEST_CASE("a file whose name shares less than half with what was given is not suggested",
          "[cli][messages]") {
  const Tyre tyre;
  const auto said = [&](const std::string& there, const std::string& given) {
    write_text(tyre.tactus().work() / there, "");
    return tyre.check({R"(/bodies/0/mesh={"type": "file", "path": ")" + given + "\"}"});
  };
  CHECK_THAT(said("a.msh", "xz.msh"), Contains("xz.msh") && !Contains("did you mean"));
  CHECK_THAT(said("wheel.msh", "whel.msh"), Contains("wheel.msh\"?"));
}

TEST_CASE("a spring without its stiffness is told that it has to be given", "[cli][messages]") {
  CHECK_THAT(Tyre().check({R"(/contact/laws/0={"between": ["*", "*"], "type": "spring_dashpot"})",
                           R"(/contact/solver={"type": "direct"})"}),
             Contains("/contact/laws/0: \"spring\" is missing: a number > 0 "));
}

TEST_CASE("lists of many numbers are answered with what each of them means", "[cli][messages]") {
  const Tyre tyre;
  const std::string space = "/dimension=3",
                    body = R"(/bodies=[{"name": "block", "type": "rigid", "density": 1000, "mesh":
      {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}])";
  CHECK_THAT(tyre.check({space, body, "/bodies/0/inertia=[1, 2, 3]"}),
             Contains("allowed: a list of 6 numbers [kg m^2] (") &&
                 Contains("[Ixx, Iyy, Izz, Iyz, Ixz, Ixy]"));
  CHECK_THAT(tyre.check({space, body, "/bodies/0/mesh/size=[1, 2]"}),
             Contains("allowed: a list of 3 numbers > 0 [m] (along x, y and z)"));
}

TEST_CASE("bodies that are missing are told once, not at each name", "[cli][messages]") {
  const Tyre tyre;
  for (const std::string bodies : {"/bodies=[]", "/bodies=3"}) {
    const std::string said = tyre.check({bodies});
    CHECK_THAT(said, Contains("/bodies: ") && Contains("1 error; ") && !Contains("is no body"));
  }
}

namespace {

/// A scene of an elastic block on the ground, with or without a law.
std::string block_scene(const std::string& integrator, const std::string& solver, bool law) {
  return fmt::format(
      R"({{"bodies": [
      {{"name": "block", "density": 1000, "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [2, 1]}},
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
      {{"name": "ground", "type": "obstacle", "translate": [-1, -0.5],
        "mesh": {{"type": "rectangle", "size": [3, 0.5], "cells": [1, 1]}}}}],
    "integrator": {{"type": "{}"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
                 "solver": {{"type": "{}"}}{}}},
    "time": {{"end": 0.01, "step": 1e-4}}}})",
      integrator, solver,
      law ? R"(, "laws": [{"between": ["*", "*"], "type": "nonsmooth_force"}])" : "");
}

/// The names of a list behind these words.
std::vector<std::string> listed_after(const std::string& text, const std::string& words) {
  std::vector<std::string> names;
  std::smatch found;
  const std::regex list(words + R"re( ((\w+, )*\w+))re");
  if (!std::regex_search(text, found, list)) return names;
  std::istringstream in(std::regex_replace(found.str(1), std::regex(","), ""));
  for (std::string name; in >> name && name != "none";) names.push_back(name);
  if (found.suffix().str().starts_with(" with other options")) names.pop_back();
  return names;
}

/// The changes that follow literally what a refusal says: each a list of values of --set.
std::vector<std::vector<std::string>> remedies(const std::string& refusal) {
  const std::string text = std::regex_replace(refusal, std::regex("\\s+"), " ");
  std::vector<std::vector<std::string>> changes;
  std::smatch found;
  static const std::regex option(
      R"re(\((/[^)]*)\) does not provide it as it is given, but with "(\w+)": "(\w+)")re");
  if (std::regex_search(text, found, option))
    changes.push_back({fmt::format("{}/{}=\"{}\"", found.str(1), found.str(2), found.str(3))});
  const auto solver = [](const std::string& name) {
    return fmt::format(R"(/contact/solver={{"type": "{}"}})", name);
  };
  for (const std::string words :
       {"contact_solvers that fit this configuration:", "or take a contact_solver that uses them:"})
    for (const std::string& name : listed_after(text, words)) changes.push_back({solver(name)});
  for (const std::string& name : listed_after(text, "goes with"))
    changes.push_back({solver(name), "/contact/laws=[]"});
  for (const std::string& name :
       listed_after(text, "integrators that provide it with default options:"))
    changes.push_back({fmt::format(R"(/integrator={{"type": "{}"}})", name)});
  return changes;
}

/// Whether each advice of a refusal of this scene with these values leads to a configuration that is accepted.
/// Where there are two errors, following the advice for one may leave the other.
std::size_t follow(const Installation& tactus, const std::vector<std::string>& sets) {
  const auto check = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"check", "block.json"};
    for (const auto* list : {&sets, &more})
      for (const std::string& set : *list) words.insert(words.end(), {"--set", set});
    return tactus.run(words).err;
  };
  const std::string refusal = check({});
  const auto changes = remedies(refusal);
  for (const auto& change : changes) {
    const std::string then = check(change);
    INFO(refusal << "\nfollowed by --set " << change.front() << ":\n" << then);
    if (count(refusal, "1 error;") == 1)  // or of an option that has no default
      CHECK((count(then, "error") == 0 || count(then, " is missing: ") == 1));
    else
      CHECK(count(then, "/contact/solver/type") < count(refusal, "/contact/solver/type"));
  }
  return changes.size();
}

}  // namespace

TEST_CASE("what a refusal advises is accepted", "[cli][messages]") {
  const Installation tactus(all_plugins());
  const bool law = GENERATE(false, true);
  std::size_t followed = 0;
  for (const std::string integrator :
       {"midpoint", "moreau_jean", "newmark", "quasi_static", "energy_momentum"})
    for (const std::string solver : {"direct", "gauss_seidel", "interior_point", "local_sqp",
                                     "penalty", "projected_newton", "sqp"}) {
      write_text(tactus.work() / "block.json", block_scene(integrator, solver, law));
      followed += follow(tactus, {});
    }
  CHECK(followed > 10);
}

TEST_CASE("friction in load steps is not answered by what does not fit either", "[cli][messages]") {
  const Installation tactus(all_plugins());
  const std::string constraint = GENERATE(as<std::string>{}, "node_to_facet", "vertex_edge");
  std::size_t followed = 0;
  for (const std::string solver :
       {"gauss_seidel", "projected_newton", "hybrid", "sqp", "penalty", "ipopt"}) {
    write_text(tactus.work() / "block.json", block_scene("quasi_static", solver, true));
    followed +=
        follow(tactus, {"/contact/constraint/type=" + constraint, "/contact/laws/0/friction=0.3"});
  }
  CHECK(followed > 0);
}

TEST_CASE("a load without a potential is not answered by integrators that have none either",
          "[cli][messages]") {
  const Installation tactus(all_plugins());
  write_text(tactus.work() / "block.json", block_scene("newmark", "ipopt", false));
  const std::vector<std::string> loaded{
      "/integrator/beta=0.25", "/contact/constraint/type=vertex_edge",
      R"(/loads=[{"type": "pressure", "body": "block", "group": "top", "pressure": 1, "follows": true}])"};
  CHECK(follow(tactus, loaded) > 0);
}
