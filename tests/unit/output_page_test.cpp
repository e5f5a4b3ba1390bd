// docs/output.md tells of every column and field that a run writes.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/record/history.hpp"
#include "core/record/probe_table.hpp"
#include "core/record/summary.hpp"
#include "core/support/stopwatch.hpp"

using namespace tactus;

namespace {

std::string page() {
  std::ifstream in(TACTUS_SOURCE_DIR "/docs/output.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the page of what a run leaves behind has every column of the history", "[output]") {
  const std::string text = page();
  for (const std::string& column : core::history_columns({.dim = 2,
                                   .phases = core::phase_names(),
                                   .metrics = {},
                                   .reactions = true,
                                   .dissipation = true})) {
    INFO(column);
    CHECK(text.find("`" + column + "`") != std::string::npos);
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

TEST_CASE("the page of what a run leaves behind names no column that is not there", "[output]") {
  const auto columns =
      core::history_columns({.dim = 2,
                             .phases = core::phase_names(),
                             .metrics = {"box_tests", "restarts", "largest_component"},
                             .reactions = true,
                             .dissipation = true});
  const std::string text = page();
  const std::string table = text.substr(0, text.find("## contacts.csv"));
  std::size_t named = 0;
  for (std::size_t at = table.find("\n| `"); at != std::string::npos;
       at = table.find("\n| `", at + 1)) {
    std::stringstream cell(table.substr(at + 3, table.find(" | ", at + 3) - at - 3));
    for (std::string name; std::getline(cell, name, ',');) {
      const std::size_t begin = name.find('`') + 1;
      name = name.substr(begin, name.rfind('`') - begin);
      INFO(name);
      CHECK(std::find(columns.begin(), columns.end(), name) != columns.end());
      ++named;
    }
  }
  CHECK(named > 20);
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
