// A configuration in which a member is missing, or is something else, is read or refused: it never
// ends the program. Every member of shipped configurations is changed in two fixed ways, and in a third that is drawn;
// pairs of members are drawn. What is wrong in one place must not lead the search for further mistakes into what was
// not read.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/run/further_problems.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::core;

namespace fs = std::filesystem;

namespace {

using Tree = nlohmann::json;
using Pointer = Tree::json_pointer;

const fs::path kConfigs = fs::path(TACTUS_SOURCE_DIR) / "configs";

/// The pointers of all that a configuration says.
void collect(const Tree& value, const Pointer& at, std::vector<Pointer>& pointers) {
  pointers.push_back(at);
  if (value.is_object())
    for (const auto& [name, member] : value.items()) collect(member, at / name, pointers);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, pointers);
}

constexpr std::size_t kWays = 10;

/// `scene` without what is at `at` (`way` 0), or with something else there.
Tree changed(Tree scene, const Pointer& at, std::size_t way) {
  static const Tree others{Tree::array(), Tree::object(),      nullptr, -1, "x", true,
                           1e300,         Tree::array({1, 2}), ""};
  if (way > 0) {
    scene[at] = others[(way - 1) % others.size()];
  } else if (Tree& holder = scene[at.parent_pointer()]; holder.is_object()) {
    holder.erase(at.back());
  } else {
    holder.erase(std::stoul(at.back()));
  }
  return scene;
}

/// Reads a scene as `check` does. A refusal says something; other exceptions are faults of ours.
bool is_read(const Tree& scene, const fs::path& file) {
  RegistrySource components(testing::registry());
  try {
    read_configuration(Document::parse(scene.dump(1), file), components, find_further_problems);
    return true;
  } catch (const ConfigurationErrors& refusal) {
    CHECK_FALSE(std::string(refusal.what()).empty());
    return false;
  }
}

}  // namespace

TEST_CASE("What is missing or something else in a configuration is refused in words", "[plugins]") {
  std::mt19937 random(20261130);
  for (const char* name : {"gallery/conveyor", "gallery/cantilever", "paper/two_cubes_edge"}) {
    const fs::path file = kConfigs / (std::string(name) + ".json");
    const Tree scene = Tree::parse(std::ifstream(file), nullptr, true, true);
    REQUIRE(is_read(scene, file));
    std::vector<Pointer> pointers;
    collect(scene, Pointer(), pointers);
    for (std::size_t p = 1; p < pointers.size(); ++p)
      for (std::size_t way : {std::size_t{0}, std::size_t{1}, 2 + random() % (kWays - 2)}) {
        const Tree once = changed(scene, pointers[p], way);
        INFO(once.dump());
        is_read(once, file);
      }
    // two at once: the second is looked for although the first is wrong
    for (int draw = 0; draw < 60; ++draw) {
      Tree twice = scene;
      for (int k = 0; k < 2; ++k) {
        const Pointer& at = pointers[1 + random() % (pointers.size() - 1)];
        if (twice.contains(at)) twice = changed(twice, at, random() % kWays);
      }
      INFO(twice.dump());
      is_read(twice, file);
    }
  }
}
