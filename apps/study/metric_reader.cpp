// Reads the metrics of a study, which are computed from each run, and the observed orders and means
// of these.
#include <fmt/format.h>

#include <algorithm>

#include "apps/results/channel_filter.hpp"
#include "apps/results/table.hpp"
#include "apps/study/metric_value.hpp"
#include "apps/study/study_reader.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

/// The table with the columns of a formula: "history", "contacts", "supports" or "probes"; empty if
/// it uses none.
std::string table_of(const std::optional<Expression>& formula) {
  if (formula)
    for (const std::string& name : formula->names())
      if (is_result_name(name) && root_of(name) != "summary") return std::string(root_of(name));
  return {};
}

class MetricReader {
 public:
  MetricReader(StudyReading& s, const Json& value, std::string pointer, std::string name)
      : s_(s), object_(s.reading, value, std::move(pointer),
                       R"(a metric, such as {"of": "summary/steps"})"),
        name_(std::move(name)) {}

  void read() {
    if (!object_.readable()) return;
    const bool named = s_.take_name(name_, "a metric", object_.value(), object_.pointer());
    if (object_.member("order_of")) return read_order();
    if (object_.member("mean_of")) return read_mean();
    read_metric();
    if (named) s_.known.push_back(name_);
  }

 private:
  void read_metric() {
    Metric m;
    m.name = name_, m.pointer = object_.pointer(), m.unit = unit_of(name_);
    object_.options([&](OptionVisitor& o) { m.describe(o); });
    if (!object_.value().find("unit") && m.unit.empty()) m.unit = unit_of_column(m.take);
    if (!object_.value().find("unit") && m.take == Take::shift && unit_of(name_).empty())
      m.unit = "s";
    if (m.unit == "1") m.unit.clear();  // users write "1" for a number without a unit
    if (m.over.size() == 2 && !(m.over[0] < m.over[1]))
      object_.problem("over_s", "its first number is the earlier time");
    if (compares_curves(m.take) && !s_.reading.document.root().find("baseline"))
      object_.problem("take", fmt::format("\"{}\" compares a curve with that of the \"baseline\", "
                                          "which the study does not have",
                                          to_string(m.take)));
    if (const Json* of = object_.required_member("of",
                                                 "a column, as in \"history/time_s\", a "
                                                 "value, as in \"summary/steps\", or a formula"))
      m.of = read_formula(s_, *of, object_.pointer_to("of"), true);
    if (const Json* when = object_.member("when"))
      m.when = read_formula(s_, *when, object_.pointer_to("when"), true);
    if (const Json* exact = object_.member("exact"))
      m.exact = read_formula(s_, *exact, object_.pointer_to("exact"), false);
    read_filter(m);
    look_at_smoothed(m);
    look_at_name(m);
    read_where(m);
    read_accept(m.accept, m.exact.has_value());
    object_.finish();
    check_tables(m);
    m.timing = m.timing || uses_the_clock(m);
    s_.study.metrics.push_back(std::move(m));
  }

  void read_filter(Metric& m) {
    const Json* given = object_.member("filter");
    if (!given) return;
    if (const Json::Number* cutoff = given->if_number())
      m.filter = fmt::format("{}", cutoff->value);
    else if (const std::string* text = given->if_text())
      m.filter = *text;
    if (!channel_filter(m.filter))
      return s_.refuse(*given, object_.pointer_to("filter"), kChannelFilters);
    if (compares_curves(m.take))
      object_.problem("filter", "curves are compared as they are, or after \"smooth_s\"");
    if (m.smooth > 0)
      object_.problem("smooth_s", "\"filter\" is given, too; one of them is enough");
    if (m.of) look_at_filtered(m);
  }

  void look_at_smoothed(const Metric& m) {
    const std::string table = table_of(m.of);
    const Json& given = object_.value();
    if ((table == "contacts" || table == "supports") && rows_in(*m.of) == Rows::samples)
      for (const char* key : {"smooth_s", "filter"})
        if (given.find(key))
          object_.problem(key, fmt::format("{}.csv has rows only where something happened: of its "
                                           "columns impulses alone can be smoothed",
                                           table));
  }

  /// Sums since the row before pass a filter as rates, which do not depend on how often rows are written.
  void look_at_filtered(Metric& m) {
    const Rows rows = rows_in(*m.of);
    if (rows == Rows::mixed)
      object_.problem("filter",
                      "\"of\" has columns of what happened since the row before, which the filter "
                      "divides by this time, beside others; leave \"dt_s\" out, and give others a "
                      "metric of their own");
    if (rows != Rows::sums || m.take == Take::integral) return;
    m.unit = unit_of_rate(m.unit);
  }

  static std::string unit_of_rate(const std::string& unit) {
    if (unit == "N s") return "N";
    return unit == "J" ? "W" : unit;
  }

  /// The end of a name is the unit in tables: it must not call an impulse a force.
  void look_at_name(const Metric& m) {
    const std::string named = unit_of(name_);
    if (named.empty() || object_.value().find("unit")) return;
    std::string own = m.take == Take::shift ? "s" : unit_of_column(m.take);
    if (own.empty() || !m.of) return;
    const bool sums = rows_in(*m.of) == Rows::sums;
    if (!m.filter.empty() && sums) own = unit_of_rate(own);
    if (own == named) return;
    object_.problem(
        "of",
        fmt::format("it is in {}, and the name {} ends with the unit {}: take another name, "
                    "or give the \"unit\"{}",
                    own, in_quotes(name_), named,
                    own == "N s" && named == "N" ? "; a \"filter\" makes forces of impulses" : ""));
  }

  /// The unit of a metric that is one column or value as it stands.
  std::string unit_of_column(Take take) const {
    const Json* of = object_.value().find("of");
    const std::string* text = of ? of->if_text() : nullptr;
    const bool alone = text && is_result_name(*text) && take != Take::integral;
    return alone && text->find_first_of(" +-*^()?<>=!,&|") == text->npos ? unit_of(*text) : "";
  }

  void read_order() {
    Order order;
    order.name = name_, order.pointer = object_.pointer();
    object_.options([&](OptionVisitor& o) { order.describe(o); });
    known_name("order_of", order.of, "metric", metric_names());
    known_name("along", order.along, "axis", axis_names());
    if (const Json* step = object_.required_member(
            "step",
            "the size that goes to zero: a JSON pointer into the configuration, as in "
            "\"/time/step\", or a formula")) {
      const std::string* text = step->if_text();
      if (text && text->starts_with('/'))
        order.step = *text;
      else
        order.step_formula = read_formula(s_, *step, object_.pointer_to("step"), false);
    }
    if (const Json* exact = object_.member("exact"))
      order.exact = read_formula(s_, *exact, object_.pointer_to("exact"), false);
    read_accept(order.accept, order.exact.has_value());
    object_.finish();
    s_.study.orders.push_back(std::move(order));
  }

  void read_mean() {
    Mean mean;
    mean.name = name_, mean.pointer = object_.pointer();
    object_.options([&](OptionVisitor& o) { mean.describe(o); });
    known_name("mean_of", mean.of, "metric", metric_names());
    known_name("along", mean.along, "axis", axis_names());
    const auto of = std::ranges::find(s_.study.metrics, mean.of, &Metric::name);
    if (of != s_.study.metrics.end() && of->timing)
      object_.problem("mean_of",
                      "it is made of times by the clock, which \"repeat\" measures, and no mean");
    if (const Json* exact = object_.member("exact"))
      mean.exact = read_formula(s_, *exact, object_.pointer_to("exact"), false);
    read_accept(mean.accept, mean.exact.has_value());
    object_.finish();
    s_.study.means.push_back(std::move(mean));
  }

  void known_name(std::string_view key, const std::string& name, std::string_view what,
                  const std::vector<std::string>& known) {
    if (name.empty() || std::ranges::find(known, name) != known.end()) return;
    object_.problem(key, fmt::format("{} is no {} of this study; {}", quoted_short(name), what,
                                     suggestion(name, known)));
  }

  std::vector<std::string> metric_names() const {
    std::vector<std::string> names;
    for (const Metric& m : s_.study.metrics) names.push_back(m.name);
    return names;
  }
  std::vector<std::string> axis_names() const {
    std::vector<std::string> names;
    for (const Axis& a : s_.study.axes) names.push_back(a.name);
    return names;
  }

  void read_where(Metric& m) {
    const Json* where = object_.member("where");
    if (!where) return;
    const Json::Object* object = s_.members(*where, object_.pointer_to("where"),
                                            "columns with the text that is wanted in them");
    if (!object) return;
    for (const JsonMember& member : *object)
      if (const std::string* text = member.value.if_text())
        m.where.emplace_back(member.key, *text);
      else
        s_.refuse(member.value, object_.pointer_to("where") + "/" + pointer_token(member.key),
                  "a string");
  }

  void read_accept(Acceptance& accept, bool has_exact) {
    const Json* value = object_.member("accept");
    if (!value) return;
    ObjectReader reader(s_.reading, *value, object_.pointer_to("accept"), "limits of the value");
    const bool good = reader.options([&](OptionVisitor& o) { accept.describe(o); });
    reader.finish();
    accept.given = *value;
    if (good && accept.needs_exact() && !has_exact)
      object_.problem("accept",
                      "\"relative\" and \"absolute\" are distances from \"exact\", which is not "
                      "given; \"below\" and \"above\" need none");
    else if (good && reader.readable() && !accept.asked())
      object_.problem("accept", "asks for nothing; allowed: relative, absolute, below, above");
  }

  /// A formula is evaluated row by row, so that all its columns must be in one table.
  void check_tables(const Metric& m) {
    const std::string table = table_of(m.of);
    for (const auto& [key, formula] : {std::pair{"of", &m.of}, std::pair{"when", &m.when}})
      for (const std::string& name : *formula ? (*formula)->names() : std::vector<std::string>())
        if (is_result_name(name) && root_of(name) != "summary" && root_of(name) != table)
          object_.problem(key, table.empty()
                                   ? fmt::format("\"of\" has no column, so there is no row to "
                                                 "look for; \"{}\" is one",
                                                 name)
                                   : fmt::format("\"{}\" is not of the table \"{}\" that the other "
                                                 "columns are of",
                                                 name, table));
    const Json& given = object_.value();
    if (m.of && table.empty())
      for (const char* key : {"take", "when", "smooth_s", "filter", "over_s", "where"})
        if (given.find(key) && (key != std::string_view("when") || table_of(m.when).empty()))
          object_.problem(key, "\"of\" is one number, no column: there is nothing to choose from");
    for (const char* key : {"smooth_s", "filter"})
      if (given.find(key) && given.find("when"))
        object_.problem(key, "\"when\" looks at rows as they are: there is nothing to smooth");
    if (given.find("take") && given.find("when"))
      object_.problem("when",
                      "\"take\" is given, too: the value is either that of the first row in "
                      "which a condition holds, or taken of all rows");
  }

  bool uses_the_clock(const Metric& m) const {
    for (const auto* formula : {&m.of, &m.when})
      for (const std::string& name : *formula ? (*formula)->names() : std::vector<std::string>()) {
        if (name.starts_with("history/wall_") || name == "summary/wall_s" ||
            name == "summary/processor_s" || name == "summary/machine_load")
          return true;
        const auto other = std::ranges::find(s_.study.metrics, name, &Metric::name);
        if (other != s_.study.metrics.end() && other->timing) return true;
      }
    return false;
  }

  StudyReading& s_;
  ObjectReader object_;
  std::string name_;
};

}  // namespace

void read_metrics(StudyReading& s, const Json& value) {
  const Json::Object* object =
      s.members(value, "/metrics", "names, each with what is read off a run");
  if (!object) return;
  if (object->empty())
    s.problem(value, "/metrics", "nothing is read off the runs; give at least one metric");
  for (const JsonMember& m : *object)
    MetricReader(s, m.value, "/metrics/" + pointer_token(m.key), m.key).read();
}

std::optional<Expression> read_formula(StudyReading& s, const Json& value,
                                       const std::string& pointer, bool results) {
  if (const Json::Number* n = value.if_number()) return Expression(to_text(Json::of(n->value)));
  const std::string* text = value.if_text();
  if (!text) return s.refuse(value, pointer, "a formula in quotes, or a number"), std::nullopt;
  try {
    Expression formula(*text);
    for (const std::string& name : formula.names()) {
      if (is_result_name(name)) {
        if (results) continue;
        s.problem(value, pointer,
                  fmt::format("\"{}\" is a result of the run; here only parameters and axes are "
                              "known",
                              name));
      } else if (name != "pi" && std::ranges::find(s.known, name) == s.known.end()) {
        s.problem(value, pointer,
                  fmt::format("{} is no parameter, no axis of numbers and no metric before this "
                              "one; {}",
                              quoted_short(name), suggestion(name, s.known)));
      } else {
        continue;
      }
      return std::nullopt;
    }
    return formula;
  } catch (const ExpressionError& e) {
    s.problem(value, pointer, fmt::format("{} is no formula: {}", quoted_short(*text), e.what()));
    return std::nullopt;
  }
}

}  // namespace tactus::core
