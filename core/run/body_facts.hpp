/// \file body_facts.hpp  What a person wants to know of each body before a run: how large, how heavy, how
/// fast waves are in it, which step it would need if it were alone.
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace tactus::core {

struct BodyFacts {
  std::size_t first = 0, count = 1;  ///< position of the body; copies of an array count as one
  std::vector<Real> extent;          ///< [dim] m, of the box round it, as placed
  Index nodes = 0, elements = 0;     ///< of one copy
  Real mass = 0;                     ///< kg, of one copy; 0 of obstacles
  Real wave_speed = 0;               ///< m/s, of pressure waves; 0 where there is no material
  /// s, below 2/omega_max of the body alone: the bound 2/omega of its stiffest element by itself. Not a
  /// number where there is no material.
  Real step = kNotGiven;
  Real poisson = kNotGiven;  ///< Poisson's ratio at small strains, of the material's tangent
  Real size() const;         ///< m, the largest extent
  Real crossing_time() const { return size() / wave_speed; }  ///< s, of a wave
};

/// In the order of the configuration. @throws PluginFault of a material
std::vector<BodyFacts> body_facts(const Configuration& configuration, const Model& model);

/// A line for each, at most `most` of them.
std::string in_words(const std::vector<BodyFacts>& facts, const Configuration& configuration,
                     std::size_t most = 10);

}  // namespace tactus::core
