/// \file contact_areas.hpp  The area of each contact of a step: its share of the interface on which the
/// contact lies. With it a law may be given per square metre (a stiffness in N/m^3), so that its
/// results do not depend on how many nodes the mesh has there.
#pragma once

#include <vector>

#include "core/contact/reaction_rows.hpp"
#include "tactus/contact_model.hpp"

namespace tactus::core {

/// Divides the facets that meet in the plane between the contacts on them. The ends of a facet and the
/// vertices of other bodies that touch it divide it into intervals, and each end of an interval gets
/// half of its length. A vertex has the shares of those of its own facets that face what it touches.
/// Both sides of an interface therefore are divided alike, and its contacts, which belong to vertices
/// of either side, together have its area once. At a plane, in the plane and in space, a vertex has an even
/// part of each of its facets that face it. Contacts of round particles have none.
class ContactAreas {
 public:
  /// @param width  [bodies] m, thickness of each body; infinite for those that have none of their own
  ContactAreas(const Surface& surface, std::vector<Real> width)
      : surface_(surface), width_(std::move(width)) {}

  /// @param contacts  their rows, weights and frames
  /// @param all       the stencils of all rows: the vertex whose row it is first, then the facet
  /// @param y     [vertices * dim] m, from which the directions of facets are taken; lengths are those
  ///              at the start of the run
  /// @param area  [contacts] m2
  void find(const ReactionRows& contacts, const ContactRows& all, View<Real> y, Out<Real> area);

 private:
  struct Contact {
    Index vertex = 0, facet = kNone;
    bool at_plane = false;
    Vector3 normal = Vector3::Zero();
  };
  struct Place {
    Index facet = kNone;
    Real at = 0;  ///< from 0 at the facet's first end to 1
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  Index facet_of(View<Index> stencil) const;
  void place(Index facet, Real at, View<Real> y);
  Vec<2> direction(Index facet, View<Real> y) const;
  bool is_plane(Index vertex) const;
  bool faces(Index facet, const Vector3& normal, View<Real> y) const;
  Vector3 outward_area(Index facet, View<Real> y) const;
  Real size_of(Index facet) const;
  Real width_between(const Contact& contact) const;
  Real share(Index facet, Index vertex) const;

  const Surface& surface_;
  std::vector<Real> width_;
  std::vector<Contact> contacts_;
  std::vector<Place> places_;  ///< sorted
};

}  // namespace tactus::core
