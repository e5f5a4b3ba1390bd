#include "apps/study/mistakes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/json/document.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kBase = static_cast<std::size_t>(-1);

class MistakesOfCells {
 public:
  explicit MistakesOfCells(const StudyRun& run) : run_(run) {}

  std::vector<std::string> say() {
    for (std::size_t i = 0; i < run_.checks.size(); ++i)
      for (const std::string& line : run_.checks[i].mistakes) add(i, line);
    std::vector<std::string> lines;
    for (const Mistake& m : mistakes_) lines.push_back(fmt::format("{} ({})", m.line, where(m)));
    return lines;
  }

 private:
  struct Mistake {
    std::string line;
    std::size_t axis = kBase;  ///< by whose values it is made
    std::vector<std::size_t> cells;
  };

  void add(std::size_t cell, const std::string& line) {
    Mistake mistake = located(run_.cells[cell], line);
    if (std::ranges::find(mistakes_, mistake.line, &Mistake::line) == mistakes_.end())
      mistakes_.push_back(mistake);
    std::ranges::find(mistakes_, mistake.line, &Mistake::line)->cells.push_back(cell);
  }

  /// A study has no --set: what a cell sets is in "set" or in an axis of its file. The values of later
  /// ones hold.
  Mistake located(const Cell& cell, const std::string& line) const {
    for (std::size_t k = cell.sets.size(); k-- > 0;) {
      const std::string set = name_of_set(cell.sets[k]) + ": ";
      if (!line.starts_with(set)) continue;
      const std::size_t axis = axis_of(cell, k);
      const std::string pointer = axis == kBase ? "/set" : fmt::format("/axes/{}", axis);
      const Places& places = run_.study.places;
      return {fmt::format("{}: {}: {}", places.text(places.find(pointer)), pointer,
                          line.substr(set.size())),
              axis,
              {}};
    }
    return {line, kBase, {}};
  }

  /// The axis whose value makes this setting of a cell.
  std::size_t axis_of(const Cell& cell, std::size_t set) const {
    std::size_t end = run_.study.settings.size();
    if (set < end) return kBase;
    for (std::size_t axis = 0; axis < run_.study.axes.size(); ++axis)
      if (set < (end += cell.value(run_.study, axis).settings.size())) return axis;
    return kBase;
  }

  std::string where(const Mistake& m) const {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> labels;
    for (const std::size_t i : m.cells) {
      std::string label = m.axis == kBase ? run_.cells[i].in_words(run_.study)
                                          : run_.study.axes[m.axis].name + "=" +
                                                run_.cells[i].value(run_.study, m.axis).label;
      if (std::ranges::find(labels, label) == labels.end()) labels.push_back(std::move(label));
    }
    if (m.axis == kBase && m.cells.size() == run_.cells.size() && m.cells.size() > 1)
      return "all cells";
    const std::size_t more = labels.size() - std::min(labels.size(), kMost);
    labels.resize(labels.size() - more);
    return fmt::format("{}{}", fmt::join(labels, "; "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
  }

  const StudyRun& run_;
  std::vector<Mistake> mistakes_;
};

}  // namespace

std::vector<std::string> mistakes_of(const StudyRun& run) { return MistakesOfCells(run).say(); }

std::string mistakes_in_words(const StudyRun& run) {
  std::string lines;
  for (const std::string& mistake : mistakes_of(run)) lines += "invalid: " + mistake + "\n";
  return lines;
}

std::vector<AnswerLine> answer_of_invalid(const StudyRun& run) {
  const auto invalid =
      std::ranges::count(run.results.outcomes, CellStatus::invalid, &CellOutcome::status);
  if (invalid == 0) return {};
  return {{"", fmt::format("{} of {} cells have mistakes in their configurations, and no result.",
                           invalid, run.cells.size())}};
}

ConfigurationErrors errors_of(const std::vector<std::string>& lines, const std::string& hint) {
  return {fmt::format("{}{}", fmt::join(lines, "\n"), hint.empty() ? "" : "\n" + hint),
          lines.size(),
          {lines}};
}

}  // namespace tactus::core
