#include "core/run/parts.hpp"

#include <utility>

#include "core/model/meshes.hpp"
#include "core/run/advice/hints.hpp"
#include "core/run/start_state.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/components.hpp"
#include "core/step/unseen.hpp"

namespace tactus::core {

namespace {

using Stage = FunctionRef<void(std::string_view)>;

std::vector<Mesh> announced_meshes(const Configuration& configuration, Stage stage) {
  stage("making the meshes");
  std::vector<Mesh> meshes = make_meshes(configuration);
  stage("building the model");
  return meshes;
}

/// Refuses bodies that overlap and bodies behind what is outside at once. An angle in degrees or a length in
/// millimetres is most often found by an overlap.
void refuse_overlaps_with_hints(const Configuration& configuration, const Model& model,
                                Auditor& auditor, View<BehindOutside> behind) {
  std::vector<ModelProblem> problems;
  const auto collect = [&](auto&& refuse) {
    try {
      refuse();
    } catch (const ModelError& error) {
      problems.insert(problems.end(), error.problems.begin(), error.problems.end());
    }
  };
  collect([&] { refuse_overlap(model, auditor); });
  collect([&] { refuse_behind_outside(model, configuration, behind); });
  if (problems.empty()) return;
  for (const std::string& hint : hints_at_places(configuration, body_facts(configuration, model)))
    problems.front().message += "; " + hint;
  throw ModelError(std::move(problems));
}

}  // namespace

Parts::Parts(Configuration& configuration, int threads, CallbackLog::Callback log, Stage stage)
    : runtime(threads, std::move(log), static_cast<std::uint64_t>(configuration.random.seed)),
      start(read_start_state(configuration)),
      model(configuration, announced_meshes(configuration, stage), start ? &*start : nullptr),
      system(model), auditor(make_auditor(model, configuration)),
      stepper(model, system, configuration, runtime.context()),
      balance(model, system, stepper.mass(), !has_no_inertia(configuration)) {
  stage("looking for bodies that overlap");
  if (stepper.contact()) refuse_unseen(model, configuration);
  const auto behind = [&](View<Real> points) {
    KernelContact* const contact = stepper.contact();
    return contact ? behind_outside(*contact, points, runtime.context())
                   : std::vector<BehindOutside>();
  };
  if (configuration.contact.enabled)
    refuse_overlaps_with_hints(configuration, model, auditor, behind(model.surface().reference));
  if (start && configuration.contact.enabled && leaves_no_overlap(configuration)) {
    std::vector<Real> points(model.surface().reference.size());
    model.motion().positions(model.initial_coordinates(), points);
    refuse_overlap_of_start(model, auditor, points, behind(points));
  }
  for (const RunComponent& component : components_of(configuration)) {
    metrics.begin_stage(component.stage);
    call(component, [&](const Component& c) { c.measure(metrics); });
  }
}

}  // namespace tactus::core
