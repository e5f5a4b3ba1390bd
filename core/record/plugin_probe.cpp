#include "core/record/plugin_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/model/element_geometry.hpp"
#include "core/scene/probe_declaration.hpp"

namespace tactus::core {
namespace {

/// Rows of `numbers` each, one for each of `which`.
void gather(View<Real> from, std::size_t numbers, View<Index> which, std::vector<Real>& to) {
  to.clear();
  for (const Index i : which) {
    const auto first =
        from.begin() + static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(numbers);
    to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(numbers));
  }
}

}  // namespace

PluginProbe::PluginProbe(const ProbeConfig& config, const Model& model,
                         const ElementState& element_state, View<Index> points)
    : probe_(&dynamic_cast<Probe&>(*config.probe.object)), model_(model),
      element_state_(element_state), points_(points) {
  const ProbeDeclaration declared(*probe_, config.probe.type, model.dim());
  columns_ = declared.columns.size();
  asked_ = declared.fields;
  field_.resize(asked_.size());
  views_.resize(asked_.size());
  describe_points();
  find_elements(model.bodies()[config.body_index]);
  probe_->setup({.dim = model.dim(),
                 .reference = reference_,
                 .mass = mass_,
                 .volume = volume_,
                 .origin = model.centre()});
}

void PluginProbe::describe_points() {
  const auto dim = static_cast<std::size_t>(model_.dim());
  gather(model_.places(), dim, points_, reference_);
  for (const Index point : points_)
    mass_.push_back(point < model_.nodes() ? model_.mass()[static_cast<std::size_t>(point) * dim]
                                           : 0);
}

/// Those all of whose nodes are among the points.
void PluginProbe::find_elements(const ModelBody& body) {
  if (!body.material) return;
  const Index corners = model_.dim() + 1;
  for (Index e = body.elements.begin; e < body.elements.end; ++e) {
    const Index* const node = model_.elements().data() + e * corners;
    const auto here = [&](Index n) { return std::ranges::binary_search(points_, n); };
    if (!std::all_of(node, node + corners, here)) continue;
    elements_.push_back(e);
    volume_.push_back(body.thickness * with_dimension(model_.dim(), [&](auto dimension) {
                        return simplex_volume<decltype(dimension)::value>(model_.reference(), node);
                      }));
  }
}

void PluginProbe::fill_fields(View<Real> q, Context& context) {
  const auto elements = static_cast<std::size_t>(model_.element_count());
  for (std::size_t f = 0; f < asked_.size(); ++f) {
    std::size_t numbers = element_state_.stress_names().size();
    if (asked_[f] == ProbeDeclaration::kStress) {
      table_.resize(elements * numbers);
      if (const Outcome outcome = element_state_.stress(q, table_, context); !outcome)
        std::ranges::fill(table_, std::numeric_limits<Real>::quiet_NaN());
    } else {
      const auto column =
          std::ranges::find(model_.shown_history(), asked_[f], &HistoryColumn::name);
      expects(column != model_.shown_history().end(), "a probe asks for a column that is shown");
      numbers = static_cast<std::size_t>(column->count);
      table_.resize(elements * numbers);
      element_state_.remembered(*column, table_, context);
    }
    gather(table_, numbers, elements_, field_[f]);
    views_[f] = field_[f];
  }
}

void PluginProbe::measure(const State& state, View<Real> x, View<Real> v, std::vector<Real>& row,
                          Context& context) {
  const auto dim = static_cast<std::size_t>(model_.dim());
  gather(x, dim, points_, position_);
  gather(v, dim, points_, velocity_);
  fill_fields(state.q, context);
  const std::size_t first = row.size();
  row.resize(first + columns_, std::numeric_limits<Real>::quiet_NaN());
  probe_->sample(
      {.time = state.time, .position = position_, .velocity = velocity_, .field = views_},
      Out<Real>(row).subspan(first), context);
}

}  // namespace tactus::core
