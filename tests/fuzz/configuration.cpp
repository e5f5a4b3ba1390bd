/// Bytes as a configuration: every check that a run makes, up to the point where it would take its
/// first step. A configuration that is accepted is accepted again as resolved.json.
#include "core/model/fem_system.hpp"
#include "core/model/meshes.hpp"
#include "core/record/model_auditor.hpp"
#include "core/run/further_problems.hpp"
#include "core/scene/load.hpp"
#include "core/step/stepper.hpp"
#include "core/step/unseen.hpp"
#include "core/support/executor.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/make_component.hpp"

namespace {

using namespace tactus;
using namespace tactus::core;

constexpr Real kMostElements = 1000;  ///< in all: more show nothing new and take long

/// About how many elements a body's mesh will have; more than is allowed where only a file knows.
Real elements_of(const BodyConfig& body, const Configuration& configuration) {
  if (body.mesh == kNoMesh) return static_cast<Real>(body.points.size());
  return configuration.meshes[body.mesh].generator->expected_elements();
}

void check_as_a_run_does(Configuration& configuration) {
  Real elements = 0;
  for (const BodyConfig& body : configuration.bodies) elements += elements_of(body, configuration);
  if (!(elements <= kMostElements)) return;
  try {
    const Model model(configuration, make_meshes(configuration));
    FemSystem system(model);
    Auditor auditor = make_auditor(model, configuration);
    Runtime runtime(1);
    Stepper stepper(model, system, configuration, runtime.context());
    if (stepper.contact()) refuse_unseen(model, configuration);
    if (configuration.contact.enabled) refuse_overlap(model, auditor);
    stepper.start();
    fuzz::promise(stepper.step_size() > 0, "a run has a step");
  } catch (const ModelError& e) {
    throw located(e, configuration);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::accepted([&] {
    Registry& plugins = testing::registry();
    RegistrySource components(plugins);
    const Document document = Document::parse(fuzz::text_of(data, size), "/fuzz/scene.json");
    ReadConfiguration read = read_configuration(document, components, find_further_problems);
    const std::string resolved = resolved_text(read, document, {}, {}, plugins);
    const bool again = fuzz::accepted(
        [&] { read_configuration(Document::parse(resolved, "/fuzz/resolved.json"), components); });
    fuzz::promise(again, "a resolved configuration is accepted");
    check_as_a_run_does(read.configuration);
  });
  return 0;
}
