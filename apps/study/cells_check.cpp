// Checks all cells in a child process, which a plugin may end. What the child says of a cell is JSON.
#include "apps/study/cell_check.hpp"
#include "apps/study/read_apart.hpp"

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
  json.set("refused", Json::of(check.status == CellStatus::refused));
  json.set("key", Json::of(check.key));
  json.set("cost", Json::of(check.cost));
  json.set("columns", list_of(check.columns));
  json.set("probes", list_of(check.probes));
  json.set("bodies", list_of(check.bodies));
  json.set("notes", list_of(check.notes));
  json.set("missing", list_of(check.missing));
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
  check.status = *json.find("refused")->if_flag() ? CellStatus::refused : CellStatus::crashed;
  check.key = *json.find("key")->if_text();
  check.cost = json.find("cost")->if_number()->value;
  check.columns = names_of(*json.find("columns"));
  check.probes = names_of(*json.find("probes"));
  check.bodies = names_of(*json.find("bodies"));
  check.notes = names_of(*json.find("notes"));
  check.missing = names_of(*json.find("missing"));
  check.resolved = *json.find("resolved");
  return check;
}

}  // namespace

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
