/// \file machine_memory.hpp  How much memory the cells of a study may hold together where the study
/// does not say: a share of what this machine, or the container that the study runs in, has.
#pragma once

#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// The rest is left to the system and to other programs.
inline constexpr Real kMemoryShare = 0.8;

/// MiB that processes started from here can have: the memory of the machine, or less where a control
/// group (of a container, or of a batch system) allows less. Infinite if the system does not tell.
Real available_memory_MiB();

/// The least limit in MiB that a control group and those above it set; infinite if there is none.
/// @param groups  content of /proc/self/cgroup @param root  /sys/fs/cgroup, or a copy in a test
Real control_group_limit_MiB(const std::string& groups, const std::string& root);

}  // namespace tactus::core
