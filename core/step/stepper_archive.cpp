// Saves the state of the time loop to a checkpoint and loads it again.
#include "core/step/stepper.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {

/// The fields of a checkpoint, listed once for saving and loading (core/support/named_fields.hpp). Time
/// steps start from these numbers; everything else follows from them and the configuration.
template <class Self, class Use>
void Stepper::for_fields(Self& self, const Use& use) {
  use("time", self.state_.time);
  StepClock::for_fields(self.lengths_.clock, use);
  StrainLimit::for_fields(self.lengths_.strain, use);
  use("steps", self.steps_);
  use("energy", self.context_.step.energy);
  use("contact_gain", self.context_.step.contact_gain);
  use("q", self.state_.q);
  use("v", self.state_.v);
  use("a", self.state_.a);
  use("extra", self.state_.extra);
  StepForces::for_fields(self.system_.forces(), use);
}

void Stepper::save(Archive& archive) const {
  for_fields(*this, FieldWriter(archive));
  save_facts(accepted_, archive);
}

void Stepper::load(Archive& archive) {
  for_fields(*this, FieldReader(archive));
  accepted_.step = steps_;
  load_facts(accepted_, model_, archive);
}

}  // namespace tactus::core
