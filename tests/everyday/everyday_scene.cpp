// The configuration of an everyday scene.
#include "everyday_scene.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace tactus::everyday {

using property::operator+;

namespace {

/// The shortest decimals that are this number.
std::string pair(Point p) { return fmt::format("[{}, {}]", p[0], p[1]); }

/// The double that is nearest to a number of hundredths, as a hand writes it.
Point hundredths(Point p) { return {decimal(p[0], 2), decimal(p[1], 2)}; }

std::string body_text(const Body& b, const EverydayScene& scene) {
  std::string text =
      fmt::format(R"({{"name": "{}", "type": "{}")", b.name, b.held ? "obstacle" : "rigid");
  if (!b.held) text += fmt::format(R"(, "density": {})", b.density);
  Point move = scene.translate;
  if (b.shape.is_disk()) {
    text += fmt::format(R"(, "radius": {})", b.shape.radius);
    move = move + property::turned(b.shape.centre, scene.rotate);
    if (scene.absolute) move = hundredths(move);
  } else {
    std::string points;
    if (scene.absolute) move = {};
    for (const Point corner : b.shape.corners) {
      const Point p = scene.absolute ? hundredths(corner + scene.translate) : corner;
      points += (points.empty() ? "" : ", ") + pair(p);
    }
    text += fmt::format(R"(, "mesh": {{"type": "polygon", "points": [{}], "size": 1000}})", points);
    if (scene.rotate != 0) text += fmt::format(R"(, "rotate": {})", scene.rotate);
  }
  if (move != Point{}) text += R"(, "translate": )" + pair(move);
  if (!b.held && (b.velocity != Point{} || b.spin != 0))
    text +=
        fmt::format(R"(, "velocity": {{"constant": {}, "spin": {}}})", pair(b.velocity), b.spin);
  return text + "}";
}

/// Two corners tell where a polygon is, and the mean of a disk's nodes where a disk is.
std::string probes(const Body& b, const Shape& placed) {
  if (b.held) return "";
  if (b.shape.is_disk())
    return fmt::format(R"({{"type": "group", "name": "{0}", "body": "{0}"}})", b.name);
  std::string text;
  for (const std::size_t corner : {std::size_t{0}, placed.corners.size() / 2})
    text += fmt::format(R"({}{{"type": "node", "name": "{}_{}", "body": "{}", "point": {}}})",
                        text.empty() ? "" : ",\n    ", b.name, corner, b.name,
                        pair(placed.corners[corner]));
  return text;
}

}  // namespace

std::string EverydayScene::json() const {
  std::string list, observed;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& b = bodies[i];
    list += (list.empty() ? "    " : ",\n    ") + body_text(b, *this);
    if (const std::string text = probes(b, placed(i)); !text.empty())
      observed += (observed.empty() ? "    " : ",\n    ") + text;
  }
  const std::string loads = gravity == 0 ? ""
                                         : fmt::format(R"(
  "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],)",
                                                       -gravity);
  return fmt::format(R"({{
  "description": "Seed {} of the everyday scenes \"{}\".",
  "dimension": 2,
  "bodies": [
{}
  ],{}
  "probes": [
{}
  ],
  "integrator": {{"type": "moreau_jean"}},
  "contact": {{{}"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
    "solver": {},
    "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": {}}}]}},
  "time": {{"end": {}, "step": {}}},
  "output": {{"frames_every": {}}}
}}
)",
                     seed, kind, list, loads, observed, contact, solver_text(), friction, end, step,
                     end / 30);
}

Shape EverydayScene::placed(std::size_t body) const {
  return bodies[body].shape.moved({}, rotate, translate);
}

std::string solver_text() {
  if (const char* given = std::getenv("TACTUS_EVERYDAY_SOLVER"))
    return given[0] == '{' ? given : fmt::format(R"({{"type": "{}"}})", given);
  return R"({"type": "interior_point"})";
}

Real decimal(Real value, int digits) { return std::stod(fmt::format("{:.{}f}", value, digits)); }

}  // namespace tactus::everyday
