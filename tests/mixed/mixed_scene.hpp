/// \file mixed_scene.hpp  Random scenes in which what a configuration may say stands side by side.
#pragma once

#include <string>

namespace tactus::mixed {

/// The configuration of scene number `seed`, which alone decides it. Every kind of body, material, load,
/// support, probe, constraint, solver and law is drawn, each only beside those with which it works.
std::string mixed_scene(unsigned seed);

}  // namespace tactus::mixed
