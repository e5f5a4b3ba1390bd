/// \file scene.hpp  A small scene that does all that touches files: a mesh from a Gmsh file, contacts,
/// frames, audits, and several checkpoints, in some hundredths of a second.
#pragma once

#include <filesystem>

namespace tactus::sweep {

inline constexpr const char* kSceneFile = "scene.json";

/// Writes the configuration and its mesh into `folder`.
void write_scene(const std::filesystem::path& folder);

}  // namespace tactus::sweep
