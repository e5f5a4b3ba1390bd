// Runs with one component that does in one function of its interface what it must not: whoever called it, the run
// names this component. What guards do with every function is shown in tests/unit/guard_*_test.cpp.
#include <nlohmann/json.hpp>

#include "sandbox.hpp"
#include "tests/cli/installation.hpp"

using namespace tactus::cli_tests;
using nlohmann::json;

namespace {

const std::vector<std::string> kNeededForBlame{
    "newmark",         "grid",           "vertex_edge",
    "local_sqp",       "neo_hookean",    "moreau_jean",
    "direct",          "node_to_facet",  "gauss_seidel",
    "nonsmooth_force", "spring_dashpot", "projected_newton",
    "traction",        "group",          "sqp",
    "viscous"};

/// A block that moves into one at rest in the first step.
json projection() {
  const json block{{"mesh", {{"type", "rectangle"}, {"size", {1, 1}}, {"cells", {1, 1}}}},
                   {"density", 1000},
                   {"material", {{"type", "neo_hookean"}, {"young", 1e6}, {"poisson", 0.3}}}};
  json moving = block, resting = block;
  moving["name"] = "moving", moving["velocity"] = {1, 0};
  resting["name"] = "resting", resting["translate"] = {1.0001, 0.1};
  return {{"bodies", {moving, resting}},
          {"integrator", {{"type", "newmark"}}},
          {"contact",
           {{"broad_phase", {{"type", "grid"}}},
            {"constraint", {{"type", "vertex_edge"}}},
            {"solver", {{"type", "local_sqp"}}}}},
          {"time", {{"end", 0.01}}}};
}

/// The same in implicit steps.
json implicit() {
  json scene = projection();
  scene["integrator"] = {{"type", "newmark"}, {"beta", 0.25}};
  scene["contact"]["solver"] = {{"type", "sqp"}};
  scene["loads"] = {
      {{"type", "traction"}, {"body", "moving"}, {"group", "left"}, {"traction", {1e3, 0}}}};
  scene["time"] = {{"end", 0.01}, {"step", 1e-3}};
  return scene;
}

/// A block that slides on the ground.
json reactions(const std::string& solver, const json& law) {
  json entry = law;
  entry["between"] = {"*", "*"};
  entry["friction"] = 0.3;
  const json mesh{{"type", "rectangle"}, {"size", {1, 1}}, {"cells", {1, 1}}};
  const json wide{{"type", "rectangle"}, {"size", {4, 1}}, {"cells", {1, 1}}};
  return {{"bodies",
           {{{"name", "block"},
             {"type", "rigid"},
             {"density", 1000},
             {"mesh", mesh},
             {"translate", {0.5, 0}},
             {"velocity", {2, -0.5}}},
            {{"name", "ground"}, {"type", "obstacle"}, {"mesh", wide}, {"translate", {0, -1}}}}},
          {"loads", {{{"type", "gravity"}, {"acceleration", {0, -9.81}}}}},
          {"integrator", {{"type", "moreau_jean"}}},
          {"contact",
           {{"broad_phase", {{"type", "grid"}}},
            {"constraint", {{"type", "node_to_facet"}}},
            {"solver", {{"type", solver}}},
            {"laws", {entry}}}},
          {"time", {{"end", 3e-3}, {"step", 1e-3}}}};
}

json sweeps() { return reactions("gauss_seidel", {{"type", "nonsmooth_force"}}); }
json newton() { return reactions("projected_newton", {{"type", "nonsmooth_force"}}); }
json film() {
  json scene = reactions("gauss_seidel", {{"type", "viscous"}, {"drag", 100}});
  scene["contact"]["laws"][0].erase("friction");
  return scene;
}
json springs() { return reactions("direct", {{"type", "spring_dashpot"}, {"spring", 1e8}}); }

/// A block that is pulled at one side while a probe looks at it.
json pulled() {
  json scene = projection();
  scene["loads"] = {
      {{"type", "traction"}, {"body", "moving"}, {"group", "left"}, {"traction", {1e3, 0}}}};
  scene["probes"] = {{{"name", "side"}, {"type", "group"}, {"body", "moving"}, {"group", "right"}}};
  return scene;
}

/// Steps that a solver asks to try again.
json tried_again() {
  json scene = pulled();
  scene["contact"]["solver"] = {{"type", "retry_twice"}};
  return scene;
}

struct BlameCase {
  json (*scene)();
  std::string kind, place;  ///< JSON pointer
  std::vector<std::string> functions;
  std::vector<std::string> numbers;  ///< those of the functions that give numbers
  std::vector<std::string> parts{};  ///< what functions give beside their first number
};

/// What is called in no run: time_of_impact() of constraints and project() of laws, which no shipped solver asks for.
/// Guards have them in tests/unit/guard_*_test.cpp.
const std::vector<BlameCase> kBlameCases{
    {projection,
     "material",
     "/bodies/0/material",
     {"capabilities", "measure", "accept", "save", "load", "history"},
     {"evaluate", "p_wave_modulus"}},
    {implicit, "material", "/bodies/0/material", {}, {"evaluate"}, {"its slope"}},
    {projection,
     "integrator",
     "/integrator",
     {"capabilities", "measure", "accept", "save", "load", "setup", "stages", "begin", "mass",
      "extra_columns", "unknown", "fixed"},
     {"start", "time_step_limit", "contact", "predictor", "tangent", "correction_energy", "finish",
      "energy_shift"},
     {"its places", "its accelerations", "its forces", "its weights", "its account"}},
    {implicit,
     "integrator",
     "/integrator",
     {"linear", "fixed"},
     {"residual", "potential", "tangent", "predictor"},
     {"its matrix"}},
    {projection,
     "broad_phase",
     "/contact/broad_phase",
     {"capabilities", "measure", "accept", "save", "load", "candidates"},
     {}},
    {projection,
     "constraint",
     "/contact/constraint",
     {"capabilities", "measure", "accept", "save", "load", "outside", "setup", "detect"},
     {"detection", "evaluate"}},
    {implicit, "constraint", "/contact/constraint", {"detect"}, {"evaluate", "hessian"}},
    {projection,
     "contact_solver",
     "/contact/solver",
     {"capabilities", "measure", "accept", "save", "load", "setup", "history"},
     {"solve"},
     {"its contact forces", "its multipliers", "its springs"}},
    {sweeps,
     "integrator",
     "/integrator",
     {"structure", "fixed"},
     {"contact", "predictor", "tangent"}},
    {sweeps, "constraint", "/contact/constraint", {"detect"}, {"evaluate"}},
    {sweeps, "contact_solver", "/contact/solver", {}, {"solve"}},
    {sweeps,
     "contact_law",
     "/contact/laws/0",
     {"capabilities", "measure", "accept", "save", "load", "history", "keeps_absent_history"},
     {"reach", "solve"}},
    {film, "contact_law", "/contact/laws/0", {}, {"residual"}},
    {newton, "contact_law", "/contact/laws/0", {}, {"linearise"}, {"its slope"}},
    {springs, "contact_law", "/contact/laws/0", {}, {"time_step_limit", "stored_energy", "solve"}},
    {pulled,
     "load",
     "/loads/0",
     {"capabilities", "measure", "accept", "save", "load", "setup"},
     {"force", "largest"}},
    {implicit, "load", "/loads/0", {}, {"force", "potential"}},
    {pulled,
     "probe",
     "/probes/0",
     {"capabilities", "measure", "accept", "save", "load", "columns", "setup", "sample"},
     {}},
    {tried_again, "material", "/bodies/0/material", {"reject"}, {}},
    {tried_again, "integrator", "/integrator", {"reject"}, {}},
    {tried_again, "broad_phase", "/contact/broad_phase", {"reject"}, {}},
    {tried_again, "constraint", "/contact/constraint", {"reject"}, {}},
    {tried_again, "contact_solver", "/contact/solver", {"reject"}, {}},
    {tried_again, "load", "/loads/0", {"reject"}, {}},
    {tried_again, "probe", "/probes/0", {"reject"}, {}}};

/// The options of an entry of the configuration that are not the component's own stay beside it.
void put_before(json& entry, const std::string& kind, const std::string& at,
                const std::string& deed) {
  json inner = entry, outer{{"type", "faulty_" + kind}, {"function", at}, {"deed", deed}};
  for (const char* beside : {"between", "friction", "restitution", "body", "group", "name"})
    if (inner.contains(beside)) outer[beside] = inner[beside], inner.erase(beside);
  outer["of"] = json::array({inner});
  entry = outer;
}

/// What is wrong with how a run ends; empty if it names the component.
std::string fault_of(const Installation& tactus, const BlameCase& c, const std::string& function,
                     const std::string& deed) {
  json scene = c.scene();
  put_before(scene[json::json_pointer(c.place)], c.kind, function, deed);
  write_text(tactus.work() / "scene.json", scene.dump());
  const auto run = [&](const std::string& how) {
    return tactus.run({"run", "scene.json", "--quiet", how, "--out", "out", "--plugin-dir",
                       tactus::faults::library("faulty").string(), "--plugin-dir",
                       tactus::faults::library("breaks_off").string()});
  };
  auto outcome = run("--force");
  if (function == "load" && outcome.code == 0) {  // what a run saved is read when it goes on
    scene["time"]["end"] = 2 * scene["time"]["end"].get<double>();
    write_text(tactus.work() / "scene.json", scene.dump());
    outcome = run("--resume");
  }
  const std::string said = outcome.out + outcome.err, who = "\"faulty_" + c.kind + "\"";
  const bool named = said.find(who) != std::string::npos;
  const bool ours = said.find("this is a bug") != std::string::npos;
  const bool plain = deed != "throws" || said.find(who + " failed ") != std::string::npos;
  if (outcome.code != 0 && named && plain && !ours) return "";
  return c.kind + " " + deed + " in " + function + " and ended with " +
         std::to_string(outcome.code) + ":\n" + said;
}

}  // namespace

TEST_CASE("whatever a component does in whichever function of its interface, the run names it",
          "[faults]") {
  const Installation tactus(kNeededForBlame);
  const BlameCase c = GENERATE(from_range(kBlameCases));
  std::vector<std::string> wrong;
  const auto look = [&](const std::string& function, const std::string& deed) {
    if (const std::string fault = fault_of(tactus, c, function, deed); !fault.empty())
      wrong.push_back(fault);
  };
  for (const char* deed : {"throws", "crashes"})
    for (const auto* list : {&c.functions, &c.numbers})
      for (const std::string& function : *list) look(function, deed);
  for (const auto* list : {&c.numbers, &c.parts})
    for (const std::string& function : *list) look(function, "spoils");
  for (const std::string& fault : wrong) UNSCOPED_INFO(fault);
  CHECK(wrong.empty());
}
