/// \file capabilities.hpp  What a component provides and needs. Each is a claim about its meaning for
/// which there is a conformance test.
///
/// A capability is a name. The kernel knows those here and in capability.hpp; a plugin may invent others
/// ("acme.thermal") on which its own components agree. The first word tells which components are
/// asked: a need of "law.implicit" is addressed to every contact law of the configuration. Claims
/// are compared when the configuration is read. The result is satisfied, degraded (a `prefers` is
/// not satisfied; its note is shown), or refused (a `needs` is not satisfied; the message names the
/// plugins that would fit).
#pragma once

#include <initializer_list>
#include <string_view>

namespace tactus {

namespace capability {
// material
inline constexpr std::string_view energy =
    "material.energy";  ///< P = dW/dF of a W that is returned; if it dissipates, see there
inline constexpr std::string_view tangent = "material.tangent";  ///< dP/dF
inline constexpr std::string_view objective =
    "material.objective";  ///< P(QF) = Q P(F): needed by averaged stress
/// The history column "dissipated" is the energy that a point has dissipated since the start, per
/// reference volume [J/m^3]. It never falls, and with W it makes up for the work of P.
inline constexpr std::string_view dissipation = "material.dissipation";
}  // namespace capability

/// Implemented by the kernel; names are literals or live as long as the component.
class Capabilities {
 public:
  virtual void provides(std::string_view name) = 0;
  virtual void needs(std::string_view name) = 0;
  virtual void needs_one_of(std::initializer_list<std::string_view> names) = 0;
  /// The component works without this capability, but not as well; `otherwise` tells the user how
  /// ("Gauss-Newton: linear convergence").
  virtual void prefers(std::string_view name, std::string_view otherwise) = 0;

 protected:
  ~Capabilities() = default;
};

}  // namespace tactus
