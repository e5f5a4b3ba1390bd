#include "apps/study/study_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "apps/results/run_results.hpp"

namespace tactus::core {
namespace {

void drop_key(Json& object, std::string_view key) {
  if (Json::Object* members = object.if_object())
    std::erase_if(*members, [&](const JsonMember& m) { return m.key == key; });
}

/// What a run does, as text: its configuration with meshes from files known by their SHA-256 alone,
/// and without names, descriptions and the record of how it was made.
std::string content_of(const CellCheck& check) {
  Json root = check.resolved;
  for (const char* key : {"resolved", "plugins", "name", "description"}) drop_key(root, key);
  Json* bodies = root.find("bodies");
  if (!bodies || !bodies->if_array()) return to_text(root);
  for (Json& body : *bodies->if_array())
    if (Json* mesh = body.find("mesh"); mesh && mesh->find("sha256")) drop_key(*mesh, "path");
  return to_text(root);
}

/// The meshes from files of a cell, by their SHA-256.
std::vector<std::string> meshes_of(const CellCheck& check) {
  std::vector<std::string> hashes;
  const Json* bodies = check.resolved.find("bodies");
  if (!bodies || !bodies->if_array()) return hashes;
  for (const Json& body : *bodies->if_array())
    if (const Json* hash = value_at(body, "/mesh/sha256"); hash && hash->if_text())
      hashes.push_back(*hash->if_text());
  return hashes;
}

class Hints {
 public:
  explicit Hints(const StudyRun& run) : run_(run) {
    for (const CellCheck& check : run.checks)
      contents_.push_back(check.is_read && check.refusal.empty() ? content_of(check) : "");
  }

  std::vector<std::string> make() {
    for (std::size_t a = 0; a < run_.study.axes.size(); ++a) hint_equal_values(a);
    hint_times();
    hint_notes();
    return std::move(hints_);
  }

 private:
  /// Values of an axis whose cells are the same, whatever the other axes say.
  void hint_equal_values(std::size_t a) {
    const Axis& axis = run_.study.axes[a];
    std::map<std::vector<std::string>, std::vector<std::size_t>> values_of;
    std::vector<std::vector<std::string>> contents(axis.values.size());
    std::vector<std::optional<std::size_t>> cell_of(axis.values.size());
    for (std::size_t i = 0; i < run_.cells.size(); ++i) {
      const std::size_t value = run_.cells[i].values[a];
      contents[value].push_back(contents_[i]);
      if (!contents_[i].empty()) cell_of[value] = i;
    }
    for (std::size_t v = 0; v < contents.size(); ++v)
      if (cell_of[v]) values_of[contents[v]].push_back(v);
    for (const auto& [content, values] : values_of)
      if (values.size() > 1) say_equal(axis, values, *cell_of[values.front()]);
  }

  void say_equal(const Axis& axis, const std::vector<std::size_t>& values, std::size_t cell) {
    std::string labels;
    for (std::size_t k = 0; k < values.size(); ++k)
      labels += (k == 0                   ? ""
                 : k + 1 == values.size() ? " and "
                                          : ", ") +
                axis.values[values[k]].label;
    std::string meshes;
    if (sets_mesh(axis))
      for (const std::string& hash : meshes_of(run_.checks[cell]))
        meshes += (meshes.empty() ? ": meshes of SHA-256 " : ", ") + hash.substr(0, 16) + "...";
    hints_.push_back(fmt::format("the values {} of the axis {} give the same runs{}", labels,
                                 axis.name, meshes));
  }

  static bool sets_mesh(const Axis& axis) {
    return std::ranges::any_of(axis.values, [](const AxisValue& v) {
      return std::ranges::any_of(v.settings, [](const Setting& s) {
        return s.pointer.find("/mesh") != std::string::npos;
      });
    });
  }

  void hint_times() {
    const auto is_time = [](const Metric& m) { return m.timing; };
    if (run_.study.repeat > 0 && std::ranges::none_of(run_.study.metrics, is_time))
      hints_.emplace_back(
          "\"repeat\" is given, and no metric is made of times: nothing is repeated; a metric such "
          "as {\"of\": \"history/wall_solver_s\", \"take\": \"sum\"} is one");
  }

  /// What is remarked on the configurations, each sentence with its cells.
  void hint_notes() {
    std::map<std::string, std::vector<std::size_t>> cells_of;
    for (std::size_t i = 0; i < run_.checks.size(); ++i)
      for (const std::string& note : run_.checks[i].notes) cells_of[note].push_back(i);
    for (const auto& [note, cells] : cells_of) {
      const std::string which =
          cells.size() == run_.cells.size()
              ? "all cells"
              : run_.cells[cells.front()].in_words(run_.study) +
                    (cells.size() > 1 ? fmt::format(" and {} more", cells.size() - 1) : "");
      hints_.push_back(fmt::format("{}: {}", which, note));
    }
  }

  const StudyRun& run_;
  std::vector<std::string> contents_;  ///< of each cell; empty: it cannot run
  std::vector<std::string> hints_;
};

}  // namespace

std::vector<std::string> hints_of(const StudyRun& run) { return Hints(run).make(); }

}  // namespace tactus::core
