// docs/output.md tells of every column and field that a run writes.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/record/history.hpp"
#include "core/record/probe_table.hpp"
#include "core/record/recorded.hpp"
#include "core/record/summary.hpp"

using namespace tactus;

namespace {

std::string page() {
  std::ifstream in(TACTUS_SOURCE_DIR "/docs/output.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the page's tables of the history are those of the declared numbers", "[output]") {
  const std::string text = page();
  using Runs = core::Measure::Runs;
  const std::string head = "| column | what it is |\n|---|---|\n",
                    wall =
                        "| `wall_elements_s`, `wall_detection_s`, `wall_solver_s`, `wall_output_s` "
                        "| of each part "
                        "of the step |\n";
  for (const auto& [runs, more] :
       {std::pair(Runs::all, wall), std::pair(Runs::reactions, std::string()),
        std::pair(Runs::dissipation, std::string()), std::pair(Runs::statics, std::string())}) {
    const std::string table = head + core::page_of(runs) + more + "\n";
    INFO("docs/output.md should have this table:\n" << table);
    CHECK(text.find(table) != std::string::npos);
  }
}

TEST_CASE("the page of what a run leaves behind has every column of the tables beside the history",
          "[output]") {
  const std::string text = page();
  for (const auto& [table, columns] :
       {std::pair(std::string("contacts.csv"), core::contacts_columns(2)),
        std::pair(std::string("supports.csv"), core::supports_columns(2)),
        std::pair(std::string("residuals.csv"), core::residuals_columns()),
        std::pair(std::string("probes.csv"), core::probes_columns({}))}) {
    const std::size_t begin = text.find("\n## " + table);
    REQUIRE(begin != std::string::npos);
    const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
    for (const std::string& column : columns) {
      INFO(table << ": " << column);
      CHECK(section.find("`" + column + "`") != std::string::npos);
    }
  }
}

TEST_CASE("the page of what a run leaves behind has a section for every table", "[output]") {
  const std::string text = page();
  for (const std::string_view table : core::kTables) {
    INFO(table);
    CHECK(text.find("\n## " + std::string(table) + ".csv\n") != std::string::npos);
  }
}

TEST_CASE("the page of what a run leaves behind has every column of probes", "[output]") {
  const std::string text = page();
  using core::ProbeType;
  for (const ProbeType type : {ProbeType::contact, ProbeType::energy})
    for (const std::string& column : core::probe_columns(type, 2)) {
      INFO(column);
      CHECK(text.find("`NAME." + column + "`") != std::string::npos);
    }
}

TEST_CASE("the page of what a run leaves behind has every key of the summary", "[output]") {
  const std::string text = page();
  core::Summary summary;
  summary.contact.reactions.solved = true;
  summary.contact.reactions.angular_momentum_error = {0};
  const auto flat = nlohmann::json::parse(core::to_json(summary)).flatten();
  for (const auto& [pointer, value] : flat.items()) {
    std::istringstream keys(pointer.substr(1));
    for (std::string key; std::getline(keys, key, '/');) {
      INFO(pointer);
      CHECK((key.find_first_not_of("0123456789") == std::string::npos ||
             text.find("`" + key + "`") != std::string::npos));
    }
  }
}
