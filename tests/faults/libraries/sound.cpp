// A plugin without fault: other fault libraries are this one, compiled or patched otherwise.
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// P = F - I, W = (F - I):(F - I)/2.
class Sound final : public Material {
 public:
  using Options = NoOptions;
  explicit Sound(const Options&) {}

 private:
  Real do_p_wave_modulus() const override { return 1; }
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      auto E = batch.F[t];
      for (int i = 0; i < 3; ++i) E.col(4 * i) -= 1;
      if (!batch.W.empty()) batch.W[t] = dot(E, E) / 2;
      if (!batch.P.empty()) batch.P[t] = E;
    }
  }
};
}  // namespace

#ifdef FAULT_TWINS
TACTUS_PLUGINS(tactus::registration<Sound>("fault_sound", "one"),
               tactus::registration<Sound>("fault_sound", "another"))
#else
TACTUS_PLUGIN(Sound, "fault_sound", "Linear in F: for tests of loading")
#endif
