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
