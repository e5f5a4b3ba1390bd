#include "core/run/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

constexpr Real kFewSteps = 5;            ///< a run with fewer steps shows nothing of interest
constexpr Real kFastest = 3e4;           ///< m/s, faster than waves in any solid; diamond has 1.8e4
constexpr Real kSlowest = 1;             ///< m/s, slower than waves in all but the softest gels
constexpr Real kIncompressible = 0.495;  ///< Poisson's ratio above which linear elements lock
constexpr Real kManyFrames = 1e4;        ///< more than anybody looks at
constexpr Real kPi = 3.141592653589793;

/// Detects a scene in millimetres. Waves take at least one step per element, so that with
/// coordinates meant as metres they would not cross a body within the run.
void look_at_length(const Configuration& c, const std::vector<BodyFacts>& facts,
                    const RunFigures& run, std::vector<std::string>& found) {
  const auto largest = std::ranges::max_element(facts, {}, &BodyFacts::size);
  const bool waves = std::ranges::any_of(facts, [](const auto& f) { return f.wave_speed > 0; });
  if (run.steps > kFewSteps || c.time.step != kAutomatic || !waves) return;
  found.push_back(fmt::format(
      "the run ends after about {:.0f} {}; lengths are metres, and body \"{}\" is {:.3g} m "
      "long. Where they were meant as millimetres, give its \"scale\" as 0.001; else take a later "
      "/time/end",
      run.steps, run.steps == 1 ? "step" : "steps", c.bodies[largest->first].name,
      largest->size()));
}

/// Detects a density in t/mm^3 or similar units, with which waves would be faster than in any
/// solid.
void look_at_density(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const BodyConfig& body = c.bodies[f.first];
  if (f.wave_speed <= kFastest) return;
  std::string text = fmt::format(
      "waves in body \"{}\" are as fast as {:.3g} m/s, and no solid has more than 2e4; its density "
      "of {:.3g} kg/m^3 or its moduli (in Pa) are of other units",
      body.name, f.wave_speed, body.density);
  if (body.density < 1e-6)
    text += fmt::format(": {:.3g} t/mm^3 are {:.3g} kg/m^3", body.density, body.density * 1e12);
  found.push_back(std::move(text));
}

/// Detects E = 210 where 210 GPa were meant: its waves are slower than a person walks.
void look_at_moduli(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  if (!(f.wave_speed > 0 && f.wave_speed < kSlowest)) return;
  const BodyConfig& body = c.bodies[f.first];
  found.push_back(fmt::format(
      "waves in body \"{}\" are as slow as {:.3g} m/s, as in the softest gels: its P-wave modulus "
      "is {:.3g} Pa, its density {:.3g} kg/m^3. Moduli are in Pa: 210 GPa are 2.1e11, 210 MPa are "
      "2.1e8",
      body.name, f.wave_speed, f.wave_speed * f.wave_speed * body.density, body.density));
}

/// Detects an angle in degrees. No scene needs more than one turn (2 pi); 45 is most likely
/// degrees.
void look_at_angle(const BodyConfig& body, std::vector<std::string>& found) {
  if (std::abs(body.rotate) <= 2 * kPi) return;
  found.push_back(fmt::format(
      "body \"{}\" is rotated by {:.6g} rad, which is {:.3g} turns; {:.6g} degrees are {:.6g} rad",
      body.name, body.rotate, body.rotate / (2 * kPi), body.rotate, body.rotate * kPi / 180));
}

void look_at_poisson(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  if (!(f.poisson > kIncompressible)) return;
  found.push_back(fmt::format(
      "the material of body \"{}\" has a Poisson's ratio of {:.5g}: linear elements lock near 0.5, "
      "so that the body is far too stiff, and waves of {:.3g} m/s take very small steps; 0.49 is "
      "seldom different in what one looks for",
      c.bodies[f.first].name, f.poisson, f.wave_speed));
}

void look_at_frames(const Configuration& c, const RunFigures& run,
                    std::vector<std::string>& found) {
  if (!(c.output.frames_every > 0)) return;
  const Real frames = std::min(c.time.end / c.output.frames_every,
                               c.time.end / std::max(run.step, c.time.end / 1e18));
  if (frames <= kManyFrames) return;
  found.push_back(fmt::format(
      "/output/frames_every of {:.3g} s makes about {:.2g} frames of {:.2g} MB, {:.2g} GB in all; "
      "{:.2g} s make 200",
      c.output.frames_every, frames, run.frame_bytes / 1e6, frames * run.frame_bytes / 1e9,
      c.time.end / 200));
}

/// Detects bodies of different thickness in contact. In the plane the force on each body acts on
/// its whole thickness, so that a thin body loads a thick one evenly across it.
void look_at_thickness(const Configuration& c, std::vector<std::string>& found) {
  const BodyConfig *first = nullptr, *other = nullptr;
  for (const BodyConfig& body : c.bodies) {
    if (body.type != BodyConfigType::deformable && body.type != BodyConfigType::rigid) continue;
    if (!first) first = &body;
    if (body.thickness != first->thickness && !other) other = &body;
  }
  if (!c.contact.enabled || !other) return;
  found.push_back(fmt::format(
      "bodies \"{}\" and \"{}\" are {:.3g} m and {:.3g} m thick; contact in the plane "
      "takes them for equally thick, and a force on one is spread over all of the other",
      first->name, other->name, first->thickness, other->thickness));
}

}  // namespace

std::vector<std::string> hints(const Configuration& configuration,
                               const std::vector<BodyFacts>& facts, const RunFigures& run) {
  std::vector<std::string> found;
  look_at_length(configuration, facts, run, found);
  for (const BodyFacts& f : facts) {
    look_at_density(configuration, f, found);
    look_at_moduli(configuration, f, found);
    look_at_angle(configuration.bodies[f.first], found);
    look_at_poisson(configuration, f, found);
  }
  look_at_frames(configuration, run, found);
  look_at_thickness(configuration, found);
  return found;
}

}  // namespace tactus::core
