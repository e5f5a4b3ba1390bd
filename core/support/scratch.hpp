/// \file scratch.hpp  The memory behind Scratch: blocks that are kept and reused.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "tactus/context.hpp"

namespace tactus::core {

/// Scratch memory of one thread. It grows to the needs of the largest call and is kept, so that
/// steps allocate no memory once the run has warmed up. Blocks are aligned to 64 bytes.
class ScratchPool final : public Scratch {
 public:
  ScratchPool() = default;
  ScratchPool(const ScratchPool&) = delete;
  ScratchPool& operator=(const ScratchPool&) = delete;

  std::size_t reserved() const;  ///< bytes allocated, in use or not
  std::size_t blocks() const { return blocks_.size(); }

 protected:
  void grow(std::size_t bytes) override;

 private:
  static constexpr std::align_val_t kLine{64};
  struct Release {
    void operator()(std::byte* p) const { ::operator delete[](p, kLine); }
  };
  struct Block {
    std::unique_ptr<std::byte[], Release> memory;
    std::size_t size = 0;
  };
  static Block make_block(std::size_t bytes);

  std::vector<Block> blocks_;  ///< in order of use; those after the current one are free
};

}  // namespace tactus::core
