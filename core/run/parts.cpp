#include "core/run/parts.hpp"

#include <utility>

#include "core/run/components.hpp"
#include "core/run/meshes.hpp"
#include "core/run/unseen.hpp"

namespace tactus::core {

Parts::Parts(Configuration& configuration, int threads, CallbackLog::Callback log)
    : runtime(threads, std::move(log)), model(configuration, make_meshes(configuration)),
      system(model), auditor(make_auditor(model)),
      stepper(model, system, configuration, runtime.context()), balance(model, system) {
  if (stepper.contact()) refuse_not_served(stepper.contact()->detection(), configuration);
  if (stepper.contact()) refuse_unseen(model, stepper.contact()->detection(), configuration);
  if (configuration.contact.enabled) refuse_overlap(model, auditor);
  const ProcessState process;
  const CloseLook look(process);
  for (const RunComponent& component : components_of(configuration))
    call(component, "when it was asked for its metrics",
         [&](const Component& c) { c.measure(metrics); });
}

}  // namespace tactus::core
