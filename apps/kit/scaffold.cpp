#include "apps/kit/scaffold.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "core/support/installation.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

namespace fs = std::filesystem;

/// Converts a plugin's name to a class name: "gent_rubber" -> "GentRubber".
std::string class_name(const std::string& name) {
  std::string result;
  bool up = true;
  for (const char c : name) {
    if (c != '_') result += up ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    up = c == '_';
  }
  return result;
}

void expect_name(const std::string& name) {
  const bool letters = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == name.npos;
  if (!name.empty() && letters && name[0] >= 'a' && name[0] <= 'z' && name.back() != '_' &&
      name.find("__") == name.npos)
    return;
  throw ConfigError(
      fmt::format("\"{}\" is no name for a plugin: lower case letters, digits and _, "
                  "beginning with a letter, as in \"gent_rubber\"",
                  name));
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw ConfigError(file.string() + " cannot be read");
  return text.str();
}

/// Kinds with several templates, the first of which is taken where none is named.
struct Entries {
  Kind kind;
  std::vector<std::string> names;
};
const std::vector<Entries>& entries() {
  static const std::vector<Entries> all{{Kind::material, {"plain", "history"}},
                                        {Kind::integrator, {"increments", "velocities"}},
                                        {Kind::contact_solver, {"increments", "reactions"}},
                                        {Kind::contact_law, {"implicit", "explicit"}}};
  return all;
}

/// The folder of a template below that of its kind; empty for a kind that has one template alone.
fs::path entry_folder(Kind kind, const std::string& entry) {
  const auto several = std::ranges::find(entries(), kind, &Entries::kind);
  if (several == entries().end()) {
    if (entry.empty()) return {};
    throw ConfigError(
        fmt::format("{} has one template, so that \"--for {}\" says nothing: leave it out",
                    kind_name(kind), entry));
  }
  if (entry.empty()) return several->names.front();
  if (std::ranges::find(several->names, entry) != several->names.end()) return entry;
  throw ConfigError(fmt::format("{} has no template for \"{}\": there are those for {}",
                                kind_name(kind), entry, fmt::join(several->names, " and ")));
}

using Words = std::vector<std::pair<std::string, std::string>>;

std::string replaced(std::string text, const Words& words) {
  for (const auto& [from, to] : words)
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
  return text;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  if (!(out << text << std::flush)) throw ConfigError(file.string() + " cannot be written");
}

}  // namespace

fs::path write_new_plugin(Kind kind, const std::string& name, const std::string& entry,
                          fs::path folder) {
  expect_name(name);
  if (folder.empty()) folder = name;
  folder = fs::absolute(folder).lexically_normal();
  const fs::path templates = installation_prefix() / "share/tactus/template";
  const std::string kind_word(kind_name(kind));
  const fs::path source = templates / kind_word / entry_folder(kind, entry) / "template_name.cpp";
  if (!fs::exists(source))
    throw ConfigError(fmt::format("there is no template {}: install Tactus whole (cmake --install)",
                                  source.string()));
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder)))
    throw ConfigError(
        fmt::format("{} is there already and not an empty folder: give another one "
                    "with --out, or remove it",
                    folder.string()));
  const Words words{{"template_name", name},
                    {"TemplateName", class_name(name)},
                    {"template_kind", kind_word},
                    {"template_prefix", installation_prefix().string()}};
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw ConfigError(fmt::format("{} cannot be made: {}", folder.string(), error.message()));
  write(folder / (name + ".cpp"), replaced(text_of(source), words));
  const fs::path own = source.parent_path() / "template_name_test.cpp",
                 of_kind = templates / kind_word / "template_name_test.cpp";
  write(folder / (name + "_test.cpp"), replaced(text_of(fs::exists(own) ? own : of_kind), words));
  for (const char* file : {"CMakeLists.txt", "README.md"})
    write(folder / file, replaced(text_of(templates / file), words));
  return folder;
}

}  // namespace tactus::core
