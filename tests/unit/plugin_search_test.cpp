#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>

#include "core/plugin/registry.hpp"

using namespace tactus::core;
namespace fs = std::filesystem;

namespace {

/// Sets variables for one test and puts back what was there.
class Environment {
 public:
  void set(const char* name, const std::string& value) {
    const char* old = getenv(name);
    before_.emplace_back(name, old ? std::optional<std::string>(old) : std::nullopt);
    setenv(name, value.c_str(), 1);
  }
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (auto it = before_.rbegin(); it != before_.rend(); ++it)
      it->second ? setenv(it->first, it->second->c_str(), 1) : unsetenv(it->first);
  }

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

class Nothing final : public tactus::Component {
 public:
  static constexpr tactus::Kind kKind = tactus::Kind::contact_law;
  using Options = tactus::NoOptions;
  explicit Nothing(const Options&) {}
};

std::vector<fs::path> paths(const std::vector<SearchPlace>& places) {
  std::vector<fs::path> result;
  for (const SearchPlace& place : places) result.push_back(place.path);
  return result;
}

}  // namespace

TEST_CASE("plugins are looked for in the stated order, never in the current folder", "[plugin]") {
  Environment environment;
  environment.set("TACTUS_PLUGIN_PATH", "/c:/d");
  environment.set("XDG_DATA_HOME", "/e");
  const auto places = search_places({.command_line = {"/a"}, .configuration = {"/b"}});
  const fs::path installed = fs::path(TACTUS_PLUGIN_DIR);
  CHECK(paths(places) ==
        std::vector<fs::path>{"/a", "/b", "/c", "/d", "/e/tactus/plugins", installed});
}

TEST_CASE("empty entries of TACTUS_PLUGIN_PATH do not mean the current folder", "[plugin]") {
  Environment environment;
  environment.set("TACTUS_PLUGIN_PATH", ":/c::");
  environment.set("XDG_DATA_HOME", "/e");
  CHECK(paths(search_places({})) ==
        std::vector<fs::path>{"/c", "/e/tactus/plugins", fs::path(TACTUS_PLUGIN_DIR)});
}

TEST_CASE("the user's folder is below HOME unless XDG_DATA_HOME is an absolute path", "[plugin]") {
  Environment environment;
  environment.set("HOME", "/home/somebody");
  environment.set("XDG_DATA_HOME", GENERATE("", "relative/path"));
  environment.set("XDG_CACHE_HOME", "");
  CHECK(user_data_folder() == "/home/somebody/.local/share/tactus");
  CHECK(user_cache_folder() == "/home/somebody/.cache/tactus");
}

TEST_CASE("a relative entry of TACTUS_PLUGIN_PATH and a folder that is missing are said",
          "[plugin]") {
  Environment environment;
  environment.set("TACTUS_PLUGIN_PATH", "plugins");
  environment.set("XDG_DATA_HOME", "/nonexistent");
  const Registry registry({.command_line = {"/no/such/folder"}});
  REQUIRE(registry.refusals().size() == 2);  // the user's folder may be missing in silence
  CHECK(registry.refusals()[0].path == "/no/such/folder");
  CHECK(registry.refusals()[0].cause == "does not exist (--plugin-dir)");
  CHECK(registry.refusals()[1].path == "plugins");
  CHECK(registry.refusals()[1].cause ==
        "is a relative path in TACTUS_PLUGIN_PATH, whose meaning would change with the folder that "
        "one stands in");
}

TEST_CASE("a kind that is none is answered with the nearest one", "[plugin]") {
  CHECK(kind_of_name("contact_law") == tactus::Kind::contact_law);
  CHECK_THROWS_WITH(kind_of_name("materail"),
                    "\"materail\" is no kind of plugin; did you mean \"material\"?");
}

TEST_CASE("a component of the program itself is found and keeps its name to itself", "[plugin]") {
  Environment environment;
  environment.set("TACTUS_PLUGIN_PATH", "");
  Registry registry(PluginSearch{});
  const auto registration = tactus::registration<Nothing>("nothing_at_all", "For this test");
  registry.add(registration);
  CHECK(registry.known(tactus::Kind::contact_law, "nothing_at_all"));
  CHECK_FALSE(registry.known(tactus::Kind::material, "nothing_at_all"));
  CHECK(registry.find(tactus::Kind::contact_law, "nothing_at_all").make == registration.make);
  CHECK_THROWS_AS(registry.add(registration), PluginError);
}
