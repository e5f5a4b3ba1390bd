// list, new plugin, doctor, version: what they print and how they end.
#include "installation.hpp"

using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kTwo{"brute_force", "neo_hookean"};

std::string plugin(const Installation& tactus, const std::string& name) {
  return fs::canonical(tactus.root() / "lib/tactus/plugins").string() + "/" + name + ".so";
}

}  // namespace

TEST_CASE("list says what was found, by kind and name, and where", "[cli]") {
  const Installation tactus(kTwo);
  const auto outcome = tactus.run({"list"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err == "");
  const std::string indent(27, ' '), version = std::string(" ") + TACTUS_VERSION + "\n";
  CHECK(outcome.out ==
        "material\n"
        "  neo_hookean              Compressible neo-Hookean solid, Kane et al. (4.1)\n" +
            indent + plugin(tactus, "neo_hookean") + version +
            "\nintegrator\n  none\n"
            "\nbroad_phase\n"
            "  brute_force              Every box against every other: the reference\n" +
            indent + plugin(tactus, "brute_force") + version +
            "\nconstraint\n  none\n"
            "\ncontact_solver\n  none\n"
            "\ncontact_law\n  none\n\nload\n  none\n\nprobe\n  none\n");
}

TEST_CASE("list of one kind says what was refused as well", "[cli]") {
  const Installation tactus(kTwo);
  write_text(tactus.work() / "notes.so", "not a library\n");
  const auto outcome = tactus.run({"list", "contact_law", "--plugin-dir", "."});
  CHECK(outcome.code == 0);
  CHECK(outcome.out ==
        "contact_law\n  none\n\nrefused\n  " + fs::canonical(tactus.work()).string() +
            "/notes.so\n"
            "      is a text file, not a library.\n"
            "      Remove it from the folder, or give it another ending than .so.\n");
}

TEST_CASE("list of a kind that is none is a mistake with its correction", "[cli]") {
  const Installation tactus(kNoPlugins);
  const auto outcome = tactus.run({"list", "materials"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err == "\"materials\" is no kind of plugin; did you mean \"material\"?\n");
}

TEST_CASE("a library in the current folder is not looked at", "[cli]") {
  const Installation tactus(kNoPlugins);
  fs::copy_file(fs::path(TACTUS_PLUGIN_DIR) / "grid.so", tactus.work() / "grid.so");
  CHECK_THAT(tactus.run({"list"}).out, !Catch::Contains("grid"));
  CHECK_THAT(tactus.run({"list", "--plugin-dir", "."}).out, Catch::Contains("grid.so"));
}

TEST_CASE("new plugin refuses names that are none, and writes nothing", "[cli]") {
  const Installation tactus(kNoPlugins);
  fs::copy(fs::path(TACTUS_PROGRAM).parent_path().parent_path() / "share", tactus.root() / "share",
           fs::copy_options::recursive);
  const std::string name = GENERATE("Gent", "gent-rubber", "2nd", "", "../gent", "a__b", "gent_");
  const auto outcome = tactus.run({"new", "plugin", "material", name});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "\"" + name +
            "\" is no name for a plugin: lower case letters, digits and _, beginning "
            "with a letter, as in \"gent_rubber\"\n");
  CHECK(tactus.files().empty());
}

TEST_CASE("new plugin writes four files, and nothing over those of others", "[cli]") {
  const Installation tactus(kNoPlugins);
  fs::copy(fs::path(TACTUS_PROGRAM).parent_path().parent_path() / "share", tactus.root() / "share",
           fs::copy_options::recursive);
  const auto outcome = tactus.run({"new", "plugin", "contact_law", "soft_touch", "mine"});
  CHECK(outcome.code == 0);
  std::set<std::string> names;
  for (const std::string& file : tactus.files()) {
    if (!fs::is_regular_file(file)) continue;
    names.insert(fs::relative(file, tactus.work()).string());
    CHECK_THAT(text_of(file), !Catch::Contains("template_") && !Catch::Contains("TemplateName"));
  }
  CHECK(names == std::set<std::string>{"mine/CMakeLists.txt", "mine/README.md",
                                       "mine/soft_touch.cpp", "mine/soft_touch_test.cpp"});
  CHECK_THAT(text_of(tactus.work() / "mine/soft_touch.cpp"),
             Catch::Contains("class SoftTouch final : public ContactLaw") &&
                 Catch::Contains("TACTUS_PLUGIN(SoftTouch, \"soft_touch\""));
  const auto again = tactus.run({"new", "plugin", "contact_law", "soft_touch", "--out", "mine"});
  CHECK(again.code == 2);
  CHECK_THAT(again.err, Catch::Contains("is there already and not an empty folder"));
}

TEST_CASE("new plugin has one template for each way in which a kind is used", "[cli]") {
  struct Case {
    std::string kind, entry, words;
  };
  const auto c =
      GENERATE(Case{"material", "plain", "neo-Hookean"}, Case{"material", "history", "do_history"},
               Case{"integrator", "increments", "kIncrementStage"},
               Case{"integrator", "velocities", "kVelocityStage"},
               Case{"contact_solver", "increments", "ProjectionSolver"},
               Case{"contact_solver", "reactions", "do_solve_reaction"},
               Case{"contact_law", "implicit", "implicit_law"},
               Case{"contact_law", "explicit", "do_stored_energy"});
  const Installation tactus(kNoPlugins);
  fs::copy(fs::path(TACTUS_PROGRAM).parent_path().parent_path() / "share", tactus.root() / "share",
           fs::copy_options::recursive);
  const auto outcome = tactus.run({"new", "plugin", c.kind, "mine", "--for", c.entry});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(text_of(tactus.work() / "mine/mine.cpp"), Catch::Contains(c.words));
  CHECK_THAT(text_of(tactus.work() / "mine/mine_test.cpp"),
             Catch::Contains("#include \"mine.cpp\""));
}

TEST_CASE("new plugin tells which templates a kind has", "[cli]") {
  const Installation tactus(kNoPlugins);
  const auto other = tactus.run({"new", "plugin", "integrator", "mine", "--for", "reactions"});
  CHECK(other.code == 2);
  CHECK(other.err ==
        "integrator has no template for \"reactions\": there are those for increments "
        "and velocities\n");
  const auto one = tactus.run({"new", "plugin", "probe", "mine", "--for", "reactions"});
  CHECK(one.code == 2);
  CHECK(one.err ==
        "probe has one template, so that \"--for reactions\" says nothing: leave it out\n");
  CHECK(tactus.files().empty());
}

TEST_CASE("new plugin says so where the installation has no templates", "[cli]") {
  const Installation tactus(kNoPlugins);
  const auto outcome = tactus.run({"new", "plugin", "material", "gent"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("there is no template"));
  CHECK(tactus.files().empty());
}

TEST_CASE("doctor names what is missing, and ends with 4", "[cli]") {
  const Installation tactus(kTwo);  // a program and plugins, but no package to build more with
  const auto outcome = tactus.run({"doctor"});
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.out,
             Catch::Contains("neo_hookean            material " + plugin(tactus, "neo_hookean")) &&
                 Catch::Contains("TactusConfig.cmake does not exist") &&
                 Catch::Contains("\n1 problem.\n"));
}

TEST_CASE("doctor says what pictures need, and that a missing Python is no problem", "[cli]") {
  const Installation tactus(kTwo);
  const auto outcome = tactus.script("TACTUS_PYTHON='/no python' $tactus doctor");
  CHECK_THAT(outcome.out,
             Catch::Contains("python                 /no python cannot be started; apt install "
                             "python3\n  ffmpeg ") &&
                 !Catch::Contains("matplotlib") && Catch::Contains("\n1 problem.\n"));
}

TEST_CASE("version says what plugins must agree on", "[cli]") {
  const auto outcome = Installation(kNoPlugins).run({"version"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Catch::StartsWith("tactus " TACTUS_VERSION " (SDK 4.0, entry "));
}

TEST_CASE("the program tells its version and what is no command", "[cli]") {
  const Installation tactus(kNoPlugins);
  CHECK(tactus.run({"--version"}).out == "tactus " TACTUS_VERSION "\n");
  const auto outcome = tactus.run({"exlpain"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "\"exlpain\" is no command; did you mean \"explain\"?\nsee: tactus --help\n");
  CHECK(tactus.run({"scene.json"}).err ==
        "\"scene.json\" is no command; did you mean: tactus run scene.json?\nsee: tactus --help\n");
  CHECK(tactus.run({"help"}).out == tactus.run({"--help"}).out);
  CHECK(tactus.run({"help", "run"}).out == tactus.run({"run", "--help"}).out);
  const std::string known = tactus.run({"run", "scene.json", "--frobnicate"}).err;
  CHECK_THAT(known, Catch::Contains("--quiet") && !Catch::Contains("--ends-with"));
  CHECK(tactus.run({"run", "scene.json"}).err ==
        "scene.json: no such file; its folder holds no .json file\n");
  CHECK(tactus.run({"run", "configs/scene.json"}).err ==
        "configs/scene.json: no such file; there is no folder configs\n");
}

TEST_CASE("explain says where the kind was left out", "[cli]") {
  const auto outcome = Installation(kTwo).run({"explain", "neo_hookean"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "\"neo_hookean\" is a name, and the kind stands before it: tactus explain material "
        "neo_hookean\n");
}
