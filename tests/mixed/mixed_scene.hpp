/// \file mixed_scene.hpp  Random scenes in which what a configuration may say stands side by side.
#pragma once

#include <string>

namespace tactus::mixed {

/// The configuration of scene number `seed`, which alone decides it. Every kind of body, material, load,
/// support, probe, solver and law is drawn, and every constraint but facet_intersection, which is for
/// study; each only beside those with which it works.
std::string mixed_scene(unsigned seed);

}  // namespace tactus::mixed
