/// \file body_facts.hpp  Facts about each body that a user wants to see before a run: its size, its
/// mass, its wave speed, and the time step it would need on its own.
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace tactus::core {

struct BodyFacts {
  /// position of the body, and how many copies of an array it stands for
  std::size_t first = 0, count = 1;
  std::vector<Real> lower;        ///< [dim] m, lower corner of its bounding box, after placing
  std::vector<Real> extent;       ///< [dim] m, of that box
  Index nodes = 0, elements = 0;  ///< of one copy
  Real mass = 0;                  ///< kg, of one copy; 0 for obstacles
  Real wave_speed = 0;            ///< m/s, of pressure waves; 0 without a material
  /// s, a lower bound of 2/omega_max of this body alone: the bound 2/omega for its stiffest element
  /// by itself. Not a number if there is no material.
  Real step = kNotGiven;
  Real poisson = kNotGiven;  ///< at small strains, from the material's tangent
  /// Of a plane body with a mesh. Its thickness is that of a rectangle with the same area and boundary. Of one in space
  /// that fills its box.
  Real slenderness = kNotGiven;  ///< length by thickness
  /// rows of cells of two triangles, or of five or six tetrahedra, across it; not given for other cells
  Real layers = kNotGiven;
  bool of_five = false;     ///< cells of five tetrahedra
  Real aspect = kNotGiven;  ///< length by height of a cell; in the plane if one is across the body
  Index stiffest = kNone;   ///< element that bounds the step, in the numbering of its mesh, from 0
  std::vector<Real> place;  ///< [dim] m, its centre
  Real size() const;        ///< m, the largest extent
  Real crossing_time() const { return size() / wave_speed; }  ///< s, of a wave
};

/// Facts in the order of the configuration. @throws PluginFault of a material
std::vector<BodyFacts> body_facts(const Configuration& configuration, const Model& model);

/// One line per body, at most `most` lines.
std::string in_words(const std::vector<BodyFacts>& facts, const Configuration& configuration,
                     std::size_t most = 10);

/// The element that bounds the stable step of the model, in a line; empty without deformable bodies.
std::string stiffest_in_words(const std::vector<BodyFacts>& facts,
                              const Configuration& configuration);

}  // namespace tactus::core
