/// \file key_set.hpp  A set of keys of rows, for constraints that may come upon a row twice.
#pragma once

#include <vector>

#include "contact_set.hpp"

namespace tactus {

/// A set of keys with constant cost a key. Memory is kept when it is cleared.
class KeySet {
 public:
  void clear() {
    size_ = 0;
    if (++round_ == 0) used_.assign(used_.size(), 0), round_ = 1;
  }
  /// @returns false if the key is there already
  bool insert(const ContactKey& key) {
    if (2 * (size_ + 1) > slot_.size()) grow();
    const std::size_t at = find(key);
    if (used_[at] == round_) return false;
    slot_[at] = key;
    used_[at] = round_;
    ++size_;
    return true;
  }

  bool contains(const ContactKey& key) const { return size_ > 0 && used_[find(key)] == round_; }

 private:
  /// The slot that has the key, or the free one where it would be.
  std::size_t find(const ContactKey& key) const {
    std::size_t at = place(key);
    while (used_[at] == round_ && slot_[at] != key) at = (at + 1) & (slot_.size() - 1);
    return at;
  }
  std::size_t place(const ContactKey& key) const {
    const std::uint64_t mixed =
        (key.high * 0x9e3779b97f4a7c15ULL ^ key.low) * 0xbf58476d1ce4e5b9ULL;
    return static_cast<std::size_t>(mixed ^ mixed >> 32) & (slot_.size() - 1);
  }
  void grow() {
    std::vector<ContactKey> known;
    for (std::size_t i = 0; i < slot_.size(); ++i)
      if (used_[i] == round_) known.push_back(slot_[i]);
    const std::size_t size = slot_.empty() ? 64 : 2 * slot_.size();
    slot_.resize(size);
    used_.assign(size, 0);
    round_ = 1, size_ = 0;
    for (const ContactKey& key : known) insert(key);
  }

  std::vector<ContactKey> slot_;     ///< a power of two of them, at most half of them used
  std::vector<std::uint32_t> used_;  ///< [slots] round in which the slot was filled
  std::uint32_t round_ = 1;
  std::size_t size_ = 0;
};

}  // namespace tactus
