#include "core/run/advice/speed_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/scene/capabilities.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

constexpr Real kFastRim = 0.5;  // of the speed of waves, of a rim that turns
constexpr Real kSmallRotation =
    0.1;  // rad, up to which a material that is not objective is judged as sound
constexpr Real kManyCrossings = 5e4;  // of a wave through the smallest body, by the end

Real length_of(const std::vector<Real>& v) {
  Real sum = 0;
  for (const Real x : v) sum += x * x;
  return std::sqrt(sum);
}

/// rad/s, the sum of what is given.
std::vector<Real> spin_of(const BodyConfig& body) {
  std::vector<Real> spin(3, 0);
  for (const VelocityConfig& v : body.velocity)
    for (std::size_t d = 0; d < 3; ++d) spin[d] += v.angular_velocity()[d];
  return spin;
}

/// m/s, of the ends of a body that lie farthest from the axis about which it turns, along the axes of its box.
Real rim_speed(const std::vector<Real>& spin, const BodyFacts& f) {
  Real fastest = 0;
  for (std::size_t d = 0; d < f.extent.size(); ++d)
    fastest = std::max(fastest, std::hypot(spin[(d + 1) % 3], spin[(d + 2) % 3]) * f.extent[d] / 2);
  return fastest;
}

/// Detects mm/s, and revolutions per minute or degrees per second.
void look_at_speed(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  if (!(f.wave_speed > 0)) return;
  Real speed = 0;
  for (const VelocityConfig& v : body.velocity) speed += length_of(v.constant);
  if (speed > f.wave_speed)
    found.push_back(fmt::format(
        "body \"{}\" moves at {:.4g} m/s, {} times the speed of waves in it ({:.3g} m/s): a blow "
        "at that speed crushes its elements; {:.4g} mm/s are {:.3g} m/s",
        body.name, speed, two_digits(speed / f.wave_speed), f.wave_speed, speed, speed / 1000));
  const Real spin = length_of(spin_of(body)), rim = rim_speed(spin_of(body), f);
  if (rim > kFastRim * f.wave_speed)
    found.push_back(fmt::format(
        "body \"{}\" turns {} times a second (\"spin\" of {:.4g} rad/s), and its rim moves at {} "
        "times the speed of waves in it ({:.3g} m/s); {:.4g} degrees a second are {:.3g} rad/s, "
        "{:.4g} turns a minute {:.3g} rad/s",
        body.name, two_digits(spin / (2 * std::numbers::pi)), spin, two_digits(rim / f.wave_speed),
        f.wave_speed, spin, spin * std::numbers::pi / 180, spin, spin * std::numbers::pi / 30));
}

/// Detects a spin that turns a body of a material for small rotations too far.
void look_at_rotation(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  if (!(f.wave_speed > 0)) return;
  const ComponentConfig& material = c.materials[body.material];
  const Real angle = length_of(spin_of(body)) * c.time.end;
  if (!material.object || claims_of(*material.object).has(capability::objective) ||
      angle <= kSmallRotation)
    return;
  found.push_back(fmt::format(
      "body \"{}\" turns by {:.2g} rad by /time/end if nothing stops it, and \"{}\" takes "
      "rotations for strains: beyond {:.2g} rad a run is not sound. Take a material that is "
      "objective (`tactus list material`)",
      body.name, angle, material.type, kSmallRotation));
}

/// Detects an end in milliseconds.
void look_at_end(const Configuration& c, const std::vector<BodyFacts>& facts,
                 std::vector<std::string>& found) {
  const BodyFacts* slowest = nullptr;
  for (const BodyFacts& f : facts)
    if (f.wave_speed > 0 && f.size() > 0 &&
        (!slowest || f.crossing_time() > slowest->crossing_time()))
      slowest = &f;
  if (!slowest || c.time.end < kManyCrossings * slowest->crossing_time()) return;
  found.push_back(fmt::format(
      "/time/end of {:.6g} s is {} times what a wave needs to cross \"{}\"; {:.6g} ms are {:.4g} s",
      c.time.end, two_digits(c.time.end / slowest->crossing_time()), c.bodies[slowest->first].name,
      c.time.end, c.time.end / 1000));
}

}  // namespace

void look_at_speeds(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                    std::vector<std::string>& found) {
  for (const BodyFacts& f : facts) {
    look_at_speed(configuration, f, found);
    look_at_rotation(configuration, f, found);
  }
  if (!has_no_inertia(configuration)) look_at_end(configuration, facts, found);
}

}  // namespace tactus::core
