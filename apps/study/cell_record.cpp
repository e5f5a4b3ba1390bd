#include "apps/study/cell_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/support/atomic_file.hpp"
#include "core/support/checksum.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 11> kStatus{
    "invalid", "ok",      "unsound", "not_accepted", "refused",    "not_converged",
    "crashed", "timeout", "memory",  "not_finite",   "interrupted"};

Json times_json(const std::vector<std::vector<Real>>& times) {
  Json list = Json::array();
  for (const std::vector<Real>& run : times) {
    Json numbers = Json::array();
    for (const Real t : run) numbers.if_array()->push_back(Json::of(t));
    list.if_array()->push_back(std::move(numbers));
  }
  return list;
}

Real number(const Json& root, std::string_view key) {
  const Json* value = root.find(key);
  return value && value->if_number() ? value->if_number()->value : 0;
}

std::string text(const Json& root, std::string_view key) {
  const Json* value = root.find(key);
  return value && value->if_text() ? *value->if_text() : std::string();
}

std::vector<std::vector<Real>> read_times(const Json& root) {
  std::vector<std::vector<Real>> times;
  const Json* list = root.find("times_s");
  if (!list || !list->if_array()) return times;
  for (const Json& run : *list->if_array()) {
    times.emplace_back();
    if (run.if_array())
      for (const Json& t : *run.if_array())
        times.back().push_back(t.if_number() ? t.if_number()->value : kNotGiven);
  }
  return times;
}

std::string in_words(const Checksum& sum) {
  return fmt::format("{:016x}", static_cast<std::uint64_t>(sum.value()));
}

}  // namespace

std::string_view to_string(CellStatus status) { return kStatus[static_cast<std::size_t>(status)]; }

bool has_results(CellStatus status) {
  return status == CellStatus::ok || status == CellStatus::unsound ||
         status == CellStatus::not_accepted;
}

std::string checksum_of_tables(const fs::path& run) {
  Checksum sum;
  std::vector<const char*> names{"history.csv", "contacts.csv", "supports.csv", "summary.json"};
  if (is_there(run / "probes.csv")) names.push_back("probes.csv");  // only some runs have it
  for (const char* name : names) {
    sum.add(name);
    if (is_there(run / name)) sum.add(read_file(run / name));
  }
  return in_words(sum);
}

std::string checksum_without_times(const fs::path& history) {
  Checksum sum;
  const std::string text = read_file(history);
  std::vector<bool> is_time;
  bool header = true;
  for (std::size_t begin = 0, column = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(",\n", begin), text.size() - 1);
    const std::string_view cell = std::string_view(text).substr(begin, end + 1 - begin);
    if (header) is_time.push_back(cell.starts_with("wall_"));
    if (column >= is_time.size() || !is_time[column]) sum.add(cell);
    const bool ends_row = text[end] == '\n';
    header = header && !ends_row;
    column = ends_row ? 0 : column + 1;
    begin = end + 1;
  }
  return in_words(sum);
}

fs::path record_file(const fs::path& study, const Cell& cell) {
  return study / (cell.folder + ".json");
}

void write_record(const fs::path& file, const CellRecord& record) {
  Json root = Json::object();
  root.set("key", Json::of(record.key));
  root.set("status", Json::of(std::string(to_string(record.status))));
  root.set("reason", Json::of(record.reason));
  root.set("wall_s", Json::of(record.wall));
  root.set("memory_MiB", Json::of(record.memory));
  root.set("cpu_s", Json::of(record.cpu));
  root.set("load", Json::of(record.load));
  root.set("limit", Json::of(record.limit));
  root.set("repeat_load", Json::of(record.repeat_load));
  root.set("repeat_cpu_share", Json::of(record.repeat_cpu_share));
  root.set("times_s", times_json(record.times));
  root.set("tables", Json::of(record.tables));
  root.set("history", Json::of(record.history));
  root.set("times_of", Json::of(record.times_of));
  write_file(file, to_text(root) + "\n", Durable::no);
}

std::optional<CellRecord> read_record(const fs::path& file) {
  std::vector<JsonFault> faults;
  if (!is_there(file)) return std::nullopt;
  const Json root = parse_json(read_file(file), 0, faults);
  const auto status = std::ranges::find(kStatus, text(root, "status"));
  if (!faults.empty() || status == kStatus.end()) return std::nullopt;
  return CellRecord{.key = text(root, "key"),
                    .status = static_cast<CellStatus>(status - kStatus.begin()),
                    .reason = text(root, "reason"),
                    .wall = number(root, "wall_s"),
                    .memory = number(root, "memory_MiB"),
                    .cpu = number(root, "cpu_s"),
                    .load = number(root, "load"),
                    .limit = number(root, "limit"),
                    .repeat_load = number(root, "repeat_load"),
                    .repeat_cpu_share = number(root, "repeat_cpu_share"),
                    .times = read_times(root),
                    .tables = text(root, "tables"),
                    .history = text(root, "history"),
                    .times_of = text(root, "times_of")};
}

}  // namespace tactus::core
