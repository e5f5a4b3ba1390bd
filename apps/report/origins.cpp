#include "apps/report/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "apps/report/json_parts.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kOneLine = std::numeric_limits<std::size_t>::max();

/// Whether a value is compared as a whole: a plain value or a list of plain values.
bool is_innermost(const Json& value) {
  if (const Json::Array* list = value.if_array()) return std::ranges::all_of(*list, is_innermost);
  return !value.if_object() || value.if_object()->empty();
}

Json text_json(const Json& value) { return Json::of(to_text(value, kOneLine)); }

/// The JSON that web/src/data.ts declares as a Machine.
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
  Json configuration = resolved;
  std::erase_if(*configuration.if_object(),
                [](const JsonMember& m) { return m.key == "resolved"; });
  if (configuration_.is_null())
    configuration_ = std::move(configuration);
  else
    compare(configuration_, configuration, "", cell);
  const Json* made = resolved.find("resolved");
  if (!made) return;
  const Json machine = machine_of(*made);
  cell.machine = place_of(machine, to_text(machine), machines_, machine_places_);
  const Json* plugins = made->find("plugins");
  if (!plugins || !plugins->if_array()) return;
  for (const Json& plugin : *plugins->if_array()) {
    const Json entry = plugin_of(plugin);
    // The same library in another folder counts as the same plugin.
    std::string key = to_text(*entry.find("name")) + to_text(*entry.find("version")) +
                      to_text(*entry.find("sha256"));
    cell.plugins.push_back(place_of(entry, std::move(key), plugins_, plugin_places_));
  }
}

void Origins::compare(const Json& first, const Json& here, const std::string& pointer, Cell& cell) {
  if (first.if_object() && here.if_object()) {
    for (const JsonMember& m : *first.if_object()) {
      const Json* other = here.find(m.key);
      const std::string below = pointer + "/" + pointer_token(m.key);
      other ? compare(m.value, *other, below, cell) : note(cell, below, Json());
    }
    for (const JsonMember& m : *here.if_object())
      if (!first.find(m.key)) note(cell, pointer + "/" + pointer_token(m.key), text_json(m.value));
  } else if (first.if_array() && here.if_array() && !(is_innermost(first) && is_innermost(here))) {
    const Json::Array &a = *first.if_array(), &b = *here.if_array();
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const std::string below = fmt::format("{}/{}", pointer, i);
      if (i < std::min(a.size(), b.size()))
        compare(a[i], b[i], below, cell);
      else
        note(cell, below, i < b.size() ? text_json(b[i]) : Json());
    }
  } else if (to_text(first, kOneLine) != to_text(here, kOneLine)) {
    note(cell, pointer, text_json(here));
  }
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
