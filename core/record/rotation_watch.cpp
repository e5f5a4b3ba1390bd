// Measures rotations of the elements of those bodies whose material does not claim to be objective.
#include "core/record/rotation_watch.hpp"

#include "core/scene/capabilities.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {

RotationWatch::RotationWatch(const Model& model, const ElementState& elements)
    : model_(model), elements_(elements), watched_(model.bodies().size(), 0),
      now_(model.bodies().size(), 0) {
  for (std::size_t b = 0; b < watched_.size(); ++b) {
    const Material* material = model.bodies()[b].material;
    if (!material || claims_of(*material).has(capability::objective)) continue;
    watched_[b] = 1;
    if (!any_) body_ = static_cast<Index>(b);
    any_ = true;
  }
}

void RotationWatch::look(const State& state, Context& context) {
  if (!any_) return;
  elements_.loop().rotation(elements_.now(state.q), watched_, now_, context);
  for (std::size_t b = 0; b < now_.size(); ++b) {
    if (!(now_[b] > largest_)) continue;
    largest_ = now_[b];
    time_ = state.time;
    body_ = static_cast<Index>(b);
  }
}

void RotationWatch::fill(Summary& summary) const {
  if (!any_) return;
  const ModelBody& body = model_.bodies()[static_cast<std::size_t>(body_)];
  summary.rotation = {.body = body.name, .material = body.plugin, .angle = largest_, .time = time_};
}

template <class Self, class Use>
void RotationWatch::for_fields(Self& self, const Use& use) {
  use("rotation_largest", self.largest_);
  use("rotation_time", self.time_);
  use("rotation_body", self.body_);
}

void RotationWatch::save(Archive& archive) const { for_fields(*this, FieldWriter(archive)); }

void RotationWatch::load(Archive& archive) {
  for_fields(*this, FieldReader(archive));
  if (any_ && !(0 <= body_ && body_ < static_cast<Index>(watched_.size())))
    throw Error("the checkpoint's \"rotation_body\" is not of this model");
}

}  // namespace tactus::core
