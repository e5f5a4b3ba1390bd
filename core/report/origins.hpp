/// \file origins.hpp  What made the results of a page: configurations and where they differ, plugins,
/// machines. Each is in the page once, whatever the number of cells.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/config/json/json.hpp"

namespace tactus::core {

class Origins {
 public:
  /// Takes the resolved configuration of the next cell; null where there is none.
  void add(const Json& resolved);

  /// The members "changes", "plugins" and "machine" of a cell, by the order of add().
  /// Changes are against the first configuration: a pointer and the text of the value, or null.
  void describe(std::size_t cell, Json& json) const;

  /// The members "pointers", "configuration", "plugins" and "machines" of the page.
  void describe_page(Json& page) const;

 private:
  struct Cell {
    std::vector<std::pair<std::size_t, Json>> changes;
    std::vector<std::size_t> plugins;
    std::size_t machine = kNowhere;
  };
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// Notes the innermost values that differ; of an object or an entry that only one has, the whole.
  void compare(const Json& first, const Json& here, const std::string& pointer, Cell& cell);
  void note(Cell& cell, const std::string& pointer, Json value);
  static std::size_t place_of(const Json& entry, std::string key, std::vector<Json>& list,
                              std::map<std::string, std::size_t>& places);

  std::vector<Cell> cells_;
  Json configuration_;                 ///< of the first cell that has one
  std::vector<std::string> pointers_;  ///< that differ in some cell
  std::map<std::string, std::size_t> pointer_places_, plugin_places_, machine_places_;
  std::vector<Json> plugins_, machines_;
};

}  // namespace tactus::core
