// Writes results.json and study.json.
#include <cmath>

#include "apps/study/answer.hpp"
#include "apps/study/results_files.hpp"
#include "core/support/atomic_file.hpp"

namespace tactus::core {
namespace {

Json text(std::string value) { return Json::of(std::move(value)); }
Json number(Real value) { return std::isfinite(value) ? Json::of(value) : Json(); }
Json flag(const std::optional<bool>& value) { return value ? Json::of(*value) : Json(); }
void append(Json& list, Json value) { list.if_array()->push_back(std::move(value)); }

Json parameters_json(const Study& study) {
  Json json = Json::object();
  for (const auto& [name, value] : study.parameters) json.set(name, number(value));
  return json;
}

Json axes_json(const Study& study) {
  Json list = Json::array();
  for (const Axis& axis : study.axes) {
    Json json = Json::object(), labels = Json::array(), values = Json::array();
    for (const AxisValue& v : axis.values) {
      append(labels, text(v.label));
      append(values, number(v.number));
    }
    json.set("name", text(axis.name));
    json.set("labels", std::move(labels));
    json.set("values", std::move(values));
    append(list, std::move(json));
  }
  return list;
}

/// The exact value if it is the same for all cells, or null.
Json common_exact(const StudyRun& run, std::size_t metric) {
  const auto& outcomes = run.results.outcomes;
  for (const CellOutcome& outcome : outcomes)
    if (outcome.exact[metric] != outcomes.front().exact[metric]) return {};
  return number(outcomes.front().exact[metric]);
}

Json metrics_json(const StudyRun& run) {
  Json list = Json::array();
  for (std::size_t i = 0; i < run.study.metrics.size(); ++i) {
    const Metric& m = run.study.metrics[i];
    Json json = Json::object();
    json.set("name", text(m.name));
    json.set("unit", text(m.unit));
    json.set("description", text(m.description));
    json.set("timing", Json::of(m.timing));
    json.set("best", text(std::string(to_string(m.best))));
    json.set("exact", common_exact(run, i));
    json.set("accept", m.accept.given);
    append(list, std::move(json));
  }
  return list;
}

Json labels_json(const Study& study, const std::vector<std::optional<std::size_t>>& values) {
  Json json = Json::object();
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    if (values[a]) json.set(study.axes[a].name, text(study.axes[a].values[*values[a]].label));
  return json;
}

Json labels_json(const Study& study, const Cell& cell) {
  return labels_json(study, {cell.values.begin(), cell.values.end()});
}

/// What is formed along an axis, an order or a mean, with a row for each choice of the other axes.
template <class Formed>
Json along_axis(const Formed& formed, Json rows) {
  Json json = Json::object();
  json.set("name", text(formed.name));
  json.set("of", text(formed.of));
  json.set("along", text(formed.along));
  json.set("rows", std::move(rows));
  json.set("accept", formed.accept.given);
  return json;
}

Json reals_json(const std::vector<Real>& values) {
  Json list = Json::array();
  for (const Real value : values) append(list, number(value));
  return list;
}

/// The observed orders of a row, each with the labels of the cells that it is made of.
Json observed_json(const StudyRun& run, const Order& order, const OrderRow& row) {
  Json list = Json::array();
  for (const CellsOrder& of_cells : row.orders) {
    Json json = Json::object(), labels = Json::array();
    for (const std::size_t cell : of_cells.cells)
      append(labels, text(run.label_along(order.along, cell)));
    json.set("order", number(of_cells.order));
    json.set("cells", std::move(labels));
    if (!of_cells.none_because.empty()) json.set("none_because", text(of_cells.none_because));
    append(list, std::move(json));
  }
  return list;
}

Json orders_json(const StudyRun& run) {
  Json list = Json::array();
  for (std::size_t i = 0; i < run.study.orders.size(); ++i) {
    const Order& order = run.study.orders[i];
    Json rows = Json::array();
    for (const OrderRow& r : run.results.orders[i].rows) {
      Json row = Json::object();
      row.set("axes", labels_json(run.study, r.values));
      row.set("order", number(r.order()));
      row.set("steps", reals_json(r.steps));
      if (r.changes.empty())
        row.set("errors", reals_json(r.errors));
      else
        row.set("changes", reals_json(r.changes));
      row.set("observed", observed_json(run, order, r));
      if (!r.none_because.empty()) row.set("none_because", text(r.none_because));
      row.set("extrapolated", number(r.limit));
      row.set("uncertainty", number(r.uncertainty));
      row.set("accepted", flag(r.accepted));
      append(rows, std::move(row));
    }
    append(list, along_axis(order, std::move(rows)));
  }
  return list;
}

Json means_json(const StudyRun& run) {
  Json list = Json::array();
  for (std::size_t i = 0; i < run.study.means.size(); ++i) {
    const Mean& mean = run.study.means[i];
    Json rows = Json::array();
    for (const MeanRow& r : run.results.means[i].rows) {
      Json row = Json::object();
      row.set("axes", labels_json(run.study, r.values));
      row.set("mean", number(r.mean));
      row.set("standard_error", number(r.standard_error));
      row.set("cells", number(static_cast<Real>(r.cells)));
      row.set("exact", number(r.exact));
      row.set("accepted", flag(r.accepted));
      append(rows, std::move(row));
    }
    append(list, along_axis(mean, std::move(rows)));
  }
  return list;
}

Json baseline_json(const Study& study) {
  if (!study.baseline) return {};
  std::vector<std::optional<std::size_t>> values(study.axes.size());
  for (const auto& [axis, places] : *study.baseline) values[axis] = places.front();
  return labels_json(study, values);
}

Json answer_json(const StudyRun& run) {
  Json list = Json::array();
  for (const AnswerLine& line : answer_of(run)) {
    Json json = Json::object();
    json.set("metric", text(line.metric));
    json.set("says", text(line.says));
    append(list, std::move(json));
  }
  return list;
}

Json cell_json(const StudyRun& run, std::size_t i) {
  const Study& study = run.study;
  const CellOutcome& outcome = run.results.outcomes[i];
  Json json = Json::object(), metrics = Json::object(), exact = Json::object();
  for (std::size_t m = 0; m < study.metrics.size(); ++m) {
    const Metric& metric = study.metrics[m];
    metrics.set(metric.name, metric.timing ? Json() : number(outcome.values[m]));
    if (std::isfinite(outcome.exact[m])) exact.set(metric.name, number(outcome.exact[m]));
  }
  json.set("index", Json::of(static_cast<Real>(i)));
  json.set("folder", text(run.cells[i].folder));
  json.set("axes", labels_json(study, run.cells[i]));
  json.set("status", text(std::string(to_string(outcome.status))));
  json.set("reason", text(outcome.reason));
  json.set("metrics", std::move(metrics));
  json.set("exact", std::move(exact));
  json.set("accepted", flag(outcome.accepted));
  return json;
}

}  // namespace

std::string results_json(const StudyRun& run) {
  const Study& study = run.study;
  Json json = Json::object(), cells = Json::array();
  for (std::size_t i = 0; i < run.cells.size(); ++i) append(cells, cell_json(run, i));
  json.set("tactus_study", Json::of(Real{1}));
  json.set("name", text(study.name));
  json.set("description", text(study.description));
  json.set("parameters", parameters_json(study));
  json.set("axes", axes_json(study));
  json.set("metrics", metrics_json(run));
  json.set("orders", orders_json(run));
  if (!run.study.means.empty()) json.set("means", means_json(run));
  json.set("baseline", baseline_json(study));
  json.set("answer", answer_json(run));
  json.set("cells", std::move(cells));
  return to_text(json) + "\n";
}

std::string study_json(const StudyRun& run) {
  Json json = Json::object(), cells = Json::array();
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    Json cell = Json::object(), sets = Json::array();
    for (const std::string& set : run.cells[i].sets) append(sets, text(set));
    cell.set("folder", text(run.cells[i].folder));
    cell.set("base", text(run.cells[i].base.string()));
    cell.set("set", std::move(sets));
    cell.set("key", text(run.checks[i].key));
    append(cells, std::move(cell));
  }
  json.set("name", text(run.study.name));
  json.set("file", text(run.study.file.string()));
  json.set("tactus", text(TACTUS_VERSION));
  json.set("study", run.study.text);
  json.set("cells", std::move(cells));
  return to_text(json) + "\n";
}

void write_results(const StudyRun& run) {
  const std::filesystem::path& folder = run.folder;
  write_file(folder / "results.csv", results_csv(run), Durable::no);
  write_file(folder / "results.md", results_markdown(run), Durable::no);
  write_file(folder / "results.tex", results_latex(run), Durable::no);
  write_file(folder / "timings.csv", timings_csv(run), Durable::no);
  write_file(folder / "results.json", results_json(run));
}

}  // namespace tactus::core
