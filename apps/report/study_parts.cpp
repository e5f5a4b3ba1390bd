#include "apps/report/study_parts.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

bool is_number(const Json& value) { return value.if_number() || value.is_null(); }
bool is_text(const Json& value) { return value.if_text() != nullptr; }

bool has_text(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  return value && is_text(*value);
}

template <class Good>
Json members_of(const Json& object, std::string_view key, const Good& good) {
  Json kept = Json::object();
  const Json* value = object.find(key);
  if (value && value->if_object())
    for (const JsonMember& member : *value->if_object())
      if (good(member.value)) kept.set(member.key, member.value);
  return kept;
}

/// The entries of a list as `kept` converts them; null leaves one out.
template <class Kept>
Json entries_of(const Json& object, std::string_view key, const Kept& kept) {
  Json list = Json::array();
  const Json* value = object.find(key);
  if (value && value->if_array())
    for (const Json& entry : *value->if_array())
      if (Json one = kept(entry); !one.is_null()) list.if_array()->push_back(std::move(one));
  return list;
}

bool has_list(const Json& object, std::string_view key, bool (*good)(const Json&)) {
  const Json* value = object.find(key);
  return value && value->if_array() && std::ranges::all_of(*value->if_array(), good);
}

Json axis_of(const Json& axis) {
  if (!has_text(axis, "name") || !has_list(axis, "labels", is_text) ||
      !has_list(axis, "values", is_number))
    return {};
  const bool fits =
      axis.find("labels")->if_array()->size() == axis.find("values")->if_array()->size();
  return fits ? axis : Json();
}

Json metric_of(const Json& metric) {
  if (!has_text(metric, "name")) return {};
  Json kept = metric;
  if (!has_text(metric, "unit")) kept.set("unit", Json::of(std::string()));
  const Json *timing = metric.find("timing"), *exact = metric.find("exact"),
             *accept = metric.find("accept");
  if (!timing || !timing->if_flag()) kept.set("timing", Json::of(false));
  if (!exact || !is_number(*exact)) kept.set("exact", Json());
  if (!accept || !accept->if_object()) kept.set("accept", Json());
  return kept;
}

/// The order of two or three neighbouring cells.
Json observed_of(const Json& observed) {
  const Json* order = observed.find("order");
  if (!order || !is_number(*order) || !has_list(observed, "cells", is_text)) return {};
  Json kept = Json::object();
  kept.set("order", *order);
  kept.set("cells", *observed.find("cells"));
  if (has_text(observed, "none_because")) kept.set("none_because", *observed.find("none_because"));
  return kept;
}

Json row_of(const Json& row) {
  const Json* observed = row.find("observed");
  if (!observed || !observed->if_array()) return {};
  Json kept = Json::object();
  kept.set("axes", texts_of(row, "axes"));
  kept.set("observed", entries_of(row, "observed", observed_of));
  for (const char* key : {"order", "extrapolated", "uncertainty"}) {
    const Json* value = row.find(key);
    kept.set(key, value && is_number(*value) ? *value : Json());
  }
  if (has_text(row, "none_because")) kept.set("none_because", *row.find("none_because"));
  const Json* accepted = row.find("accepted");
  if (accepted && accepted->if_flag()) kept.set("accepted", *accepted);
  for (const char* key : {"steps", "errors", "changes"})
    if (has_list(row, key, is_number)) kept.set(key, *row.find(key));
  return kept;
}

Json mean_row_of(const Json& row) {
  Json kept = Json::object();
  kept.set("axes", texts_of(row, "axes"));
  for (const char* key : {"mean", "standard_error", "cells", "exact"}) {
    const Json* value = row.find(key);
    kept.set(key, value && is_number(*value) ? *value : Json());
  }
  const Json* accepted = row.find("accepted");
  if (accepted && accepted->if_flag()) kept.set("accepted", *accepted);
  return kept.find("cells")->if_number() ? kept : Json();
}

/// What is formed along an axis, with its rows as `kept_row` converts them.
template <class Kept>
Json along_axis(const Json& formed, const Kept& kept_row) {
  if (!has_text(formed, "name") || !has_text(formed, "of") || !has_text(formed, "along")) return {};
  Json kept = formed;
  const Json* accept = formed.find("accept");
  if (!accept || !accept->if_object()) kept.set("accept", Json());
  kept.set("rows", entries_of(formed, "rows", kept_row));
  return kept;
}

Json order_of(const Json& order) { return along_axis(order, row_of); }
Json mean_of(const Json& mean) { return along_axis(mean, mean_row_of); }

}  // namespace

Json answer_of(const Json& results) {
  return entries_of(results, "answer", [](const Json& line) {
    return has_text(line, "metric") && has_text(line, "says") ? line : Json();
  });
}

Json texts_of(const Json& object, std::string_view key) { return members_of(object, key, is_text); }

Json numbers_of(const Json& object, std::string_view key) {
  return members_of(object, key, is_number);
}

Json axes_of(const Json& results) { return entries_of(results, "axes", axis_of); }
Json metrics_of(const Json& results) { return entries_of(results, "metrics", metric_of); }
Json means_of(const Json& results) { return entries_of(results, "means", mean_of); }
Json orders_of(const Json& results) { return entries_of(results, "orders", order_of); }

}  // namespace tactus::core
