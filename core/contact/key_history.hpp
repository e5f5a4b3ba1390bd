/// \file key_history.hpp  Numbers that follow a contact from step to step by its key.
#pragma once

#include <vector>

#include "tactus/component.hpp"
#include "tactus/contact_set.hpp"

namespace tactus::core {

/// A few numbers per contact of the last accepted step, found again by key. Deterministic: kept
/// sorted by key.
class KeyHistory {
 public:
  explicit KeyHistory(Index width) : width_(width) {}

  /// Position of the key at t_n, or kNone.
  Index find(const ContactKey& key) const;
  /// Appends the numbers of a contact at t_n to `out`; zeros where it is new.
  void append(Index position, std::vector<Real>& out) const;
  View<Real> numbers(Index position) const {
    return View<Real>(numbers_).subspan(static_cast<std::size_t>(position * width_),
                                        static_cast<std::size_t>(width_));
  }
  /// The step is accepted: these are the contacts now, with `width` numbers each.
  void replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers);
  /// As above, but contacts that are absent stay where `keep(their numbers)` says so.
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
