// Saves the balance to a checkpoint and loads it again.
#include "core/record/balance.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {

template <class Self, class Use>
void Balance::for_fields(Self& self, const Use& use) {
  const auto use_totals = [&](const std::string& name, auto& totals) {
    use(name + "_kinetic", totals.kinetic);
    use(name + "_strain", totals.strain);
    use(name + "_load", totals.load);
    use(name + "_dissipated", totals.dissipated);
    use(name + "_linear", totals.linear);
    use(name + "_angular", totals.angular);
  };
  use_totals("now", self.now_);
  use_totals("start", self.start_);
  use("from_outside", self.outside_.impulse);
  use("impulses", self.outside_.impulses);
  use("support_work", self.outside_.support_work);
  if (self.model_.loads().any() || !self.model_.loads().damping().empty())
    use("load_work", self.outside_.load_work);
  use("stored", self.stored_);
  use("initial_energy", self.energy_.initial);
  use("largest_total", self.energy_.largest);
  use("energy_scale", self.energy_.scale);
  use("linear_scale", self.linear_.scale);
  use("angular_scale", self.angular_.scale);
  use("linear_drift", self.linear_.drift);
  use("angular_drift", self.angular_.drift);
  use("from_rest", self.from_rest_);
  use("free", self.free_);
  use("left_by_damping", self.left_);
}

void Balance::save(Archive& archive) const {
  for_fields(*this, FieldWriter(archive));
  account_.save(archive);
}

void Balance::load(Archive& archive) {
  for_fields(*this, FieldReader(archive));
  account_.load(archive);
}

}  // namespace tactus::core
