#include "core/scene/material_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "core/scene/capabilities.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

constexpr std::string_view kDissipated = "dissipated", kEnergyDensity = "J/m^3";
/// No element of a mesh remembers more; a number beyond it is a fault, not a wish.
constexpr Index kMostNumbers = 10'000;

/// Fields that every frame has, or that are computed for pictures.
constexpr std::array<std::string_view, 12> kFrameFields = {"body",
                                                           "stress",
                                                           "von_mises",
                                                           "displacement",
                                                           "velocity",
                                                           "contact_force",
                                                           "position_from_origin",
                                                           "zone",
                                                           "pressure",
                                                           "Points",
                                                           "origin",
                                                           "TimeValue"};

/// Whether names of fields, of columns of tables and formulas of studies can hold this name.
bool is_word(const std::string& name) {
  const auto in_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
         std::ranges::all_of(name, in_word);
}

class Collector final : public HistoryVisitor {
 public:
  void column(std::string_view name, std::string_view unit, Index count, Real initial,
              std::string_view help) override {
    columns.push_back({.name = std::string(name),
                       .unit = std::string(unit),
                       .count = count,
                       .initial = initial,
                       .help = std::string(help)});
  }
  std::vector<HistoryColumn> columns;
};

/// What is wrong with a column, or nothing.
std::string fault_of(const HistoryColumn& column, Index first) {
  if (column.name.empty()) return "it has no name";
  if (column.count < 1 || column.count > kMostNumbers || first > kMostNumbers)
    return fmt::format("it has {} numbers a point; allowed: 1 to {}, all columns together",
                       column.count, kMostNumbers);
  if (!std::isfinite(column.initial)) return "its initial value is not finite";
  if (column.is_shown() && !is_word(column.name))
    return "it is shown, and its name is not made of letters, digits and _";
  if (column.is_shown() && std::ranges::count(kFrameFields, column.name) > 0)
    return "it is shown, and frames have another field of this name";
  if (column.name == kDissipated && (column.count != 1 || column.unit != kEnergyDensity))
    return "by this name it is the energy that a point has dissipated: one number, J/m^3";
  return {};
}

}  // namespace

MaterialHistory::MaterialHistory(const Material& material, const std::string& plugin) {
  Collector collector;
  material.history(collector);
  columns_ = std::move(collector.columns);
  for (auto column = columns_.begin(); column != columns_.end(); ++column) {
    const auto fail = [&](std::string_view what) {
      throw PluginFault(Kind::material,
                        fmt::format("its history column \"{}\": {}", column->name, what), plugin);
    };
    if (const std::string fault = fault_of(*column, width_); !fault.empty()) fail(fault);
    const auto same = [&](const HistoryColumn& before) { return before.name == column->name; };
    if (std::any_of(columns_.begin(), column, same)) fail("there are two of this name");
    column->first = width_;
    width_ += column->count;
  }
  if (!claims_of(material).has(capability::dissipation)) return;
  const HistoryColumn* column = find(kDissipated);
  if (!column)
    throw PluginFault(Kind::material,
                      "it claims material.dissipation and has no history column \"dissipated\"",
                      plugin);
  dissipated_ = column->first;
}

const HistoryColumn* MaterialHistory::find(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &HistoryColumn::name);
  return found == columns_.end() ? nullptr : &*found;
}

void MaterialHistory::start(Out<Real> tiles) const {
  const auto tile = static_cast<std::size_t>(width_ * kLanes);
  for (std::size_t begin = 0; begin < tiles.size(); begin += tile)
    for (const HistoryColumn& column : columns_)
      std::fill_n(tiles.begin() + static_cast<std::ptrdiff_t>(begin) + column.first * kLanes,
                  column.count * kLanes, column.initial);
}

}  // namespace tactus::core
