/// \file history.hpp  Columns of numbers that the kernel keeps for a plugin, such as what a material
/// remembers at each quadrature point.
///
/// A component declares its columns once. Each call then gets two arrays: the values of t_n, which
/// are read, and those of t_{n+1}, which are written. The kernel swaps the arrays when a step is
/// accepted, saves them in checkpoints, and shows those columns that say what they mean.
#pragma once

#include <string_view>

#include "types.hpp"

namespace tactus {

/// Implemented by the kernel, which copies what it is told.
class HistoryVisitor {
 public:
  /// `count` doubles that start as `initial`; the columns of a point lie one after another in the
  /// order of declaration. With a `help` text the column is shown to users by this name: in frames,
  /// probes, pictures and reports.
  virtual void column(std::string_view name, std::string_view unit, Index count = 1,
                      Real initial = 0, std::string_view help = {}) = 0;

 protected:
  ~HistoryVisitor() = default;
};

}  // namespace tactus
