/// \file origins.hpp  Describes the origin of the results on a page: configurations and their
/// differences, plugins, machines. Each is stored once in the page, whatever the number of cells.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/json/json.hpp"

namespace tactus::core {

class Origins {
 public:
  /// Adds the resolved configuration of the next cell; null if there is none.
  void add(const Json& resolved);

  /// Sets the members "changes", "plugins" and "machine" of a cell, in the order of add(). Changes
  /// are relative to the first configuration: a pointer and the text of the value, or null.
  void describe(std::size_t cell, Json& json) const;

  /// Sets the members "pointers", "configuration", "plugins" and "machines" of the page.
  void describe_page(Json& page) const;

 private:
  struct Cell {
    std::vector<std::pair<std::size_t, Json>> changes;
    std::vector<std::size_t> plugins;
    std::size_t machine = kNowhere;
  };
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// Collects the innermost values that differ. An object or an entry that only one side has is
  /// taken as a whole.
  void compare(const Json& first, const Json& here, const std::string& pointer, Cell& cell);
  void note(Cell& cell, const std::string& pointer, Json value);
  static std::size_t place_of(const Json& entry, std::string key, std::vector<Json>& list,
                              std::map<std::string, std::size_t>& places);

  std::vector<Cell> cells_;
  Json configuration_;                 ///< of the first cell with a configuration
  std::vector<std::string> pointers_;  ///< pointers to values that differ in some cell
  std::map<std::string, std::size_t> pointer_places_, plugin_places_, machine_places_;
  std::vector<Json> plugins_, machines_;
};

}  // namespace tactus::core
