#include "core/json/document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/support/installation.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/printable.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Other JSON files in the folder, to suggest one if a file does not exist.
std::vector<std::string> json_files(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator i(folder.empty() ? "." : folder, error), end; !error && i != end;
       i.increment(error))
    if (const std::string name = i->path().filename().string();
        i->path().extension() == ".json" && is_printable(name))
      names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::string what_is_there(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) return "there is no folder " + folder.string();
  const std::vector<std::string> names = json_files(folder);
  if (names.empty()) return "its folder holds no .json file";
  return suggestion(file.filename().string(), names);
}

/// How many names two paths have in common, from their ends.
std::ptrdiff_t common_end(const fs::path& a, const fs::path& b) {
  const std::vector<fs::path> first(a.begin(), a.end()), second(b.begin(), b.end());
  const auto n = static_cast<std::ptrdiff_t>(std::min(first.size(), second.size()));
  return std::mismatch(first.rbegin(), first.rbegin() + n, second.rbegin()).first - first.rbegin();
}

/// Configurations come with the program. Of those of this name the one whose folders are most alike;
/// empty: there is none.
fs::path in_installation(const fs::path& file) {
  fs::path nearest;
  std::error_code error;
  for (fs::recursive_directory_iterator i(installation_prefix() / "share/tactus/configs", error),
       end;
       !error && i != end; i.increment(error)) {
    if (i->path().filename() != file.filename() || i->path().extension() != ".json") continue;
    const auto alike = common_end(i->path(), file), before = common_end(nearest, file);
    if (alike > before || (alike == before && i->path() < nearest)) nearest = i->path();
  }
  return nearest;
}

std::string no_such_file(const fs::path& file) {
  std::string text = file.string() + ": no such file; " + what_is_there(file);
  if (const fs::path installed = in_installation(file); !installed.empty())
    text += "; the installation has " + installed.string();
  return text;
}

std::string read_text(const fs::path& file) {
  const fs::file_status status = status_of(file);
  if (!fs::exists(status)) throw ConfigError(no_such_file(file));
  if (fs::is_directory(status))
    throw ConfigError(file.string() + ": is a folder; give the configuration's file");
  if (const std::string why = why_no_file(file); !why.empty())
    throw ConfigError(file.string() + ": " + why + "; write what it gives to a file first");
  const Descriptor in = open_to_read(file);
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (text.size() <= kLargestText) {
    const std::size_t count = read_some(in, block.data(), block.size(), file);
    if (count == 0) return text;
    text.append(block.data(), count);
  }
  throw ConfigError(fmt::format("{}: larger than {} MiB; large data belongs in a mesh file",
                                file.string(), kLargestText >> 20));
}

}  // namespace

Document Document::load(const fs::path& file, const std::vector<std::string>& sets) {
  return parse(read_text(file), file, sets);
}

Document Document::parse(std::string text, const fs::path& file,
                         const std::vector<std::string>& sets) {
  Document d;
  d.file_ = file;
  d.places_.sources = {file.string()};
  Source source{std::move(text), {0}};
  for (std::size_t i = 0; i < source.text.size(); ++i)
    if (source.text[i] == '\n') source.lines.push_back(i + 1);
  d.sources_.push_back(std::move(source));
  d.root_ = d.parse_source(0, "");
  for (const std::string& set : sets) d.apply(set);
  std::string pointer;
  if (d.readable_) d.note_places(d.root_, pointer);
  return d;
}

/// Parses one text. Its errors become problems, with `prefix` before their pointers.
Json Document::parse_source(std::uint32_t number, const std::string& prefix) {
  std::vector<JsonFault> faults;
  Json value = parse_json(sources_[number].text, number, faults);
  if (!faults.empty() && value.is_null()) readable_ = false;
  for (JsonFault& fault : faults)
    problems_.push_back({place(number, fault.offset), prefix + fault.pointer, fault.message});
  return value;
}

Place Document::place(std::uint32_t number, std::size_t offset) const {
  const Source& source = sources_[number];
  if (source.lines.empty()) return {number, 0, 0};
  const auto next = std::ranges::upper_bound(source.lines, offset);
  const std::size_t line = static_cast<std::size_t>(next - source.lines.begin());
  const std::string_view text =
      std::string_view(source.text).substr(source.lines[line - 1], offset - source.lines[line - 1]);
  constexpr std::size_t kLongestCounted = 10'000;  // longer lines are not for editors
  const auto characters = text.size() > kLongestCounted
                              ? static_cast<std::ptrdiff_t>(text.size())
                              : std::ranges::count_if(text, [](char c) {
                                  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                                });
  return {number, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(characters + 1)};
}

std::string Document::shown(const Json& value) const {
  constexpr std::size_t kMostShown = 6;  // the components of a symmetric tensor
  if (const Json::Number* n = value.if_number())
    return sources_[value.source].text.substr(value.offset, std::min(n->length, 40u));
  if (const std::string* text = value.if_text()) return quoted_short(*text);
  if (const Json::Array* list = value.if_array()) {
    const auto is_scalar = [](const Json& v) { return !v.if_array() && !v.if_object(); };
    if (!list->empty() && list->size() <= kMostShown && std::ranges::all_of(*list, is_scalar)) {
      std::string text;
      for (const Json& entry : *list) text += (text.empty() ? "[" : ", ") + shown(entry);
      return text + "]";
    }
    return list->empty() ? "an empty list"
                         : fmt::format("a list of {} {}", list->size(),
                                       list->size() == 1 ? "entry" : "entries");
  }
  if (value.if_object()) return "an object";
  if (const bool* flag = value.if_flag()) return *flag ? "true" : "false";
  return "null";
}

/// Records the places of all members of objects and of all objects in lists.
void Document::note_places(const Json& value, std::string& pointer) {
  // Beyond this limit, the place of an enclosing value is used
  constexpr std::size_t kMost = 100'000;
  if (places_.at.size() >= kMost) return;
  places_.at.emplace(pointer, place(value));
  const std::size_t length = pointer.size();
  if (const Json::Object* object = value.if_object()) {
    for (const JsonMember& m : *object) {
      pointer += "/" + pointer_token(m.key);
      note_places(m.value, pointer);
      pointer.resize(length);
    }
  } else if (const Json::Array* list = value.if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!(*list)[i].if_object()) continue;
      pointer += "/" + std::to_string(i);
      note_places((*list)[i], pointer);
      pointer.resize(length);
    }
  }
}

}  // namespace tactus::core
