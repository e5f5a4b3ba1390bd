/// \file guarded_material.hpp  Materials under supervision.
#pragma once

#include "core/support/guard/guarded.hpp"
#include "tactus/material.hpp"

namespace tactus::core {

/// Stresses that are not finite are found by the element loop, which knows the element.
class GuardedMaterial final : public Guarded<Material> {
 public:
  using Guarded::Guarded;

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    call(&Material::evaluate, batch, context);
  }
  Real do_p_wave_modulus() const override { return call(&Material::p_wave_modulus); }
  void do_history(HistoryVisitor& columns) const override { call(&Material::history, columns); }
};

}  // namespace tactus::core
