/// \file model_frame.hpp  A state of the model as a frame shows it: mesh, positions, velocities, forces,
/// stress.
#pragma once

#include <vector>

#include "core/contact/contact_model.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/output/vtu_writer.hpp"
#include "core/run/state.hpp"

namespace tactus::core {

class ModelFrame {
 public:
  explicit ModelFrame(const Model& model);  ///< `model` outlives it

  const FrameMesh& mesh() const { return mesh_; }
  /// Views are valid until the next call. @param zones  whether rigid impact zones are shown
  FrameState at(const State& state, const ContactForces& forces, bool zones,
                const FemSystem& system, Context& context);

 private:
  void evaluate_stress(const State& state, const FemSystem& system, Context& context);

  const Model& model_;
  FrameMesh mesh_;
  std::vector<Index> elements_, lone_;
  std::vector<std::int32_t> cell_body_;
  std::vector<std::uint8_t> zone_;
  std::vector<Real> places_, points_, velocity_, displacement_, force_, stress_, stress_table_;
};

}  // namespace tactus::core
