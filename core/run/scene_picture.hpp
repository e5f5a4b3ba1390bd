/// \file scene_picture.hpp  Prepares `tactus plot SCENE.json`, which draws a scene before it is run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus::core {

/// Builds the model of a configuration and writes what a picture of it needs into a new folder for temporary files: a
/// frame at t = 0 with the initial velocities, and scene.json with groups, supports and loads. The model is not
/// asked whether it can be run, so that bodies that overlap can be looked at.
/// @returns the folder, which its user removes. @throws the errors of the configuration and of the model
std::filesystem::path write_scene(const std::filesystem::path& configuration,
                                  const std::vector<std::string>& sets);

}  // namespace tactus::core
