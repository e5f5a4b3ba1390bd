/// \file frames_config.hpp  What frames for ParaView hold: /output/frames.
#pragma once

#include "tactus/options.hpp"

namespace tactus::core {

class ObjectReader;

struct FramesConfig {
  enum class Of : std::uint8_t {
    all,      ///< all elements
    surface,  ///< in space: the facets of the boundary, with their points
  };
  enum class Precision : std::uint8_t {
    full,    ///< every number as the run has it
    mixed,   ///< values of elements in single precision, those of points as the run has them
    single,  ///< all numbers in single precision
  };
  Of of = Of::all;
  Precision precision = Precision::mixed;
  void describe(OptionVisitor& o);
};

/// Reads the member "frames" of /output, and resolves it even if it is not given.
void read_frames(ObjectReader& output, FramesConfig& out);

}  // namespace tactus::core
