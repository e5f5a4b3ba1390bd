// What a checkpoint holds of the loop of steps.
#include "core/run/named_fields.hpp"
#include "core/run/stepper.hpp"

namespace tactus::core {

template <class Self, class Use>
void Stepper::for_fields(Self& self, const Use& use) {
  use("time", self.state_.time);
  StepClock::for_fields(self.clock_, use);
  use("steps", self.steps_);
  use("energy", self.context_.step.energy);
  use("contact_gain", self.context_.step.contact_gain);
  use("q", self.state_.q);
  use("v", self.state_.v);
  use("a", self.state_.a);
  use("extra", self.state_.extra);
  use("held", self.supports_.held());
  PathRecord::for_fields(self.paths_, use);
}

void Stepper::save(Archive& archive) const { for_fields(*this, FieldWriter(archive)); }

void Stepper::load(Archive& archive) {
  for_fields(*this, FieldReader(archive));
  loads_.restore(state_, context_);
}

}  // namespace tactus::core
