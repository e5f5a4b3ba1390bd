// One configuration, five laws and five solvers, swapped by --set alone: what fits runs to the same
// answer, and what does not is refused with what would.
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "tests/cli/installation.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

const std::vector<std::string> kPluginsToSwap{"grid",
                                              "node_to_facet",
                                              "moreau_jean",
                                              "gauss_seidel",
                                              "projected_newton",
                                              "hybrid",
                                              "direct",
                                              "nonsmooth_force",
                                              "nonsmooth_velocity",
                                              "projected_gradient",
                                              "de_saxce_feng",
                                              "spring_dashpot",
                                              "interior_point"};

const std::string kLaws =
    R"({"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.3, "spring": 1e7, "dashpot": 1e5})";
const std::map<std::string, std::string> kSolvers{
    {"gauss_seidel", R"({"type": "gauss_seidel", "tolerance": 1e-10})"},
    {"projected_newton", R"({"type": "projected_newton", "tolerance": 1e-10})"},
    {"interior_point", R"({"type": "interior_point", "tolerance": 1e-10})"},
    {"direct", R"({"type": "direct"})"},
    {"hybrid", R"({"type": "hybrid", "solvers": [{"type": "projected_newton", "tolerance": 1e-10},
                                                 {"type": "gauss_seidel", "tolerance": 1e-10}]})"}};

struct Law {
  std::string name;
  std::vector<std::string> solvers;
};
const std::vector<Law> kPairs{
    {"nonsmooth_force", {"gauss_seidel", "projected_newton", "interior_point", "hybrid"}},
    {"nonsmooth_velocity", {"gauss_seidel", "projected_newton", "interior_point", "hybrid"}},
    {"projected_gradient", {"gauss_seidel", "projected_newton", "interior_point", "hybrid"}},
    {"de_saxce_feng", {"gauss_seidel", "projected_newton", "interior_point", "hybrid"}},
    {"spring_dashpot", {"direct"}}};

/// J, what friction and springs took by the end: 1000 J of the block.
double taken(const fs::path& history) {
  return tactus::testing::CsvTable(text_of(history)).sum("contact_energy_J");
}

}  // namespace

TEST_CASE("laws and solvers are swapped by --set: what fits runs, what does not is refused",
          "[friction][swap]") {
  const Installation tactus(kPluginsToSwap);
  const std::string config =
      std::string(TACTUS_SOURCE_DIR) + "/configs/validation/sliding_block.json";
  for (const Law& law : kPairs)
    for (const auto& [solver, text] : kSolvers) {
      const std::string set_law = law.name == "spring_dashpot" ? "/contact/laws/0=" + kLaws
                                                               : "/contact/laws/0/type=" + law.name;
      const bool fits =
          std::find(law.solvers.begin(), law.solvers.end(), solver) != law.solvers.end();
      const auto outcome = tactus.run({fits ? "run" : "check", config, "--set", set_law, "--set",
                                       "/contact/solver=" + text, "--set", "/time/end=0.8"});
      INFO(law.name << " with " << solver << "\n" << outcome.out << outcome.err);
      if (!fits) {
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.err, Contains("/contact/solver") && Contains("fit this configuration") &&
                                    Contains(law.solvers.front()));
        const std::string listed = outcome.err.substr(outcome.err.rfind("fit this configuration"));
        CHECK((listed.find("hybrid") == std::string::npos) == (law.name == "spring_dashpot"));
        continue;
      }
      CHECK(outcome.code == 0);
      const fs::path run = tactus.work() / "runs/sliding_block";
      CHECK(taken(run / "history.csv") ==
            Approx(-1000).epsilon(law.name == "spring_dashpot" ? 2e-3 : 1e-9));
      fs::remove_all(run);
    }
}

TEST_CASE("restitution with a law that is not implicit is refused", "[friction][swap]") {
  const Installation tactus(kPluginsToSwap);
  const auto outcome = tactus.run(
      {"check", std::string(TACTUS_SOURCE_DIR) + "/configs/validation/sliding_block.json", "--set",
       "/contact/laws/0=" + kLaws, "--set", R"(/contact/solver={"type": "direct"})", "--set",
       "/contact/laws/0/restitution=0.5"});
  CHECK(outcome.code == 2);
  CHECK_THAT(
      outcome.err,
      Contains("/contact/laws/0/restitution: 0.5 given, but \"spring_dashpot\" does not solve "
               "for its reaction: how it bounces follows from its own options; remove "
               "\"restitution\", or take an implicit law"));
}

TEST_CASE("a coefficient of friction for a law that does not read it is refused",
          "[friction][swap]") {
  const Installation tactus({"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "force",
                             "node", "group", "tresca", "viscous", "nonsmooth_force"});
  for (const std::string law : {"tresca", "viscous"})
    for (const bool given : {true, false}) {
      const auto outcome = tactus.run(
          {"check", std::string(TACTUS_SOURCE_DIR) + "/configs/validation/sliding_block.json",
           "--set", R"(/contact/solver={"type": "gauss_seidel"})", "--set",
           fmt::format(R"(/contact/laws/0={{"between": ["*", "*"], "type": "{}"{}}})", law,
                       given ? R"(, "friction": 0.2)" : "")});
      CHECK(outcome.code == (given ? 2 : 0));
      if (given)
        CHECK_THAT(outcome.err,
                   Contains("/contact/laws/0/friction: 0.2 given, but how \"" + law +
                            "\" rubs follows from its own "
                            "options; remove \"friction\", or take a law of Coulomb's friction"));
    }
}
