// A plugin whose entry is written by hand, and badly.
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

void register_another(Registrar& registrar) {
  registrar.add(registration<Sound>("fault_other", "Not what the manifest says"));
}
void fault_entry(Registrar& registrar);  // entries.cpp
extern "C" __attribute__((visibility("default"))) void TACTUS_ENTRY(Registrar& registrar) {
  fault_entry(registrar);
}

#undef TACTUS_ENTRY
#define TACTUS_ENTRY tactus_entry_of_the_macro
TACTUS_PLUGIN(Sound, "fault_entry", "Has an entry of its own")
