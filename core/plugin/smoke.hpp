/// \file smoke.hpp  What every component of a kind must do, tried on a small problem. One function a
/// kind: a fuller conformance kit takes its place behind the same signature.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/config/capabilities.hpp"
#include "core/plugin/promises.hpp"
#include "core/plugin/verdicts.hpp"
#include "tactus/component.hpp"

namespace tactus::core {

void smoke_integrator(const MakeComponent& make, conformance::Check& verdicts);
void smoke_contact_solver(const MakeComponent& make, conformance::Check& verdicts);
void smoke_contact_law(const MakeComponent& make, conformance::Check& verdicts);

/// Whether one of a component's needs names this capability, alone or beside others.
bool needs(const Claims& claims, std::string_view capability);

/// Uniform numbers in [-1, 1), the same in every run (splitmix64).
class Numbers {
 public:
  Real next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return static_cast<Real>((z ^ z >> 31) >> 11) * 0x1.0p-52 - 1;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace tactus::core
