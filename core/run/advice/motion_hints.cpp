#include "core/run/advice/motion_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

constexpr Real kLeastFall = 1e-3;  ///< of a body's length; a run with less shows nothing
constexpr Real kEarth = 9.81;      ///< m/s^2

Real norm(const std::vector<Real>& v) {
  Real sum = 0;
  for (const Real x : v) sum += x * x;
  return std::sqrt(sum);
}

/// Detects gravity in mm/s^2. Centrifuges do not turn as fast as to make exactly this of 9.81.
void look_at_gravity(const Configuration& c, std::vector<std::string>& found) {
  const Real g = gravity_of(c);
  if (std::abs(g / (1000 * kEarth) - 1) > 3e-3) return;
  found.push_back(
      fmt::format("gravity of {:.5g} m/s^2 is a thousand times that of the earth: lengths are "
                  "metres, and {:.5g} mm/s^2 are {:.3g} m/s^2",
                  g, g, g / 1000));
}

/// Detects gravity with the wrong sign: that of the earth, upwards, which is +y in the plane and +z
/// in space.
void look_at_upward_gravity(const Configuration& c, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < c.loads.size(); ++i) {
    const LoadConfig& load = c.loads[i];
    if (load.type != LoadType::gravity || load.acceleration.size() < 2) continue;
    const Real up = load.factor.at(0) * load.acceleration.back();
    if (std::abs(up / kEarth - 1) > 1e-2) continue;
    found.push_back(
        fmt::format("/loads/{}: gravity of {:.4g} m/s^2 acts along +{}, upwards in every picture; "
                    "that of the earth is \"acceleration\": [0, {}-9.81]",
                    i, up, c.dim == 3 ? "z" : "y", c.dim == 3 ? "0, " : ""));
  }
}

/// Detects a forgotten support: under gravity all bodies fall together.
void look_at_free_fall(const Configuration& c, std::vector<std::string>& found) {
  const auto is_obstacle = [](const BodyConfig& b) { return b.type == BodyConfigType::obstacle; };
  if (!(gravity_of(c) > 0) || !c.supports.empty() || !c.contact.outside.empty() ||
      std::ranges::any_of(c.bodies, is_obstacle))
    return;
  found.push_back(
      "gravity acts, and nothing is held: all bodies fall together. Hold one by a support "
      "(\"supports\": [{\"body\": ..., \"group\": ...}]) or make it an obstacle");
}

/// m/s, an upper bound of the velocities of all bodies at the start.
Real largest_speed(const Configuration& c, const std::vector<BodyFacts>& facts) {
  Real speed = 0;
  for (const BodyFacts& f : facts)
    speed = std::max(speed, f.count > 1 ? kUnlimited : speed_of(c.bodies[f.first], f.size()));
  return speed;
}

/// Whether bodies move by their own velocities and by constant gravity alone.
bool moves_freely(const Configuration& c) {
  const auto moves = [](const SupportConfig& s) { return !s.velocity.empty() || s.path.given(); };
  const auto pushes = [](const LoadConfig& load) {
    return !load.factor.is_constant() ||
           (load.type != LoadType::gravity && load.type != LoadType::damping);
  };
  return c.start.from.empty() && std::ranges::none_of(c.supports, moves) &&
         std::ranges::none_of(c.loads, pushes);
}

/// Detects a scene in millimetres whose bodies start at rest: within a time that was chosen for
/// millimetres, gravity moves bodies that are metres long by next to nothing.
void look_at_fall(const Configuration& c, const std::vector<BodyFacts>& facts,
                  std::vector<std::string>& found) {
  const Real fall = gravity_of(c) * c.time.end * c.time.end / 2;
  if (!(fall > 0) || !moves_freely(c) || largest_speed(c, facts) > 0) return;
  const BodyFacts& smallest = *std::ranges::min_element(facts, {}, &BodyFacts::size);
  if (fall >= kLeastFall * smallest.size()) return;
  found.push_back(fmt::format(
      "all bodies start at rest, and by /time/end gravity moves none by more than {:.2g} m, while "
      "the smallest, \"{}\", is {:.3g} m long. Where lengths were meant as millimetres, give each "
      "body the \"scale\" 0.001; else take a later /time/end",
      fall, c.bodies[smallest.first].name, smallest.size()));
}

/// Detects a body that was placed where nothing can reach it.
void look_at_distance(const Configuration& c, const std::vector<BodyFacts>& facts,
                      std::vector<std::string>& found) {
  const Real reach = farthest(c, facts);
  if (!c.contact.enabled || facts.size() < 2 || !(reach > 0) || reach == kUnlimited) return;
  for (const BodyFacts& f : facts) {
    Real nearest = kUnlimited;
    for (auto other = facts.begin(); other != facts.end() && nearest > reach; ++other)
      if (&*other != &f) nearest = std::min(nearest, distance(f, *other));
    if (nearest <= reach || !(f.size() > 0)) continue;
    found.push_back(fmt::format(
        "body \"{}\" is {:.3g} m from the nearest other body, and within {:.3g} s no two come "
        "nearer to each other by more than {:.3g} m: it meets nothing. See its \"translate\", the "
        "units of its lengths, and /time/end",
        c.bodies[f.first].name, nearest, c.time.end, reach));
  }
}

}  // namespace

Real gravity_of(const Configuration& c) {
  Real sum = 0;
  for (const LoadConfig& load : c.loads)
    if (load.type == LoadType::gravity)
      sum += std::abs(load.factor.at(0)) * norm(load.acceleration);
  return sum;
}

Real speed_of(const BodyConfig& body, Real size) {
  Real sum = 0;
  for (const VelocityConfig& v : body.velocity) {
    if (!v.gradient.empty()) return kUnlimited;
    sum += norm(v.constant) + norm(v.spin) * size + norm(v.amplitude);
  }
  return sum;
}

Real farthest(const Configuration& c, const std::vector<BodyFacts>& facts) {
  constexpr Real kHit = 3;
  if (!moves_freely(c)) return kUnlimited;
  return 2 * (kHit * largest_speed(c, facts) + gravity_of(c) * c.time.end) * c.time.end;
}

Real distance(const BodyFacts& a, const BodyFacts& b) {
  Real square = 0;
  for (std::size_t d = 0; d < a.lower.size(); ++d) {
    const Real gap = std::max(
        {Real{0}, b.lower[d] - a.lower[d] - a.extent[d], a.lower[d] - b.lower[d] - b.extent[d]});
    square += gap * gap;
  }
  return std::sqrt(square);
}

void look_at_motion(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                    bool sizes_fit, std::vector<std::string>& found) {
  look_at_gravity(configuration, found);
  look_at_upward_gravity(configuration, found);
  if (sizes_fit) look_at_fall(configuration, facts, found);
  if (sizes_fit) look_at_distance(configuration, facts, found);
  look_at_free_fall(configuration, found);
}

}  // namespace tactus::core
