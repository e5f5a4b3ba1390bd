// Hands the state of a run to another one of the same scene, as a checkpoint does.
#pragma once

#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::testing {

inline void copy_state(const Simulation& from, Simulation& to) {
  conformance::MemoryArchive stepper, balance, system, contact;
  from.stepper.save(stepper);
  from.balance.save(balance);
  from.system.save(system);
  from.save_contact(contact);
  to.stepper.load(stepper);
  to.balance.load(balance);
  to.system.load(system);
  to.load_contact(contact);
}

}  // namespace tactus::testing
