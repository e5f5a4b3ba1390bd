/// \file faults.hpp  Kinds of faults, and at which calls each of them differs from the others.
#pragma once

#include <string>
#include <vector>

#include "process.hpp"

namespace tactus::sweep {

/// All kinds that the library knows but "none".
const std::vector<std::string>& fault_kinds();

/// Whether the fault is another one than at the call before. What only looks can be killed as well,
/// but leaves the same folder as the next call that changes something.
/// @param call  as the log has it: "12 write out/history.csv"
bool applies(const std::string& kind, const std::string& call);

bool kills(const std::string& kind);          ///< ends the process at once: SIGKILL, a power cut
bool hurts_nothing(const std::string& kind);  ///< half of the bytes, or an interruption: go on
bool lacks_space(const std::string& kind);    ///< ENOSPC; the other errors are EIO

/// "exit code 2; " and what was said.
std::string shown(const Ended& ended);

}  // namespace tactus::sweep
