#include <tactus/conformance/coulomb.hpp>
#include <tactus/plugin.hpp>

namespace {
/// Signorini and Coulomb by cases, in the plane and in space: the kit's law as a plugin.
struct KnownCoulomb final : tactus::conformance::Coulomb {
  using Options = tactus::NoOptions;
  explicit KnownCoulomb(const Options&) {}
};
}  // namespace

TACTUS_PLUGIN(KnownCoulomb, "known_coulomb", "Signorini and Coulomb by cases, slow")
