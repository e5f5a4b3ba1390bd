/// \file pair_set.hpp  A set of pairs with open addressing, from which pairs can be taken again.
#pragma once

#include <bit>
#include <tactus/broad_phase.hpp>
#include <vector>

namespace sweep_and_prune {
using namespace tactus;

class PairSet {
 public:
  void clear() {
    slots_.assign(slots_.size(), kEmpty);
    size_ = 0;
  }
  std::size_t size() const { return size_; }

  void insert(const Pair& pair) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const std::uint64_t key = key_of(pair);
    std::size_t k = home(key);
    for (; slots_[k] != kEmpty; k = next(k))
      if (slots_[k] == key) return;
    slots_[k] = key;
    ++size_;
  }

  void erase(const Pair& pair) {
    if (slots_.empty()) return;
    const std::uint64_t key = key_of(pair);
    std::size_t hole = home(key);
    while (slots_[hole] != key) {
      if (slots_[hole] == kEmpty) return;
      hole = next(hole);
    }
    --size_;
    // Keys behind the hole that could not be found across it move into it.
    for (std::size_t k = next(hole); slots_[k] != kEmpty; k = next(k)) {
      const std::size_t mask = slots_.size() - 1, wanted = home(slots_[k]);
      if (((k - wanted) & mask) < ((k - hole) & mask)) continue;
      slots_[hole] = slots_[k];
      hole = k;
    }
    slots_[hole] = kEmpty;
  }

  void append_to(std::vector<Pair>& pairs) const {
    for (const std::uint64_t key : slots_)
      if (key != kEmpty)
        pairs.push_back({static_cast<Index>(key >> 32), static_cast<Index>(key & 0xffffffff)});
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  static std::uint64_t key_of(const Pair& p) {
    return static_cast<std::uint64_t>(p.first) << 32 | static_cast<std::uint64_t>(p.second);
  }
  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15 >>
                                    (64 - std::countr_zero(slots_.size())));
  }
  std::size_t next(std::size_t k) const { return (k + 1) & (slots_.size() - 1); }

  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(64, 2 * slots_.size()), kEmpty);
    old.swap(slots_);
    size_ = 0;
    for (const std::uint64_t key : old)
      if (key != kEmpty)
        insert({static_cast<Index>(key >> 32), static_cast<Index>(key & 0xffffffff)});
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace sweep_and_prune
