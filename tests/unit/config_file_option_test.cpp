// Options that name a file: where it is looked for, what is recorded of it, and what is refused.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "config_fakes.hpp"
#include "core/scene/resolved.hpp"
#include "core/support/sha256.hpp"
#include "tactus/integrator.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// An integrator with a table of its own.
class Tabled final : public Component {
 public:
  static constexpr Kind kKind = Kind::integrator;
  struct Options {
    std::string table;
    void describe(OptionVisitor& o) { o.file("table", table).help("numbers"); }
  };
  explicit Tabled(Options o) : path(o.table) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::separable); }
  std::string path;
};

class FileOption {
 public:
  FileOption() { write("1 2 3\n"); }
  void write(const std::string& text) const { std::ofstream(folder / "table.csv") << text; }
  FakeComponents components{{registration<Tabled>("tabled", "")}};
  test::TemporaryFolder folder;

  /// @param file  of the configuration, from which paths are relative
  ReadConfiguration read(const std::string& options, const std::filesystem::path& file) {
    const std::string text = R"({"bodies": [{"name": "a", "type": "particles", "points": [[0, 0]],
      "radius": 1, "mass": 1}], "integrator": {"type": "tabled")" +
                             options + R"(}, "time": {"end": 1}})";
    return read_configuration(Document::parse(text, file), components);
  }
  ReadConfiguration read(const std::string& options) {
    return read(options, folder / "scene.json");
  }
  std::string refused(const std::string& options) {
    try {
      read(options);
    } catch (const ConfigurationErrors& e) {
      return e.what();
    }
    return "";
  }
  static std::string path_of(const ReadConfiguration& read) {
    return dynamic_cast<const Tabled&>(*read.configuration.integrator.object).path;
  }
};

/// The entry of the integrator in resolved.json.
std::string resolved_entry(const ReadConfiguration& read) {
  return to_text(*read.resolved.find("integrator"));
}

/// A resolved.json that has nothing else.
std::string whole_of(const std::string& entry) {
  return R"({"integrator": )" + entry +
         R"(, "time": {"end": 1}, "resolved": {"from": "/x", "fingerprint": "x", "plugins": []}})";
}

}  // namespace

TEST_CASE("A file option is relative to the configuration's file, and absolute for the plugin",
          "[config]") {
  FileOption scene;
  const std::string expected = (scene.folder / "table.csv").string();
  const auto plain = scene.read(R"(, "table": "table.csv")");
  CHECK(FileOption::path_of(plain) == expected);
  std::filesystem::create_directory(scene.folder / "below");
  CHECK(FileOption::path_of(scene.read(R"(, "table": "../table.csv")",
                                       scene.folder / "below" / "scene.json")) == expected);
  // From another working directory it is the same file, and the same run.
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(scene.folder.path());
  const auto relative = scene.read(R"(, "table": "table.csv")", "scene.json");
  std::filesystem::current_path(scene.folder / "below");
  const auto from_below = scene.read(R"(, "table": "table.csv")", "../scene.json");
  std::filesystem::current_path(here);
  CHECK(FileOption::path_of(relative) == expected);
  CHECK(FileOption::path_of(from_below) == expected);
  CHECK(resolved_entry(relative) == resolved_entry(plain));
  CHECK(resolved_entry(from_below) == resolved_entry(plain));
}

TEST_CASE("The SHA-256 of a file is part of what a run is", "[config]") {
  FileOption scene;
  const std::string before = resolved_entry(scene.read(R"(, "table": "table.csv")"));
  const std::string digest = sha256("1 2 3\n");
  CHECK_THAT(before, Catch::Contains("table_sha256") && Catch::Contains(digest));
  const std::string with = R"(, "table": "table.csv", "table_sha256": ")" + digest + '"';
  CHECK(resolved_entry(scene.read(with)) == before);
  scene.write("1 2 4\n");
  const std::string after = resolved_entry(scene.read(R"(, "table": "table.csv")"));
  CHECK(run_identity(whole_of(before)) == run_identity(whole_of(before)));
  CHECK(run_identity(whole_of(before)) != run_identity(whole_of(after)));
  CHECK_THAT(in_words(resume_differences(whole_of(before), whole_of(after))),
             Catch::Contains("/integrator/table_sha256: \"" + digest + "\" in the folder"));
  CHECK_THAT(scene.refused(with), Catch::Contains("/integrator/table_sha256") &&
                                      Catch::Contains("has changed") && Catch::Contains(digest));
}

TEST_CASE("A file option without a file has none", "[config]") {
  FileOption scene;
  const auto none = scene.read("");
  CHECK(FileOption::path_of(none).empty());
  CHECK_THAT(resolved_entry(none), !Catch::Contains("table_sha256"));
  CHECK(resolved_entry(scene.read(R"(, "table": "")")) == resolved_entry(none));
  CHECK_THAT(scene.refused(R"(, "table_sha256": "ab")"), Catch::Contains("table_sha256"));
}

TEST_CASE("What is no file that can be read is refused where it stands", "[config]") {
  FileOption scene;
  std::filesystem::create_directory(scene.folder / "folder");
  REQUIRE(::mkfifo((scene.folder / "pipe").c_str(), 0600) == 0);
  const auto [value, words] = GENERATE(table<std::string, std::string>({
      {"\"tabel.csv\"", "did you mean"},
      {"\"folder\"", "is a folder"},
      {"\"pipe\"", "is a pipe"},
      {"3", "allowed: the path of a file"},
  }));
  CHECK_THAT(scene.refused(", \"table\": " + value),
             Catch::Contains("/integrator/table") && Catch::Contains(words));
}
