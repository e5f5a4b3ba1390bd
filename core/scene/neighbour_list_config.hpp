/// \file neighbour_list_config.hpp  How often a run sorts bodies, that is, asks its broad phase which
/// pairs may touch: /contact/neighbour_list.
#pragma once

#include <array>
#include <string_view>

#include "tactus/options.hpp"

namespace tactus::core {

class ObjectReader;

/// What happens if the buffer of a neighbour list is used up before the next search is due.
enum class ViolatedBuffer : std::uint8_t { sort, stop };

/// "auto", "off", or an object.
struct NeighbourListConfig {
  enum class Mode : std::uint8_t {
    automatic,  ///< the list of the constraint's reach, which a search renews when it is worn
    off,        ///< a search in every detection
    kept,       ///< pairs within a wider buffer are kept, and lists are picked from them
  };
  static constexpr Real kOfConstraint = 0;  ///< "auto" for `reach`
  static constexpr std::array<std::string_view, 2> kWords{"auto", "off"};

  Mode mode = Mode::automatic;
  Index every = 0;             ///< steps between searches; 0: until the buffer is used up
  Real reach = kOfConstraint;  ///< m
  Real margin = 0.1;           ///< part of n v_max dt
  ViolatedBuffer violated = ViolatedBuffer::sort;
  void describe(OptionVisitor& o);
};

/// Reads the member "neighbour_list" of /contact, and resolves it even if it is not given.
void read_neighbour_list(ObjectReader& contact, NeighbourListConfig& out);

}  // namespace tactus::core
