/// \file quarter_ball.hpp  A quarter of a ball between two planes of symmetry, its elements smallest at the
/// lowest point: for impacts there.
#pragma once

#include <filesystem>
#include <map>

#include "tactus/types.hpp"
#include "tests/support/gmsh_writer.hpp"

namespace tactus::space_scenes {

/// The quarter x, y >= 0 of the unit ball, `cells` from its middle outwards, each of 6 tetrahedra; groups
/// x0 and y0 in the planes of symmetry.
class QuarterBall {
 public:
  /// Elements are smaller by (1 - drawn)/(1 + drawn) at the lowest point, and larger by as much at the
  /// highest one.
  QuarterBall(Index cells, Real drawn);
  void write(const std::filesystem::path& file) const;
  Real volume() const { return volume_; }

 private:
  using At = std::array<Index, 3>;
  std::int64_t node(const At& at);
  Vec<3> place(std::int64_t node) const;
  void add_cell(const At& cell);
  void add_tetrahedron(const std::array<At, 4>& corner);

  Index cells_;
  Real drawn_, volume_ = 0;
  testing::GmshFileSpec file_;
  std::map<At, std::int64_t> number_;
};

}  // namespace tactus::space_scenes
