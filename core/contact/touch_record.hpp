/// \file touch_record.hpp  Which contacts are new, whatever keys the constraint gives them.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

/// Remembers which vertex touched which body in the step before, and on which facet. A contact is new if
/// its vertex did not touch the other body then, on any facet, so that one which slides round a corner
/// is not; and if no end of its facet touched a facet of the vertex's own body that ends at the vertex:
/// where a corner slides past a corner, the two change roles, and with them depth and key.
class TouchRecord {
 public:
  /// @param vertex_body  Surface::vertex_body; outlives the record
  explicit TouchRecord(View<std::int32_t> vertex_body) : vertex_body_(vertex_body) {}

  void begin() { now_.clear(); }  ///< the contacts of an attempt at a step follow
  /// @param stencil  the vertex whose row it is first, then those of what it meets
  /// @returns whether the contact is new
  bool add(View<Index> stencil);
  /// The same, for a contact that is not to be remembered.
  bool is_new(View<Index> stencil) const;
  void accept();  ///< these are the contacts of the step before

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  struct Touch {
    Index vertex = 0, body = 0;
    std::array<Index, 2> facet{kNone, kNone};
    auto operator<=>(const Touch&) const = default;
  };
  bool touched(Index vertex, Index body, Index end) const;

  View<std::int32_t> vertex_body_;
  std::vector<Touch> now_, before_;  ///< before_ is sorted
};

}  // namespace tactus::core
