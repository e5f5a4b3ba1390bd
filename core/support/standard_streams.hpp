/// \file standard_streams.hpp  Standard input, output and error, where the caller has closed some of them.
#pragma once

#include <array>
#include <string>

namespace tactus::core {

/// A program may be started with descriptors 0 to 2 closed ("tactus list >&-"). The next file that is
/// opened would then be given that number, and words meant for the screen would go into it.
class StandardStreams {
 public:
  /// Puts /dev/null in the place of each one that is closed, and remembers which. To be made before any
  /// file is opened.
  StandardStreams();

  /// Hands all that was printed to the system. @returns what went wrong with it, or nothing: standard
  /// output was closed, is a full disk, or nobody reads it.
  std::string finish_output() const;

  /// Closes standard output if it was closed at the start: a program that takes the place of this one
  /// sees what the caller has done.
  void close_output_again() const;

 private:
  std::array<bool, 3> closed_{};
};

}  // namespace tactus::core
