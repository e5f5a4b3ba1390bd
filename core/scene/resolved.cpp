/// \file resolved.cpp  Writes and compares resolved.json, which records what was run and with which
/// program, machine and plugins.

#include "core/scene/resolved.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "core/scene/load.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

Json text(std::string value) { return Json::of(std::move(value)); }

/// Name of the processor, "Intel(R) Xeon(R) ..."; empty if the system does not tell.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != line.npos) return line.substr(colon + 2);
  return {};
}

Json machine() {
  Json m = Json::object();
  if (utsname u{}; uname(&u) == 0)
    m.set("system", text(std::string(u.sysname) + " " + u.release + " " + u.machine));
  m.set("processor", text(processor()));
  m.set("cores", Json::of(static_cast<Real>(std::thread::hardware_concurrency())));
  const Real bytes =
      static_cast<Real>(sysconf(_SC_PHYS_PAGES)) * static_cast<Real>(sysconf(_SC_PAGESIZE));
  m.set("memory_MiB", Json::of(std::floor(bytes / (1 << 20))));
  return m;
}

Json plugins(const Configuration& c, const Registry& registry) {
  Json list = Json::array();
  for (const PluginFile* file : plugins_of(c, registry)) {
    Json plugin = Json::object();
    plugin.set("name", text(file->name));
    plugin.set("version", text(file->version));
    plugin.set("path", text(file->path.string()));
    plugin.set("sdk", text(fmt::format("{}.{}", TACTUS_SDK_ABI, file->minor)));
    plugin.set("compiler", text(file->compiler));
    plugin.set("sha256", text(file->sha256));
    list.if_array()->push_back(std::move(plugin));
  }
  return list;
}

/// Null if a text is not an object.
Json parsed(const std::string& resolved) {
  std::vector<JsonFault> faults;
  Json root = parse_json(resolved, 0, faults);
  return faults.empty() && root.if_object() ? root : Json();
}

/// The configuration without the record of its origin.
Json comparable(Json root) {
  if (!root.if_object()) return {};
  std::erase_if(*root.if_object(), [](const JsonMember& m) { return m.key == "resolved"; });
  return root;
}

void erase_key(Json& object, std::string_view key) {
  if (Json::Object* members = object.if_object())
    std::erase_if(*members, [&](const JsonMember& m) { return m.key == key; });
}

/// The JSON behind run_identity(); null if the text is not a resolved configuration.
Json identity(const Json& root) {
  const Json* how = root.find("resolved");
  const Json* list = how ? how->find("plugins") : nullptr;
  const Json* fingerprint = how ? how->find("fingerprint") : nullptr;
  if (!list || !list->if_array() || !fingerprint) return {};
  Json result = comparable(root);
  erase_key(result, "output");
  erase_key(result, "plugins");
  if (Json* time = result.find("time")) erase_key(*time, "end");
  Json used = Json::object();
  for (const Json& plugin : *list->if_array()) {
    const Json *name = plugin.find("name"), *sha256 = plugin.find("sha256");
    if (name && name->if_text() && sha256) used.set(*name->if_text(), *sha256);
  }
  Json made = Json::object();
  made.set("fingerprint", *fingerprint);
  made.set("plugins", std::move(used));
  result.set("resolved", std::move(made));
  return result;
}

}  // namespace

std::vector<const PluginFile*> plugins_of(const Configuration& c, const Registry& registry) {
  std::vector<const PluginFile*> files;
  const auto note = [&](Kind kind, const std::string& type) {
    if (type.empty()) return;
    const PluginFile* file = &registry.file_of(kind, type);
    if (!file->path.empty() && std::ranges::find(files, file) == files.end()) files.push_back(file);
  };
  const auto note_all = [&](const ComponentConfig& component) {
    note(component.kind, component.type);
    for (const PartConfig& part : component.parts) note(part.kind, part.type);
  };
  for (const ComponentConfig& material : c.materials) note_all(material);
  note_all(c.integrator);
  note_all(c.contact.broad_phase);
  for (const ConstraintConfig& entry : c.contact.constraints) note_all(entry.constraint);
  note_all(c.contact.solver);
  for (const StageConfig& stage : c.contact.stages) {
    for (const ConstraintConfig& entry : stage.constraints) note_all(entry.constraint);
    note_all(stage.solver);
  }
  for (const LawConfig& law : c.contact.laws) note_all(law.law);
  return files;
}

std::string resolved_text(const ReadConfiguration& read, const Document& document,
                          const std::vector<std::string>& sets,
                          const std::vector<fs::path>& plugin_folders, const Registry& registry) {
  Json root = read.resolved;
  Json folders = Json::array();  // those of the command line come first, as they did in the run
  for (const fs::path& folder : plugin_folders)
    folders.if_array()->push_back(text(fs::absolute(folder).lexically_normal().string()));
  for (const std::string& folder : read.configuration.plugin_folders)
    folders.if_array()->push_back(text(folder));
  root.set("plugins", std::move(folders));

  Json how = Json::object();
  how.set("tactus", text(TACTUS_VERSION));
  how.set("from", text(fs::absolute(document.file()).lexically_normal().string()));
  Json set_list = Json::array();
  for (const std::string& set : sets) set_list.if_array()->push_back(text(set));
  how.set("set", std::move(set_list));
  how.set("compiler", text(__VERSION__));
  how.set("fingerprint", text(std::string(kFingerprint)));
  how.set("machine", machine());
  how.set("plugins", plugins(read.configuration, registry));
  root.set("resolved", std::move(how));
  return to_text(root) + "\n";
}

bool same_configuration(const std::string& resolved, const std::string& other) {
  const Json a = comparable(parsed(resolved)), b = comparable(parsed(other));
  return a.if_object() && b.if_object() && to_text(a) == to_text(b);
}

std::vector<Difference> configuration_differences(const std::string& before,
                                                  const std::string& now) {
  return differences(comparable(parsed(before)), comparable(parsed(now)));
}

std::string run_identity(const std::string& resolved) {
  const Json json = identity(parsed(resolved));
  return json.is_null() ? std::string() : to_text(json);
}

std::vector<Difference> resume_differences(const std::string& before, const std::string& now) {
  const Json old_root = parsed(before), new_root = parsed(now);
  std::vector<Difference> found = differences(identity(old_root), identity(new_root));
  const auto end = [](const Json& root) {
    const Json* time = root.find("time");
    const Json* value = time ? time->find("end") : nullptr;
    return value && value->if_number() ? value->if_number()->value : 0;
  };
  if (end(new_root) < end(old_root))
    found.push_back(
        {"/time/end", to_text(Json::of(end(old_root))), to_text(Json::of(end(new_root)))});
  return found;
}

std::string text_member(const std::string& json, std::string_view key) {
  std::vector<JsonFault> faults;
  const Json root = parse_json(json, 0, faults);
  const Json* member = root.find(key);
  return member && member->if_text() ? *member->if_text() : std::string();
}

}  // namespace tactus::core
