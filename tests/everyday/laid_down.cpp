// Everyday scenes of things that are put on each other: the coordinates are decimals, as a hand writes
// them, so that bodies touch but for rounding.
#include <fmt/format.h>

#include <cmath>

#include "families.hpp"
#include "tests/property/random_numbers.hpp"

namespace tactus::everyday {

using property::operator+;
using property::operator-;
using property::operator*;

namespace {

class Layer {
 public:
  Layer(unsigned seed, const Sizes& sizes) : random_(seed) {
    scene_ = {.kind = "laid down", .seed = seed, .end = sizes.end};
    most_ = std::min(8, sizes.bodies);
  }

  EverydayScene scene() {
    constexpr Real kOffsets[] = {0, 10, 1e3, 1e6};
    const Real offset = kOffsets[random_.pick(4)];
    if (offset > 0) {
      const Real x = offset + decimal(random_.uniform(0, 1), 2);
      scene_.translate = {x, offset + decimal(random_.uniform(0, 1), 2)};
    }
    scene_.friction = random_.one_in(6) ? 0 : decimal(random_.uniform(0, 1), 2);
    const int kind = random_.pick(4);
    if (kind != 3 && random_.one_in(2)) scene_.rotate = decimal(random_.uniform(-0.7, 0.7), 2);
    scene_.absolute = scene_.rotate == 0 && scene_.seed % 2 == 0;
    add_ground();
    const int count = 1 + random_.pick(most_);
    if (kind == 0) stack(count);
    if (kind == 1) rows(count);
    if (kind == 2) array(count);
    if (kind == 3) with_disks(count);
    return scene_;
  }

 private:
  void add_ground() { add_box("ground", {-5, decimal(-random_.uniform(0.1, 1), 1)}, {5, 0}, true); }

  void add_box(const std::string& name, Point low, Point high, bool held = false) {
    add(name, polygon({low, {high[0], low[1]}, high, {low[0], high[1]}}), held);
  }
  void add(const std::string& name, Shape shape, bool held = false) {
    Body body{.name = name, .shape = std::move(shape), .held = held};
    if (!held) body.density = decimal(random_.logarithmic(100, 10000), 0);
    scene_.bodies.push_back(std::move(body));
  }
  std::string next() const { return fmt::format("b{}", scene_.bodies.size()); }
  Real length(Real a, Real b) { return decimal(random_.uniform(a, b), 2); }

  /// One on the other, each at most half off its support: boxes and trapezia.
  void stack(int count) {
    Real y = 0, left = 0, right = length(0.2, 1);
    for (int k = 0; k < count; ++k) {
      const Real top = decimal(y + length(0.05, 0.5), 2);
      if (random_.one_in(3)) {
        const Real in = length(0, 0.2) * (right - left), out = decimal(right - in, 2);
        add(next(), polygon({{left, y}, {right, y}, {out, top}, {decimal(left + in, 2), top}}));
        right = out, left = decimal(left + in, 2);
      } else {
        add_box(next(), {left, y}, {right, top});
      }
      const Real middle = left + (right - left) * random_.uniform(0.1, 0.9),
                 half = length(0.1, 0.5);
      left = decimal(middle - half, 2), right = decimal(middle + half, 2), y = top;
    }
  }
  /// Side by side, of different heights.
  void rows(int count) {
    Real x = decimal(-random_.uniform(0, 2), 2);
    for (int k = 0; k < count; ++k) {
      const Real right = decimal(x + length(0.1, 0.6), 2);
      add_box(next(), {x, 0}, {right, length(0.05, 0.8)});
      x = right;
    }
  }
  /// Equal blocks in courses, each course over the one below or shifted by half a block.
  void array(int count) {
    const Real width = 2 * length(0.1, 0.3), height = length(0.1, 0.4);
    const int columns = 1 + random_.pick(4);
    const bool bond = random_.one_in(2);
    for (int k = 0; k < count; ++k) {
      const int row = k / columns, column = k % columns;
      const Real x = decimal(column * width + (bond && row % 2 == 1 ? width / 2 : 0), 2);
      const Real y = decimal(row * height, 2);
      add_box(next(), {x, y}, {decimal(x + width, 2), decimal(y + height, 2)});
    }
  }
  /// Disks and blocks on level ground, alone, side by side, and disks on blocks.
  void with_disks(int count) {
    Real x = -2;
    for (int k = 0; k < count; ++k) {
      const Real radius = length(0.05, 0.3);
      if (random_.one_in(2)) {
        add(next(), disk({decimal(x + radius, 2), radius}, radius));
        x = decimal(x + 2 * radius, 2);
      } else {
        const Real right = decimal(x + length(0.2, 0.6), 2), top = length(0.05, 0.4);
        add_box(next(), {x, 0}, {right, top});
        const Real most = decimal((right - x) / 2 - 0.01, 2), r = std::min(radius, most);
        if (++k < count) add(next(), disk({decimal((x + right) / 2, 2), decimal(top + r, 2)}, r));
        x = decimal(right + 0.7, 2);
      }
      if (random_.one_in(2)) x = decimal(x + length(0.7, 1), 2);
    }
  }

  property::RandomNumbers random_;
  EverydayScene scene_;
  int most_ = 8;
};

}  // namespace

EverydayScene laid_down(unsigned seed, const Sizes& sizes) { return Layer(seed, sizes).scene(); }

Statics statics_of(const EverydayScene& scene) {
  std::vector<Shape> shapes;
  std::vector<Real> weights;
  for (const Body& b : scene.bodies) {
    shapes.push_back(b.shape);
    weights.push_back(b.held ? 0 : b.density * scene.gravity * b.shape.area());
  }
  return Statics::of(std::move(shapes), std::move(weights), 1e-9);
}

Point down_of(const EverydayScene& scene) { return property::turned({0, -1}, -scene.rotate); }

}  // namespace tactus::everyday
