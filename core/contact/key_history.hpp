/// \file key_history.hpp  Stores numbers for each contact from step to step. Row numbers change at
/// each detection, so that contacts are recognised by their key.
#pragma once

#include <vector>

#include "tactus/component.hpp"
#include "tactus/contact_set.hpp"

namespace tactus::core {

/// A few numbers per contact of the last accepted step, found again by key. They are sorted by key,
/// which makes the result independent of the order of detection.
class KeyHistory {
 public:
  explicit KeyHistory(Index width) : width_(width) {}

  /// Position of the key at t_n, or kNone.
  Index find(const ContactKey& key) const;
  /// Appends the numbers that a contact had at t_n to `out`; zeros if the contact is new.
  void append(Index position, std::vector<Real>& out) const;
  View<Real> numbers(Index position) const {
    return View<Real>(numbers_).subspan(static_cast<std::size_t>(position * width_),
                                        static_cast<std::size_t>(width_));
  }
  /// The step is accepted. Stores these contacts with `width` numbers each and forgets all others.
  void replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers);
  /// As above, but a contact that is absent is kept if `keep(its numbers)` is true.
  void replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers,
               FunctionRef<bool(View<Real>)> keep);

  void save(Archive& archive, std::string_view name) const;
  void load(Archive& archive, std::string_view name);

 private:
  Index width_;
  std::vector<ContactKey> keys_;  ///< sorted
  std::vector<Real> numbers_;     ///< [keys * width]
  std::vector<Index> order_;
};

}  // namespace tactus::core
