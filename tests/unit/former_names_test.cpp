/// A former name of a column, key or option is answered by the present one, in the program and in `tactus
/// plot`, and docs/changed_terms.md has a row for each.
#include "core/config/json/former_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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

/// The pointer in the summary that ends with a name, or nothing.
std::string pointer_to(std::string_view name) {
  for (const std::string& pointer : summary_now())
    if (pointer.ends_with("/" + std::string(name))) return pointer;
  return {};
}

std::string file(const char* path) {
  return read_file(std::filesystem::path(TACTUS_SOURCE_DIR) / path);
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

TEST_CASE(
    "No table and no summary contains a former name, and all but options contain the present one",
    "[config][output]") {
  const std::vector<std::string> columns = columns_now();
  for (const FormerName& f : former_names()) {
    INFO(f.before);
    CHECK_FALSE(has(columns, f.before));
    CHECK(pointer_to(f.before).empty());
    if (f.now != "substepping") CHECK((has(columns, f.now) || !pointer_to(f.now).empty()));
  }
}

TEST_CASE("docs/changed_terms.md has a row for each former name", "[config][docs]") {
  const std::string page = file("docs/changed_terms.md");
  for (const FormerName& f : former_names()) {
    if (has(columns_now(), f.now))
      CHECK_THAT(page, Contains(fmt::format("| `{}` | `{}` |", f.before, f.now)));
    if (const std::string now = pointer_to(f.now); !now.empty()) {
      const std::string folder = now.substr(0, now.size() - f.now.size());
      CHECK_THAT(page, Contains(fmt::format("| `{}{}` | `{}` |", folder, f.before, now)));
    }
  }
  CHECK_THAT(page, Contains("| `/contact/cut_steps` | `/contact/substepping` |"));
  CHECK_THAT(page, Contains("| `/contact/solver/passes` | `/contact/solver/detection_passes` |"));
}

TEST_CASE("tactus plot knows the former names of all columns", "[config][output]") {
  const std::string words = file("tools/plot/tactus_plot/words.py");
  for (const FormerName& f : former_names())
    if (has(columns_now(), f.now))
      CHECK_THAT(words, Contains(fmt::format("    \"{}\": \"{}\",\n", f.before, f.now)));
}
