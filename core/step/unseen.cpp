#include "core/step/unseen.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/scene/capabilities.hpp"
#include "core/scene/model_error.hpp"
#include "core/scene/self_sight.hpp"
#include "tactus/constraint.hpp"
#include "tactus/friction/own_friction.hpp"

namespace tactus::core {
namespace {

/// Surfaces that meet all others in the same way through the same constraints. Two representatives
/// suffice, however many there are.
struct Group {
  enum class What : std::uint8_t { boundary, point, round, half_space };
  What what = What::boundary;
  bool moves = true, touches_itself = false;
  std::int32_t first = -1,
               second = -1;  ///< surfaces of two bodies; -1: there is only one
};

/// Numbers of points that take part in a meeting, and behind these the one with a half-space, and what a law lacks.
constexpr int kHalfSpaces = 3, kWithoutArea = 4;

class Meetings {
 public:
  Meetings(const Model& model, const Configuration& configuration)
      : model_(model), configuration_(configuration) {
    const auto& surfaces = model.named_surfaces();
    for (std::size_t s = 0; s < surfaces.size(); ++s)
      if (!surfaces[s].empty) add(static_cast<std::int32_t>(s));
  }

  /// Calls use(constraint, kind of meeting, a, b) for surfaces that may meet; some pairs come twice.
  template <class Use>
  void for_each(const Use& use) const {
    for (auto a = groups_.begin(); a != groups_.end(); ++a)
      for (auto b = a; b != groups_.end(); ++b) {
        const Group &g = a->second, &h = b->second;
        const auto partner = partners(g, h, a == b);
        if (!partner || !(g.moves || h.moves)) continue;
        const auto [s, t] = *partner;
        const Index entry = model_.constraint_pairs().entry(s, t);
        if (entry == kNone) continue;
        if (g.what == Group::What::half_space || h.what == Group::What::half_space) {
          use(static_cast<std::size_t>(entry), kHalfSpaces, s, t);
          continue;
        }
        const int points = (g.what != Group::What::boundary) + (h.what != Group::What::boundary);
        const bool round = g.what == Group::What::round || h.what == Group::What::round;
        if (points < 2 || round) use(static_cast<std::size_t>(entry), points, s, t);
      }
  }

 private:
  void add(std::int32_t surface) {
    const NamedSurface& named = model_.named_surfaces()[static_cast<std::size_t>(surface)];
    const ModelBody& body = model_.bodies()[named.body];
    const BodyConfig& config = configuration_.bodies[named.body];
    Group group{.moves = !body.obstacle, .touches_itself = config.touches_itself()};
    if (config.is_half_space())
      group.what = Group::What::half_space;
    else if (config.radius > 0 || config.is_round())
      group.what = Group::What::round;
    else if (config.type == BodyConfigType::particles ||
             (body.kind && model_.layout().bodies[named.body].rotation.empty()))
      group.what = Group::What::point;
    std::vector<bool> meant;  // constraints and laws that are responsible for the pair
    const auto note = [&](const BetweenConfig& between) {
      for (const SurfaceName* name : {&between.first, &between.second})
        meant.push_back(name->means(named.body, named.group));
    };
    for (const ConstraintConfig& c : configuration_.contact.constraints) note(c.between);
    for (const LawConfig& law : configuration_.contact.laws) note(law.between);
    Group& kept = groups_.try_emplace({group.what, group.moves, group.touches_itself, meant}, group)
                      .first->second;
    const auto body_of = [&](std::int32_t s) {
      return model_.named_surfaces()[static_cast<std::size_t>(s)].body;
    };
    if (kept.first < 0)
      kept.first = surface;
    else if (kept.second < 0 && body_of(kept.first) != named.body)
      kept.second = surface;
  }

  /// Surfaces of two different bodies, or of one body that may touch itself.
  std::optional<std::pair<std::int32_t, std::int32_t>> partners(const Group& g, const Group& h,
                                                                bool same) const {
    if (same && g.second >= 0) return std::pair(g.first, g.second);
    if (same) return g.touches_itself ? std::optional(std::pair(g.first, g.first)) : std::nullopt;
    const auto body_of = [&](std::int32_t s) {
      return model_.named_surfaces()[static_cast<std::size_t>(s)].body;
    };
    for (const std::int32_t s : {g.first, g.second})
      for (const std::int32_t t : {h.first, h.second})
        if (s >= 0 && t >= 0 &&
            (body_of(s) != body_of(t) || (g.touches_itself && h.touches_itself)))
          return std::pair(s, t);
    return std::nullopt;
  }

  using Key = std::tuple<Group::What, bool, bool, std::vector<bool>>;
  const Model& model_;
  const Configuration& configuration_;
  std::map<Key, Group> groups_;
};

bool sees(const Detection& looks, int points) {
  if (points == kHalfSpaces) return looks.plane_vertex;
  if (points == 0) return sees_boundaries(looks);
  if (points == 1) return looks.facet_vertex || looks.element_vertex;
  return looks.vertex_vertex;
}

/// "a" and "b" touch, or "a" touch itself.
std::string touch(const Model& model, const std::pair<std::size_t, std::size_t>& bodies) {
  const std::string &first = model.bodies()[bodies.first].name,
                    &second = model.bodies()[bodies.second].name;
  return first == second ? fmt::format("\"{}\" touch itself", first)
                         : fmt::format("\"{}\" and \"{}\" touch", first, second);
}

constexpr std::string_view kMeetings[] = {"boundaries of bodies", "particles at boundaries",
                                          "particles among themselves", "half-spaces"};

std::string_view meeting(const Configuration& c, int points,
                         const std::pair<std::size_t, std::size_t>& bodies) {
  const auto is_round = [&](std::size_t b) { return c.bodies[b].is_round(); };
  if (points == 2 && is_round(bodies.first) && is_round(bodies.second))
    return "round bodies among themselves";
  return kMeetings[static_cast<std::size_t>(points)];
}

bool claims(const ComponentConfig& component, std::string_view name) {
  return claims_of(*component.object).has(name);
}

bool has_no_facets(const BodyConfig& body) {
  return body.radius > 0 || body.is_round() || body.type == BodyConfigType::particles;
}

/// Why contacts of two bodies have no area, in words; empty: they have one.
std::string_view without_area(const BodyConfig& a, const BodyConfig& b, int dim) {
  if (has_no_facets(a) || has_no_facets(b)) return "round bodies and particles touch in points";
  if (dim == 2 || a.is_half_space() || b.is_half_space()) return {};
  return "in space, meshes give one at half-spaces alone";
}

}  // namespace

void refuse_unseen(const Model& model, const Configuration& configuration) {
  const ContactConfig& contact = configuration.contact;
  std::vector<Detection> looks(contact.constraints.size());
  for (std::size_t c = 0; c < looks.size(); ++c)
    static_cast<const Constraint*>(contact.constraints[c].constraint.object.get())
        ->detection(model.scales(), looks[c]);
  const auto why_no_area = [&](std::size_t a, std::size_t b) {
    return without_area(configuration.bodies[a], configuration.bodies[b], configuration.dim);
  };
  std::map<std::pair<int, std::size_t>, std::pair<std::size_t, std::size_t>> unseen;
  Meetings(model, configuration)
      .for_each([&](std::size_t entry, int points, std::int32_t s, std::int32_t t) {
        const auto body_of = [&](std::int32_t surface) {
          return model.named_surfaces()[static_cast<std::size_t>(surface)].body;
        };
        const std::pair<std::size_t, std::size_t> bodies = std::minmax(body_of(s), body_of(t));
        if (sees(looks[entry], points)) {
          const Index law = model.law_pairs().entry(s, t);
          points = kWithoutArea;
          if (why_no_area(bodies.first, bodies.second).empty() || law == kNone ||
              claims(contact.constraints[entry].constraint, capability::row_area) ||
              !claims(contact.laws[static_cast<std::size_t>(law)].law, capability::needs_area))
            return;
          entry = static_cast<std::size_t>(law);
        }
        const auto [at, is_new] = unseen.try_emplace({points, entry}, bodies);
        at->second = std::min(at->second, bodies);
      });
  std::vector<ModelProblem> problems;
  for (const auto& [where, bodies] : unseen) {
    const bool no_area = where.first == kWithoutArea;
    const ComponentConfig& c =
        no_area ? contact.laws[where.second].law : contact.constraints[where.second].constraint;
    problems.push_back(misfit(
        c.pointer + "/type",
        no_area
            ? fmt::format("\"{}\" acts on the area of contacts, and there is none where {} ({}): "
                          "give its \"area\"",
                          c.type, touch(model, bodies), why_no_area(bodies.first, bodies.second))
            : fmt::format(
                  "\"{}\" does not look at {}: it would never see {}; take one that does "
                  "(`tactus list constraint`), or a list with one for these two before it{}",
                  c.type, meeting(configuration, where.first, bodies), touch(model, bodies),
                  where.first == 0 && bodies.first == bodies.second
                      ? ", or write \"self_contact\": false in such bodies, if they cannot"
                      : "")));
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace tactus::core
