/// \file reaction_map.hpp  Frames of contacts in space that turn along with their normals.
///
/// A constraint gives the normal of a contact and any tangents. What is remembered of a contact, its reaction and
/// the histories of laws and solvers, are components in a frame. Therefore the frame must turn from step to step as
/// little as the normal does: the new tangents are the old ones, turned by the shortest rotation that takes the old
/// normal to the new one. Nobody has to transport anything then. Along a closed path of the normal the tangents
/// come back turned by the solid angle that the path encloses, as geometry demands (parallel transport on the
/// sphere); there and back they are what they were.
///
/// A former key (ContactSet::former) must be of a contact with the same two sides in the same order:
/// if they are exchanged, the normal is the opposite one, and the contact begins anew. In the plane
/// the normal determines the frame.
#pragma once

#include "core/contact/key_history.hpp"

namespace tactus::core {

class ReactionMap {
 public:
  /// Turns the tangents of a contact that was there at t_n under this key, or under its former one. A new contact,
  /// and one whose normal is the opposite of its old one, keeps the given frame, made right-handed.
  /// @param frame  [9] as the constraint gave it: normal, tangents
  void turn(const ContactKey& key, const ContactKey& former, Out<Real> frame) const;

  /// The step is accepted. @param frames  [keys * 9] of its contacts
  /// @param remembered  whether the frame of a contact that is absent is still needed
  void keep(const std::vector<ContactKey>& keys, View<Real> frames,
            FunctionRef<bool(const ContactKey&)> remembered);

  void save(Archive& archive) const { known_.save(archive, "frame"); }
  void load(Archive& archive) { known_.load(archive, "frame"); }

 private:
  KeyHistory known_{6};        ///< normal and first tangent
  std::vector<Real> numbers_;  ///< work space of keep()
};

}  // namespace tactus::core
