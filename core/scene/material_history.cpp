#include "core/scene/material_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/scene/capabilities.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

constexpr std::string_view kDissipated = "dissipated", kEnergyDensity = "J/m^3";
/// Fields that every frame has, or that are computed for pictures.
constexpr std::array<std::string_view, 13> kFrameFields = {
    "body",         "element",  "stress",        "von_mises",
    "displacement", "velocity", "contact_force", "position_from_origin",
    "zone",         "pressure", "Points",        "origin",
    "TimeValue"};

/// What is wrong with a column of a material, or nothing.
std::string fault_in_material(const HistoryColumn& column) {
  if (column.is_shown() && std::ranges::count(kFrameFields, column.name) > 0)
    return "it is shown, and frames have another field of this name";
  if (column.name == kDissipated && (column.count != 1 || column.unit != kEnergyDensity))
    return "by this name it is the energy that a point has dissipated: one number, J/m^3";
  return {};
}

}  // namespace

MaterialHistory::MaterialHistory(const Material& material, const std::string& plugin)
    : columns_(history_columns(material, plugin)) {
  for (const HistoryColumn& column : columns_) {
    if (const std::string fault = fault_in_material(column); !fault.empty())
      throw PluginFault(Kind::material,
                        fmt::format("its history column \"{}\": {}", column.name, fault), plugin);
    width_ += column.count;
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
