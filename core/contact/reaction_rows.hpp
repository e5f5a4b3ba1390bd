/// \file reaction_rows.hpp  Contact rows as a problem in reactions sees them: the gap, the local
/// frame, and the map from the velocities of degrees of freedom to the relative velocity at each
/// contact.
#pragma once

#include <vector>

#include "core/contact/delassus.hpp"

namespace tactus::core {

/// Arrays for the rows that are contacts of a step, filled by ReactionContacts::evaluate().
struct ReactionRows {
  int dim = 0;
  std::vector<Index> row;              ///< [contacts] positions in ContactRows
  std::vector<Real> gap;               ///< [contacts] m
  std::vector<Real> frame, point;      ///< [contacts * dim * dim], [contacts * dim]
  std::vector<Real> weight;            ///< [stencil entries]
  std::vector<Real> area;              ///< [contacts] m2, NaN where the constraint does not know it
  std::vector<Real> outside_velocity;  ///< [contacts * dim] m/s, of what is outside of the model
  std::vector<Index> start, dof;       ///< [contacts + 1], [entries] free dofs
  std::vector<Real> column;            ///< [entries * dim]
  Index count() const { return static_cast<Index>(row.size()); }
  VelocityMap map() const { return {dim, count(), start, dof, column}; }
};

}  // namespace tactus::core
