#include "core/run/advice/pair_hints.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/run/advice/motion_hints.hpp"

namespace tactus::core {
namespace {

constexpr Index kPathSamples = 200;  // places along the path of an obstacle
constexpr Real kInside = 1e-6;       // of the smaller body: boxes that overlap by less touch

bool is_obstacle(const BodyConfig& body) { return body.type == BodyConfigType::obstacle; }

/// Bodies without contact pass through each other, if they come near.
void look_at_contact(const Configuration& c, const std::vector<BodyFacts>& facts,
                     std::vector<std::string>& found) {
  if (c.contact.enabled || c.bodies.size() < 2) return;
  if (std::ranges::all_of(c.bodies, is_obstacle)) return;
  const Real reach = farthest(c, facts);
  for (std::size_t i = 0; i < facts.size(); ++i)
    for (std::size_t j = i + (facts[i].count > 1 ? 0 : 1); j < facts.size(); ++j) {
      const BodyConfig &a = c.bodies[facts[i].first], &b = c.bodies[facts[j].first];
      if ((is_obstacle(a) && is_obstacle(b)) || distance(facts[i], facts[j]) > reach) continue;
      found.push_back(
          "there is no \"contact\": bodies pass through each other. `tactus explain contact` shows "
          "what it consists of, and configs/ has examples");
      return;
    }
}

/// Pairs that no entry of the constraints is for.
void look_at_constraints(const Configuration& c, const std::vector<BodyFacts>& facts,
                         std::vector<std::string>& found) {
  const std::vector<ConstraintConfig>& all = c.contact.constraints;
  const auto has_one = [&](std::size_t a, std::size_t b) {
    return std::ranges::any_of(all, [&](const ConstraintConfig& entry) {
      return entry.between.is_any() || entry.between.between_bodies(a, b);
    });
  };
  if (!c.contact.enabled ||
      std::ranges::any_of(all, [](const auto& entry) { return entry.between.is_any(); }))
    return;
  const Real reach = farthest(c, facts);
  std::size_t more = 0;
  std::string first;
  for (std::size_t i = 0; i < facts.size(); ++i)
    for (std::size_t j = i + 1; j < facts.size(); ++j) {
      const std::size_t a = facts[i].first, b = facts[j].first;
      if (has_one(a, b) || (is_obstacle(c.bodies[a]) && is_obstacle(c.bodies[b])) ||
          distance(facts[i], facts[j]) > reach)
        continue;
      if (!first.empty()) ++more;
      if (first.empty())
        first = fmt::format("\"{}\" and \"{}\"", c.bodies[a].name, c.bodies[b].name);
    }
  if (first.empty()) return;
  found.push_back(
      fmt::format("{}{} have no constraint and pass through each other; a last entry {{\"type\": "
                  "\"{}\", \"between\": [\"*\", "
                  "\"*\"]}} of /contact/constraint is for all that no other entry is for",
                  first, more > 0 ? fmt::format(" (and {} more pairs)", more) : "",
                  all.front().constraint.type));
}

/// The box round an obstacle that has moved along its path.
BodyFacts moved(const BodyFacts& facts, const PathMotion& motion, const RotationPath* rotation) {
  BodyFacts result = facts;
  Vec<3> arm = Vec<3>::Zero();
  for (std::size_t d = 0; rotation && d < facts.lower.size(); ++d)
    arm[static_cast<Index>(d)] = facts.lower[d] + facts.extent[d] / 2 - rotation->about[d];
  // The centre turns; the box is kept as it is, which is enough for a hint.
  const Vec<3> turned = Eigen::AngleAxis<Real>(motion.angle, Vec<3>(motion.axis)) * arm;
  for (std::size_t d = 0; d < facts.lower.size(); ++d)
    result.lower[d] += motion.displacement[d] + (turned - arm)[static_cast<Index>(d)];
  return result;
}

/// How deep two boxes overlap; negative: how far they are apart along the axis that parts them.
Real overlap(const BodyFacts& a, const BodyFacts& b) {
  Real depth = kUnlimited;
  for (std::size_t d = 0; d < a.lower.size(); ++d)
    depth = std::min(
        {depth, a.lower[d] + a.extent[d] - b.lower[d], b.lower[d] + b.extent[d] - a.lower[d]});
  return depth;
}

bool is_zero(const std::vector<Real>& v) {
  return std::ranges::all_of(v, [](Real x) { return x == 0; });
}

/// Whether the box of an obstacle is filled by it, so that what overlaps the box overlaps the obstacle.
bool fills_its_box(const Configuration& c, const BodyFacts& f) {
  const BodyConfig& body = c.bodies[f.first];
  return body.mesh != kNoMesh && is_zero(body.rotate) &&
         (c.meshes[body.mesh].type == "rectangle" || c.meshes[body.mesh].type == "box");
}

/// Obstacles do not see each other: a path may lead one of them into another.
void look_at_paths(const Configuration& c, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found) {
  for (const SupportConfig& support : c.supports) {
    if (!is_obstacle(c.bodies[support.body_index])) continue;
    const auto own = std::ranges::find(facts, support.body_index, &BodyFacts::first);
    if (own == facts.end() || !fills_its_box(c, *own)) continue;
    for (const BodyFacts& other : facts) {
      if (&other == &*own || !is_obstacle(c.bodies[other.first]) || !fills_its_box(c, other))
        continue;
      const Real least = kInside * std::min(own->size(), other.size());
      if (overlap(*own, other) > least) continue;  // as they are placed
      for (Index k = 1; k <= kPathSamples; ++k) {
        const Real time = c.time.end * static_cast<Real>(k) / kPathSamples;
        PathMotion motion;
        if (support.path.given())
          motion = support.path.at(time);
        else if (!support.velocity.empty())
          for (std::size_t d = 0; d < support.velocity.size(); ++d)
            motion.displacement[d] = ramped_way(support.velocity[d], time, support.ramp);
        if (overlap(moved(*own, motion, support.path.rotation()), other) <= least) continue;
        found.push_back(
            fmt::format("{} moves the obstacle \"{}\" into the obstacle \"{}\" at about {:.3g} s; "
                        "obstacles do not see each other",
                        support.pointer, support.body, c.bodies[other.first].name, time));
        break;
      }
    }
  }
}

}  // namespace

void look_at_pairs(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found) {
  look_at_contact(configuration, facts, found);
  look_at_constraints(configuration, facts, found);
  look_at_paths(configuration, facts, found);
}

}  // namespace tactus::core
