// Runs the program and reads its tables.
#include "motion.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tactus::everyday {

using cli_tests::text_of;
using property::operator+;
using property::operator-;
using property::operator*;

namespace {

// All solvers of reactions, as TACTUS_EVERYDAY_SOLVER may name any.
const std::vector<std::string> kPlugins{"grid",           "node_to_facet",
                                        "moreau_jean",    "hybrid",
                                        "gauss_seidel",   "projected_newton",
                                        "interior_point", "nonsmooth_force",
                                        "force",          "node",
                                        "group"};

Pose pose_of(const Body& b, const NumberTable& probes, std::size_t row) {
  const auto point = [&](const std::string& name, const char* what, const char* unit) {
    return Point{probes.at(row, name + "." + what + "x_" + unit),
                 probes.at(row, name + "." + what + "y_" + unit)};
  };
  if (b.shape.is_disk())
    return {.at = point(b.name, "", "m"), .velocity = point(b.name, "v_", "m_per_s")};
  const std::size_t far = b.shape.corners.size() / 2;
  const std::string one = b.name + "_0", other = b.name + "_" + std::to_string(far);
  Pose pose{.at = point(one, "", "m"), .velocity = point(one, "v_", "m_per_s")};
  const Point was = b.shape.corners[far] - b.shape.corners[0], is = point(other, "", "m") - pose.at;
  pose.angle = std::atan2(cross(was, is), dot(was, is));
  pose.spin = cross(is, point(other, "v_", "m_per_s") - pose.velocity) / dot(is, is);
  if (std::abs(norm(is) - norm(was)) > 1e-9 * (norm(was) + norm(pose.at)))
    throw std::runtime_error("the probes of " + b.name + " are not those of its corners");
  return pose;
}

/// Of bodies that are held: where the scene puts them.
Pose held_pose(const EverydayScene& scene, std::size_t b) {
  const Shape placed = scene.placed(b);
  return {.at = placed.is_disk() ? placed.centre : placed.corners[0], .angle = scene.rotate};
}

}  // namespace

NumberTable::NumberTable(const std::string& text) {
  std::size_t at = text.find('\n');
  if (at == std::string::npos) return;
  for (std::size_t from = 0, to = 0; from < at; from = to + 1) {
    to = std::min(text.find(',', from), at);
    columns_[text.substr(from, to - from)] = width_++;
  }
  const char* p = text.data() + at + 1;
  const char* const end = text.data() + text.size();
  while (p < end) {
    Real value = std::numeric_limits<Real>::quiet_NaN();
    p = std::from_chars(p, end, value).ptr;
    cells_.push_back(value);
    while (p < end && *p != ',' && *p != '\n') ++p;
    ++p;
  }
  if (cells_.size() % width_ != 0) throw std::runtime_error("rows of unequal lengths");
}

Point Pose::velocity_of(Point p) const {
  const Point r = p - at;
  return velocity + spin * Point{-r[1], r[0]};
}

std::string Motion::end() const {
  if (code == 0) return sound ? "sound" : "not sound";
  if (code == 3) return "stopped";
  return code == 2 ? "refused" : "crashed";
}

Runner::Runner(const std::filesystem::path&) : tactus_(kPlugins) {}

Motion Runner::run(const EverydayScene& scene) const {
  const auto out = tactus_.work() / "out";
  cli_tests::write_text(tactus_.work() / "scene.json", scene.json());
  std::filesystem::remove_all(out);
  const auto outcome =
      tactus_.run({"run", "scene.json", "--out", "out", "--force", "--threads", "1"});
  Motion m{.code = outcome.code, .words = outcome.out + outcome.err};
  m.sound = text_of(out / "summary.json").find("\"sound\": true") != std::string::npos;
  m.history = NumberTable(text_of(out / "history.csv"));
  const NumberTable probes(text_of(out / "probes.csv"));
  for (std::size_t row = 0; row < probes.rows(); ++row) {
    auto& poses = m.poses.emplace_back();
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      poses.push_back(scene.bodies[b].held ? held_pose(scene, b)
                                           : pose_of(scene.bodies[b], probes, row));
  }
  return m;
}

Shape shape_in(const EverydayScene& scene, std::size_t body, const Pose& pose) {
  const Shape& shape = scene.bodies[body].shape;
  const Point from = shape.is_disk() ? shape.centre : shape.corners[0];
  return shape.moved(from, pose.angle, pose.at - from);
}

}  // namespace tactus::everyday
