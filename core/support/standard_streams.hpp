/// \file standard_streams.hpp  Handles standard input, output and error that the caller has closed.
#pragma once

#include <array>
#include <string>

namespace tactus::core {

/// A program may be started with descriptors 0 to 2 closed ("tactus list >&-"). The next file that
/// is opened would then get this number, and output meant for the screen would be written to that
/// file.
class StandardStreams {
 public:
  /// Opens /dev/null in place of each closed descriptor and remembers which these are. Must be
  /// created before any file is opened.
  StandardStreams();

  /// Flushes all printed output. @returns a message if this failed because standard output was
  /// closed, the disk is full, or nobody reads it; otherwise nothing.
  std::string finish_output() const;

  /// Closes standard output if it was closed at the start: a program that takes the place of this one
  /// sees what the caller has done.
  void close_output_again() const;

 private:
  std::array<bool, 3> closed_{};
};

}  // namespace tactus::core
