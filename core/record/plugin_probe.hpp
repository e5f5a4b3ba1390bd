/// \file plugin_probe.hpp  A probe that a plugin measures: which columns it has, and what it is given of
/// the model at each row.
#pragma once

#include <string>
#include <vector>

#include "core/model/element_state.hpp"
#include "core/scene/configuration.hpp"
#include "core/step/state.hpp"
#include "tactus/probe.hpp"

namespace tactus::core {

class PluginProbe {
 public:
  /// All arguments outlive this. @param points  of the model, ascending, as Model::probe_nodes()
  PluginProbe(const ProbeConfig& config, const Model& model, const ElementState& element_state,
              View<Index> points);

  /// Appends one row. @param x, v  [points of the model * dim]
  void measure(const State& state, View<Real> x, View<Real> v, std::vector<Real>& row,
               Context& context);

 private:
  void find_elements(const ModelBody& body);
  void describe_points();
  void fill_fields(View<Real> q, Context& context);

  Probe* probe_;
  const Model& model_;
  const ElementState& element_state_;
  View<Index> points_;
  std::size_t columns_ = 0;
  std::vector<std::string> asked_;  ///< names of fields
  std::vector<Index> elements_;     ///< of the model
  std::vector<Real> reference_, mass_, volume_, position_, velocity_, table_;
  std::vector<std::vector<Real>> field_;
  std::vector<View<Real>> views_;
};

}  // namespace tactus::core
