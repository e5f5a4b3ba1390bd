#include "core/record/model_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/shown_facets.hpp"

namespace tactus::core {

ModelFrame::ModelFrame(const Model& model, const FramesConfig& what)
    : model_(model), pressure_(model) {
  mesh_.dim = model.dim();
  mesh_.precision = what.precision;
  list_cells();
  if (what.of == FramesConfig::Of::surface) keep_boundary();
  const Surface& surface = model.surface();
  for (Index p = 0; p < surface.planes; ++p) {
    const Real* const normal = surface.plane_normal(p);
    mesh_.half_spaces.push_back({surface.plane_body[p], {normal, normal + model.dim()}});
  }
  mesh_.origin.assign(model.centre().begin(), model.centre().end());
  for (const HistoryColumn& column : model.shown_history())
    remembered_.push_back({.name = column.name,
                           .unit = column.unit,
                           .help = column.help,
                           .components = static_cast<int>(column.count)});
}

/// All elements, those that are only shown behind those of the model, and the points of bodies without
/// elements. A model of elements alone has these lists already.
void ModelFrame::list_cells() {
  for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
    mesh_.body_names.push_back(model_.bodies()[b].name);
    if (model_.bodies()[b].elements.size() > 0) continue;
    const Range nodes = model_.bodies()[b].nodes;
    for (Index n = nodes.begin; n < nodes.end; ++n) lone_.push_back(n);
    cell_body_.resize(lone_.size(), static_cast<std::int32_t>(b));
  }
  mesh_.elements = model_.elements();
  mesh_.cell_body = model_.element_body();
  mesh_.lone_points = lone_;
  if (!model_.shown_body().empty()) {
    elements_.assign(model_.elements().begin(), model_.elements().end());
    elements_.insert(elements_.end(), model_.shown_elements().begin(),
                     model_.shown_elements().end());
    mesh_.elements = elements_;
  }
  if (model_.shown_body().empty() && lone_.empty()) return;
  cell_body_.insert(cell_body_.begin(), model_.shown_body().begin(), model_.shown_body().end());
  cell_body_.insert(cell_body_.begin(), model_.element_body().begin(), model_.element_body().end());
  mesh_.cell_body = cell_body_;
}

/// Takes the facets of the boundary in place of the elements, and numbers their points, and those of
/// bodies without elements, anew in the same order.
void ModelFrame::keep_boundary() {
  auto [facets, behind] = shown_facets(model_, mesh_.elements);
  behind_ = std::move(behind);
  std::vector<std::int32_t> body;
  for (const Index e : behind_) body.push_back(mesh_.cell_body[e]);
  body.insert(body.end(), mesh_.cell_body.end() - static_cast<std::ptrdiff_t>(lone_.size()),
              mesh_.cell_body.end());
  kept_ = facets;
  kept_.insert(kept_.end(), lone_.begin(), lone_.end());
  kept_ = unique_nodes(std::move(kept_));
  for (auto* list : {&facets, &lone_})
    for (Index& point : *list) point = std::ranges::lower_bound(kept_, point) - kept_.begin();
  elements_ = std::move(facets);
  cell_body_ = std::move(body);
  mesh_.is_boundary = true;
  mesh_.elements = elements_;
  mesh_.cell_body = cell_body_;
  mesh_.kept = kept_;
  mesh_.behind = behind_;
}

/// Elements that are only shown, those of rigid bodies, remember nothing.
void ModelFrame::read_history(const ElementState& elements, Context& context) {
  for (std::size_t c = 0; c < remembered_.size(); ++c) {
    const HistoryColumn& column = model_.shown_history()[c];
    std::vector<Real>& values = remembered_[c].values;
    values.resize(static_cast<std::size_t>(model_.element_count() * column.count));
    elements.remembered(column, values, context);
    values.resize(
        values.size() + model_.shown_body().size() * static_cast<std::size_t>(column.count),
        std::numeric_limits<Real>::quiet_NaN());
  }
}

/// Cauchy stress of each element in the order that frames use: xx yy zz xy yz xz. The rows of the
/// table become those of frames in place, as they are large: from the first one on where they become
/// shorter, else from the last one on.
void ModelFrame::evaluate_stress(const State& state, const ElementState& elements,
                                 Context& context) {
  constexpr std::array<std::string_view, 6> kOrder{"xx", "yy", "zz", "xy", "yz", "xz"};
  const View<std::string_view> names = elements.stress_names();
  const auto count = static_cast<std::size_t>(model_.element_count());
  const std::size_t columns = names.size();
  stress_.resize(count * std::max(columns, kOrder.size()));
  // The forces of the step were finite, but these come from what materials remember since.
  fault_ = elements.stress(state.q, Out<Real>(stress_).first(count * columns), context).message;
  for (std::size_t i = 0; i < count * columns && fault_.empty(); ++i)
    if (!std::isfinite(stress_[i]))
      fault_ = "the stress of a frame is not finite in " +
               model_.element_name(static_cast<Index>(i / columns));
  std::array<std::size_t, kOrder.size()> from{};  // columns: there is none
  for (std::size_t k = 0; k < kOrder.size(); ++k)
    from[k] = static_cast<std::size_t>(std::ranges::find(names, kOrder[k]) - names.begin());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t e = columns >= kOrder.size() ? i : count - 1 - i;
    std::array<Real, kOrder.size()> row{};
    for (std::size_t k = 0; k < kOrder.size(); ++k)
      if (from[k] < columns) row[k] = stress_[e * columns + from[k]];
    std::ranges::copy(row, stress_.begin() + static_cast<std::ptrdiff_t>(kOrder.size() * e));
  }
  stress_.resize(count * kOrder.size());
  stress_.resize((count + model_.shown_body().size()) * kOrder.size(), 0);
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
  of_points(touch_.zone, forces.zone);
  of_points(touch_.state, forces.vertex_state);
  of_points(touch_.pressure, pressure_.normal());
  of_points(touch_.shear, pressure_.shear());
}

FrameState ModelFrame::at(const State& state, const ContactForces& forces, bool contact,
                          const ElementState& elements, Context& context) {
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
  evaluate_stress(state, elements, context);
  read_history(elements, context);
  if (contact) show_contact(state.q, forces);
  return {.time = state.time,
          .points = points_,
          .displacement = displacement_,
          .velocity = velocity_,
          .contact_force = force_,
          .stress = stress_,
          .position_from_origin = places_,
          .zone = touch_.zone,
          .remembered = remembered_,
          .contact_pressure = touch_.pressure,
          .contact_shear = touch_.shear,
          .contact_state = touch_.state};
}

void ModelFrame::release() {
  for (auto* numbers : {&places_, &points_, &velocity_, &displacement_, &force_, &stress_,
                        &touch_.pressure, &touch_.shear})
    std::vector<Real>().swap(*numbers);
  for (RememberedField& field : remembered_) std::vector<Real>().swap(field.values);
}

}  // namespace tactus::core
