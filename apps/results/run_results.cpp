#include "apps/results/run_results.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/support/nearest_path.hpp"
#include "core/support/regular_file.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

void collect(const Json& value, const std::string& pointer, std::vector<std::string>& found) {
  if (value.if_number()) found.push_back(pointer);
  if (const Json::Object* object = value.if_object())
    for (const JsonMember& m : *object)
      collect(m.value, pointer + "/" + pointer_token(m.key), found);
  if (const Json::Array* list = value.if_array())
    for (std::size_t i = 0; i < list->size(); ++i)
      collect((*list)[i], fmt::format("{}/{}", pointer, i), found);
}

const Json* entry(const Json::Array& list, std::string_view token) {
  std::size_t i = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), i);
  const bool whole = error == std::errc() && stop == token.data() + token.size();
  return whole && i < list.size() ? &list[i] : nullptr;
}

const Json* member(const Json& object, std::string_view token) {
  for (const JsonMember& m : *object.if_object())
    if (pointer_token(m.key) == token) return &m.value;
  return nullptr;
}

}  // namespace

Json read_json(const fs::path& file) {
  std::vector<JsonFault> faults;
  Json root = parse_json(read_file(file), 0, faults);
  if (!faults.empty())
    throw FileError(fmt::format("cannot read '{}': {}", file.string(), faults.front().message));
  return root;
}

RunResults read_run(const fs::path& folder, std::span<const std::string> columns) {
  if (!is_there(folder / "resolved.json"))
    throw ConfigError(fmt::format("{}: is no run folder: it has no resolved.json{}",
                                  folder.string(), nearest_beside(folder)));
  RunResults run;
  run.folder = folder;
  run.resolved = read_json(folder / "resolved.json");
  if (is_there(folder / "summary.json")) run.summary = read_json(folder / "summary.json");
  const auto table = [&](const char* name) {
    return is_there(folder / name) ? Table::read(folder / name, columns) : Table();
  };
  run.history = table("history.csv");
  run.contacts = table("contacts.csv");
  run.supports = table("supports.csv");
  run.probes = table("probes.csv");
  return run;
}

const Json* value_at(const Json& root, std::string_view pointer) {
  const Json* at = &root;
  while (at && !pointer.empty()) {
    if (pointer.front() != '/') return nullptr;
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    if (at->if_object())
      at = member(*at, token);
    else
      at = at->if_array() ? entry(*at->if_array(), token) : nullptr;
  }
  return at;
}

std::vector<std::string> number_pointers(const Json& root) {
  std::vector<std::string> found;
  collect(root, "", found);
  return found;
}

}  // namespace tactus::core
