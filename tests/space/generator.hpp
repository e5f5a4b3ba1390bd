/// \file generator.hpp  Random scenes in space, of bodies that meet: each is a function of its kind and
/// its seed alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shapes.hpp"

namespace tactus::space_scenes {

struct SceneBody {
  Solid solid{};
  bool rigid = false;
  Real density = 1000, stiffness = 1;  ///< wave speed = sqrt(stiffness) m/s
  Point velocity = Point::Zero(), spin = Point::Zero();
  Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();  ///< 1/s, of the velocity round the middle
};

struct Scene {
  std::string kind;
  unsigned seed = 0;
  std::vector<SceneBody> bodies{};
  std::string broad_phase = "grid", impact = "reflect";
  bool first_touch = true;  ///< rank branches by it
  Real end = 0;             ///< s
  Real step = 0;            ///< s; 0: automatic
  Real speed = 0;           ///< of the fastest approach, over the slowest wave of the scene

  /// The configuration; its meshes are written to a folder under names of their own.
  std::string write(const std::filesystem::path& folder) const;
};

/// "thrown": shapes of all kinds, at speeds of 0.001 to 7 times the slowest wave of the scene.
/// "lattice": boxes that touch, or nearly so, face to face, and one that moves.
/// "nested": bodies in the cavities of others.
/// "unequal": bodies up to a thousand times smaller than what they are thrown at.
/// "rigid": rigid bodies among deformable ones.
/// "folding": bodies that are closed until they touch themselves.
inline constexpr std::string_view kKinds[] = {"thrown",  "lattice", "nested",
                                              "unequal", "rigid",   "folding"};
Scene random_scene(std::string_view kind, unsigned seed);

}  // namespace tactus::space_scenes
