/// \file serial_context.hpp  A Context for tests and benchmarks of plugins outside of the kernel:
/// one thread, scratch memory from the heap, a log that says nothing.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "../context.hpp"

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
  /// Blocks are kept when a Frame releases them, and serve the next one.
  class Heap final : public Scratch {
    struct Block {
      std::unique_ptr<std::byte[]> memory;
      std::byte* begin;  ///< aligned
      std::size_t size;
    };
    void grow(std::size_t bytes) override {
      auto next = blocks_.begin();
      if (block_) {
        while (next->begin != block_) ++next;
        ++next;
      }
      if (next == blocks_.end() || next->size < bytes)
        next = blocks_.insert(next, make_block(std::max(bytes, kLeast)));
      block_ = next->begin;
      size_ = next->size;
      used_ = 0;
    }
    static Block make_block(std::size_t bytes) {
      std::size_t size = bytes + kLine;
      auto memory = std::make_unique<std::byte[]>(size);
      void* at = memory.get();
      auto* begin = static_cast<std::byte*>(std::align(kLine, bytes, at, size));
      return {std::move(memory), begin, size};
    }
    static constexpr std::size_t kLeast = 1 << 16, kLine = 64;
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
