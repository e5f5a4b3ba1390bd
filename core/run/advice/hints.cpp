#include "core/run/advice/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/run/advice/motion_hints.hpp"
#include "core/run/advice/pair_hints.hpp"
#include "core/run/advice/shape_hints.hpp"
#include "core/run/advice/speed_hints.hpp"
#include "core/scene/capabilities.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

constexpr Real kFewSteps = 5;         ///< a run with fewer steps shows nothing of interest
constexpr Real kFastest = 3e4;        ///< m/s, faster than waves in any solid; diamond has 1.8e4
constexpr Real kSlowest = 1;          ///< m/s, slower than waves in all but the softest gels
constexpr Real kStone = 2500;         ///< kg/m^3, at least that of stone, glass and metals
constexpr Real kSlowestInStone = 50;  ///< m/s, far slower than waves in anything as heavy
constexpr Real kRoughest = 5;         ///< Coulomb's coefficient; rubber on rubber has 1.5
constexpr Real kManyFrames = 1e4;     ///< more than anybody looks at
constexpr Real kSolid = 1e9;          ///< Pa, stiffer than any foam
constexpr Real kSoft = 1e5;           ///< Pa, as the softest rubber
constexpr Real kAir = 3;              ///< kg/m^3, lighter than any foam
constexpr Real kLightest = 0.5;       ///< g/cm^3, solids that are no foams
constexpr Real kHeaviest = 25;        ///< g/cm^3, likewise
constexpr Real kMicrometres = 1e-5;   ///< scales up to this make metres of micrometres
constexpr Real kFarSmaller = 1e4;     ///< between bodies that meet, one of which is mistaken
constexpr Real kThickest = 10;        ///< times the length of a body; a slab, or millimetres
constexpr Real kPi = 3.141592653589793;

/// Detects supports that hold all there is.
void look_at_held_bodies(const Configuration& c, const RunFigures& run,
                         std::vector<std::string>& found) {
  const auto moves = [](const SupportConfig& s) { return !s.velocity.empty() || s.path.given(); };
  if (run.free_dofs > 0 || std::ranges::any_of(c.supports, moves)) return;
  found.push_back(
      "all nodes of all bodies are held: nothing can move. Name a \"group\" of the mesh in the "
      "supports, or leave one out");
}

/// Detects bodies of load steps that have no equilibrium, as nothing is there to hold them.
void look_at_loose_bodies(const Configuration& c, std::vector<std::string>& found) {
  if (c.contact.enabled || !has_no_inertia(c)) return;
  std::vector<bool> held(c.bodies.size());
  for (const SupportConfig& support : c.supports) held[support.body_index] = true;
  for (std::size_t b = 0; b < c.bodies.size(); ++b)
    if (c.bodies[b].type == BodyConfigType::deformable && !held[b])
      found.push_back(fmt::format(
          "nothing holds body \"{}\": load steps need \"supports\" or contact", c.bodies[b].name));
}

/// Detects a scene in millimetres. Waves take at least one step per element, so that with
/// coordinates meant as metres they would not cross a body within the run.
void look_at_length(const Configuration& c, const std::vector<BodyFacts>& facts,
                    const RunFigures& run, std::vector<std::string>& found) {
  const auto largest = std::ranges::max_element(facts, {}, &BodyFacts::size);
  const bool waves = std::ranges::any_of(facts, [](const auto& f) { return f.wave_speed > 0; });
  if (run.steps > kFewSteps || c.time.step != kAutomatic || !waves) return;
  found.push_back(
      fmt::format("the run ends after about {:.0f} {}; lengths are metres, and body \"{}\" is "
                  "{:.3g} m long. Where they were meant as millimetres, give its \"scale\" as "
                  "0.001; else take a later /time/end",
                  run.steps, run.steps == 1 ? "step" : "steps", c.bodies[largest->first].name,
                  largest->size()));
}

/// Detects "auto" where no wave limits the step: the whole run is then made in a few steps.
void look_at_unlimited_step(const Configuration& c, const std::vector<BodyFacts>& facts,
                            const RunFigures& run, std::vector<std::string>& found) {
  const bool waves = std::ranges::any_of(facts, [](const auto& f) { return f.wave_speed > 0; });
  if (run.steps > kFewSteps || c.time.step != kAutomatic || waves) return;
  found.push_back(fmt::format(
      "the run is made in about {:.0f} {}: \"auto\" follows waves in deformable bodies, and there "
      "are none; give a /time/step in seconds that shows what you look for",
      run.steps, run.steps == 1 ? "step" : "steps"));
}

/// Detects a step that was taken for something else, as its unit is given nowhere.
void look_at_single_step(const Configuration& c, std::vector<std::string>& found) {
  if (c.time.step == kAutomatic || c.time.step < c.time.end || has_no_inertia(c)) return;
  found.push_back(
      fmt::format("the run is made in one step, as /time/step of {:.6g} s is as long as /time/end; "
                  "give one in seconds that shows what you look for, or \"auto\"",
                  c.time.step));
}

/// Detects a density in g/cm^3 of a solid: no gas or foam is as stiff.
bool look_at_light_solid(const Configuration& c, const BodyFacts& f,
                         std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  const Real modulus = f.wave_speed * f.wave_speed * body.density;
  if (!(modulus >= kSolid && body.density >= kLightest && body.density <= kHeaviest)) return false;
  found.push_back(
      fmt::format("the density of body \"{}\" is {:.4g} kg/m^3, that of a gas or a foam, and its "
                  "P-wave modulus is {:.3g} Pa, that of a solid: {:.4g} g/cm^3 are {:.5g} kg/m^3",
                  body.name, body.density, modulus, body.density, 1000 * body.density));
  return true;
}

/// Detects a density in g/cm^3 of what holds together: no solid is as light as air.
bool look_at_density_of_air(const Configuration& c, const BodyFacts& f,
                            std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  const Real modulus = f.wave_speed * f.wave_speed * body.density;
  if (!(modulus >= kSoft && body.density >= kLightest && body.density <= kAir)) return false;
  found.push_back(fmt::format(
      "the density of body \"{}\" is {:.4g} kg/m^3, that of air: {:.4g} g/cm^3 are {:.5g} kg/m^3",
      body.name, body.density, body.density, 1000 * body.density));
  return true;
}

/// m/s, of waves along a thin bar, which Poisson's ratio does not make faster.
Real bar_speed(const BodyFacts& f) {
  return f.wave_speed * std::sqrt((1 + f.poisson) * (1 - 2 * f.poisson) / (1 - f.poisson));
}

/// Detects a density in t/mm^3 or similar units, with which waves would be faster than in any solid. Pressure waves
/// are so, too, where Poisson's ratio is next to 1/2.
void look_at_density(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  if (look_at_light_solid(c, f, found) || look_at_density_of_air(c, f, found) ||
      f.wave_speed <= kFastest || bar_speed(f) <= kFastest)
    return;
  std::string text = fmt::format(
      "waves in body \"{}\" are as fast as {:.3g} m/s, and no solid has more than 2e4; its density "
      "of {:.3g} kg/m^3 or its moduli (in Pa) are of other units",
      body.name, f.wave_speed, body.density);
  if (body.density < 1e-6)
    text += fmt::format(": {:.3g} t/mm^3 are {:.3g} kg/m^3", body.density, body.density * 1e12);
  found.push_back(std::move(text));
}

/// Detects E = 210 where 210 GPa were meant: its waves are slower than a person walks. Detects
/// 210000 (MPa) as well, where the density is that of stone or metal.
void look_at_moduli(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  const bool heavy = body.density >= kStone && body.density <= 1000 * kHeaviest;
  if (!(f.wave_speed > 0 && f.wave_speed < (heavy ? kSlowestInStone : kSlowest))) return;
  found.push_back(fmt::format(
      "waves in body \"{}\" are as slow as {:.3g} m/s, as in {}: its P-wave modulus is {:.3g} Pa, "
      "its density {:.5g} kg/m^3. Moduli are in Pa: 210 GPa are 2.1e11, 210 MPa are 2.1e8",
      body.name, f.wave_speed,
      heavy ? "gels, though it is as heavy as stone or metal" : "the softest gels",
      f.wave_speed * f.wave_speed * body.density, body.density));
}

/// Detects an angle of friction in degrees in place of its tangent.
void look_at_friction(const Configuration& c, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < c.contact.laws.size(); ++i) {
    const Real friction = c.contact.laws[i].friction;
    if (!(friction > kRoughest)) continue;
    std::string text = fmt::format(
        "/contact/laws/{}/friction of {:.4g} is the tangent of an angle of {:.4g} degrees; dry "
        "bodies have 0.1 to 1.5",
        i, friction, std::atan(friction) * 180 / kPi);
    if (friction < 90)
      text += fmt::format(", and the tangent of {:.4g} degrees is {:.3g}", friction,
                          std::tan(friction * kPi / 180));
    found.push_back(std::move(text));
  }
}

/// What an angle in rad, or a rate in rad/s, is in turns, and in rad if it was meant in degrees.
std::string degrees_in_words(Real angle, bool is_rate = false) {
  return fmt::format(
      "{0:.6g} rad{1}, which is {2:.3g} turns{3}; {0:.6g} degrees{3} are {4:.6g} rad{1}", angle,
      is_rate ? "/s" : "", angle / (2 * kPi), is_rate ? " a second" : "", angle * kPi / 180);
}

Real largest_of(const std::vector<Real>& angles) {
  return angles.empty() ? 0
                        : *std::ranges::max_element(angles, {}, [](Real a) { return std::abs(a); });
}

/// Detects an angle in degrees. No body needs more than one turn (2 pi); 45 is most likely degrees.
void look_at_angle(const BodyConfig& body, std::vector<std::string>& found) {
  const Real angle = largest_of(body.rotate);
  if (std::abs(angle) <= 2 * kPi) return;
  found.push_back(fmt::format("body \"{}\" is rotated by {}", body.name, degrees_in_words(angle)));
}

/// Detects the same in paths, which may well make several turns: whole multiples of degrees that people use.
void look_at_turns(const Configuration& c, std::vector<std::string>& found) {
  const auto in_degrees = [](Real angle, Real multiple) {
    return std::abs(angle) > 2 * kPi && std::remainder(angle, multiple) == 0;
  };
  for (const SupportConfig& support : c.supports) {
    const RotationPath* path = support.path.rotation();
    if (!path) continue;
    const Real angle = largest_of(path->angles);
    const bool is_rate = in_degrees(path->rate, 45) && std::abs(path->rate) * c.time.end > 2 * kPi;
    if (is_rate || in_degrees(angle, 5))
      found.push_back(fmt::format("{} turns \"{}\" by {}", support.pointer, support.body,
                                  degrees_in_words(is_rate ? path->rate : angle, is_rate)));
  }
}

void look_at_frames(const Configuration& c, const RunFigures& run,
                    std::vector<std::string>& found) {
  if (!(c.output.frames_every > 0)) return;
  if (c.output.frames_every > c.time.end)
    found.push_back(
        fmt::format("/output/frames_every is {:.6g} s, and the run ends at {:.6g} s: there are "
                    "frames of its start and its end alone",
                    c.output.frames_every, c.time.end));
  const Real frames = std::min(c.time.end / c.output.frames_every,
                               c.time.end / std::max(run.step, c.time.end / 1e18));
  if (frames <= kManyFrames) return;
  found.push_back(
      fmt::format("/output/frames_every of {:.3g} s makes about {} frames of {} MB, {} GB in all; "
                  "{:.2g} s make 200",
                  c.output.frames_every, two_digits(frames), two_digits(run.frame_bytes / 1e6),
                  two_digits(frames * run.frame_bytes / 1e9), c.time.end / 200));
}

/// Detects a mesh in millimetres with the scale of micrometres: beside far larger bodies, or where
/// gravity acts, which moves nothing of that size within a run.
void look_at_scale(const Configuration& c, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found) {
  const Real largest = std::ranges::max(facts, {}, &BodyFacts::size).size();
  const bool falls = gravity_of(c) > 0;
  for (const BodyFacts& f : facts) {
    const BodyConfig& body = c.bodies[f.first];
    const bool lost = falls || largest > kFarSmaller * f.size();
    if (body.scale > kMicrometres || !(f.size() > 0) || !lost) continue;
    found.push_back(
        fmt::format("body \"{}\" is {:.3g} m long with its \"scale\" of {:.3g}; millimetres become "
                    "metres by 0.001",
                    body.name, f.size(), body.scale));
  }
}

/// Detects a thickness in millimetres. One metre is the default, however small the body.
void look_at_thick_body(const BodyConfig& body, const BodyFacts& f,
                        std::vector<std::string>& found) {
  if (!(f.size() > 0) || body.thickness <= 1 || body.thickness < kThickest * f.size()) return;
  found.push_back(
      fmt::format("body \"{}\" is {:.4g} m thick and {:.3g} m long; its \"thickness\" is in "
                  "metres, and {:.4g} mm are {:.4g} m",
                  body.name, body.thickness, f.size(), body.thickness, body.thickness / 1000));
}

/// Detects bodies of different thickness in contact. In the plane the force on each body acts on
/// its whole thickness, so that a thin body loads a thick one evenly across it.
void look_at_thickness(const Configuration& c, std::vector<std::string>& found) {
  const BodyConfig *first = nullptr, *other = nullptr;
  for (const BodyConfig& body : c.bodies) {
    if (body.type == BodyConfigType::particles || body.type == BodyConfigType::obstacle) continue;
    if (!first) first = &body;
    if (body.thickness != first->thickness && !other) other = &body;
  }
  if (!c.contact.enabled || !other) return;
  found.push_back(fmt::format(
      "bodies \"{}\" and \"{}\" are {:.3g} m and {:.3g} m thick; contact in the plane takes them "
      "for equally thick, and a force on one is spread over all of the other",
      first->name, other->name, first->thickness, other->thickness));
}

/// Particles that meet each other, with an integrator that reflects them by the phase of the step in which they meet.
void look_at_particles(const Configuration& c, std::vector<std::string>& found) {
  const BodyConfig *first = nullptr, *other = nullptr;
  for (const BodyConfig& body : c.bodies) {
    if (body.type != BodyConfigType::particles) continue;
    if (!first)
      first = &body;
    else if (!other)
      other = &body;
  }
  const Component* integrator = c.integrator.object.get();
  if (!c.contact.enabled || !other || !integrator ||
      !claims_of(*integrator).has(capability::impact_by_phase))
    return;
  found.push_back(
      fmt::format("\"{}\" and \"{}\" are particles: with this integrator their restitution depends "
                  "on the phase of the step in which they meet, and is anything between 0 and 1. "
                  "Bodies of the type \"rigid\" with a \"radius\" reflect without a loss",
                  first->name, other->name));
}

}  // namespace

std::vector<std::string> hints(const Configuration& configuration,
                               const std::vector<BodyFacts>& facts, const RunFigures& run) {
  std::vector<std::string> found;
  look_at_held_bodies(configuration, run, found);
  look_at_loose_bodies(configuration, found);
  for (const BodyFacts& f : facts) {
    look_at_density(configuration, f, found);
    look_at_moduli(configuration, f, found);
  }
  // Where moduli, densities or supports are at fault, lengths, speeds and times seem to be, too.
  const bool is_clear = found.empty();
  if (is_clear) look_at_length(configuration, facts, run, found);
  look_at_unlimited_step(configuration, facts, run, found);
  look_at_single_step(configuration, found);
  for (const BodyFacts& f : facts) {
    look_at_angle(configuration.bodies[f.first], found);
    look_at_thick_body(configuration.bodies[f.first], f, found);
  }
  look_at_turns(configuration, found);
  look_at_pairs(configuration, facts, found);
  look_at_friction(configuration, found);
  const std::size_t before_sizes = found.size();
  look_at_scale(configuration, facts, found);
  look_at_sizes(configuration, facts, found);
  const bool sizes_fit = found.size() == before_sizes;
  if (is_clear && sizes_fit) {
    look_at_speeds(configuration, facts, found);
    look_at_locking(configuration, facts, found);
  }
  look_at_motion(configuration, facts, sizes_fit, found);
  look_at_frames(configuration, run, found);
  look_at_thickness(configuration, found);
  look_at_particles(configuration, found);
  return found;
}

std::vector<std::string> hints_at_places(const Configuration& configuration,
                                         const std::vector<BodyFacts>& facts) {
  std::vector<std::string> found;
  for (const BodyFacts& f : facts) look_at_angle(configuration.bodies[f.first], found);
  look_at_scale(configuration, facts, found);
  look_at_sizes(configuration, facts, found);
  return found;
}

}  // namespace tactus::core
