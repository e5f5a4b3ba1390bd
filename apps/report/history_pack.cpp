#include "apps/report/history_pack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/report/blob.hpp"
#include "apps/report/json_parts.hpp"

namespace tactus::core {
namespace {

constexpr Real kGap = std::numeric_limits<Real>::quiet_NaN();

/// Columns that increase with the rows. A range of rows is represented by its ends, not by
/// extremes.
bool is_abscissa(const std::string& name) { return name == "step" || name == "time_s"; }

/// The two extremes of a range, in the order of its rows; a gap if no row is finite.
void append_extremes(View<Real> range, std::vector<Real>& out) {
  std::size_t low = range.size(), high = range.size();
  for (std::size_t i = 0; i < range.size(); ++i) {
    if (!std::isfinite(range[i])) continue;
    if (low == range.size() || range[i] < range[low]) low = i;
    if (high == range.size() || range[i] > range[high]) high = i;
  }
  out.push_back(low < range.size() ? range[std::min(low, high)] : kGap);
  out.push_back(low < range.size() ? range[std::max(low, high)] : kGap);
}

std::vector<Real> envelope(View<Real> values, std::size_t ranges, bool ends) {
  std::vector<Real> out;
  out.reserve(2 * ranges);
  for (std::size_t r = 0; r < ranges; ++r) {
    const std::size_t from = r * values.size() / ranges, to = (r + 1) * values.size() / ranges;
    const View<Real> range = values.subspan(from, to - from);
    if (ends)
      out.insert(out.end(), {range.front(), range.back()});
    else
      append_extremes(range, out);
  }
  return out;
}

Curve curve_of(const std::string& name, View<Real> rows) {
  Curve curve;
  curve.name = name;
  curve.lowest = curve.highest = kGap;
  for (const Real value : rows) {
    if (!std::isfinite(value)) {
      ++curve.lost;
      continue;
    }
    curve.lowest = std::isnan(curve.lowest) ? value : std::min(curve.lowest, value);
    curve.highest = std::isnan(curve.highest) ? value : std::max(curve.highest, value);
  }
  if (curve.lost == 0 && curve.lowest == curve.highest) curve.constant = curve.lowest;
  curve.values.assign(rows.begin(), rows.end());
  return curve;
}

void thin(Curve& curve, std::size_t ranges) {
  if (!curve.values.empty()) curve.values = envelope(curve.values, ranges, is_abscissa(curve.name));
}

/// The number subtracted before values are converted to floats. It is the first value if the curve
/// stays near it, so that a drift by a part in 1e9 is not lost in 24 bits.
Real offset_of(const Curve& curve) {
  const auto first = std::ranges::find_if(curve.values, [](Real v) { return std::isfinite(v); });
  if (first == curve.values.end()) return 0;
  return curve.highest - curve.lowest < 1e-3 * std::abs(*first) ? *first : 0;
}

}  // namespace

Curves pack(const Table& history, std::size_t most, std::span<const Column> more) {
  Curves result;
  result.rows = result.points = history.rows();
  if (result.rows == 0) return result;
  const bool thins = result.rows > most;
  const auto add = [&](const Column& column) {
    if (!column.texts.empty()) return;
    Curve curve = curve_of(column.name, column.numbers);
    if (curve.lost == result.rows) return;  // nothing was written
    if (curve.constant) curve.values.clear();
    if (thins) thin(curve, most / 2);
    result.curves.push_back(std::move(curve));
  };
  std::ranges::for_each(history.columns(), add);
  std::ranges::for_each(more, add);
  if (thins) result.points = most / 2 * 2, result.envelope = true;
  return result;
}

void append_curves(Curves more, Curves& curves) {
  if (more.rows != curves.rows) return;
  for (Curve& curve : more.curves)
    if (!is_abscissa(curve.name)) curves.curves.push_back(std::move(curve));
}

Curves thinned(const Curves& curves, std::size_t most) {
  Curves result = curves;
  if (result.points <= most) return result;
  for (Curve& curve : result.curves) thin(curve, most / 2);
  result.points = most / 2 * 2;
  result.envelope = true;
  return result;
}

Json to_json(const Curves& curves, std::vector<std::string>& names) {
  Json columns = Json::array();
  std::vector<float> numbers;
  for (const Curve& curve : curves.curves) {
    auto known = std::ranges::find(names, curve.name);
    if (known == names.end()) known = names.insert(names.end(), curve.name);
    Json column = Json::object();
    column.set("name", json_count(static_cast<std::size_t>(known - names.begin())));
    if (curve.constant) {
      column.set("constant", Json::of(*curve.constant));
    } else {
      const Real offset = offset_of(curve);
      column.set("offset", Json::of(offset));
      for (const Real value : curve.values) numbers.push_back(static_cast<float>(value - offset));
    }
    if (curve.lost > 0) column.set("lost", json_count(curve.lost));
    columns.if_array()->push_back(std::move(column));
  }
  Bytes bytes;
  append<float>(bytes, numbers);
  Json json = Json::object();
  json.set("rows", json_count(curves.rows));
  json.set("points", json_count(curves.points));
  json.set("envelope", Json::of(curves.envelope));
  json.set("columns", std::move(columns));
  json.set("data", Json::of(blob(shuffled(bytes, sizeof(float)))));
  return json;
}

}  // namespace tactus::core
