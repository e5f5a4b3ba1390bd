#include "core/support/scratch.hpp"

#include <algorithm>

namespace tactus::core {

std::size_t ScratchPool::reserved() const {
  std::size_t sum = 0;
  for (const Block& b : blocks_) sum += b.size;
  return sum;
}

ScratchPool::Block ScratchPool::make_block(std::size_t bytes) {
  return {std::unique_ptr<std::byte[], Release>(
              static_cast<std::byte*>(::operator new[](bytes, kLine))),
          bytes};
}

void ScratchPool::grow(std::size_t bytes) {
  constexpr std::size_t least = 64 * 1024;
  auto free = blocks_.begin();
  if (block_) {
    while (free->memory.get() != block_) ++free;
    ++free;
  } else if (blocks_.size() > 1) {
    // Nothing is in use. One block of the total size serves the next call without growing.
    const std::size_t all = std::max(reserved(), bytes);
    blocks_.clear();
    blocks_.push_back(make_block(all));
    free = blocks_.begin();
  }
  const auto fits = [bytes](const Block& b) { return b.size >= bytes; };
  if (const auto found = std::find_if(free, blocks_.end(), fits); found != blocks_.end()) {
    std::iter_swap(free, found);
  } else {
    free = blocks_.insert(free, make_block(std::max({bytes, least, reserved()})));
  }
  block_ = free->memory.get();
  size_ = free->size;
  used_ = 0;
}

}  // namespace tactus::core
