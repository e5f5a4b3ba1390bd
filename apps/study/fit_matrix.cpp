#include "apps/study/fit_matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "apps/study/read_apart.hpp"
#include "core/run/parts.hpp"
#include "core/scene/load.hpp"
#include "core/scene/served.hpp"

namespace tactus::core {
namespace {

/// A component as a configuration asks for it; without a type there is none, as for laws.
struct Choice {
  std::string label;
  Json value;
};

/// The first error without its place, in a form that fits into a table.
std::string reason_of(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  if (const std::size_t pointer = line.find(": /"); pointer != line.npos) {
    const std::size_t message = line.find(": ", pointer + 2);
    if (message != line.npos) line.erase(0, message + 2);
  }
  // The table itself shows what fits
  line = line.substr(0, line.find("; contact_solvers that fit"));
  const std::size_t list = line.find(" that provide it");
  return list == line.npos ? line : line.substr(0, line.rfind("; ", list));
}

/// For one configuration, which takes a hundredth of a second.
constexpr Real kPatience = 10;  // s

class FitMatrix {
 public:
  FitMatrix(Registry& registry, const Json& data)
      : registry_(registry), components_(registry), data_(data),
        constraints_(choices(Kind::constraint)), solvers_(choices(Kind::contact_solver)),
        laws_(choices(Kind::contact_law)) {
    laws_.insert(laws_.begin(), Choice{"no law", {}});
  }

  std::string page() {
    std::string text =
        "# What goes with what\n\n"
        "Written by `tactus list --matrix`; a test holds it to what the check before every run "
        "says. Each combination is\ntried at the defaults of its plugins, in these scenes:";
    for (const JsonMember& scene : *data_.find("scenes")->if_object()) text += " " + scene.key;
    text +=
        ".\nA cell names the scenes in which the combination runs, or the number of the reason why "
        "it is refused in\nthe first of them. Columns are contact laws.\n";
    const std::vector<Choice> integrators = choices(Kind::integrator);
    ask(integrators);
    for (const Choice& integrator : integrators) text += section(integrator);
    return text;
  }

 private:
  std::vector<Choice> choices(Kind kind) const {
    std::vector<Choice> found;
    const Json* variants = data_.find("variants")->find(kind_name(kind));
    for (const std::string& name : registry_.names(kind)) {
      const Json* of_name = variants ? variants->find(name) : nullptr;
      Json plain = Json::object();
      plain.set("type", Json::of(name));
      if (!of_name) found.push_back({name, plain});
      if (of_name)
        for (const JsonMember& variant : *of_name->if_object()) {
          Json value = plain;
          for (const JsonMember& option : *variant.value.if_object())
            value.set(option.key, option.value);
          found.push_back({fmt::format("{} ({})", name, variant.key), std::move(value)});
        }
    }
    return found;
  }

  /// Tries each combination in each scene, in the order in which the tables show them.
  void ask(const std::vector<Choice>& integrators) {
    std::vector<Json> roots;
    for (const Choice& integrator : integrators)
      for (const Choice& solver : solvers_)
        for (const Choice& constraint : constraints_)
          for (const Choice& law : laws_)
            for (const JsonMember& scene : *data_.find("scenes")->if_object())
              roots.push_back(configuration(scene.value, integrator, constraint, solver, law));
    const auto answer = [&](std::size_t i) { return refusal(roots[i]); };
    answers_ = read_apart(roots.size(), answer, kPatience);
  }

  /// What a table shows of solvers that treat these constraints alike.
  struct Row {
    std::vector<std::string> solvers, constraints, cells;  ///< cells: [laws]
  };

  /// A table of solvers and constraints over laws. Constraints that a solver treats alike share a row, and so
  /// do solvers with equal rows; laws with equal columns share one.
  std::string section(const Choice& integrator) {
    reasons_.clear();
    std::vector<Row> rows;
    for (const Choice& solver : solvers_)
      for (Row& row : rows_of(solver)) {
        const auto same = std::ranges::find_if(rows, [&](const Row& other) {
          return other.constraints == row.constraints && other.cells == row.cells;
        });
        if (same == rows.end())
          rows.push_back(std::move(row));
        else
          same->solvers.push_back(solver.label);
      }
    std::string text = fmt::format("\n## {}\n\n{}\n", integrator.label, table(rows));
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      text += fmt::format("{}. {}\n", i + 1, reasons_[i]);
    return text;
  }

  std::vector<Row> rows_of(const Choice& solver) {
    std::vector<Row> rows;
    for (const Choice& constraint : constraints_) {
      std::vector<std::string> cells;
      for (std::size_t law = 0; law < laws_.size(); ++law) cells.push_back(next_cell());
      const auto same = std::ranges::find(rows, cells, &Row::cells);
      if (same == rows.end())
        rows.push_back({{solver.label}, {constraint.label}, std::move(cells)});
      else
        same->constraints.push_back(constraint.label);
    }
    return rows;
  }

  std::string table(const std::vector<Row>& rows) const {
    std::vector<std::size_t> columns;  // the first law of each
    std::vector<std::string> labels;
    for (std::size_t law = 0; law < laws_.size(); ++law) {
      const auto same = std::ranges::find_if(columns, [&](std::size_t other) {
        return std::ranges::all_of(
            rows, [&](const Row& row) { return row.cells[law] == row.cells[other]; });
      });
      if (same != columns.end()) {
        labels[static_cast<std::size_t>(same - columns.begin())] += ", " + laws_[law].label;
        continue;
      }
      columns.push_back(law), labels.push_back(laws_[law].label);
    }
    std::string text = "| solver | constraint |", dashes = "|---|---|";
    for (const std::string& label : labels) text += fmt::format(" {} |", label), dashes += "---|";
    text += "\n" + dashes + "\n";
    for (const Row& row : rows) {
      text += fmt::format("| {} | {} |", fmt::join(row.solvers, ", "),
                          fmt::join(row.constraints, ", "));
      for (const std::size_t law : columns) text += fmt::format(" {} |", row.cells[law]);
      text += "\n";
    }
    return text;
  }

  std::string next_cell() {
    std::string runs, refused;
    for (const JsonMember& scene : *data_.find("scenes")->if_object()) {
      const std::string& reason = answers_[answer_++].text;
      if (reason.empty())
        runs += (runs.empty() ? "" : ", ") + scene.key;
      else if (refused.empty())
        refused = reason;
    }
    if (!runs.empty()) return runs;
    const auto known = std::ranges::find(reasons_, refused);
    if (known == reasons_.end()) reasons_.push_back(refused);
    return fmt::format("({})", std::ranges::find(reasons_, refused) - reasons_.begin() + 1);
  }

  Json configuration(const Json& scene, const Choice& integrator, const Choice& constraint,
                     const Choice& solver, const Choice& law) const {
    Json root = scene, contact = Json::object();
    root.set("integrator", integrator.value);
    contact.set("broad_phase", *data_.find("broad_phase"));
    contact.set("constraint", constraint.value);
    contact.set("solver", solver.value);
    if (law.value.if_object()) {
      Json laws = Json::array(), entry = law.value, any = Json::array();
      for (int side = 0; side < 2; ++side) any.if_array()->push_back(Json::of(std::string("*")));
      entry.set("between", std::move(any));
      laws.if_array()->push_back(std::move(entry));
      contact.set("laws", std::move(laws));
    }
    root.set("contact", std::move(contact));
    return root;
  }

  /// The first error of a configuration, in its text or in its model; empty if there is none.
  std::string refusal(const Json& root) {
    try {
      const Document document = Document::parse(to_text(root), "scene");
      ReadConfiguration read = read_configuration(document, components_);
      Problems problems(read.configuration.places);
      refuse_not_served(read.configuration, problems);
      problems.throw_if_any();
      try {
        const Parts parts(read.configuration, 1, {}, [](std::string_view) {});
      } catch (const ModelError& e) {
        throw located(e, read.configuration);
      }
      return {};
    } catch (const ConfigError& e) {
      return reason_of(e.what());
    }
  }

  Registry& registry_;
  RegistrySource components_;
  const Json& data_;
  std::vector<Choice> constraints_, solvers_, laws_;
  std::vector<ReadApart> answers_;
  std::size_t answer_ = 0;  ///< the next that a table shows
  std::vector<std::string> reasons_;
};

}  // namespace

std::string fit_matrix(Registry& registry, std::string_view scenes) {
  std::vector<JsonFault> faults;
  const Json data = parse_json(scenes, 0, faults);
  return FitMatrix(registry, data).page();
}

}  // namespace tactus::core
