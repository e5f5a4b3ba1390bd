// Checks all cells in a child process, which a plugin may end. What the child says of a cell is JSON.
#include "apps/study/cell_check.hpp"
#include "apps/study/read_apart.hpp"
#include "core/run/further_problems.hpp"
#include "core/scene/load.hpp"

namespace tactus::core {
namespace {

Json list_of(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.if_array()->push_back(Json::of(name));
  return list;
}

std::vector<std::string> names_of(const Json& list) {
  std::vector<std::string> names;
  for (const Json& name : *list.if_array()) names.push_back(*name.if_text());
  return names;
}

std::string text_of(const CellCheck& check) {
  Json json = Json::object();
  json.set("refusal", Json::of(check.refusal));
  json.set("status", Json::of(static_cast<Real>(check.status)));
  json.set("key", Json::of(check.key));
  json.set("elements", Json::of(check.elements));
  json.set("cost", Json::of(check.cost));
  json.set("columns", list_of(check.columns));
  json.set("probes", list_of(check.probes));
  json.set("bodies", list_of(check.bodies));
  json.set("notes", list_of(check.notes));
  json.set("mistakes", list_of(check.mistakes));
  json.set("has_columns", Json::of(check.has_columns));
  json.set("has_bodies", Json::of(check.has_bodies));
  json.set("resolved", check.resolved);
  return to_text(json);
}

CellCheck check_of(const ReadApart& read) {
  CellCheck check;
  check.is_read = read.end != ReadApart::End::unread;
  if (!check.is_read) return check;
  if (read.end != ReadApart::End::answered) {
    const bool crashed = read.end == ReadApart::End::crashed;
    check.status = crashed ? CellStatus::crashed : CellStatus::timeout;
    check.refusal = read.text;
    return check;
  }
  std::vector<JsonFault> faults;
  const Json json = parse_json(read.text, 0, faults);
  check.refusal = *json.find("refusal")->if_text();
  check.status = static_cast<CellStatus>(json.find("status")->if_number()->value);
  check.key = *json.find("key")->if_text();
  check.elements = json.find("elements")->if_number()->value;
  check.cost = json.find("cost")->if_number()->value;
  check.columns = names_of(*json.find("columns"));
  check.probes = names_of(*json.find("probes"));
  check.bodies = names_of(*json.find("bodies"));
  check.notes = names_of(*json.find("notes"));
  check.mistakes = names_of(*json.find("mistakes"));
  check.has_columns = *json.find("has_columns")->if_flag();
  check.has_bodies = *json.find("has_bodies")->if_flag();
  check.resolved = *json.find("resolved");
  return check;
}

std::vector<std::string> mistakes_in_model(const Cell& cell,
                                           const std::vector<std::filesystem::path>& folders,
                                           bool own_plugins) try {
  LoadedConfiguration loaded = load_configuration(
      cell.base, cell.sets, folders, own_plugins ? OwnPlugins::allowed : OwnPlugins::refused);
  Problems problems(loaded.configuration.places);
  find_further_problems(loaded.configuration, problems);
  return problems.errors().of(ProblemKind::mistake);
} catch (const Error&) {
  return {};  // what fails here may do better in the run
}

}  // namespace

std::vector<std::vector<std::string>> mistakes_in_models(
    const std::vector<Cell>& cells, const std::vector<std::filesystem::path>& plugin_folders,
    bool own_plugins, Real time) {
  std::vector<std::vector<std::string>> mistakes;
  const auto answer = [&](std::size_t i) {
    return to_text(list_of(mistakes_in_model(cells[i], plugin_folders, own_plugins)));
  };
  for (const ReadApart& read : read_apart(cells.size(), answer, time, time)) {
    std::vector<JsonFault> faults;
    mistakes.emplace_back();
    if (read.end == ReadApart::End::answered)
      mistakes.back() = names_of(parse_json(read.text, 0, faults));
  }
  return mistakes;
}

std::vector<CellCheck> check_cells(const std::vector<Cell>& cells,
                                   const std::vector<std::filesystem::path>& plugin_folders,
                                   bool own_plugins, Real patience, Real time) {
  std::vector<CellCheck> checks;
  const auto answer = [&](std::size_t i) {
    return text_of(check_cell(cells[i], plugin_folders, own_plugins));
  };
  for (const ReadApart& read : read_apart(cells.size(), answer, patience, time))
    checks.push_back(check_of(read));
  return checks;
}

}  // namespace tactus::core
