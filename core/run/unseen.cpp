#include "core/run/unseen.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/model/model_error.hpp"

namespace tactus::core {
namespace {

/// The first bodies of a model that may meet, by what meets what.
struct Meetings {
  using Bodies = std::optional<std::pair<std::size_t, std::size_t>>;
  Bodies boundaries, particle_at_boundary, particles;
};

Meetings possible_meetings(const Model& model, const Configuration& configuration) {
  Meetings meetings;
  std::optional<std::size_t> solid, moving_solid, particle, round_particle;
  const auto keep_first = [](auto& kept, const auto& value) {
    if (!kept) kept = value;
  };
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.layout().bodies[b];
    if (body.type == BodyType::particle || configuration.bodies[b].rigid.is_round()) {
      // Two points never meet.
      const bool round =
          configuration.bodies[b].radius > 0 || configuration.bodies[b].rigid.is_round();
      if (const auto partner = round ? particle : round_particle)
        keep_first(meetings.particles, std::pair(*partner, b));
      keep_first(particle, b);
      if (round) keep_first(round_particle, b);
    } else {
      const bool moves = body.type != BodyType::obstacle;
      const auto partner = moves ? solid : moving_solid;
      if (body.self_contact)
        keep_first(meetings.boundaries, std::pair(b, b));
      else if (partner)
        keep_first(meetings.boundaries, std::pair(*partner, b));
      keep_first(solid, b);
      if (moves) keep_first(moving_solid, b);
    }
  }
  if (solid && particle) meetings.particle_at_boundary = std::minmax(*solid, *particle);
  return meetings;
}

}  // namespace

void refuse_unseen(const Model& model, const Detection& looks, const Configuration& configuration) {
  const Meetings meetings = possible_meetings(model, configuration);
  std::vector<ModelProblem> problems;
  const auto require = [&](bool seen, const Meetings::Bodies& bodies, std::string_view what) {
    if (seen || !bodies) return;
    problems.push_back(
        {configuration.contact.constraint().pointer + "/type",
         fmt::format("\"{}\" does not look at {}: it would never see \"{}\" and \"{}\" touch; take "
                     "one that does (`tactus list constraint`)",
                     configuration.contact.constraint().type, what,
                     model.bodies()[bodies->first].name, model.bodies()[bodies->second].name)});
  };
  const bool vertices_at_facets = looks.facet_vertex && looks.every_vertex;
  require(looks.facet_facet || vertices_at_facets || looks.element_vertex, meetings.boundaries,
          "boundaries of bodies");
  require(looks.facet_vertex || looks.element_vertex, meetings.particle_at_boundary,
          "particles at boundaries");
  require(looks.vertex_vertex, meetings.particles, "particles among themselves");
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace tactus::core
