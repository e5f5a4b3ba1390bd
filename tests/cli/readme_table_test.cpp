// The table in the README that says what is there: nothing that can be loaded is missing in it, and
// nothing is claimed that is not there.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <regex>

#include "installation.hpp"

using namespace tactus::cli_tests;

namespace {

const std::set<std::string> kKinds{"material",       "integrator",  "broad_phase", "constraint",
                                   "contact_solver", "contact_law", "load",        "probe"};

struct Row {
  std::string text, method, plane, space;
  std::vector<std::string> by;  ///< "integrator newmark"
};

/// Words in backticks; a single word behind "load gravity" is another one of that kind: "load traction".
std::vector<std::string> code_in(const std::string& cell) {
  std::vector<std::string> words;
  std::string kind;
  for (std::size_t at = 0; (at = cell.find('`', at)) != cell.npos;) {
    const std::size_t end = cell.find('`', at + 1);
    std::string word = cell.substr(at + 1, end - at - 1);
    if (const std::size_t blank = word.find(' '); blank != word.npos)
      kind = word.substr(0, blank + 1);
    else
      word = kind + word;
    words.push_back(std::move(word));
    at = end + 1;
  }
  return words;
}

std::vector<Row> rows_of_the_readme() {
  std::istringstream lines(text_of(fs::path(TACTUS_SOURCE_DIR) / "README.md"));
  std::vector<Row> rows;
  bool here = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) here = line == "## What is there, and what is not yet";
    if (!here || !line.starts_with("| ") || line.starts_with("| method")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');) {
      cell.erase(0, cell.find_first_not_of(' '));
      cell.erase(cell.find_last_not_of(' ') + 1);
      cells.push_back(cell);
    }
    REQUIRE(cells.size() == 4);
    rows.push_back({line, cells[0], cells[1], cells[2], code_in(cells[3])});
  }
  return rows;
}

/// "integrator newmark" for everything that `tactus list` shows.
std::set<std::string> loadable(const Installation& tactus) {
  std::set<std::string> names;
  std::string kind;
  std::istringstream lines(tactus.run({"list"}).out);
  for (std::string line; std::getline(lines, line);) {
    if (kKinds.contains(line)) kind = line;
    if (!kind.empty() && line.starts_with("  ") && line.size() > 2 && line[2] != ' ')
      names.insert(kind + " " + line.substr(2, line.find(' ', 2) - 2));
  }
  names.erase("contact_law none");
  return names;
}

/// Kind and types of each line "  load   gravity, traction" of `tactus explain`.
std::map<std::string, std::vector<std::string>> types_of_explain(const Installation& tactus) {
  std::istringstream lines(tactus.run({"explain"}).out);
  std::map<std::string, std::vector<std::string>> types;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    std::istringstream words(line);
    std::string kind, name;
    words >> kind;
    while (words >> name) {
      if (name.ends_with(',')) name.pop_back();
      types[kind].push_back(name);
    }
  }
  return types;
}

/// Whether a cell of the table speaks of `name`, also as a plural, outside of parentheses, where
/// it says which options of something known are meant ("implicit steps (Newmark with beta > 0)").
bool mentions(const std::string& method, const std::string& name) {
  std::string words = " ";
  int depth = 0;
  for (const char c : method) {
    depth += c == '(';
    depth -= c == ')';
    const auto byte = static_cast<unsigned char>(c);
    if (depth == 0) words += std::isalnum(byte) ? static_cast<char>(std::tolower(byte)) : ' ';
  }
  words = std::regex_replace(words + ' ', std::regex(" +"), "_");
  return words.find('_' + name + '_') != words.npos || words.find('_' + name + "s_") != words.npos;
}

}  // namespace

TEST_CASE("the README's table names every plugin that can be loaded, and claims no other",
          "[cli]") {
  const Installation tactus(all_plugins());
  const std::set<std::string> there = loadable(tactus);
  CHECK(there.size() >= 10);
  const auto own = types_of_explain(Installation(kNoPlugins));  // "load gravity" is no plugin
  std::set<std::string> named;
  for (const Row& row : rows_of_the_readme())
    for (const std::string& what : row.by) {
      INFO(row.text);
      CHECK(named.insert(what).second);
      const std::string kind = what.substr(0, what.find(' ')), name = what.substr(kind.size());
      if (!kKinds.contains(kind) || name.empty()) continue;
      // A plugin whose library is missing on this machine is left out of the build.
      const bool left_out = !there.contains(what) && fs::exists(fs::path(TACTUS_SOURCE_DIR) /
                                                                "plugins" / kind / name.substr(1));
      const auto types = own.find(kind);
      const bool no_plugin =
          types != own.end() && std::ranges::count(types->second, name.substr(1)) > 0;
      CHECK((there.contains(what) || left_out || no_plugin));
    }
  for (const std::string& what : there) {
    INFO(what << " can be loaded: it belongs into the table of the README");
    CHECK(named.contains(what));
  }
}

TEST_CASE("the README's table names every type of body, mesh, load, path and probe", "[cli]") {
  const Installation tactus(kNoPlugins);
  std::set<std::string> named;
  for (const Row& row : rows_of_the_readme()) named.insert(row.by.begin(), row.by.end());
  const auto types = types_of_explain(tactus);
  for (const std::string kind : {"body", "mesh", "load", "path", "probe"}) {
    CHECK(types.at(kind).size() >= 2);
    for (const std::string& name : types.at(kind)) {
      INFO(kind << ' ' << name << " is explained: it belongs into the table of the README");
      CHECK(named.contains(kind + ' ' + name));
    }
  }
}

TEST_CASE("what the README's table says is not there yet is nothing that can be explained",
          "[cli]") {
  const Installation tactus(all_plugins());
  const auto types = types_of_explain(tactus);
  CHECK(mentions("Tractions; node-to-facet", "traction"));
  CHECK(mentions("Tractions; node-to-facet", "node_to_facet"));
  CHECK_FALSE(mentions("enforced (with force)", "force"));
  for (const Row& row : rows_of_the_readme())
    if (row.plane == "not yet" && row.space == "not yet")
      for (const auto& [kind, names] : types)
        for (const std::string& name : names) {
          INFO(row.text << "\nbut `tactus explain " << kind << ' ' << name << "` knows it");
          CHECK_FALSE(mentions(row.method, name));
        }
}

TEST_CASE("the README's table claims what the program knows, and says what is not there", "[cli]") {
  const Installation tactus(kNoPlugins);
  const std::string help = tactus.run({"--help"}).out;
  const std::vector<Row> rows = rows_of_the_readme();
  CHECK(rows.size() >= 20);
  for (const Row& row : rows) {
    INFO(row.text);
    for (const std::string& cell : {row.plane, row.space})
      CHECK((cell == "yes" || cell == "not yet" || cell == "no"));
    const bool claimed = row.plane == "yes" || row.space == "yes";
    CHECK(claimed == !row.by.empty());
    for (const std::string& what : row.by) {
      INFO(what);
      std::istringstream words(what);
      const std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
      if (kKinds.contains(parts[0])) continue;
      if (parts[0] == "command") {
        CHECK_THAT(help, Catch::Contains("\n  " + parts.at(1) + " "));
        continue;
      }
      std::vector<std::string> arguments{"explain"};
      arguments.insert(arguments.end(), parts.begin(), parts.end());
      CHECK(tactus.run(arguments).code == 0);
    }
  }
}

TEST_CASE("the README's table claims bodies in space, and such a scene can be checked", "[cli]") {
  const Installation tactus(all_plugins());
  for (const Row& row : rows_of_the_readme())
    if (std::ranges::count(row.by, "body deformable") > 0) CHECK(row.space == "yes");
  const fs::path beam = fs::path(TACTUS_SOURCE_DIR) / "configs/gallery/cantilever.json";
  CHECK(tactus.run({"check", beam.string()}).code == 0);
}
