/// \file model_frame.hpp  Converts a state of the model to a frame of the output: mesh, positions,
/// velocities, forces and stress.
#pragma once

#include <string>
#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/model/element_state.hpp"
#include "core/model/model.hpp"
#include "core/record/contact_pressure.hpp"
#include "core/record/vtu_writer.hpp"
#include "core/step/state.hpp"

namespace tactus::core {

class ModelFrame {
 public:
  explicit ModelFrame(const Model& model, const FramesConfig& what = {});  ///< `model` outlives it

  const FrameMesh& mesh() const { return mesh_; }
  /// Why the stress of the last frame is none; empty where it is finite.
  const std::string& fault() const { return fault_; }
  /// Views are valid until the next call. @param contact  whether the run has contact to show
  FrameState at(const State& state, const ContactForces& forces, bool contact,
                const ElementState& elements, Context& context);

  /// Gives back the memory of the views, which a large model needs more elsewhere between two frames.
  void release();

 private:
  void list_cells();
  void keep_boundary();
  void show_contact(View<Real> q, const ContactForces& forces);
  void read_history(const ElementState& elements, Context& context);
  void evaluate_stress(const State& state, const ElementState& elements, Context& context);

  const Model& model_;
  FrameMesh mesh_;
  std::vector<Index> elements_, lone_, kept_, behind_;  ///< where the model has no such list
  std::vector<std::int32_t> cell_body_;
  std::string fault_;
  ContactPressure pressure_;
  std::vector<RememberedField> remembered_;
  std::vector<Real> places_, points_, velocity_, displacement_, force_, stress_;
  struct {
    std::vector<std::uint8_t> zone, state;
    std::vector<Real> pressure, shear;
  } touch_;  ///< contact, by point
};

}  // namespace tactus::core
