// A plugin whose entry is written by hand, and badly.
#include <stdexcept>
#include <tactus/material.hpp>

// The manifest comes from the macro; its entry is renamed so that another can take its place.
#define TACTUS_PLUGIN_NAME "fault_entry"
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

class Sound final : public Material {
 public:
  using Options = NoOptions;
  explicit Sound(const Options&) {}

 private:
  Real do_p_wave_modulus() const override { return 1; }
  void do_evaluate(const MaterialBatch&, Context&) const override {}
};
}  // namespace

extern "C" {
#if defined(FAULT_ENTRY_THROWS)
__attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar&) {
  throw std::runtime_error("the table of constants is missing");
}
#elif defined(FAULT_ENTRY_THROWS_NUMBER)
__attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar&) { throw 7; }
#elif defined(FAULT_ENTRY_TERMINATES)
__attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar&) noexcept {
  throw std::runtime_error("the table of constants is missing");
}
#elif defined(FAULT_ENTRY_FORGETS)
__attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar&) noexcept {}
#elif defined(FAULT_ENTRY_LIES)
__attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar& registrar) noexcept {
  registrar.add(registration<Sound>("fault_other", "Not what the manifest says"));
}
#endif
}

#undef TACTUS_ENTRY
#define TACTUS_ENTRY tactus_entry_of_the_macro
TACTUS_PLUGIN(Sound, "fault_entry", "Has an entry of its own")
