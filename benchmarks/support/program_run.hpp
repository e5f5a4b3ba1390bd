// A run of the program as a process of its own, whose greatest memory counts.
#pragma once

#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::bench {

struct Process {
  Real seconds = 0;  ///< of the processor
  Real bytes = 0;    ///< greatest memory
};

/// `tactus run` with further words, silent. @param program  path of tactus
/// @throws std::runtime_error  the process could not be started, or ended badly
Process run_program(const char* program, std::vector<std::string> words);

}  // namespace tactus::bench
