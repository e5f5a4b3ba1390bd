/// \file motion.hpp  What the program made of an everyday scene: how it ended, its tables, and where every
/// body was after each step.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "everyday_scene.hpp"
#include "tests/cli/installation.hpp"

namespace tactus::everyday {

/// A table of numbers by columns; an empty cell is not a number.
class NumberTable {
 public:
  NumberTable() = default;
  explicit NumberTable(const std::string& text);
  std::size_t rows() const { return width_ == 0 ? 0 : cells_.size() / width_; }
  bool has(const std::string& column) const { return columns_.count(column) > 0; }
  /// @throws std::out_of_range  if there is no such column
  Real at(std::size_t row, const std::string& column) const {
    return cells_[row * width_ + columns_.at(column)];
  }

 private:
  std::size_t width_ = 0;
  std::map<std::string, std::size_t> columns_;
  std::vector<Real> cells_;
};

/// Where a body is, and how it moves.
struct Pose {
  Point at{};  ///< of the first corner, or of the centre
  Real angle = 0;
  Point velocity{};  ///< of that point
  Real spin = 0;

  Point velocity_of(Point p) const;
};

struct Motion {
  int code = -1;
  bool sound = false;
  std::string words{};  ///< what the program said
  NumberTable history{};
  std::vector<std::vector<Pose>> poses{};  ///< by row of the history and body

  /// "sound", "not sound", "refused" (at the start), "stopped" (exit code 3) or "crashed".
  std::string end() const;
  bool ended() const { return code == 0; }
};

/// Runs scenes, one after the other, in a folder of its own.
class Runner {
 public:
  /// @param root  as test::OnEachCore gives one; the installation has a folder of its own
  explicit Runner(const std::filesystem::path& root);
  Motion run(const EverydayScene& scene) const;

 private:
  cli_tests::Installation tactus_;
};

/// The shape of a body of the scene in a pose.
Shape shape_in(const EverydayScene& scene, std::size_t body, const Pose& pose);

}  // namespace tactus::everyday
