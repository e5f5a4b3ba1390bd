#include "core/record/model_frame.hpp"

#include <algorithm>
#include <limits>

namespace tactus::core {

ModelFrame::ModelFrame(const Model& model) : model_(model), pressure_(model) {
  elements_.assign(model.elements().begin(), model.elements().end());
  elements_.insert(elements_.end(), model.shown_elements().begin(), model.shown_elements().end());
  cell_body_.assign(model.element_body().begin(), model.element_body().end());
  cell_body_.insert(cell_body_.end(), model.shown_body().begin(), model.shown_body().end());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    mesh_.body_names.push_back(model.bodies()[b].name);
    if (model.bodies()[b].elements.size() > 0) continue;
    const Range nodes = model.bodies()[b].nodes;
    for (Index n = nodes.begin; n < nodes.end; ++n) {
      lone_.push_back(n);
      cell_body_.push_back(static_cast<std::int32_t>(b));
    }
  }
  const Surface& surface = model.surface();
  for (Index p = 0; p < surface.planes; ++p) {
    const Real* const normal = surface.plane_normal(p);
    mesh_.half_spaces.push_back({surface.plane_body[p], {normal, normal + model.dim()}});
  }
  mesh_.dim = model.dim();
  mesh_.elements = elements_;
  mesh_.lone_points = lone_;
  mesh_.cell_body = cell_body_;
  mesh_.origin.assign(model.centre().begin(), model.centre().end());
  for (const HistoryColumn& column : model.shown_history())
    remembered_.push_back({.name = column.name,
                           .unit = column.unit,
                           .help = column.help,
                           .components = static_cast<int>(column.count)});
}

/// Elements that are only shown, those of rigid bodies, remember nothing.
void ModelFrame::read_history(const FemSystem& system, Context& context) {
  for (std::size_t c = 0; c < remembered_.size(); ++c) {
    const HistoryColumn& column = model_.shown_history()[c];
    std::vector<Real>& values = remembered_[c].values;
    values.resize(static_cast<std::size_t>(model_.element_count() * column.count));
    system.remembered(column, values, context);
    values.resize(
        values.size() + model_.shown_body().size() * static_cast<std::size_t>(column.count),
        std::numeric_limits<Real>::quiet_NaN());
  }
}

/// Cauchy stress of each element in the order that frames use: xx yy zz xy yz xz.
void ModelFrame::evaluate_stress(const State& state, const FemSystem& system, Context& context) {
  const View<std::string_view> names = system.stress_names();
  const auto elements = static_cast<std::size_t>(model_.element_count());
  stress_table_.resize(elements * names.size());
  stress_.assign((elements + model_.shown_body().size()) * 6, 0);
  const Outcome ignored = system.stress(state.q, stress_table_, context);
  (void)ignored;  // cannot fail: the step was accepted with these values
  constexpr std::string_view kOrder[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
  for (std::size_t k = 0; k < std::size(kOrder); ++k) {
    const auto column = std::find(names.begin(), names.end(), kOrder[k]);
    if (column == names.end()) continue;
    for (std::size_t e = 0; e < elements; ++e)
      stress_[6 * e + k] =
          stress_table_[e * names.size() + static_cast<std::size_t>(column - names.begin())];
  }
}

/// Contact acts on vertices of the surface; frames have points of the model.
void ModelFrame::show_contact(View<Real> q, const ContactForces& forces) {
  const auto points = static_cast<std::size_t>(model_.points());
  const View<Index> node_of = model_.vertex_node();
  const auto of_points = [&](auto& target, const auto& of_vertices) {
    target.assign(points, 0);
    for (std::size_t v = 0; v < of_vertices.size(); ++v)
      target[static_cast<std::size_t>(node_of[v])] =
          static_cast<std::remove_cvref_t<decltype(target[0])>>(of_vertices[v]);
  };
  pressure_.find(q, forces);
  of_points(zone_, forces.zone);
  of_points(contact_state_, forces.vertex_state);
  of_points(contact_pressure_, pressure_.normal());
  of_points(contact_shear_, pressure_.shear());
}

FrameState ModelFrame::at(const State& state, const ContactForces& forces, bool contact,
                          const FemSystem& system, Context& context) {
  const int dim = model_.dim();
  const std::size_t size = model_.places().size();
  for (auto* a : {&places_, &points_, &velocity_, &displacement_}) a->resize(size);
  force_.assign(size, 0);
  model_.place_points(state.q, places_);
  model_.point_velocities(state.q, state.v, velocity_);
  for (std::size_t i = 0; i < size; ++i) {
    points_[i] = places_[i] + model_.centre()[i % static_cast<std::size_t>(dim)];
    displacement_[i] = places_[i] - model_.places()[i];
  }
  for (std::size_t i = 0; i < forces.vertex_force.size(); ++i) {
    const auto d = static_cast<Index>(i) % dim;
    force_[model_.vertex_node()[static_cast<Index>(i) / dim] * dim + d] = forces.vertex_force[i];
  }
  evaluate_stress(state, system, context);
  read_history(system, context);
  if (contact) show_contact(state.q, forces);
  return {.time = state.time,
          .points = points_,
          .displacement = displacement_,
          .velocity = velocity_,
          .contact_force = force_,
          .stress = stress_,
          .position_from_origin = places_,
          .zone = zone_,
          .remembered = remembered_,
          .contact_pressure = contact_pressure_,
          .contact_shear = contact_shear_,
          .contact_state = contact_state_};
}

}  // namespace tactus::core
