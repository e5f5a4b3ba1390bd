// The kill table: every wrong plugin of this folder must be found by the promise that its row names, and
// docs/kill_table.md shows the same rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "kill.hpp"
#include "recorder.hpp"

namespace {
using namespace tactus::conformance;

struct Table {
  Kills kills;
  Sounds sounds;
  Table() {
    for (const auto add :
         {add_materials, add_dissipation, add_options, add_integrators, add_broad_phases,
          add_constraints, add_particle_constraints, add_spatial_constraints, add_increment_solvers,
          add_reaction_solvers, add_contact_laws, add_friction_laws, add_explicit_laws})
      add(kills, sounds);
  }
};

std::string text_of_file(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// What must not stand in a cell as it is.
std::string cell(std::string text) {
  return std::regex_replace(text, std::regex(R"(\|)"), R"(\|)");
}

std::string page(const Kills& kills) {
  const auto count = std::count_if(kills.begin(), kills.end(),
                                   [](const Kill& kill) { return kill.survives.empty(); });
  std::string text =
      "# The kill table\n\n"
      "Each row is a plugin that is wrong on purpose, in `tests/conformance`. A test runs the "
      "conformance kit on it\nand expects that the promise in the last column is the one that "
      "finds "
      "the fault. The promises themselves are\nexplained in [What a plugin promises]"
      "(conformance.md). This page is compared with the tests.\n\n" +
      std::to_string(count) + " wrong plugins:\n\n" +
      "| kind | what is wrong | class of fault | promise that finds it |\n|---|---|---|---|\n";
  for (const Kill& kill : kills) {
    if (!kill.survives.empty()) continue;
    text += "| " + kill.kind + " | " + cell(kill.name) + " | " + kill.fault + " | " +
            cell(kill.expected.promise) + " |\n";
  }
  text +=
      "\n## What is not found\n\n"
      "These wrong plugins are known to pass. Each is just beyond what the nearest promise tries; "
      "a "
      "test notices\nwhen one of them is found after all.\n\n"
      "| kind | what is wrong | nearest promise | why it passes |\n|---|---|---|---|\n";
  for (const Kill& kill : kills)
    if (!kill.survives.empty())
      text += "| " + kill.kind + " | " + cell(kill.name) + " | " + cell(kill.expected.promise) +
              " | " + kill.survives + " |\n";
  return text;
}

/// Every wrong plugin whose place in the table leaves `part` on division by four.
void check_kills(std::size_t part) {
  const Kills kills = Table().kills;
  for (std::size_t i = part; i < kills.size(); i += 4) {
    INFO(kills[i].kind << ": " << kills[i].name);
    Recorder recorder(kills[i].expected.promise);
    kills[i].run(recorder);
    const auto found = recorder.broken.find(kills[i].expected.promise);
    INFO("tested: " << recorder.kept_or_broken);
    if (!kills[i].survives.empty()) {
      CHECK(recorder.kept_or_broken == 1);
      CHECK(found == recorder.broken.end());
      continue;
    }
    CHECK(found != recorder.broken.end());
    if (found != recorder.broken.end())
      CHECK_THAT(found->second, Catch::Contains(kills[i].expected.text));
  }
}

}  // namespace

TEST_CASE("the conformance kit finds each wrong plugin of the kill table, first quarter") {
  check_kills(0);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, second quarter") {
  check_kills(1);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, third quarter") {
  check_kills(2);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, last quarter") {
  check_kills(3);
}

TEST_CASE("the conformance kit passes the right plugins that the wrong ones start from") {
  for (const Sound& sound : Table().sounds) {
    INFO(sound.name);
    Recorder recorder;
    sound.run(recorder);
    check_passes(recorder);
    CHECK(recorder.kept_or_broken >= sound.least);
  }
}

TEST_CASE("the kill table holds every class of fault, and a wrong plugin for every claim") {
  std::set<std::string> faults;
  std::set<std::string> names;
  const Kills kills = Table().kills;
  CHECK(kills.size() >= 280);
  for (const Kill& kill : kills) {
    faults.insert(kill.fault);
    CHECK(names.insert(kill.kind + kill.name).second);
  }
  for (const std::string fault :
       {"histories written in a trial", "histories of some lanes only", "decay of the wrong sign",
        "float in one place", "an offset of energy", "allocation in a warm call",
        "static memory that objects share", "an unstable limit", "only at the end of an option",
        "only with more than 3 degrees of freedom", "a pair that is exactly vertical",
        "only beyond 100 m", "only by viscosity", "failures that are not counted",
        "keys that change with the pass"})
    CHECK(faults.count(fault) == 1);
  const std::string header =
      text_of_file(std::filesystem::path(TACTUS_SOURCE_DIR) / "sdk/include/tactus/capability.hpp");
  const std::regex literal("\"((material|problem|contact|law|solver|pairs)\\.[a-z_]+)\"");
  int claims = 0;
  for (std::sregex_iterator i(header.begin(), header.end(), literal), end; i != end; ++i) {
    INFO((*i)[1].str());
    ++claims;
    CHECK(faults.count("claim: " + (*i)[1].str()) == 1);
  }
  CHECK(claims >= 25);
}

TEST_CASE("docs/kill_table.md shows the kill table") {
  const std::string now = page(Table().kills);
  const auto made = std::filesystem::temp_directory_path() / "tactus_kill_table.md";
  const bool same =
      text_of_file(std::filesystem::path(TACTUS_SOURCE_DIR) / "docs/kill_table.md") == now;
  if (!same) std::ofstream(made) << now;
  INFO("the page as it should be is in " << made);
  CHECK(same);
}
