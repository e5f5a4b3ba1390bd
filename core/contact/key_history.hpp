/// \file key_history.hpp  The memory of contacts. A bond, for example, has to be remembered from
/// one step to the next. The rows of contacts are found anew in each step and may have other
/// numbers, so that a contact is recognised by its key, which the constraint forms from mesh
/// numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tactus/component.hpp"
#include "tactus/contact_set.hpp"
#include "tactus/function_ref.hpp"

namespace tactus::core {

/// Keys in a checkpoint.
void save_keys(Archive& archive, const std::string& name, View<ContactKey> keys);
std::vector<ContactKey> load_keys(Archive& archive, const std::string& name);

/// A fixed number of values per contact of the last accepted step, at t_n. Contacts are sorted by
/// key, so that neither results nor checkpoints depend on the order of detection.
class KeyHistory {
 public:
  /// @param width  values per contact
  explicit KeyHistory(Index width)
      : KeyHistory(std::vector<Real>(static_cast<std::size_t>(width), 0)) {}
  /// @param start  [width] the values of a new contact
  explicit KeyHistory(std::vector<Real> start)
      : width_(static_cast<Index>(start.size())), start_(std::move(start)) {}
  Index width() const { return width_; }
  View<Real> start() const { return start_; }      ///< [width] the values of a new contact
  View<ContactKey> keys() const { return keys_; }  ///< sorted

  /// Position of a contact in this history, or kNone if it did not exist at t_n.
  Index find(const ContactKey& key) const;
  /// Appends the values that a contact had at t_n to `out`. @param position  as find() returned it;
  /// for kNone, a new contact, the values with which it starts
  void append(Index position, std::vector<Real>& out) const;
  Index size() const { return static_cast<Index>(keys_.size()); }  ///< contacts
  View<Real> numbers(Index position) const {
    return View<Real>(numbers_).subspan(static_cast<std::size_t>(position * width_),
                                        static_cast<std::size_t>(width_));
  }
  /// To be called when a step is accepted. Stores these contacts with `width` values each, in the
  /// order of `keys`, and forgets all others.
  void replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers);
  /// As above, but a stored contact that is not among `keys` stays if `keep(its key, its values)` is
  /// true.
  void replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers,
               FunctionRef<bool(const ContactKey&, View<Real>)> keep);

  void save(Archive& archive, std::string_view name) const;
  void load(Archive& archive, std::string_view name);

 private:
  Index width_;
  std::vector<Real> start_;       ///< [width]
  std::vector<ContactKey> keys_;  ///< sorted
  std::vector<Real> numbers_;     ///< [keys * width]
  std::vector<Index> order_;      ///< work space of replace()
};

}  // namespace tactus::core
