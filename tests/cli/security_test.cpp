// What docs/security.md promises: each of its sentences is beside the test that holds it, and those that no other
// test holds are put to the test here.
#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "core/support/sha256.hpp"
#include "run_scene.hpp"
#include "tests/support/source_files.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

/// What the page says, a file of tests, and the test that holds it: how its name begins, or what a script checks.
struct Promise {
  std::string says, file, test;
};

const std::vector<Promise> kPromises{
    {"A plugin runs with your rights, in the program's process, from the moment it is loaded, and "
     "nothing confines it.",
     "faults/hiding_faults_test.cpp",
     "a plugin runs in the program's process with the user's rights, and nothing confines it"},
    {"The trial of an unknown library in a separate process", "faults/loading_faults_test.cpp",
     "a library with damaged relocations ends a copy of the program and not the program"},
    {"Plugins are looked for [in places](plugin_tutorial.md#use-it) of which the current folder is "
     "none.",
     "unit/plugin_search_test.cpp",
     "plugins are looked for in the stated order, never in the current folder"},
    {"A run records path and SHA-256.", "cli/security_test.cpp",
     "a run records path and SHA-256 of its plugins"},
    {"`\"plugins\"` in a configuration names folders or libraries. Their code runs as soon as the "
     "configuration is "
     "read, and `tactus check` reads it, too.",
     "cli/security_test.cpp",
     "a configuration's plugins are opened by check, and with --no-plugins by nothing"},
    {"A configuration that names plugins of its own is then refused before any of them is opened.",
     "cli/security_test.cpp",
     "a configuration's plugins are opened by check, and with --no-plugins by nothing"},
    {"read the meshes that it names, and the run folder that its `start` names, from any place "
     "that you can read;",
     "cli/security_test.cpp", "meshes and starts are read from any place"},
    {"write into one folder, `runs/NAME` or the argument of `--out`.", "cli/security_test.cpp",
     "a run writes into its folder and the cache of trials alone"},
    {"Files of a run are replaced there only with `--force`, files of other names never,",
     "cli/security_test.cpp", "files of others in a run folder are never replaced"},
    {"and links are not followed.", "cli/run_folder_test.cpp",
     "links in a run folder make nobody write elsewhere"},
    {"In the folder of a study, a run that the study did not make is left alone;",
     "study/folders_test.cpp", "A study does not replace a run that it did not make"},
    {"Their readers check every count", "unit/mesh_gmsh_test.cpp",
     "counts that the file cannot hold are refused before memory is taken"},
    {"before they trust it;", "unit/checkpoint_test.cpp",
     "A forged checkpoint leads nowhere and takes no memory for what is not in it"},
    {"those of meshes and checkpoints are fuzzed (`./dev fuzz`).", "fuzz/CMakeLists.txt",
     "foreach(name configuration mesh checkpoint)"},
    {"HDF5 reads friction problems in its own process,", "solve/fclib_test.cpp",
     "a crash of HDF5 ends a process of its own, and is told in words"},
    {"within bounded time", "solve/fclib_test.cpp",
     "a file that HDF5 never comes to the end of is told in words after a bounded time"},
    {"and memory,", "solve/fclib_test.cpp",
     "a file in which HDF5 goes round and takes memory each time takes little, and is refused"},
    {"opening nothing else.", "solve/fclib_test.cpp",
     "a file of FCLIB's form that leads elsewhere is refused, and nothing else is opened"},
    {"Checksums of checkpoints and tables detect accidental damage,", "unit/checkpoint_test.cpp",
     "A checkpoint with one bit turned over is refused"},
    {"`tactus run THEIRS/resolved.json --resume` reads a configuration, and what is said above "
     "about `\"plugins\"` "
     "holds.",
     "cli/security_test.cpp",
     "a configuration's plugins are opened by check, and with --no-plugins by nothing"},
    {"The page of `tactus report` holds texts as plain text,", "report/report_test.cpp",
     "No text of a run ends the element of the data, and all texts come out as they were"},
    {"and its Content-Security-Policy allows no script but its own and no request.",
     "report/report_test.cpp",
     "The policy of a page allows its own script and style, and no request"},
    {"To make it, the program reads the given folders, follows links in them, and includes what it "
     "finds in files of "
     "the right form:",
     "report/report_test.cpp", "A page follows links in the folders that it is made from"},
    {"`tactus plot` and `tactus movie` start Python (`/usr/bin/python3`, or `TACTUS_PYTHON`) with "
     "the scripts of the "
     "installation,",
     "tools/plot_command_test.py", "\"/nowhere\" cannot be started"},
    {"and read folders as data.", "tools/plot_command_test.py",
     "def test_nothing_that_stands_in_a_run_folder_is_run("},
    {"It opens no network connection and starts no service.", "cli/security_test.cpp",
     "neither the program nor a plugin of it can open a connection"},
    {"It writes into the folder of the run, and keeps the results of plugin trials in "
     "`~/.cache/tactus`.",
     "cli/security_test.cpp", "a run writes into its folder and the cache of trials alone"},
    {"`./dev` installs packages with apt, and says which.", "dev/dev_test.sh",
     "and says what root has to do"}};

/// Sentences that promise nothing of the program.
const std::vector<std::string> kAdvice{
    "This page says what other people's files can do on your machine.",
    "Load plugins only from people whose programs you would run.",
    "does not protect from bad intentions.",
    "For files from other people, use:",
    "Apart from that, it is data. It can make the program",
    "use time, memory and disk space. Where this matters, give the process a limit (`ulimit -v`, "
    "or a control "
    "group).",
    "These are data.",
    "not forgery.",
    "look at a page made from somebody else's folder before you pass it on."};

/// The text of the page with single blanks, without headings, marks of lists and commands.
std::string page() {
  std::string text = tactus::test::source_text(fs::path(TACTUS_SOURCE_DIR) / "docs/security.md");
  text = std::regex_replace(text, std::regex("```[^`]*```"), "");
  text = std::regex_replace(text, std::regex("(^|\n)#[^\n]*"), "\n");
  text = std::regex_replace(text, std::regex("\n- "), " ");
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

bool erase(std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == text.npos) return false;
  text.erase(at, part.size());
  return true;
}

/// Every file and folder of a test but those whose path begins so, with contents.
std::map<std::string, std::string> contents(const fs::path& root,
                                            const std::set<std::string>& but) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string name = fs::relative(entry.path(), root).string();
    if (std::ranges::none_of(but,
                             [&](const std::string& begin) { return name.starts_with(begin); }))
      all[name] = entry.is_regular_file() ? text_of(entry.path()) : "";
  }
  return all;
}

}  // namespace

TEST_CASE("every sentence of docs/security.md is held by a test, or promises nothing",
          "[docs][security]") {
  std::string rest = page();
  for (const Promise& promise : kPromises) {
    INFO(promise.says);
    CHECK(erase(rest, promise.says));
    const std::string tests = std::regex_replace(
        tactus::test::source_text(fs::path(TACTUS_SOURCE_DIR) / "tests" / promise.file),
        std::regex(R"(TEST_CASE\(\s*")"), "TEST_CASE(");
    const bool is_case = promise.file.ends_with(".cpp");
    CHECK_THAT(tests, Contains((is_case ? "TEST_CASE(" : "") + promise.test));
  }
  for (const std::string& advice : kAdvice) {
    INFO(advice);
    CHECK(erase(rest, advice));
  }
  CHECK(std::ranges::none_of(rest, [](unsigned char c) { return std::isalpha(c); }));
  CHECK(std::regex_replace(rest, std::regex("\\s"), "").empty());
}

TEST_CASE("a run records path and SHA-256 of its plugins", "[cli][security]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const auto resolved = nlohmann::json::parse(text_of(tactus.work() / "out/resolved.json"));
  std::set<std::string> names;
  for (const auto& plugin : resolved["resolved"]["plugins"]) {
    const fs::path library = plugin["path"].get<std::string>();
    CHECK(plugin["sha256"] == tactus::core::sha256_of_file(library));
    names.insert(library.stem().string());
  }
  for (const char* name : {"grid", "vertex_edge", "local_sqp", "neo_hookean", "newmark"})
    CHECK(names.contains(name));
}

TEST_CASE("a configuration's plugins are opened by check, and with --no-plugins by nothing",
          "[cli][security]") {
  std::vector<std::string> installed = kPlanePlugins;
  std::erase(installed, "neo_hookean");
  const Installation tactus(installed);
  const fs::path theirs = tactus.work() / "theirs", trials = tactus.root() / "cache/tactus";
  fs::create_directory(theirs);
  fs::copy_file(fs::path(TACTUS_PLUGIN_DIR) / "neo_hookean.so", theirs / "neo_hookean.so");
  std::string scene = two_blocks("1e-4");
  scene.insert(scene.find('{') + 1, R"("plugins": ["theirs"], )");
  write_text(tactus.work() / "theirs.json", scene);
  write_text(
      tactus.work() / "study.json",
      R"({"name": "study", "base": "theirs.json", "axes": [{"name": "x", "pointer": "/time/end", "values": [1e-4]}],
                 "metrics": {"steps": {"of": "history/step", "take": "last"}}})");
  write_text(tactus.work() / "mine.json",
             std::regex_replace(two_blocks("1e-4"), std::regex("neo_hookean"), "linear_elastic"));
  REQUIRE(tactus.run({"run", "mine.json", "--quiet", "--out", "out"}).code == 0);
  std::string resolved = text_of(tactus.work() / "out/resolved.json");
  resolved =
      std::regex_replace(resolved, std::regex(R"("plugins": \[\],)"),
                         R"("plugins": ["../theirs"],)", std::regex_constants::format_first_only);
  write_text(tactus.work() / "out/resolved.json", resolved);
  const std::string tried = tactus::core::sha256_of_file(theirs / "neo_hookean.so");
  const auto opened = [&] {
    return fs::exists(trials) && std::ranges::any_of(contents(trials, {}), [&](const auto& file) {
             return file.first.find(tried) != std::string::npos ||
                    file.second.find(tried) != std::string::npos;
           });
  };
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"check", "--no-plugins", "theirs.json"},
           {"run", "--no-plugins", "theirs.json"},
           {"study", "--no-plugins", "study.json"},
           {"run", "--no-plugins", "out/resolved.json", "--resume", "--out", "out"}}) {
    const auto outcome = tactus.run(words);
    INFO(words[0] << outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.out + outcome.err, Contains("refused by --no-plugins"));
    CHECK_FALSE(opened());
  }
  CHECK(tactus.run({"check", "theirs.json"}).code == 0);
  CHECK(opened());
}

TEST_CASE("meshes and starts are read from any place", "[cli][security]") {
  const Installation tactus;
  const fs::path elsewhere = tactus.root() / "elsewhere";
  fs::create_directory(elsewhere);
  write_text(elsewhere / "square.msh", square_mesh());
  std::string scene = meshed_scene("1e-4");
  scene.replace(scene.find("square.msh"), 10, (elsewhere / "square.msh").string());
  write_text(tactus.work() / "a.json", scene);
  const std::string run = (elsewhere / "run").string();
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", run}).code == 0);
  scene.insert(scene.find('{') + 1, "\"start\": {\"from\": \"" + run + "\"}, ");
  write_text(tactus.work() / "b.json", scene);
  const auto outcome = tactus.run({"check", "b.json"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a run writes into its folder and the cache of trials alone", "[cli][security]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  const std::set<std::string> allowed{"work/runs", "cache", "script", "out", "err"};
  const auto before = contents(tactus.root(), allowed);
  const auto outcome =
      tactus.script("HOME=\"$root\" TMPDIR=\"$root\" \"$tactus\" run a.json --quiet");
  CHECK(outcome.code == 0);
  CHECK(contents(tactus.root(), allowed) == before);
  CHECK(fs::exists(tactus.work() / "runs/a/history.csv"));
  std::set<std::string> made;
  for (const auto& entry : fs::directory_iterator(tactus.root() / "cache"))
    made.insert(entry.path().filename());
  CHECK(made == std::set<std::string>{"tactus"});
  for (const auto& entry : fs::directory_iterator(tactus.work() / "runs"))
    CHECK(entry.path().filename() == "a");
}

TEST_CASE("files of others in a run folder are never replaced", "[cli][security]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  fs::create_directory(tactus.work() / "mine");
  write_text(tactus.work() / "mine/history.csv", "mine");
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "mine"}).code == 2);
  CHECK(text_of(tactus.work() / "mine/history.csv") == "mine");
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "run"}).code == 0);
  write_text(tactus.work() / "run/notes.txt", "mine");
  const std::string history = text_of(tactus.work() / "run/history.csv");
  const std::vector<std::string> other{"run", "a.json", "--quiet",       "--out",
                                       "run", "--set",  "/time/end=2e-4"};
  CHECK(tactus.run(other).code == 2);
  CHECK(text_of(tactus.work() / "run/history.csv") == history);
  std::vector<std::string> forced = other;
  forced.emplace_back("--force");
  CHECK(tactus.run(forced).code == 0);
  CHECK(text_of(tactus.work() / "run/history.csv") != history);
  CHECK(text_of(tactus.work() / "run/notes.txt") == "mine");
}

TEST_CASE("neither the program nor a plugin of it can open a connection", "[cli][security]") {
  const Installation tactus(all_plugins());
  const auto outcome = tactus.script(
      "nm -D --undefined-only \"$tactus\" \"$root\"/lib/tactus/plugins/*.so | "
      "grep -wE "
      "'(socket|connect|bind|listen|accept|accept4|sendto|getaddrinfo|gethostbyname)(@.*)?' && "
      "exit 1; "
      "nm -D --undefined-only \"$tactus\" | grep -q malloc");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}
