/// \file option_target.hpp  The member of a plugin's options that a declaration is bound to, without its
/// type: what the visitors of the kernel read and write.
#pragma once

#include <memory>

#include "kind.hpp"

namespace tactus {

class Component;
class OptionVisitor;

enum class OptionType : std::uint8_t {
  real,
  integer,
  flag,
  text,
  file,
  reals,
  words,
  rows,
  choice,
  parts,
  axes,
  turn,
  object
};
/// What an option is bound to: `object` points at a Real, Index, bool, std::string (text and file),
/// std::vector<Real> (reals, rows, axes and turn) or std::vector<std::string>. Choices, parts and
/// objects come with functions, because their types are the plugin's.
struct OptionTarget {
  OptionType type;
  void* object;
  std::uint32_t size = sizeof(OptionTarget);
  Index columns = 0;  ///< of rows: numbers of each, packed one after another; or kPerAxis
  Kind kind{};        ///< of parts
  /// An enum seen as a position in OptionInfo::choices.
  Index (*get)(const void*) = nullptr;
  void (*set)(void*, Index) = nullptr;
  /// A slot for parts that the kernel makes (solvers in a solver). The owner calls their setup() and
  /// sums up needs and histories; accept, reject, save, load and measure are called by the kernel.
  void (*add)(void*, std::unique_ptr<Component>) = nullptr;
  /// A nested object, which declares options of its own.
  void (*describe)(void*, OptionVisitor&) = nullptr;

  template <class T>
  T& as() const {
    return *static_cast<T*>(object);
  }
};

}  // namespace tactus
