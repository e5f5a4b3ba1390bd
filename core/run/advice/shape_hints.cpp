#include "core/run/advice/shape_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/run/advice/motion_hints.hpp"
#include "core/scene/options/component_text.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

constexpr Real kFarLarger = 100;         // than any other body, by a forgotten scale of 0.001
constexpr Real kLargeUnderGravity = 50;  // m, longer than most things that are let fall
constexpr Real kSlender = 8;             // times as long as thick: bending matters
constexpr Real kLocks = 0.4;             // Poisson's ratio above which linear triangles lock
constexpr Real kIncompressible = 0.495;
constexpr Real kMuchStiffer = 1.1;  // in bending
constexpr Real kEnoughLayers = 4;
constexpr Real kFlowLayers = 8;    // with which a beam that yields carries 13 % too much
constexpr Index kFewElements = 8;  // of a body that is a spring rather than a beam

/// Whether a material has a yield stress, beyond which metals flow and keep their volume.
bool flows(const Configuration& c, const BodyConfig& body) {
  return body.type == BodyConfigType::deformable &&
         !values_of("yield_stress", c.materials[body.material]).empty();
}

/// Flow that keeps the volume locks tetrahedra, and triangles two to a cell, if few of them are across the body.
void look_at_flow(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  const bool in_space = f.extent.size() == 3;
  if (!flows(c, c.bodies[f.first]) || !(in_space || f.layers <= kFlowLayers)) return;
  found.push_back(
      fmt::format("body \"{}\" keeps its volume where it flows, which locks linear {}: beyond "
                  "yield it may carry far too much in bending; {}",
                  c.bodies[f.first].name, in_space ? "tetrahedra" : "triangles",
                  in_space ? "compare with a finer mesh" : "four triangles round a node help"));
}

/// How many times stiffer a body bends than it should. Cells of five tetrahedra lock as those of two triangles do, but
/// hardly by their volume: 3, 1.6 and 1.15 with one, two and four of them across a beam (measured, for Poisson's ratios
/// up to 0.48), where six give 4 to 16, 2 to 6 and 1.2 to 2.4.
Real stiffer_in_bending(const BodyFacts& f, Real layers, Real aspect) {
  return f.of_five ? 1 + 2 / (layers * layers) : bending_stiffness(layers, aspect, f.poisson);
}

/// Linear elements lock: too few of them across a body that bends, or a material that hardly changes its volume.
/// Cells of four triangles round a node do not (a factor of 1.5 with one of them across the body).
void look_at_elements(const Configuration& c, const BodyFacts& f, std::vector<std::string>& found) {
  if (!(f.wave_speed > 0)) return;
  const std::string& name = c.bodies[f.first].name;
  if (f.poisson > kIncompressible) {
    found.push_back(
        fmt::format("the material of body \"{}\" has a Poisson's ratio of {:.5g}: linear elements "
                    "lock near 0.5, so that the body is far too stiff, and waves of {:.3g} m/s "
                    "take very small steps; 0.49 is seldom different in what one looks for",
                    name, f.poisson, f.wave_speed));
    return;
  }
  if (!given(f.layers)) return;
  const bool in_space = f.extent.size() == 3;
  const std::string_view elements = in_space ? "tetrahedra" : "triangles";
  const bool slender = f.layers <= 1 && f.slenderness >= kSlender && f.elements >= kFewElements;
  const Real layers = slender ? 1 : std::max(Real{1}, f.layers);
  const Real stiffer = stiffer_in_bending(f, layers, slender || in_space ? f.aspect : 1);
  if (slender)
    found.push_back(
        fmt::format("body \"{}\" has one element across it: linear {} lock, and it bends as "
                    "if it were about {} times stiffer; with {:.0f} across it is about {}",
                    name, elements, two_digits(stiffer), kEnoughLayers,
                    two_digits(stiffer_in_bending(f, kEnoughLayers, 1))));
  else if (f.poisson > kLocks && stiffer >= kMuchStiffer)
    found.push_back(
        fmt::format("the material of body \"{}\" has a Poisson's ratio of {:.5g}, near which "
                    "linear {} lock: with about {:.0f} elements across it bends as if it "
                    "were about {} times stiffer, and stresses swing from element to element "
                    "(`tactus plot --smooth` shows means at nodes); {}",
                    name, f.poisson, elements, layers, two_digits(stiffer),
                    !in_space   ? "four triangles round a node, or more elements, help"
                    : f.of_five ? "more elements help"
                                : "five tetrahedra a cell, or more elements, help"));
}

}  // namespace

Real bending_stiffness(Real layers, Real aspect, Real poisson) {
  const Real part = 1 / (layers * layers);
  return 1 - part +
         3 * part *
             ((1 - poisson) * (1 - poisson) / (1 - 2 * poisson) +
              (1 - poisson) / 2 * aspect * aspect);
}

/// Far larger than all other bodies, or than what falls in a laboratory. A floor may well be far larger than what lies
/// on it.
void look_at_sizes(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found) {
  const bool falls = gravity_of(configuration) > 0;
  for (const BodyFacts& f : facts) {
    const BodyConfig& body = configuration.bodies[f.first];
    const BodyFacts* next = nullptr;
    for (const BodyFacts& other : facts)
      if (&other != &f && (!next || other.size() > next->size())) next = &other;
    const bool floor = body.type == BodyConfigType::obstacle &&
                       (body.mesh == kNoMesh || configuration.meshes[body.mesh].type != "file");
    const bool larger = next && next->size() > 0 && f.size() >= kFarLarger * next->size() && !floor;
    const bool large = falls && f.size() > kLargeUnderGravity;
    if (body.scale != 1 || !(larger || large)) continue;
    found.push_back(fmt::format(
        "body \"{}\" is {:.3g} m wide{}; where its lengths are in millimetres, give it \"scale\": "
        "0.001",
        body.name, f.size(),
        larger ? fmt::format(", {} times as wide as \"{}\", the next largest",
                             two_digits(f.size() / next->size()),
                             configuration.bodies[next->first].name)
               : ""));
  }
}

void look_at_locking(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                     std::vector<std::string>& found) {
  for (const BodyFacts& f : facts) {
    look_at_elements(configuration, f, found);
    look_at_flow(configuration, f, found);
  }
}

}  // namespace tactus::core
