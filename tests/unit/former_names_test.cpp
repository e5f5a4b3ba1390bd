/// A former name of a column, key or option is answered by the present one, in the program and in `tactus
/// plot`, and docs/changed_terms.md has a row for each.
#include "core/config/json/former_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/config/json/nearest_name.hpp"
#include "core/output/history.hpp"
#include "core/output/summary.hpp"
#include "core/support/regular_file.hpp"

using namespace tactus::core;
using Catch::Contains;

namespace {

std::vector<std::string> columns_now() {
  return history_columns(
      {.dim = 2, .phases = {}, .metrics = {}, .reactions = true, .dissipation = true});
}

/// The pointers to all members and entries of the summary of a run with reactions.
std::vector<std::string> summary_now() {
  Summary s;
  s.contact.reactions.solved = true;
  s.contact.reactions.angular_momentum_error = {0};
  std::vector<std::string> pointers;
  const auto flat = nlohmann::json::parse(to_json(s)).flatten();
  for (const auto& [pointer, value] : flat.items()) pointers.push_back(pointer);
  return pointers;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string file(const char* path) {
  return read_file(std::filesystem::path(TACTUS_SOURCE_DIR) / path);
}

/// Columns that components of a run add to those of the kernel.
const std::vector<std::string> kOfPlugins{"restarts", "law_fallbacks", "law_direction_searches",
                                          "solver_used", "sweep_fallbacks"};

struct Row {
  std::string section, before, now;
};

/// The rows of docs/changed_terms.md, each with the heading above.
std::vector<Row> rows_of_page() {
  std::vector<Row> rows;
  std::istringstream page(file("docs/changed_terms.md"));
  std::string section;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) section = line.substr(3);
    if (!line.starts_with("| `")) continue;
    const std::size_t middle = line.find("` | `"), end = line.find('`', middle + 5);
    rows.push_back(
        {section, line.substr(3, middle - 3), line.substr(middle + 5, end - middle - 5)});
  }
  return rows;
}

}  // namespace

TEST_CASE("A former name is answered by the present one", "[config]") {
  for (const FormerName& f : former_names()) {
    const std::string before(f.before), now(f.now);
    CHECK(suggestion(before, {"time_s", now}) == "it is now called \"" + now + "\"");
    CHECK(suggestion("history/" + before, {"history/" + now}) ==
          "it is now called \"history/" + now + "\"");
  }
}

TEST_CASE("A former name is none where the present one is unknown, or as part of a word",
          "[config]") {
  CHECK(suggestion("cuts", {"time_s"}) == "known: time_s");
  CHECK(suggestion("shortcuts", {"shortsubsteps"}) == "known: shortsubsteps");
  CHECK(suggestion("substeps", {"substep"}) == "did you mean \"substep\"?");
}

TEST_CASE("One former name may have become two, by where it stood", "[config]") {
  CHECK(suggestion("history/cuts", {"history/substeps"}) ==
        "it is now called \"history/substeps\"");
  CHECK(suggestion("summary/cuts", {"summary/steps", "summary/subdivided_steps"}) ==
        "it is now called \"summary/subdivided_steps\"");
}

TEST_CASE("No table and no summary of the kernel contains a former name", "[config][output]") {
  const std::vector<std::string> columns = columns_now();
  for (const FormerName& f : former_names()) {
    INFO(f.before);
    CHECK_FALSE(has(columns, f.before));
    for (const std::string& pointer : summary_now())
      CHECK_FALSE(pointer.ends_with("/" + std::string(f.before)));
  }
}

TEST_CASE("docs/output.md explains every column of the history and every key of the summary",
          "[output][docs]") {
  const std::string page = file("docs/output.md");
  const auto explained = [&](const std::string& name) {
    return page.find("`" + name + "`") != page.npos;
  };
  for (const std::string& column : columns_now()) {
    INFO(column);
    CHECK(explained(column));
  }
  for (const std::string& pointer : summary_now()) {
    std::istringstream keys(pointer.substr(1));
    for (std::string key; std::getline(keys, key, '/');) {
      INFO(pointer);
      CHECK((key.find_first_not_of("0123456789") == key.npos || explained(key)));
    }
  }
}

TEST_CASE("docs/changed_terms.md has each former name in a row with the present one",
          "[config][docs]") {
  const std::vector<Row> rows = rows_of_page();
  for (const FormerName& f : former_names()) {
    INFO(f.before);
    CHECK(std::ranges::any_of(rows, [&](const Row& row) {
      return row.before.ends_with(f.before) && row.now.ends_with(f.now);
    }));
  }
}

TEST_CASE("docs/changed_terms.md tells columns and keys that exist, and nothing else",
          "[config][docs]") {
  const std::vector<std::string> columns = columns_now(), keys = summary_now();
  for (const Row& row : rows_of_page()) {
    INFO(row.before);
    CHECK(present_name(row.before, std::vector{row.now}) == row.now);
    if (row.section == "Keys of summary.json") CHECK(has(keys, row.now));
    if (row.section == "Columns of history.csv" && !has(kOfPlugins, row.now))
      CHECK(has(columns, row.now));
  }
}

TEST_CASE("tactus plot knows the former names of all columns", "[config][output]") {
  const std::string words = file("tools/plot/tactus_plot/words.py");
  for (const Row& row : rows_of_page())
    if (row.section == "Columns of history.csv")
      CHECK_THAT(words, Contains(fmt::format("    \"{}\": \"{}\",\n", row.before, row.now)));
}
