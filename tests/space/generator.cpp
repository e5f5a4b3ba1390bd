#include "generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>

namespace tactus::space_scenes {
namespace {

std::string triple(const Point& p) { return fmt::format("[{}, {}, {}]", p[0], p[1], p[2]); }

std::string body_text(const SceneBody& b, const std::string& name, const std::string& mesh) {
  std::string text = fmt::format(R"({{"name": "{}", {}"mesh": {{"type": "file", "path": "{}"}}, )"
                                 R"("density": {})",
                                 name, b.rigid ? R"("type": "rigid", )" : "", mesh, b.density);
  if (!b.rigid)
    text += fmt::format(R"(,
     "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}})",
                        b.density * b.stiffness / 2, b.density * b.stiffness / 4);
  text += fmt::format(R"(,
     "velocity": {{"constant": {}, "spin": {})",
                      triple(b.velocity), triple(b.spin));
  if (!b.gradient.isZero())
    text += fmt::format(R"(, "gradient": [{}, {}, {}])", triple(b.gradient.row(0)),
                        triple(b.gradient.row(1)), triple(b.gradient.row(2)));
  return text + "}}";
}

/// Draws one scene. Lengths are over the scene's scale until the end.
class Generator {
 public:
  Generator(std::string_view kind, unsigned seed) : random_(seed * 2654435761u + 17 * kind.size()) {
    scene_.kind = kind;
    scene_.seed = seed;
  }

  Scene draw() {
    scene_.broad_phase =
        std::array{"grid", "quadtree", "brute_force"}[static_cast<std::size_t>(random_.pick(3))];
    scene_.speed = random_.logarithmic(1e-3, 7);
    if (scene_.kind == "thrown") thrown(false);
    if (scene_.kind == "rigid") thrown(true);
    if (scene_.kind == "lattice") lattice();
    if (scene_.kind == "nested") nested();
    if (scene_.kind == "unequal") unequal();
    if (scene_.kind == "folding") folding();
    limit_time();
    to_scale();
    return std::move(scene_);
  }

 private:
  Real uniform(Real a, Real b) { return random_.uniform(a, b); }
  Real small_gap() {
    constexpr std::array gaps{1e-12, 1e-9, 1e-6, 1e-3, 7e-3};
    return gaps[static_cast<std::size_t>(random_.pick(5))];
  }
  /// Very small, or what is flown through in a part of the time that follows.
  Real gap(Real size) {
    const Real far = std::min(0.5, 4 * scene_.speed) * uniform(0, 1);
    return size * (random_.one_in(2) ? small_gap() : far);
  }
  Real stiffness() { return random_.one_in(2) ? 1 : random_.logarithmic(1, 100); }
  Real density() { return 1000 * (random_.one_in(2) ? 1 : random_.logarithmic(0.3, 3)); }

  SceneBody& add(Solid solid) {
    SceneBody body{.solid = std::move(solid)};
    body.density = density();
    body.stiffness = scene_.bodies.empty() ? 1 : stiffness();
    return scene_.bodies.emplace_back(std::move(body));
  }
  std::vector<Solid> solids() const {
    std::vector<Solid> all;
    for (const SceneBody& b : scene_.bodies) all.push_back(b.solid);
    return all;
  }

  // ---- kinds

  /// Each body flies at those before it, from a distance at which it just does not touch them.
  void thrown(bool with_rigid) {
    const int count = 2 + random_.pick(3);
    for (int b = 0; b < count; ++b) {
      const Real size = random_.one_in(4) ? uniform(0.15, 0.3) : uniform(0.35, 0.6);
      Solid solid = any_shape(random_, size);
      solid.turn(rotation(random_));
      fly(std::move(solid), size, b > 0 && with_rigid && (b == 1 || random_.one_in(2)));
    }
    scene_.end = 12;
  }
  void fly(Solid solid, Real size, bool rigid) {
    Point way = direction(random_);
    const std::vector<Solid> others = solids();
    if (!others.empty()) {
      const Point aside = 0.3 * size * direction(random_);
      solid.move(
          others[static_cast<std::size_t>(random_.pick(static_cast<int>(others.size())))].middle() +
          aside);
      if (!bring_near(solid, way, gap(size), others)) return;
    }
    SceneBody& body = add(std::move(solid));
    body.rigid = rigid;
    if (others.empty()) return;
    const Real speed = others.size() == 1 ? scene_.speed : scene_.speed * uniform(0, 1);
    body.velocity = speed * (-way + 0.3 * direction(random_));
    if (random_.one_in(3)) body.spin = 0.3 * speed / size * direction(random_);
  }

  void lattice() {
    constexpr std::array<std::array<int, 3>, 5> packs{
        {{2, 1, 1}, {2, 2, 1}, {2, 2, 2}, {1, 1, 3}, {3, 2, 1}}};
    const auto pack = packs[static_cast<std::size_t>(random_.pick(5))];
    const Real apart = random_.one_in(4) ? 0 : small_gap();
    const bool equal = random_.one_in(2), shifted = random_.one_in(3);
    const int n = 1 + random_.pick(3);
    const Real aside = random_.one_in(2) ? 1. / n : 0.37;
    int mover = random_.pick(pack[0] * pack[1] * pack[2]), b = 0;
    const bool along_axis = random_.one_in(2);
    for (int k = 0; k < pack[2]; ++k)
      for (int j = 0; j < pack[1]; ++j)
        for (int i = 0; i < pack[0]; ++i, ++b) {
          const int m = equal ? n : 1 + random_.pick(3);
          Solid solid = cells({m, m, m}, Point::Ones());
          const Point at(i, j, k);
          solid.move((1 + apart) * at);
          // A layer may be shifted along, by whole cells or by another part.
          if (shifted) solid.move(Point(0, i % 2 * aside, 0));
          SceneBody& body = add(std::move(solid));
          body.density = 1000, body.stiffness = equal ? 1 : body.stiffness;
          if (b != mover) continue;
          const Point middle = Point(pack[0] - 1, pack[1] - 1, pack[2] - 1) / 2;
          Point to = middle - at;
          if (along_axis) to = (at[2] > 0 ? -1 : 1) * Point::UnitZ();
          if (along_axis && pack[2] == 1) to = (at[0] > 0 ? -1 : 1) * Point::UnitX();
          if (to.isZero()) to = Point::UnitX();
          body.velocity = scene_.speed * to.normalized();
        }
    scene_.end = std::min(8., 8 + apart / scene_.speed);
  }

  /// Up to three deep.
  void nested() {
    Real size = 1.2;
    const int depth = 2 + random_.pick(2);
    const Eigen::Matrix3d turn =
        random_.one_in(2) ? Eigen::Matrix3d::Identity() : rotation(random_);
    for (int b = 0; b < depth; ++b) {
      Solid solid = b + 1 < depth ? shell(size, random_.one_in(2)) : any_shape(random_, size / 2.4);
      if (b + 1 == depth)
        solid.turn(rotation(random_));
      else
        solid.turn(turn);
      SceneBody& body = add(std::move(solid));
      if (b > 0) body.velocity = scene_.speed * direction(random_);
      size *= 0.5 * uniform(0.6, 0.95);
    }
    if (random_.one_in(2)) fly(box_of(random_, 0.4).turn(rotation(random_)), 0.4, false);
    scene_.end = 6;
  }

  void unequal() {
    Solid large = random_.one_in(2) ? cells({2, 2, 1}, {1, 1, 0.5}) : star(random_, 0.7);
    large.turn(rotation(random_));
    add(std::move(large));
    const Real size = random_.logarithmic(1e-3, 1e-1);
    const int count = 1 + random_.pick(2);
    for (int b = 0; b < count; ++b)
      fly(any_shape(random_, size).turn(rotation(random_)), size, random_.one_in(4));
    scene_.end = 30 * size;
  }

  /// The arms of a U, a coil of one turn or a plate are moved at each other.
  void folding() {
    Solid s = random_.one_in(2)
                  ? cells({4, 5, 1}, {1, 1, 0.3},
                          [](int i, int j, int) { return j == 0 || j == 4 || i == 0; })
                  : cells({5, 5, 1}, {1, 1, 0.25}, [](int i, int j, int) {
                      return (i == 0 || i == 4 || j == 0 || j == 4) && !(i == 4 && j == 2);
                    });
    s.turn(random_.one_in(2) ? Eigen::Matrix3d::Identity() : rotation(random_));
    // Along the direction from the first cell's corner to that of the last arm.
    SceneBody& body = add(std::move(s));
    scene_.speed = std::min(scene_.speed, 2.);
    const Point way = direction(random_);
    body.gradient = -2 * scene_.speed * way * way.transpose();
    if (random_.one_in(2))
      fly(box_of(random_, 0.3).turn(rotation(random_)), 0.3, random_.one_in(3));
    scene_.end = std::min(10., 3 / scene_.speed);
  }

  // ---- the whole

  /// About as many steps as the family can afford.
  void limit_time() {
    Real step = kUnlimited, slowest = kUnlimited;
    for (const SceneBody& b : scene_.bodies) {
      if (b.rigid) continue;
      step = std::min(step, 0.4 * b.solid.altitude() / std::sqrt(b.stiffness));
      slowest = std::min(slowest, std::sqrt(b.stiffness));
    }
    scene_.end = std::min(scene_.end, 900 * step);
    scene_.speed /= slowest;  // 1, as the first body is deformable and of stiffness 1
  }
  void to_scale() {
    const Real scale = std::pow(10., random_.pick(7) - 3);
    for (SceneBody& b : scene_.bodies) {
      b.solid.scale(scale);
      b.spin /= scale, b.gradient /= scale;
    }
    scene_.end *= scale;
  }

  RandomNumbers random_;
  Scene scene_;
};

}  // namespace

std::string Scene::write(const std::filesystem::path& folder) const {
  std::string list;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const std::string mesh = bodies[b].solid.gmsh();
    const auto file = folder / fmt::format("{:016x}.msh", std::hash<std::string>{}(mesh));
    if (!std::filesystem::exists(file)) std::ofstream(file) << mesh;
    list += (b == 0 ? "    " : ",\n    ") +
            body_text(bodies[b], fmt::format("body_{}", b), file.string());
  }
  return fmt::format(R"({{
  "description": "A random scene of tests/space: {} {}, {:.3g} of the slowest wave.",
  "dimension": 3,
  "bodies": [
{}
  ],
  "integrator": {{"type": "newmark", "impact": "{}"}},
  "contact": {{"broad_phase": {{"type": "{}"}}, "constraint": {{"type": "vertex_face"{}}},
              "solver": {{"type": "local_sqp"}}}},
  "time": {{"end": {}, "step": {}}},
  "output": {{"audit": "steps"}}
}}
)",
                     kind, seed, speed, list, impact, broad_phase,
                     first_touch ? "" : R"(, "first_touch": false)", end,
                     step > 0 ? fmt::format("{}", step) : "\"auto\"");
}

Scene random_scene(std::string_view kind, unsigned seed) { return Generator(kind, seed).draw(); }

}  // namespace tactus::space_scenes
