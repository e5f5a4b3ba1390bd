// docs/sdk_seams.md says which test and which plugin uses each seam of the SDK. A new one is a failing test
// until it stands there. Read from the headers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {
namespace fs = std::filesystem;

std::string whole_text(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex("//[^\n]*"), "");
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

std::set<std::string> virtual_methods(const std::string& text) {
  return matches(text, std::regex(R"(virtual[^;{}(~]*?(\w+)\()"));
}
std::set<std::string> structures(const std::string& text) {
  return matches(text, std::regex(R"((?:^|\n)struct (?:\[\[nodiscard\]\] )?(\w+) \{)"));
}

/// Members "type name = value;" of structures at the outermost level: lines indented by two spaces
/// between "struct X {" and "};".
std::set<std::string> fields(const std::string& text) {
  static const std::regex structure(R"((?:^|\n)struct [^\n;]*\{\n([^]*?)\n\};)");
  static const std::regex member(
      R"(\n  (?:const )?[A-Za-z][\w:]*(?:<[^;()]*>)?[*&]? ([a-zA-Z]\w*)(?:\{\}|\[\w+\])?(?: = [^;()]*)?(?:, [^;()]*)?;)");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), structure), end; at != end; ++at) {
    const std::string body = "\n" + (*at)[1].str();
    for (const std::string& name : matches(body, member)) names.insert(name);
  }
  return names;
}

/// What is wrong with a page: promises instead of facts, and rows that neither a test nor a plugin
/// stands for. Each by its line.
std::vector<std::string> empty_promises(const std::string& page) {
  const auto is_empty = [](const std::string& cell) {
    static const std::regex nothing(R"(\s*(?:-|\*[^*]*\*|\([^)]*\)|;|\s)*)");
    return std::regex_match(cell, nothing);
  };
  std::vector<std::string> found;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    bool bad = false;
    for (const char* promise : {"to come", "To come", "To be filled", "to be filled", "TODO"})
      bad = bad || line.find(promise) != line.npos;
    if (line.starts_with("| `")) {
      std::vector<std::string> cells;
      std::istringstream parts(line.substr(1));
      for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
      bad = bad || cells.size() != 3 || (is_empty(cells[1]) && is_empty(cells[2]));
    }
    if (bad) found.push_back(line);
  }
  return found;
}

/// "unit/model_test" and the like, which name files below tests/.
std::set<std::string> tests_named(const std::string& page) {
  return matches(page,
                 std::regex(R"(\b((?:unit|validation|plugins|conformance|friction|cli|faults)/)"
                            R"(\w+_test)\b)"));
}

/// Headers that declare no seam: values, formulas and macros.
const std::set<std::string> kNoSeams{
    "abi.hpp",    "elastic_options.hpp", "lane_math.hpp",      "manifest.hpp",
    "plugin.hpp", "rotation.hpp",        "contact_lengths.hpp"};

}  // namespace

TEST_CASE("every virtual method, structure and field of the SDK is in the table of seams",
          "[sdk][docs]") {
  const fs::path root = TACTUS_SOURCE_DIR;
  const std::string page = whole_text(root / "docs" / "sdk_seams.md");
  std::size_t seams = 0;
  for (const auto& entry : fs::directory_iterator(root / "sdk" / "include" / "tactus")) {
    if (!entry.is_regular_file() || kNoSeams.contains(entry.path().filename())) continue;
    const std::string text = without_comments(whole_text(entry.path()));
    for (const auto& names : {virtual_methods(text), structures(text), fields(text)})
      for (const std::string& name : names) {
        ++seams;
        INFO(entry.path().filename() << ": " << name);
        CHECK(page.find("`" + name + "`") != std::string::npos);
      }
  }
  CHECK(seams > 250);
}

TEST_CASE("each row of the table of seams has a test or a plugin, and none is a promise",
          "[sdk][docs]") {
  const fs::path root = TACTUS_SOURCE_DIR;
  const std::string page = whole_text(root / "docs" / "sdk_seams.md");
  const auto found = empty_promises(page);
  CAPTURE(found);
  CHECK(found.empty());
  const std::set<std::string> tests = tests_named(page);
  CHECK(tests.size() > 30);
  for (const std::string& test : tests) {
    INFO(test);
    CHECK(fs::exists(root / "tests" / (test + ".cpp")));
  }
}

TEST_CASE("rows of the table of seams that nobody stands for are found", "[sdk][docs]") {
  CHECK(empty_promises("| `a`: `b` | unit/model_test | - |\n| `c` | - | newmark |").empty());
  CHECK(empty_promises("| `a`: `b` | to come with rigid bodies | newmark |").size() == 1);
  CHECK(empty_promises("| `a` | *reaction stage* (projection) | - |").size() == 1);
  CHECK(empty_promises("| `a` | - | - (*reaction stage*) |\n| `b` | unit/x |").size() == 2);
  CHECK(empty_promises("To be filled in when the stage is whole").size() == 1);
}

TEST_CASE("the reader of the SDK's headers sees methods, structures and fields", "[sdk][docs]") {
  const std::string text = R"(
struct Some {
  int dim = 0;
  View<Real> y{}, z{};
  Real* value = nullptr;
  Real size() const { return 0; }
};
class Asked {
  virtual void do_look(int x) const = 0;
  virtual ~Asked() = default;
};
)";
  CHECK(virtual_methods(text) == std::set<std::string>{"do_look"});
  CHECK(structures(text) == std::set<std::string>{"Some"});
  CHECK(fields(text) == std::set<std::string>{"dim", "value", "y"});
}
