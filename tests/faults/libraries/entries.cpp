// What a badly written entry does: one way a library.
#include <stdexcept>

namespace tactus {
class Registrar;
}
void register_another(tactus::Registrar& registrar);  // entry.cpp

#if defined(FAULT_ENTRY_THROWS)
void fault_entry(tactus::Registrar&) {
  throw std::runtime_error("the table of constants is missing");
}
#elif defined(FAULT_ENTRY_THROWS_NUMBER)
void fault_entry(tactus::Registrar&) { throw 7; }
#elif defined(FAULT_ENTRY_TERMINATES)
void fault_entry(tactus::Registrar&) noexcept {
  throw std::runtime_error("the table of constants is missing");
}
#elif defined(FAULT_ENTRY_FORGETS)
void fault_entry(tactus::Registrar&) {}
#elif defined(FAULT_ENTRY_LIES)
void fault_entry(tactus::Registrar& registrar) { register_another(registrar); }
#endif
