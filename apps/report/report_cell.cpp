#include "apps/report/report_cell.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/report/contact_curves.hpp"
#include "apps/report/frames_pack.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/study_parts.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostAtFirst = 2000, kFewestAtFirst = 100;
constexpr std::size_t kMostPairs = 3;  // number of pairs of bodies whose contact is shown

/// Calls `read`; errors about damaged files become problems of the cell.
template <class Read>
void attempt(std::vector<std::string>& problems, Read read) {
  try {
    read();
  } catch (const Error& e) {
    problems.emplace_back(e.what());
  }
}

Json copy_of(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  return value ? *value : Json();
}

Json text_of(const Json& object, const std::string& key) {
  return Json::of(text_at(object, "/" + key));
}

Json object_of(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  return value && value->if_object() ? *value : Json::object();
}

Json list_of(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  return value && value->if_array() ? *value : Json::array();
}

/// The lines of the verdict. Summaries of older programs contain them as plain texts.
Json findings_of(const Json& summary) {
  const Json findings = list_of(summary, "findings");
  Json lines = Json::array();
  for (const Json& finding : *findings.if_array())
    lines.if_array()->push_back(finding.if_text() ? finding : text_of(finding, "says"));
  return lines;
}

/// Sets the change of the total energy in joules, and as a fraction of the energy at the start;
/// null where they are not known, or where the energy at the start is next to none.
void set_energy_change(const Json& summary, Json& json) {
  constexpr Real kLeastInitial = 0.01;  // of the scale of energies, as in the summary's words
  const Json first = number_at(summary, "/energy/initial_J"),
             last = number_at(summary, "/energy/final_J"),
             scale = number_at(summary, "/energy/scale_J");
  json.set("energy_change_J", Json());
  json.set("energy_change", Json());
  if (first.is_null() || last.is_null()) return;
  const Real initial = first.if_number()->value, change = last.if_number()->value - initial;
  json.set("energy_change_J", Json::of(change));
  if (initial > kLeastInitial * (scale.is_null() ? 0 : scale.if_number()->value))
    json.set("energy_change", Json::of(change / initial));
}

Json summary_of(const Json& summary) {
  if (!summary.if_object()) return {};
  Json json = Json::object();
  const Json* sound = summary.find("sound");
  json.set("sound", sound && sound->if_flag() ? *sound : Json());
  json.set("findings", findings_of(summary));
  for (const char* key : {"steps", "retries", "subdivided_steps", "time_s", "end_time_s", "wall_s"})
    json.set(key, number_at(summary, fmt::format("/{}", key)));
  set_energy_change(summary, json);
  return json;
}

/// Read separately, so that a damaged contacts.csv does not remove the curves of the history.
void read_curves(const fs::path& folder, std::size_t points,
                 const std::optional<ChannelFilter>& filter, ReportCell& cell) {
  const Table history = Table::read(folder / "history.csv");
  std::vector<Column> contacts;
  attempt(cell.problems, [&] {
    if (!is_there(folder / "contacts.csv")) return;
    const Table table = Table::read(folder / "contacts.csv");
    contacts = contact_columns(history, table, kMostPairs);
    if (filter) contacts = contact_columns(history, table, kMostPairs, filter);
  });
  cell.curves = pack(history, points, contacts);
}

/// Adds whatever the folder of a run contains to a cell whose other members are already set.
Json read_folder(const fs::path& folder, std::size_t points,
                 const std::optional<ChannelFilter>& filter, ReportCell& cell) {
  Json summary;
  std::vector<std::string>& problems = cell.problems;
  attempt(problems, [&] {
    if (is_there(folder / "summary.json")) summary = read_json(folder / "summary.json");
  });
  attempt(problems, [&] {
    if (is_there(folder / "resolved.json")) cell.resolved = read_json(folder / "resolved.json");
  });
  attempt(problems, [&] {
    if (is_there(folder / "history.csv")) read_curves(folder, points, filter, cell);
    if (is_there(folder / "probes.csv"))
      append_curves(pack(Table::read(folder / "probes.csv"), points), cell.curves);
  });
  attempt(problems, [&] { cell.frames = frame_files(folder); });
  cell.json.set("summary", summary_of(summary));
  cell.json.set("description", cell.resolved.if_object() ? text_of(cell.resolved, "description")
                                                         : Json::of(std::string()));
  return summary;
}

/// Status of a run in the terms that a study uses.
std::string status_of(const Json& summary, std::string& reason) {
  if (!summary.if_object()) {
    reason = "it has no summary.json: the run goes on still, or was killed";
    return "unknown";
  }
  const std::string status = text_at(summary, "/status");
  const bool* sound = summary.find("sound") ? summary.find("sound")->if_flag() : nullptr;
  reason = text_at(summary, "/reason");
  if (status == "completed" && sound && !*sound) return "unsound";
  return status.empty() ? "unknown" : status;
}

/// A label with the name of its axis if it is a number: "gamma 0.5", but "spring".
std::string named(const std::string& axis, const std::string& label) {
  const bool is_number = label.find_first_of("0123456789") <= label.find_first_not_of("+-.");
  return is_number && !label.empty() ? axis + " " + label : label;
}

std::string label_of(const Json& cell, const fs::path& folder) {
  std::string label;
  if (const Json* axes = cell.find("axes"); axes && axes->if_object())
    for (const JsonMember& axis : *axes->if_object())
      if (const std::string* text = axis.value.if_text())
        label += (label.empty() ? "" : " \u00b7 ") + named(axis.key, *text);
  return label.empty() ? folder.filename().string() : label;
}

Json cell_json(const Json& cell, const fs::path& folder, std::size_t study) {
  Json json = Json::object();
  json.set("study", Json::of(static_cast<Real>(study)));
  json.set("label", Json::of(label_of(cell, folder)));
  json.set("folder", Json::of(folder.generic_string()));
  json.set("axes", texts_of(cell, "axes"));
  json.set("status", text_of(cell, "status"));
  json.set("reason", text_of(cell, "reason"));
  json.set("metrics", numbers_of(cell, "metrics"));
  json.set("exact", numbers_of(cell, "exact"));
  json.set("accepted", copy_of(cell, "accepted"));
  return json;
}

/// Checks that the folder of a cell is inside that of its study, since results.json may come from
/// anywhere.
bool stays_inside(const fs::path& folder) {
  return folder.is_relative() && !folder.empty() &&
         std::none_of(folder.begin(), folder.end(),
                      [](const fs::path& part) { return part == ".."; });
}

/// Whether the folder of a cell holds a run of another configuration: that of the cell before the
/// study was edited, which has not run since or does not fit any more.
bool is_of_another(const fs::path& folder, const Json& planned) {
  const fs::path record = folder.string() + ".json";
  return planned.find("key") && is_there(record) &&
         text_at(read_json(record), "/key") != text_at(planned, "/key");
}

/// The largest spread of a metric of times; null where some cell was not repeated at least twice, so
/// that no cell can be called the fastest.
Json spread_of(const Table& times, const std::string& name) {
  const auto values = times.numbers(name), runs = times.numbers(name + "_runs"),
             spreads = times.numbers(name + "_spread");
  if (runs.size() != values.size() || spreads.size() != values.size()) return {};
  Real largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (!(runs[i] > 1) || std::isnan(spreads[i])) return {};
    largest = std::max(largest, spreads[i]);
  }
  return Json::of(largest);
}

/// Adds wall times. They are in a separate file with one row per cell, because they differ from run
/// to run, whereas results.json does not. Metrics of times, and the time and memory of each cell,
/// are added.
void add_timings(const fs::path& file, ReportStudy& study, Json& metrics) {
  if (!is_there(file)) return;
  const Table times = Table::read(file);
  if (times.rows() != study.cells.size())
    throw FileError(fmt::format("'{}' has {} rows for {} cells: times are left out", file.string(),
                                times.rows(), study.cells.size()));
  for (const char* whole : {"cell_wall_s", "cell_memory_MiB"}) {
    if (!times.find(whole)) continue;
    Json metric = Json::object();
    metric.set("name", Json::of(std::string(whole)));
    metric.set("unit", Json::of(unit_of(whole)));
    metric.set("timing", Json::of(true));
    metrics.if_array()->push_back(std::move(metric));
  }
  for (Json& metric : *metrics.if_array()) {
    const Json* timing = metric.find("timing");
    const std::string name = text_at(metric, "/name");
    const std::span<const Real> values = times.numbers(name);
    if (!timing || !timing->if_flag() || !*timing->if_flag() || values.empty()) continue;
    for (std::size_t i = 0; i < study.cells.size(); ++i)
      study.cells[i].json.find("metrics")->set(name, Json::of(values[i]));
    metric.set("spread", spread_of(times, name));
  }
}

}  // namespace

std::size_t points_per_curve(std::size_t cells) {
  return std::clamp<std::size_t>(400'000 / std::max<std::size_t>(cells, 1), kFewestAtFirst,
                                 kMostAtFirst);
}

ReportCell read_report_run(const fs::path& folder, std::size_t points,
                           const std::optional<ChannelFilter>& filter) {
  ReportCell cell;
  fs::path name = folder.lexically_normal();
  if (!name.has_filename()) name = name.parent_path();
  cell.json = cell_json(Json::object(), name, 0);
  cell.json.set("study", Json::of(-1.0));
  const Json summary = read_folder(folder, points, filter, cell);
  std::string reason;
  const std::string status = status_of(summary, reason);
  cell.json.set("status", Json::of(status));
  cell.json.set("reason", Json::of(reason));
  return cell;
}

ReportStudy read_report_study(const fs::path& folder, std::size_t study,
                              const std::optional<ChannelFilter>& filter) {
  const fs::path file = folder / "results.json";
  const Json results = read_json(file);
  const Json version = number_at(results, "/tactus_study");
  if (version.is_null() || version.if_number()->value != 1)
    throw ConfigError(fmt::format(
        "{}: is no result of a study that this program knows: it does not say \"tactus_study\": 1",
        file.string()));
  ReportStudy result;
  result.json = Json::object();
  for (const char* key : {"name", "description"}) result.json.set(key, text_of(results, key));
  result.json.set("folder", Json::of(folder.generic_string()));
  result.json.set("parameters", object_of(results, "parameters"));
  result.json.set("axes", axes_of(results));
  result.json.set("orders", orders_of(results));
  result.json.set("means", means_of(results));
  result.json.set("answer", answer_of(results));
  const Json* baseline = results.find("baseline");
  const bool compared = baseline && baseline->if_object();
  result.json.set("baseline", compared ? texts_of(results, "baseline") : Json());
  const Json cells = list_of(results, "cells");
  std::vector<std::string> problems;
  const std::size_t points = points_per_curve(cells.if_array()->size());
  Json planned = Json::array();  // with the key of each cell's configuration
  attempt(problems, [&] {
    if (is_there(folder / "study.json"))
      planned = list_of(read_json(folder / "study.json"), "cells");
  });
  for (const Json& entry : *cells.if_array()) {
    ReportCell& cell = result.cells.emplace_back();
    const fs::path inside = text_at(entry, "/folder");
    cell.json = cell_json(entry, inside, study);
    bool another = false;
    if (planned.if_array()->size() == cells.if_array()->size())
      attempt(cell.problems, [&] {
        const Json& plan = (*planned.if_array())[result.cells.size() - 1];
        another = stays_inside(inside) && is_of_another(folder / inside, plan);
      });
    if (stays_inside(inside) && !another) {
      read_folder(folder / inside, points, filter, cell);
    } else {
      cell.json.set("summary", Json());
      cell.json.set("description", Json::of(std::string()));
      if (!inside.empty() && !another)
        cell.problems.push_back(
            fmt::format("the folder '{}' of this cell is not inside its study", inside.string()));
    }
  }
  Json metrics = metrics_of(results);
  attempt(problems, [&] { add_timings(folder / "timings.csv", result, metrics); });
  if (!result.cells.empty())
    std::ranges::move(problems, std::back_inserter(result.cells.front().problems));
  result.json.set("metrics", std::move(metrics));
  return result;
}

}  // namespace tactus::core
