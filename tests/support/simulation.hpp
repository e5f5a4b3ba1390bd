// A run of a configuration in memory: no folder, no files; every step can be looked at.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/audit/audit.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/meshes.hpp"
#include "core/record/balance.hpp"
#include "core/record/model_auditor.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/reader.hpp"
#include "core/step/stepper.hpp"
#include "core/support/executor.hpp"
#include "tests/support/keep_scene.hpp"
#include "tests/support/make_component.hpp"

namespace tactus::testing {

class Simulation {
 public:
  /// May put test doubles in the place of components, round those that are there.
  using Change = std::function<void(core::Configuration&)>;

  /// From the text of a configuration, as a file would hold it; plugins of this build.
  explicit Simulation(const std::string& json, int threads = 1, const Change& change = {})
      : Simulation(core::Document::parse(json, "test.json"), threads, change) {
    test::keep_scene(json);
  }
  Simulation(const std::string& json, const Change& change) : Simulation(json, 1, change) {}
  static Simulation from_file(const std::string& path, const std::vector<std::string>& sets = {}) {
    return Simulation(core::Document::load(path, sets), 1, {});
  }

  void step() {
    stepper.advance();
    balance.update(stepper.state(), stepper.facts(), runtime_.context());
  }
  /// To the end; `look` after every step.
  template <class Look>
  void run(Look&& look) {
    while (!stepper.finished()) {
      step();
      look(*this);
    }
  }
  void run() {
    run([](Simulation&) {});
  }

  const core::AuditResult& audit() {
    points_.resize(model.surface().reference.size());
    model.motion().positions(stepper.state().q, points_);
    return auditor_.check(points_);
  }

  /// Near lists and histories of contacts of a step with one stage.
  void save_contact(Archive& archive) const {
    stepper.stages().for_each_group(
        [&](const std::string&, const core::ContactStage& stage) { stage.save(archive); });
  }
  void load_contact(Archive& archive) {
    stepper.stages().for_each_group(
        [&](const std::string&, core::ContactStage& stage) { stage.load(archive, context()); });
  }

  /// kg m/s, sum over a body's nodes, or of a rigid body; component d.
  Real momentum(std::size_t body, int d) const {
    Real p = 0;
    if (const Body& b = model.layout().bodies[body]; !b.rotation.empty())
      return model.mass()[b.dofs.begin] *
             stepper.state().v[static_cast<std::size_t>(b.dofs.begin + d)];
    const Range nodes = model.bodies()[body].nodes;
    for (Index n = nodes.begin; n < nodes.end; ++n)
      p += model.mass()[n * model.dim()] *
           stepper.state().v[static_cast<std::size_t>(n * model.dim() + d)];
    return p;
  }
  Real mass(std::size_t body) const {
    Real m = 0;
    const Range nodes = model.bodies()[body].nodes;
    for (Index n = nodes.begin; n < nodes.end; ++n) m += model.mass()[n * model.dim()];
    return m;
  }
  /// Position of node n of a body, in the configuration's coordinates.
  Real position(std::size_t body, Index n, int d) const {
    const auto at =
        static_cast<std::size_t>((model.bodies()[body].nodes.begin + n) * model.dim() + d);
    return stepper.state().q[at] + model.centre()[static_cast<std::size_t>(d)];
  }
  Real time() const { return stepper.state().time; }
  Context& context() { return runtime_.context(); }
  const core::Configuration& configuration() const { return read_.configuration; }

 private:
  Simulation(const core::Document& document, int threads, const Change& change)
      : source_(registry()), read_(changed(core::read_configuration(document, source_), change)),
        runtime_(threads), model(read_.configuration, core::make_meshes(read_.configuration)),
        system(model), auditor_(core::make_auditor(model, read_.configuration)),
        stepper(model, system, read_.configuration, runtime_.context()),
        balance(model, system, stepper.mass(), !core::has_no_inertia(read_.configuration)) {
    stepper.start();
    balance.start(stepper.state(), stepper.facts(), runtime_.context());
  }
  static core::ReadConfiguration changed(core::ReadConfiguration read, const Change& change) {
    if (change) change(read.configuration);
    return read;
  }
  core::RegistrySource source_;
  core::ReadConfiguration read_;
  core::Runtime runtime_;
  std::vector<Real> points_;

 public:
  core::Model model;
  core::FemSystem system;

 private:
  core::Auditor auditor_;

 public:
  core::Stepper stepper;
  core::Balance balance;
};

}  // namespace tactus::testing
