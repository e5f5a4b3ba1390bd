#include "core/record/probe_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/element_geometry.hpp"
#include "core/record/metrics.hpp"
#include "core/scene/probe_declaration.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {

std::vector<std::string> plugin_columns(const ProbeConfig& probe, int dim) {
  const auto& plugin = dynamic_cast<const Probe&>(*probe.probe.object);
  std::vector<std::string> columns;
  for (const auto& [name, unit] : ProbeDeclaration(plugin, probe.probe.type, dim).columns)
    columns.push_back(name + unit_suffix(unit));
  return columns;
}

}  // namespace

std::vector<std::string> probe_columns(ProbeType type, int dim) {
  std::vector<std::string> columns;
  const auto add_vector = [&](std::string_view name, std::string_view unit) {
    for (int d = 0; d < dim; ++d) columns.push_back(fmt::format("{}{}_{}", name, "xyz"[d], unit));
  };
  switch (type) {
    case ProbeType::contact:
      columns.emplace_back("contacts");
      add_vector("impulse_", "N_s");
      add_vector("force_", "N");
      for (const char* column : {"pressure_max_Pa", "shear_max_Pa", "sticking", "slipping"})
        columns.emplace_back(column);
      break;
    case ProbeType::energy:
      columns = {"kinetic_energy_J", "strain_energy_J"};
      break;
    case ProbeType::material:
    case ProbeType::plugin:
      break;  // they depend on the column that it names, and on the plugin
  }
  return columns;
}

std::vector<std::string> probe_columns(const Configuration& configuration) {
  std::vector<std::string> all;
  for (const ProbeConfig& probe : configuration.probes) {
    for (const std::string& column : probe_columns(probe.type, configuration.dim))
      all.push_back(probe.name + "." + column);
    if (probe.type == ProbeType::plugin)
      for (const std::string& column : plugin_columns(probe, configuration.dim))
        all.push_back(probe.name + "." + column);
    if (probe.type != ProbeType::material) continue;
    for (const char* of : {"_mean", "_max"})
      all.push_back(probe.name + "." + probe.column + of + unit_suffix(probe.unit));
  }
  return all;
}

ProbeTable::ProbeTable(const Configuration& configuration, const Model& model,
                       const FemSystem& system, Mass mass, const std::filesystem::path& folder)
    : configuration_(configuration), probes_(configuration.probes), model_(model), system_(system),
      mass_(mass), table_(folder, "probes", probes_columns(probe_columns(configuration)),
                          !configuration.probes.empty()),
      pressure_(model) {
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    if (probes_[p].type == ProbeType::energy) strain_energy_.resize(model.bodies().size());
    if (probes_[p].type == ProbeType::plugin)
      plugins_.emplace_back(probes_[p], model, system.elements(), model.probe_nodes()[p]);
    if (probes_[p].type != ProbeType::contact) continue;
    Pushed& pushed = pushed_.emplace_back();
    pushed.probe = p;
    pushed.vertices = vertices_of(probes_[p], p);
  }
}

/// Vertices of the group, or of the body, of a probe of contact.
std::vector<Index> ProbeTable::vertices_of(const ProbeConfig& probe, std::size_t number) const {
  const View<Index> node_of = model_.vertex_node();
  const View<std::int32_t> body_of = model_.surface().vertex_body;
  std::vector<Index> vertices;
  for (std::size_t v = 0; v < node_of.size(); ++v)
    if (probe.group.empty() ? body_of[v] == static_cast<std::int32_t>(probe.body_index)
                            : std::ranges::binary_search(model_.probe_nodes()[number], node_of[v]))
      vertices.push_back(static_cast<Index>(v));
  return vertices;
}

void ProbeTable::begin() { note_energies(); }

/// The row may be written after an attempt at the next step that failed, which leaves its own energies
/// in the system.
void ProbeTable::note_energies() {
  if (!strain_energy_.empty())
    std::ranges::copy(system_.elements().strain_energy(), strain_energy_.begin());
}

void ProbeTable::load(CheckpointGroup& from) {
  if (!probes_.empty()) for_fields(*this, FieldReader(from));
}

template <class Self, class Use>
void ProbeTable::for_fields(Self& self, const Use& use) {
  use("probes_duration", self.duration_);
  use("probes_strain_energy", self.strain_energy_);
  for (auto& pushed : self.pushed_) {
    use(fmt::format("probe_{}_contacts", pushed.probe), pushed.contacts);
    use(fmt::format("probe_{}_impulse", pushed.probe), pushed.impulse);
  }
}

void ProbeTable::save(CheckpointGroup& to) const {
  if (!probes_.empty()) for_fields(*this, FieldWriter(to));
}

void ProbeTable::add_step(const StepFacts& facts) {
  if (probes_.empty()) return;
  duration_ += facts.dt;
  note_energies();
  for (Pushed& pushed : pushed_) {
    const ProbeConfig& probe = probes_[pushed.probe];
    probe.group.empty() ? add_body(facts, probe, pushed) : add_group(facts, pushed);
  }
}

/// Adds the rows of contacts.csv that involve the body. Where the body is the second of the pair,
/// the sign is reversed.
void ProbeTable::add_body(const StepFacts& facts, const ProbeConfig& probe, Pushed& pushed) const {
  const auto body = static_cast<std::int32_t>(probe.body_index);
  Index contacts = 0;
  for (const PairImpulse& pair : facts.contact.forces.pairs) {
    const bool first = pair.body_a == body;
    if (!first && pair.body_b != body) continue;
    if (probe.with_index != ProbeConfig::kNoBody &&
        (first ? pair.body_b : pair.body_a) != static_cast<std::int32_t>(probe.with_index))
      continue;
    contacts += pair.contacts;
    for (int d = 0; d < 3; ++d) pushed.impulse[d] += first ? pair.impulse[d] : -pair.impulse[d];
  }
  pushed.contacts = std::max(pushed.contacts, contacts);
}

/// Adds the contact forces on nodes, the same as frames show.
void ProbeTable::add_group(const StepFacts& facts, Pushed& pushed) const {
  const std::vector<Real>& force = facts.contact.forces.vertex_force;
  if (force.empty()) return;
  const auto dim = static_cast<std::size_t>(model_.dim());
  Index nodes = 0;
  for (const Index vertex : pushed.vertices) {
    const Real* of_vertex = force.data() + static_cast<std::size_t>(vertex) * dim;
    bool any = false;
    for (std::size_t d = 0; d < dim; ++d) {
      pushed.impulse[d] += facts.dt * of_vertex[d];
      any = any || of_vertex[d] != 0;
    }
    if (any) ++nodes;
  }
  pushed.contacts = std::max(pushed.contacts, nodes);
}

void ProbeTable::write(Index step, const State& state, const ContactForces& forces,
                       Context& context) {
  if (probes_.empty()) return;
  if (!pushed_.empty()) pressure_.find(state.q, forces);
  values_.clear();
  for (auto* a : {&places_, &velocities_}) a->resize(model_.places().size());
  model_.place_points(state.q, places_);
  model_.point_velocities(state.q, state.v, velocities_);
  auto pushed = pushed_.begin();
  auto plugin = plugins_.begin();
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    if (probes_[p].type == ProbeType::contact)
      put_contact(*pushed++, forces);
    else if (probes_[p].type == ProbeType::energy)
      put_energy(probes_[p].body_index, state, context);
    else if (probes_[p].type == ProbeType::material)
      put_material(probes_[p], context);
    else
      (plugin++)->measure(state, places_, velocities_, values_, context);
  }
  table_.write(step, state.time, View<Real>(values_));
  duration_ = 0;
  for (Pushed& p : pushed_) {
    p.contacts = 0;
    std::fill(std::begin(p.impulse), std::end(p.impulse), Real{0});
  }
}

/// Pressure, and which nodes stick, are those of the last step: sums over steps would mean nothing.
void ProbeTable::put_contact(const Pushed& pushed, const ContactForces& forces) {
  values_.push_back(static_cast<Real>(pushed.contacts));
  for (int d = 0; d < model_.dim(); ++d) values_.push_back(pushed.impulse[d]);
  for (int d = 0; d < model_.dim(); ++d)
    values_.push_back(duration_ > 0 ? pushed.impulse[d] / duration_ : std::nan(""));
  Real pressure = 0, shear = 0;
  Index sticking = 0, slipping = 0;
  for (const Index v : pushed.vertices) {
    // A comparison with no number is false: nodes of impact zones have no pressure.
    if (pressure_.normal()[v] > pressure) pressure = pressure_.normal()[v];
    if (pressure_.shear()[v] > shear) shear = pressure_.shear()[v];
    const auto at = static_cast<std::size_t>(v);
    if (at >= forces.vertex_state.size()) continue;
    sticking += forces.vertex_state[at] == ContactState::sticks;
    slipping += forces.vertex_state[at] == ContactState::slips;
  }
  for (const Real value :
       {pressure, shear, static_cast<Real>(sticking), static_cast<Real>(slipping)})
    values_.push_back(value);
}

void ProbeTable::put_energy(std::size_t body, const State& state, Context& context) {
  values_.push_back(kinetic_energy(body, state, context));
  values_.push_back(strain_energy_[body]);
}

/// The mean over the reference volume of the body, and the largest value of an element.
void ProbeTable::put_material(const ProbeConfig& probe, Context& context) {
  const ModelBody& body = model_.bodies()[probe.body_index];
  const HistoryColumn* column = body.history.find(probe.column);
  expects(column && column->count == 1, "a probe of a material names one of its columns");
  remembered_.resize(static_cast<std::size_t>(model_.element_count()));
  system_.elements().remembered(*column, remembered_, context);
  Real sum = 0, volume = 0, largest = -kUnlimited;
  for (Index e = body.elements.begin; e < body.elements.end; ++e) {
    const Real value = remembered_[static_cast<std::size_t>(e)];
    const Real share = with_dimension(model_.dim(), [&](auto dimension) {
      constexpr int D = decltype(dimension)::value;
      return simplex_volume<D>(model_.reference(), model_.elements().data() + e * (D + 1));
    });
    sum += share * value, volume += share;
    largest = std::max(largest, value);
  }
  values_.push_back(sum / volume);
  values_.push_back(largest);
}

Real ProbeTable::kinetic_energy(std::size_t body, const State& state, Context& context) const {
  const Body& of = model_.layout().bodies[body];
  const Scratch::Frame frame(*context.scratch);
  const auto dofs = static_cast<Index>(state.v.size());
  const Out<Real> v = context.scratch->take<Real>(dofs);
  std::ranges::fill(v, Real{0});
  std::copy_n(state.v.begin() + of.dofs.begin, of.dofs.size(), v.begin() + of.dofs.begin);
  for (const auto& kind : model_.kinds())
    if (kind->ranges().dofs.begin <= of.dofs.begin && of.dofs.begin < kind->ranges().dofs.end) {
      const Real centre[3] = {};
      return kind->momenta(state.q, v, centre).kinetic;
    }
  const Out<Real> momentum = context.scratch->take<Real>(dofs);
  if (mass_ == Mass::consistent)
    system_.apply_mass(mass_, v, momentum, context);
  else
    for (Index i = of.dofs.begin; i < of.dofs.end; ++i) momentum[i] = model_.mass()[i] * v[i];
  Real sum = 0;
  for (Index i = of.dofs.begin; i < of.dofs.end; ++i) sum += momentum[i] * v[i];
  return sum / 2;
}

}  // namespace tactus::core
