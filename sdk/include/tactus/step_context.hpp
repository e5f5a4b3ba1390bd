/// \file step_context.hpp  What the kernel provides to a call: scratch memory, threads, scales, a log
/// and reproducible random numbers.
///
/// Plugins use no global variables and no threads of their own, and clocks only for decisions that
/// do not affect results. A Context belongs to one thread for the duration of a call.
#pragma once

#include <atomic>
#include <string_view>

#include "error.hpp"

namespace tactus {

/// A bump allocator of one thread. Memory taken inside a call is released when the call returns
/// (the kernel holds a Frame around every call), so that steps allocate no memory after a while.
/// Only for trivially destructible types; aligned to 64 bytes; not initialised.
class Scratch {
 public:
  template <class T>
  requires std::is_trivially_destructible_v<T> Out<T> take(Index count) {
    constexpr std::size_t line = 64;
    const std::size_t bytes =
        (static_cast<std::size_t>(count) * sizeof(T) + line - 1) / line * line;
    if (used_ + bytes > size_) grow(bytes);
    auto* at = reinterpret_cast<T*>(block_ + used_);
    used_ += bytes;
    return {at, static_cast<std::size_t>(count)};
  }
  /// Releases everything taken during its lifetime.
  class Frame {
   public:
    explicit Frame(Scratch& s) : scratch_(s), block_(s.block_), size_(s.size_), used_(s.used_) {}
    ~Frame() { scratch_.block_ = block_, scratch_.size_ = size_, scratch_.used_ = used_; }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

   private:
    Scratch& scratch_;
    std::byte* block_;
    std::size_t size_, used_;
  };

 protected:
  /// Opens a block with at least `bytes` left (blocks are kept and reused by the kernel).
  virtual void grow(std::size_t bytes) = 0;
  ~Scratch() = default;
  std::byte* block_ = nullptr;
  std::size_t size_ = 0, used_ = 0;
};

class Executor;  // context.hpp

/// Characteristic sizes of the model, from its mesh and materials. Every tolerance is a pure number
/// times one of these, so the same scene in millimetres and kilometres behaves alike.
struct Scales {
  Real altitude = 1;  ///< m, smallest altitude of any element, h (margins)
  /// m, median of the boundary facets' smallest altitudes (2D: lengths): hmed, sets the near lists
  Real median_facet = 1;
  Real longest_facet = 1;  ///< m, longest edge of a boundary facet: L, where iterations may stop
  Real length = 1;         ///< m, diagonal of the box round all bodies at the start
  Real coordinate =
      1;  ///< m, largest absolute coordinate: rounding of a position is about 1e-16 times this
  Real mass = 1;   ///< kg, smallest nodal mass that is not zero
  Real speed = 1;  ///< m/s, largest wave speed (deformable) or speed at the start (rigid only)
};

enum class Level : std::uint8_t { debug, info, warning };

class Log {
 public:
  virtual void write(Level level,
                     std::string_view text) = 0;  ///< rate-limited by the kernel; thread-safe

 protected:
  ~Log() = default;
};

struct StepInfo {
  Index step = 0;     ///< steps accepted so far
  Index attempt = 0;  ///< 0, then 1, 2, ... for retries of this step
  Real time = 0;      ///< s, t_n
  Real dt = 0;        ///< s, t_{n+1} - t_n
  Real energy = 0;  ///< J, scale of energies: largest so far of kinetic + strain + |external work|,
                    ///< less what contact and integration have gained
  Real contact_gain = 0;  ///< J, running sum of EnergyAccount::contact
};

struct Context {
  StepInfo step;
  Scales scales;
  Executor* executor = nullptr;  ///< never null in a call
  Scratch* scratch = nullptr;
  Log* log = nullptr;
  std::uint64_t seed = 0;  ///< of the run
  const std::atomic<bool>* stop =
      nullptr;  ///< set by an interrupt: long iterations then return Cause::interrupted

  bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }

  /// A uniform number in [0, 1) as a pure function of the run's seed, the step, a stream and an
  /// index (splitmix64). It is the only source of random numbers, and it gives the same numbers
  /// after a restart and for any number of threads.
  Real random(std::uint64_t stream, std::uint64_t index) const {
    std::uint64_t z = seed;
    for (std::uint64_t word : {static_cast<std::uint64_t>(step.step), stream, index}) {
      z = (z ^ word) + 0x9e3779b97f4a7c15ULL;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      z ^= z >> 31;
    }
    return static_cast<Real>(z >> 11) * 0x1.0p-53;
  }
};

}  // namespace tactus
