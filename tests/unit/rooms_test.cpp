// Who may see whom: plugins -> sdk <- core <- apps, and which room of core and apps may include which
// other one. Read from the sources, so that a wrong include is a failing test and not a habit.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/source_files.hpp"

namespace {
namespace fs = std::filesystem;
using tactus::test::source_text;

const fs::path kRoot = TACTUS_SOURCE_DIR;

std::vector<fs::path> sources_below(const fs::path& folder) {
  return tactus::test::files_below(folder, {".cpp", ".hpp", ".h"});
}

struct Include {
  std::string name;
  bool quoted = false;
};

std::vector<Include> includes_in(const std::string& text) {
  static const std::regex pattern(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"])re");
  std::vector<Include> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back({(*at)[2], (*at)[1] == "\""});
  return found;
}

/// "sdk", "core", "apps" or "plugins" if the include of `file` leads there, "" if it leads elsewhere (a
/// system header). A file in the including folder wins, as for the compiler.
std::string room_of(const Include& include, const fs::path& file) {
  std::vector<fs::path> tried = {kRoot / "sdk" / "include" / include.name, kRoot / include.name,
                                 kRoot / "core" / include.name};
  if (include.quoted) tried.insert(tried.begin(), file.parent_path() / include.name);
  for (const fs::path& candidate : tried) {
    if (!fs::exists(candidate)) continue;
    const fs::path inside = fs::relative(fs::canonical(candidate), fs::canonical(kRoot));
    return inside.begin()->string();
  }
  return "";
}

/// Includes of `text`, taken as the contents of `file`, that lead from its room to one of `barred`.
std::vector<std::string> trespasses(const fs::path& file, const std::string& text,
                                    const std::set<std::string>& barred) {
  std::vector<std::string> found;
  // A plugin's test may use the doubles and helpers that all tests share.
  const std::string name = file.filename().string();
  const bool is_test = name.ends_with("_test.cpp") || name.ends_with("_for_test.hpp");
  for (const Include& include : includes_in(text))
    if (barred.count(room_of(include, file)) &&
        !(is_test && include.name.starts_with("tests/support/")))
      found.push_back(fs::relative(file, kRoot).string() + " includes " + include.name);
  return found;
}

std::vector<std::string> trespasses_below(const std::string& room,
                                          const std::set<std::string>& barred) {
  std::vector<std::string> found;
  for (const fs::path& file : sources_below(kRoot / room))
    for (const std::string& one : trespasses(file, source_text(file), barred)) found.push_back(one);
  return found;
}

/// For each room of core and apps, "core/mesh", the other rooms that its files include.
std::map<std::string, std::vector<std::string>> arrows_between_rooms() {
  const auto room = [](const fs::path& inside) {
    auto part = inside.begin();
    const fs::path top = *part++;
    return (top / *part).string();
  };
  std::map<std::string, std::set<std::string>> found;
  for (const char* top : {"core", "apps"})
    for (const fs::path& file : sources_below(kRoot / top)) {
      const std::string from = room(fs::relative(file, kRoot));
      found[from];
      for (const Include& include : includes_in(source_text(file))) {
        if (!include.name.starts_with("core/") && !include.name.starts_with("apps/")) continue;
        if (const std::string to = room(include.name); to != from) found[from].insert(to);
      }
    }
  std::map<std::string, std::vector<std::string>> arrows;
  for (const auto& [from, others] : found) arrows[from] = {others.begin(), others.end()};
  return arrows;
}

/// Names of the plugins in this repository: plugins/KIND/NAME.
std::set<std::string> plugin_names() {
  std::set<std::string> names;
  for (const auto& kind : fs::directory_iterator(kRoot / "plugins"))
    if (kind.is_directory())
      for (const auto& plugin : fs::directory_iterator(kind.path()))
        if (plugin.is_directory()) names.insert(plugin.path().filename());
  return names;
}

/// String literals of `text` that are one of `names`: the one way to ask a registry for a plugin.
std::vector<std::string> names_in(const std::string& text, const std::set<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (text.find("\"" + name + "\"") != std::string::npos) found.push_back(name);
  return found;
}

}  // namespace

TEST_CASE("plugins include the SDK and their own files only", "[rooms]") {
  const auto found = trespasses_below("plugins", {"core", "apps", "tests", "benchmarks"});
  CAPTURE(found);
  CHECK(found.empty());
  // A plugin does not include another one either: each is a folder that can be taken away.
  for (const fs::path& file : sources_below(kRoot / "plugins"))
    for (const Include& include : includes_in(source_text(file))) {
      if (!include.quoted || room_of(include, file) != "plugins") continue;
      INFO(file << " includes " << include.name);
      CHECK(fs::exists(file.parent_path() / include.name));
      CHECK(include.name.find("..") == std::string::npos);
    }
}

TEST_CASE("the kernel includes neither the program around it nor a plugin", "[rooms]") {
  const auto found = trespasses_below("core", {"apps", "plugins", "tests", "benchmarks"});
  CAPTURE(found);
  CHECK(found.empty());
}

TEST_CASE("the SDK includes neither the kernel nor a plugin", "[rooms]") {
  const auto found = trespasses_below("sdk", {"core", "apps", "plugins", "tests", "benchmarks"});
  CAPTURE(found);
  CHECK(found.empty());
}

TEST_CASE("the SDK's interfaces stand by themselves, each in less than 150 lines", "[rooms]") {
  const fs::path interfaces = kRoot / "sdk" / "include" / "tactus";
  std::size_t headers = 0;
  for (const auto& entry : fs::directory_iterator(interfaces)) {
    if (!entry.is_regular_file()) continue;
    ++headers;
    const std::string text = source_text(entry.path());
    INFO(entry.path());
    CHECK(std::count(text.begin(), text.end(), '\n') < 150);
    // The support library, in folders, is built on the interfaces, not the other way round.
    for (const Include& include : includes_in(text))
      CHECK_FALSE((include.quoted && include.name.find('/') != std::string::npos));
    CHECK(text.find("int dim = 2") == std::string::npos);  // whoever makes one knows it
    CHECK(text.find("int dim = 3") == std::string::npos);
  }
  CHECK(headers > 20);
}

/// Adds the headers of the SDK that a header includes, itself among them.
void add_closure(const std::string& header, std::set<std::string>& seen) {
  if (!seen.insert(header).second) return;
  static const std::regex included(R"re(#include "([a-z_]+\.hpp)")re");
  const std::string text = source_text(kRoot / "sdk/include/tactus" / header);
  for (std::sregex_iterator at(text.begin(), text.end(), included), end; at != end; ++at)
    add_closure((*at)[1], seen);
}

TEST_CASE("a material takes in at most 900 lines of the SDK, and no names of other kinds",
          "[rooms]") {
  std::set<std::string> headers;
  add_closure("material.hpp", headers);
  std::ptrdiff_t lines = 0;
  for (const std::string& header : headers) {
    const std::string text = source_text(kRoot / "sdk/include/tactus" / header);
    lines += std::count(text.begin(), text.end(), '\n');
  }
  std::cout << "a material takes in " << lines << " lines of " << headers.size() << " headers\n";
  CHECK(lines > 500);
  CHECK(lines <= 900);
  CHECK(headers.count("capability.hpp") == 0);
}

TEST_CASE("no file of the kernel and of the plugins has more than 350 lines", "[rooms]") {
  const auto lines_in = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  std::size_t files = 0;
  for (const char* room : {"core", "apps", "plugins"})
    for (const fs::path& file : sources_below(kRoot / room)) {
      ++files;
      INFO(fs::relative(file, kRoot) << " has more than one subject, or a subject too many");
      CHECK(lines_in(source_text(file)) <= 350);
    }
  CHECK(files > 300);
}

TEST_CASE("a constraint, an integrator and a solver for friction need 60 lines each", "[rooms]") {
  const fs::path doubles = kRoot / "tests" / "friction" / "doubles";
  for (const char* name : {"node_facet_gap.hpp", "moreau.hpp", "gauss_seidel.hpp"}) {
    const std::string text = source_text(doubles / name);
    INFO(name);
    CHECK(text.find("class ") != text.npos);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 62);
  }
}

TEST_CASE("docs/architecture.md names every file of the kernel that a kind of body is known in",
          "[rooms][docs]") {
  const std::string page = source_text(kRoot / "docs" / "architecture.md");
  const std::size_t begin = page.find("**A kind of body**"),
                    end = page.find("**A column of a row**");
  REQUIRE(begin < end);
  REQUIRE(end != page.npos);
  const std::string part = page.substr(begin, end - begin);
  static const std::regex known(
      R"re(Body(?:Config)?Type::rigid|[Rr]igid(?:Bod(?:y|ies)|Form)\b|is rigid|type == "rigid"|"rigid"[,:\s}])re");
  std::set<std::string> files;
  for (const fs::path& file : sources_below(kRoot / "core"))
    if (std::regex_search(source_text(file), known)) files.insert(file.filename());
  CHECK(files == std::set<std::string>{"rigid.cpp", "rigid_bodies.cpp", "rigid_bodies.hpp"});
  for (const std::string& file : files) {
    INFO(file << " knows rigid bodies and is not in the table of docs/architecture.md");
    CHECK(part.find(file) != part.npos);
  }
  static const std::regex name(R"re((\w+\.[ch]pp))re");
  const std::set<std::string> others{"body_kind.hpp", "body_form.hpp", "rod.cpp", "sled_kind.hpp",
                                     "state.hpp"};
  for (std::sregex_iterator at(part.begin(), part.end(), name), last; at != last; ++at) {
    INFO((*at)[1] << " is in the table and knows no rigid bodies any more");
    CHECK((files.contains((*at)[1]) || others.contains((*at)[1])));
  }
}

TEST_CASE("rooms of the kernel and of the program use those before them alone", "[rooms]") {
  // From the bottom to the top: a room may include those that stand before it.
  const std::vector<std::string> order{
      "core/support",   "core/json",    "core/plugin", "core/mesh",   "core/audit",  "core/scene",
      "core/model",     "core/contact", "core/step",   "core/record", "core/run",    "apps/results",
      "apps/reference", "apps/kit",     "apps/solve",  "apps/study",  "apps/report", "apps/cli"};
  const std::map<std::string, std::vector<std::string>> arrows = arrows_between_rooms();
  std::size_t count = 0;
  for (const auto& [room, others] : arrows) {
    const auto place = std::find(order.begin(), order.end(), room);
    INFO(room << " has no place in the order of rooms");
    REQUIRE(place != order.end());
    for (const std::string& other : others) {
      INFO(room << " includes " << other << ", which stands above it");
      CHECK(std::find(order.begin(), place, other) != place);
      ++count;
    }
    std::cout << room << " -> " << fmt::format("{}", fmt::join(others, " ")) << '\n';
  }
  std::cout << count << " arrows\n";
  CHECK(count > 40);  // the test sees includes at all
  CHECK(count <= 55);
}

TEST_CASE("the kernel names no plugin", "[rooms]") {
  std::set<std::string> names = plugin_names();
  // Keys of entries and words of others, after which plugins are called, too.
  for (const char* word : {"auto", "force", "group", "half_space", "node", "pressure"})
    names.erase(word);
  for (const char* room : {"core", "apps"})
    for (const fs::path& file : sources_below(kRoot / room)) {
      const auto found = names_in(source_text(file), names);
      CAPTURE(file.string(), found);
      CHECK(found.empty());
    }
}

TEST_CASE("the test of the rooms sees each kind of trespass", "[rooms]") {
  const fs::path plugin = kRoot / "plugins" / "material" / "some" / "some.cpp";
  const fs::path header = kRoot / "sdk" / "include" / "tactus" / "some.hpp";
  const auto count = [](const fs::path& file, const std::string& text) {
    return trespasses(file, text, {"core", "plugins"}).size();
  };
  CHECK(count(plugin, "#include \"core/mesh/mesh.hpp\"\n") == 1);
  CHECK(count(plugin, "//\n  #  include <core/mesh/mesh.hpp>\n") == 1);
  CHECK(count(plugin, "#include \"mesh/mesh.hpp\"\n") == 1);
  CHECK(count(header, "#include \"../../../core/mesh/mesh.hpp\"\n") == 1);
  CHECK(count(header, "#include \"plugins/CMakeLists.txt\"\n") == 1);
  CHECK(count(plugin, "#include <tactus/material.hpp>\n#include <vector>\n") == 0);
  CHECK(count(header, "#include \"types.hpp\"\n") == 0);
  CHECK(names_in("registry.find(Kind::material, \"rubber\")", {"rubber"}).size() == 1);
  CHECK(names_in("a rubber ball", {"rubber"}).empty());
}

TEST_CASE("calls of components are supervised by guards and nowhere else", "[rooms][guard]") {
  std::vector<std::string> found;
  std::size_t guards = 0;
  for (const char* top : {"core", "apps"})
    for (const fs::path& file : sources_below(kRoot / top)) {
      if (source_text(file).find("calling(") == std::string::npos) continue;
      const std::string name = fs::relative(file, kRoot).string();
      name.starts_with("core/support/guard/") ? void(++guards) : found.push_back(name);
    }
  CAPTURE(found);
  CHECK(found.empty());
  CHECK(guards > 0);
}
