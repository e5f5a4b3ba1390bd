/// \file serial_context.hpp  A Context for tests and benchmarks of plugins outside of the kernel:
/// one thread, scratch memory from the heap, a log that says nothing.
#pragma once

#include <algorithm>
#include <memory>
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
  class Heap final : public Scratch {
    void grow(std::size_t bytes) override {
      const std::size_t size = std::max<std::size_t>(bytes, kLeast) + 64;
      auto& block = blocks_.emplace_back(std::make_unique<std::byte[]>(size));
      void* at = block.get();
      size_ = size;
      block_ = static_cast<std::byte*>(std::align(64, bytes, at, size_));
      used_ = 0;
    }
    static constexpr std::size_t kLeast = 1 << 16;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
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
