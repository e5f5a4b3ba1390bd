#include "apps/study/cell_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "apps/results/run_results.hpp"
#include "core/json/document.hpp"
#include "core/record/history.hpp"
#include "core/record/metrics.hpp"
#include "core/record/probe_table.hpp"
#include "core/record/summary.hpp"
#include "core/run/further_problems.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/components.hpp"
#include "core/scene/load.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/plugin_error.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"
#include "core/support/stopwatch.hpp"

namespace tactus::core {
namespace {

Real elements_of(const Configuration& c) {
  Real elements = 1;
  for (const BodyConfig& body : c.bodies) {
    if (body.mesh == kNoMesh) continue;
    const Real n = c.meshes[body.mesh].generator->expected_elements();
    elements += n > 0 && n < 1e9 ? n : 1000;  // unknown: assumes a mesh of medium size
  }
  return elements;
}

/// With automatic steps, smaller elements need more steps.
Real steps_of(const Configuration& c, Real elements) {
  return c.time.step > 0 ? c.time.end / c.time.step : 1000 * std::sqrt(elements);
}

std::vector<std::string> columns_of(Configuration& c) {
  Metrics metrics;
  for (const RunComponent& component : components_of(c))
    call(component, [&](const Component& part) { part.measure(metrics); });
  return history_columns({.dim = c.dim,
                          .phases = phase_names(),
                          .metrics = metrics.other_names(),
                          .reactions = solves_reactions(c),
                          .dissipation = dissipates(c)});
}

const std::string& program_hash() {
  static const std::string hash = sha256_of_file("/proc/self/exe");
  return hash;
}

/// Removes a key that may differ between machines without changing the results.
void erase_key(Json& object, std::string_view key) {
  if (Json::Object* members = object.if_object())
    std::erase_if(*members, [&](const JsonMember& m) { return m.key == key; });
}

/// The key of the run to which a resolved.json belongs.
std::string key_of(const std::string& resolved_json) {
  std::vector<JsonFault> faults;
  Json root = parse_json(resolved_json, 0, faults);
  Json used = Json::object();
  const Json* plugins = value_at(root, "/resolved/plugins");
  if (plugins && plugins->if_array())
    for (const Json& plugin : *plugins->if_array()) {
      const Json *name = plugin.find("name"), *hash = plugin.find("sha256");
      if (name && name->if_text() && hash) used.set(*name->if_text(), *hash);
    }
  for (const char* key : {"resolved", "plugins"}) erase_key(root, key);
  root.set("uses", std::move(used));
  root.set("program", Json::of(program_hash()));
  return sha256(to_text(root));
}

/// The system passes at most 128 KiB in one argument to a process.
void refuse_long(const std::vector<std::string>& sets) {
  constexpr std::size_t kLongest = 100'000;
  for (const std::string& set : sets)
    if (set.size() > kLongest)
      throw ConfigError(
          fmt::format("the value of {} takes more than {} characters; write it into a "
                      "configuration of its own, "
                      "and name that as \"base\" of a variant",
                      quoted_short(set.substr(0, set.find('='))), kLongest));
}

void take_columns(Configuration& c, CellCheck& check) {
  check.columns = columns_of(c);
  check.probes = probe_columns(c);
  check.has_columns = true;
}

void take_bodies(const Configuration& c, CellCheck& check) {
  for (const BodyConfig& body : c.bodies) check.bodies.push_back(body.name);
  check.has_bodies = true;
}

/// What is known of a configuration with mistakes, where they are elsewhere.
void take_names(Configuration& c, const Problems& problems, CellCheck& check) try {
  const auto is_sound = [&](const char* section) { return !problems.are_at(section); };
  const auto is_made = [](const ComponentConfig& material) { return material.object != nullptr; };
  if (is_sound("/bodies")) take_bodies(c, check);
  if (c.integrator.object && std::ranges::all_of(c.materials, is_made) &&
      std::ranges::all_of(std::array{"/integrator", "/contact", "/loads", "/probes"}, is_sound))
    take_columns(c, check);
} catch (const Error&) {  // a plugin does not say what it measures, perhaps because of a mistake
  return;
}

CellStatus status_of(ProblemKind kind) {
  return kind == ProblemKind::mistake  ? CellStatus::invalid
         : kind == ProblemKind::misfit ? CellStatus::refused
                                       : CellStatus::crashed;
}

}  // namespace

CellCheck check_cell(const Cell& cell, const std::vector<std::filesystem::path>& folders,
                     bool own_plugins) {
  CellCheck check;
  try {
    refuse_long(cell.sets);
    LoadedConfiguration loaded = load_configuration(
        cell.base, cell.sets, folders, own_plugins ? OwnPlugins::allowed : OwnPlugins::refused,
        [&](Configuration& c, Problems& problems) {
          take_names(c, problems, check);
          find_further_problems(c, problems);
        });
    check.key = key_of(loaded.resolved_json);
    std::vector<JsonFault> faults;
    check.resolved = parse_json(loaded.resolved_json, 0, faults);
    check.elements = elements_of(loaded.configuration);
    check.cost = check.elements * steps_of(loaded.configuration, check.elements);
    take_columns(loaded.configuration, check);
    take_bodies(loaded.configuration, check);
    check.notes = loaded.configuration.notes;
  } catch (const ConfigurationErrors& e) {
    check.refusal = e.what();
    check.status = status_of(e.kind());
    check.mistakes = e.of(ProblemKind::mistake);
  } catch (const ConfigError& e) {
    check.refusal = e.what();
    check.status = CellStatus::invalid;
    check.mistakes = {e.what()};
  } catch (const PluginError& e) {  // what the machine could not do now, it may do next time
    check.refusal = e.what();
    check.status = CellStatus::crashed;
  } catch (const FileError& e) {
    check.refusal = e.what();
    check.status = CellStatus::crashed;
  }
  return check;
}

namespace {

/// Whether a summary may contain a value at this pointer. An empty summary has no entries in lists,
/// and null in place of values that are set only when something happens. Pointers below these are
/// accepted, and the run decides.
bool summary_may_have(const Json& summary, const std::string& pointer) {
  const Json* at = value_at(summary, pointer);
  if (at) return at->if_number() || at->is_null();
  for (std::size_t slash = 0; (slash = pointer.rfind('/', pointer.size())) != std::string::npos;) {
    const std::string above = pointer.substr(0, slash);
    if (const Json* value = value_at(summary, above)) return value->if_array() || value->is_null();
    if (slash == 0) return false;
    return summary_may_have(summary, above);
  }
  return false;
}

std::vector<std::string> summary_names(const Json& summary) {
  std::vector<std::string> names;
  for (const std::string& pointer : number_pointers(summary)) names.push_back("summary" + pointer);
  return names;
}

}  // namespace

namespace {

/// Columns of text. "where" refers to them, and formulas cannot.
constexpr std::array<std::string_view, 5> kTexts{
    "contacts/body_a", "contacts/body_b", "supports/support", "supports/body", "supports/group"};

/// Whether its table has the same columns in any cell.
bool is_same_in_all(const std::string& name) {
  return root_of(name) != "history" && root_of(name) != "probes";
}

std::string why_no_number(const std::string& name, const std::vector<std::string>& columns,
                          const Json& summary) {
  if (std::ranges::find(kTexts, name) != kTexts.end())
    return fmt::format("\"{}\" is a column of texts; \"where\" chooses rows by it", name);
  const bool is_summary = root_of(name) == "summary";
  if (is_summary ? summary_may_have(summary, rest_of(name))
                 : std::ranges::find(columns, name) != columns.end())
    return {};
  return fmt::format("\"{}\" is no {}; {}", name,
                     is_summary ? "number of summary.json" : "column of any cell",
                     suggestion(name, is_summary ? summary_names(summary) : columns));
}

/// Checks that columns in "where" belong to the metric's table and contain text, and that bodies in
/// them exist in some cell.
/// @param bodies  null: not all of them are known
void check_where(const Metric& m, const std::vector<std::string>* bodies, Problems& problems) {
  std::string table;
  for (const std::string& name : m.of ? m.of->names() : std::vector<std::string>())
    if (is_result_name(name)) table = root_of(name);
  std::vector<std::string> texts;
  for (const std::string_view name : kTexts)
    if (root_of(name) == table) texts.push_back(rest_of(name));
  for (const auto& [column, text] : m.where)
    if (std::ranges::find(texts, column) == texts.end())
      problems.add(m.pointer + "/where",
                   texts.empty()
                       ? fmt::format("{}.csv has no column of texts", table)
                       : fmt::format("{} is no column of texts of {}.csv; {}", quoted_short(column),
                                     table, suggestion(column, texts)));
    else if (bodies && column.starts_with("body") &&
             std::ranges::find(*bodies, text) == bodies->end())
      problems.add(m.pointer + "/where/" + pointer_token(column),
                   fmt::format("{} is no body of any cell; {}", quoted_short(text),
                               suggestion(text, *bodies)));
}

}  // namespace

std::vector<std::string> unknown_names(const Study& study, const std::vector<CellCheck>& checks) {
  std::set<std::string> history, probes, names;
  // A refused cell never runs: what it alone would have is no column of any cell.
  const auto is_refused = [](const CellCheck& check) {
    return !check.refusal.empty() && check.status == CellStatus::refused;
  };
  for (const CellCheck& check : checks) {
    if (is_refused(check)) continue;
    history.insert(check.columns.begin(), check.columns.end());
    probes.insert(check.probes.begin(), check.probes.end());
    names.insert(check.bodies.begin(), check.bodies.end());
  }
  const std::vector<std::string> bodies(names.begin(), names.end());
  const auto is_known = [&](const std::set<std::string>& all, bool CellCheck::*has) {
    return !all.empty() && std::ranges::all_of(checks, [&](const CellCheck& check) {
      return check.*has || is_refused(check);
    });
  };
  const bool has_columns = is_known(history, &CellCheck::has_columns);
  const bool has_bodies = is_known(names, &CellCheck::has_bodies);
  if (!probes.empty()) probes.insert({"step", "time_s"});
  std::vector<std::string> columns;
  columns.reserve(probes.size() + history.size());
  for (const std::string& name : probes) columns.push_back("probes/" + name);
  for (const std::string& name : history) columns.push_back("history/" + name);
  // Tables of cells in space have all columns of those in the plane.
  const int dim = !has_columns || history.contains("linear_momentum_z_kg_m_per_s") ? 3 : 2;
  for (const std::string& name : contacts_columns(dim)) columns.push_back("contacts/" + name);
  for (const std::string& name : supports_columns(dim)) columns.push_back("supports/" + name);
  std::vector<JsonFault> faults;
  const Json summary = parse_json(to_json(Summary{}), 0, faults);
  Problems problems(study.places);
  for (const Metric& m : study.metrics) {
    for (const auto& [key, formula] : {std::pair{"/of", &m.of}, std::pair{"/when", &m.when}})
      for (const std::string& name : *formula ? (*formula)->names() : std::vector<std::string>())
        if (is_result_name(name) && (has_columns || is_same_in_all(name)))
          if (std::string why = why_no_number(name, columns, summary); !why.empty())
            problems.add(m.pointer + key, std::move(why));
    if (m.of) check_where(m, has_bodies ? &bodies : nullptr, problems);
  }
  return problems.errors().of(ProblemKind::mistake);
}

}  // namespace tactus::core
