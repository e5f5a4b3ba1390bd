#include "core/report/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/report/json_parts.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kOneLine = std::numeric_limits<std::size_t>::max();

/// Plain values, and lists of them: what is compared as a whole.
bool is_innermost(const Json& value) {
  if (const Json::Array* list = value.if_array()) return std::ranges::all_of(*list, is_innermost);
  return !value.if_object() || value.if_object()->empty();
}

/// As web/src/data.ts declares a Machine.
Json machine_of(const Json& resolved) {
  Json json = Json::object();
  json.set("system", Json::of(text_at(resolved, "/machine/system")));
  json.set("processor", Json::of(text_at(resolved, "/machine/processor")));
  json.set("cores", number_at(resolved, "/machine/cores"));
  json.set("memory_MiB", number_at(resolved, "/machine/memory_MiB"));
  json.set("compiler", Json::of(text_at(resolved, "/compiler")));
  json.set("tactus", Json::of(text_at(resolved, "/tactus")));
  json.set("fingerprint", Json::of(text_at(resolved, "/fingerprint")));
  return json;
}

Json plugin_of(const Json& plugin) {
  Json json = Json::object();
  json.set("name", Json::of(text_at(plugin, "/name")));
  json.set("version", Json::of(text_at(plugin, "/version")));
  json.set("sha256", Json::of(text_at(plugin, "/sha256")));
  json.set("path", Json::of(text_at(plugin, "/path")));
  return json;
}

}  // namespace

void Origins::add(const Json& resolved) {
  Cell& cell = cells_.emplace_back();
  if (!resolved.if_object()) return;
  compare(resolved, cell);
  const Json* made = resolved.find("resolved");
  if (!made) return;
  const Json machine = machine_of(*made);
  cell.machine = place_of(machine, to_text(machine), machines_, machine_places_);
  const Json* plugins = made->find("plugins");
  if (!plugins || !plugins->if_array()) return;
  for (const Json& plugin : *plugins->if_array()) {
    const Json entry = plugin_of(plugin);
    // The same library in another folder is the same plugin.
    std::string key = to_text(*entry.find("name")) + to_text(*entry.find("version")) +
                      to_text(*entry.find("sha256"));
    cell.plugins.push_back(place_of(entry, std::move(key), plugins_, plugin_places_));
  }
}

void Origins::collect(const Json& value, const std::string& pointer, Values& values) {
  if (is_innermost(value)) {
    values.emplace_back(pointer, to_text(value, kOneLine));
  } else if (const Json::Object* object = value.if_object()) {
    for (const JsonMember& m : *object)
      collect(m.value, pointer + "/" + pointer_token(m.key), values);
  } else {
    const Json::Array& list = *value.if_array();
    for (std::size_t i = 0; i < list.size(); ++i)
      collect(list[i], fmt::format("{}/{}", pointer, i), values);
  }
}

void Origins::compare(const Json& resolved, Cell& cell) {
  Json configuration = resolved;
  std::erase_if(*configuration.if_object(),
                [](const JsonMember& m) { return m.key == "resolved"; });
  Values values;
  collect(configuration, "", values);
  if (configuration_.is_null()) {
    configuration_ = std::move(configuration);
    first_ = values;
    by_pointer_ = {values.begin(), values.end()};
    return;
  }
  std::map<std::string, std::string> here(values.begin(), values.end());
  for (const auto& [pointer, text] : values) {
    const auto before = by_pointer_.find(pointer);
    if (before == by_pointer_.end() || before->second != text) note(cell, pointer, Json::of(text));
  }
  for (const auto& [pointer, text] : first_)
    if (!here.count(pointer)) note(cell, pointer, Json());
}

void Origins::note(Cell& cell, const std::string& pointer, Json value) {
  const auto [place, is_new] = pointer_places_.emplace(pointer, pointers_.size());
  if (is_new) pointers_.push_back(pointer);
  cell.changes.emplace_back(place->second, std::move(value));
}

std::size_t Origins::place_of(const Json& entry, std::string key, std::vector<Json>& list,
                              std::map<std::string, std::size_t>& places) {
  const auto [place, is_new] = places.emplace(std::move(key), list.size());
  if (is_new) list.push_back(entry);
  return place->second;
}

void Origins::describe(std::size_t cell, Json& json) const {
  const Cell& known = cells_.at(cell);
  std::vector<Json> changes, plugins;
  for (const auto& [pointer, value] : known.changes)
    changes.push_back(json_list({json_count(pointer), value}));
  for (const std::size_t plugin : known.plugins) plugins.push_back(json_count(plugin));
  json.set("changes", json_list(changes));
  json.set("plugins", json_list(plugins));
  json.set("machine", Json::of(known.machine == kNowhere ? -1 : static_cast<Real>(known.machine)));
}

void Origins::describe_page(Json& page) const {
  page.set("pointers", json_list(pointers_));
  page.set("configuration", configuration_);
  page.set("plugins", json_list(plugins_));
  page.set("machines", json_list(machines_));
}

}  // namespace tactus::core
