/// \file material_history.hpp  What a material remembers at each point: the columns that it declares,
/// checked and numbered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scene/history_columns.hpp"
#include "tactus/material.hpp"

namespace tactus::core {

class MaterialHistory {
 public:
  MaterialHistory() = default;
  /// @param plugin  type of the material, for messages
  /// @throws PluginFault for columns that cannot be kept or shown, or where the material claims to
  ///         dissipate and has no column that tells how much
  MaterialHistory(const Material& material, const std::string& plugin);

  Index width() const { return width_; }  ///< doubles a point
  const std::vector<HistoryColumn>& columns() const { return columns_; }
  const HistoryColumn* find(std::string_view name) const;
  /// Position of the energy that a point has dissipated; kNone: the material does not claim to tell.
  Index dissipated() const { return dissipated_; }
  /// Writes the history of points to which nothing has happened, width() x kLanes a tile.
  void start(Out<Real> tiles) const;

 private:
  std::vector<HistoryColumn> columns_;
  Index width_ = 0, dissipated_ = kNone;
};

}  // namespace tactus::core
