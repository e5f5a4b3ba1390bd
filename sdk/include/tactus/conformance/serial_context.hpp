/// \file serial_context.hpp  A Context for tests and benchmarks of plugins outside of the kernel:
/// one thread, scratch memory from the heap with guards round it, a log that says nothing.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../context.hpp"
#include "check.hpp"

namespace tactus::conformance {

class SerialContext {
 public:
  SerialContext() {
    context_.executor = &executor_;
    context_.scratch = &scratch_;
    context_.log = &log_;
  }
  SerialContext(const SerialContext&) = delete;
  SerialContext& operator=(const SerialContext&) = delete;

  Context& context() { return context_; }

 private:
  /// Each piece that is taken is a block of its own between two guards. Blocks are kept when a Frame releases them, and
  /// serve the next one.
  class Heap final : public Scratch {
   public:
    Heap() = default;
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;
    ~Heap() {
      for (const Block& block : blocks_) check(block);
    }

   private:
    static constexpr std::size_t kLine = 64;
    static constexpr std::byte kMark{0x5a};
    struct Block {
      std::unique_ptr<std::byte[]> memory;
      std::byte* begin =
          nullptr;  ///< aligned; a guard is before it, which begins with the block's number
      std::size_t size = 0, taken = 0;
    };
    /// `bytes` are what is to be taken, a multiple of kLine: the next piece finds no room.
    void grow(std::size_t bytes) override {
      std::size_t next = 0;
      if (block_) std::memcpy(&next, block_ - kLine, sizeof next), ++next;
      if (next == blocks_.size()) blocks_.emplace_back();
      Block& block = blocks_[next];
      check(block);
      if (block.size < bytes) block = make_block(bytes);
      block.taken = bytes;
      std::memcpy(block.begin - kLine, &next, sizeof next);
      std::fill_n(block.begin, bytes + kLine, kMark);  // what it holds is nothing to rely on
      block_ = block.begin, size_ = bytes, used_ = 0;
    }
    static Block make_block(std::size_t bytes) {
      const std::size_t size = bytes + 2 * kLine;
      std::size_t room = size + kLine;
      Block block{std::make_unique<std::byte[]>(room), nullptr, bytes};
      void* at = block.memory.get();
      block.begin = static_cast<std::byte*>(std::align(kLine, size, at, room)) + kLine;
      std::fill_n(block.begin - kLine, kLine, kMark);
      return block;
    }
    static void check(const Block& block) {
      if (!block.begin) return;
      const auto marked = [](const std::byte* first, std::size_t count) {
        return std::all_of(first, first + count, [](std::byte b) { return b == kMark; });
      };
      constexpr std::size_t number = sizeof(std::size_t);
      if (!marked(block.begin - kLine + number, kLine - number) ||
          !marked(block.begin + block.taken, kLine))
        ++scratch_overruns;
    }
    std::vector<Block> blocks_;  ///< in order of use; those after the current one are free
  };

  class Serial final : public Executor {
   public:
    explicit Serial(Context& context) : context_(context) {}
    void for_each(Index count, Index grain, FunctionRef<void(Range, Context&)> body) override {
      for (Index i = 0; i < count; i += grain) body({i, std::min(i + grain, count)}, context_);
    }
    Real sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) override {
      Real total = 0;
      for (Index i = 0; i < count; i += grain)
        total += body({i, std::min(i + grain, count)}, context_);
      return total;
    }
    Real dot(View<Real> a, View<Real> b) override { return map(a).dot(map(b)); }

   private:
    Context& context_;
  };

  class Silence final : public Log {
    void write(Level, std::string_view) override {}
  };

  Context context_;
  Heap scratch_;
  Serial executor_{context_};
  Silence log_;
};

}  // namespace tactus::conformance
