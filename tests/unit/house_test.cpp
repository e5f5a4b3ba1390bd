// The size of the house: lines of each room, members and methods of classes, headers that no test includes, words
// of the documentation. Read from the sources and printed. No figure grows past its limit unnoticed; a limit is lowered
// whenever a figure has fallen.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/source_files.hpp"

namespace {
namespace fs = std::filesystem;
using tactus::test::files_below, tactus::test::source_text;

const fs::path kHouse = TACTUS_SOURCE_DIR;

/// Lines of sources, the tests of plugins aside.
long lines_below(const char* room) {
  long lines = 0;
  for (const fs::path& file : files_below(kHouse / room, {".hpp", ".cpp"})) {
    const std::string name = file.filename();
    if (name.ends_with("_test.cpp") || name.ends_with("_for_test.hpp")) continue;
    const std::string text = source_text(file);
    lines += std::count(text.begin(), text.end(), '\n');
  }
  return lines;
}

const std::vector<const char*> kRoomsOfTheStep{"core/step", "core/record", "core/contact",
                                               "core/model"};

struct ClassSize {
  std::string name;
  int members = 0, methods = 0;
};

/// Declarations at the level of the class whose body begins at `begin`: what ends with ";" there, or is a function
/// with its body. Comments are gone from `text`.
std::vector<std::string> declarations(const std::string& text, std::size_t begin) {
  std::vector<std::string> found;
  std::string one;
  int depth = 1;
  for (std::size_t i = begin; i < text.size() && depth > 0; ++i) {
    if (text[i] == '{') ++depth;
    if (depth == 1 && text[i] != '}') one += text[i];
    if (text[i] == '}' && --depth == 1) {
      const std::size_t next = text.find_first_not_of(" \n", i + 1);
      const bool is_initializer = next != text.npos && (text[next] == ';' || text[next] == ',');
      if (!is_initializer && one.find('(') != one.npos) one += ';';
    }
    if (depth == 1 && one.ends_with(';')) found.push_back(std::exchange(one, ""));
  }
  return found;
}

ClassSize size_of_class(const std::string& name, const std::vector<std::string>& declared) {
  static const std::regex label(R"re(\b(public|private|protected):)re"), angle(R"re(<[^<>]*>)re"),
      value(R"re(\[[^\]]*\]|=[^,;]*)re"),
      other(R"re(^\s*(using|friend|struct|class|enum|static constexpr|template)\b[^]*)re");
  ClassSize size{name};
  for (std::string one : declared) {
    one = std::regex_replace(one, label, "");
    for (int nested = 0; nested < 3; ++nested) one = std::regex_replace(one, angle, "");
    if (std::regex_match(one, other) || one.find_first_not_of(" \n;") == one.npos) continue;
    if (const std::string head = one.substr(0, one.find('=')); head.find('(') != head.npos) {
      const bool makes = std::regex_search(head, std::regex("(^|[\\s~])" + name + "\\("));
      if (!makes && one.find("delete") == one.npos) ++size.methods;
    } else {
      one = std::regex_replace(one, value, "");
      size.members += 1 + static_cast<int>(std::count(one.begin(), one.end(), ','));
    }
  }
  return size;
}

std::vector<ClassSize> classes_in(std::string text) {
  static const std::regex comment(R"re(//[^\n]*)re"), literal(R"re("(\\.|[^"\\])*")re"),
      head(R"re(\n(?:class|struct) (\w+)[^;{(]*\{)re");
  text = std::regex_replace(std::regex_replace(text, comment, ""), literal, "");
  std::vector<ClassSize> found;
  for (std::sregex_iterator at(text.begin(), text.end(), head), end; at != end; ++at)
    found.push_back(size_of_class(
        (*at)[1], declarations(text, static_cast<std::size_t>(at->position() + at->length()))));
  return found;
}

}  // namespace

TEST_CASE("the kernel and what is around it grow no longer unnoticed", "[rooms]") {
  const long core = lines_below("core");
  long all = core;
  for (const char* room : {"apps", "sdk", "plugins"}) all += lines_below(room);
  std::cout << "core " << core << " lines; core, apps, sdk and plugins " << all << '\n';
  CHECK(core > 10000);
  CHECK(core <= 50918);
  CHECK(all <= 114088);
}

TEST_CASE("classes of the step stay small", "[rooms]") {
  int seen = 0, large = 0;
  for (const char* room : kRoomsOfTheStep)
    for (const fs::path& file : files_below(kHouse / room, {".hpp"}))
      for (const ClassSize& size : classes_in(source_text(file))) {
        ++seen;
        if (size.members <= 20 && size.methods <= 25) continue;
        ++large;
        std::cout << fmt::format("{}: {} members, {} methods\n", size.name, size.members,
                                 size.methods);
      }
  CHECK(seen > 100);
  CHECK(large == 0);
}

TEST_CASE("the size of a class is counted", "[rooms]") {
  const auto found = classes_in(
      "\nclass A : public B {\n public:\n  A(int a);\n  ~A();\n  A(const A&) = delete;\n"
      "  int f(int x = 3) const { return x ? g(x) : 0; }\n  virtual void h() = 0;  // text; "
      "(more)\n"
      " private:\n  using C = int;\n  Real a_ = 0, b_[3] = {};\n  std::map<int, int> c_{};\n"
      "  std::function<void(int)> d_;\n};\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "A");
  CHECK(found[0].methods == 2);
  CHECK(found[0].members == 4);
}

TEST_CASE("headers of the step that no test includes become fewer", "[rooms]") {
  std::string tests;
  for (const char* folder : {"tests", "plugins"})
    for (const fs::path& file : files_below(kHouse / folder, {".cpp", ".hpp"}))
      tests += source_text(file);
  int without = 0;
  for (const char* room : kRoomsOfTheStep)
    for (const fs::path& file : files_below(kHouse / room, {".hpp"})) {
      const std::string name = fs::relative(file, kHouse).string();
      if (tests.find('"' + name + '"') != tests.npos) continue;
      ++without;
      std::cout << "no test includes " << name << '\n';
    }
  CHECK(without <= 8);
}

TEST_CASE("the documentation grows no longer unnoticed", "[rooms][docs]") {
  std::stringstream text;
  text << source_text(kHouse / "README.md");
  for (const char* folder : {"docs", "plugins"})
    for (const fs::path& file : files_below(kHouse / folder, {".md"}))
      text << '\n' << source_text(file);
  long words = 0;
  for (std::string word; text >> word;) ++words;
  std::cout << words << " words in README.md, docs and the pages of plugins\n";
  CHECK(words > 20000);
  CHECK(words <= 52700);
}
