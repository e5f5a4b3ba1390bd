// Everyday scenes of masonry: each is drawn with a thickness that is a given share of the least one with
// which statics lets it stand. That one is found by bisection, with the linear programme of statics.cpp.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "families.hpp"
#include "tests/property/random_numbers.hpp"

namespace tactus::everyday {

using property::operator+;
using property::operator-;
using property::operator*;

namespace {

/// Where an arch is, from one springing (s = 0) to the other one (s = 1), anticlockwise.
struct Profile {
  std::function<Point(Real)> inner, outer;
};

/// A ring about the origin, from the angle `half` right of the crown to the same angle left of it.
Profile ring(Real radius, Real thickness, Real half) {
  const auto at = [half](Real r) {
    return [r, half](Real s) {
      return r * property::towards(property::kPi / 2 - half + 2 * half * s);
    };
  };
  return {at(radius - thickness / 2), at(radius + thickness / 2)};
}

/// Two arcs whose centres are `apart` from each other and which meet over the middle between them.
Profile pointed(Real radius, Real thickness, Real apart) {
  const auto at = [apart](Real r) {
    return [r, apart](Real s) {
      const bool right = s <= 0.5;
      const Real crown = std::acos(apart / 2 / r), angle = crown * 2 * (right ? s : 1 - s);
      const Point p{r * std::cos(angle) - apart / 2, r * std::sin(angle)};
      return Point{right ? p[0] : -p[0], p[1]};
    };
  };
  return {at(radius - thickness / 2), at(radius + thickness / 2)};
}

/// Between two levels; its joints are upright at the crown and lean by `lean` at the springings. (Joints that
/// all point at one place would need no friction.)
Profile flat(Real level, Real thickness, Real half, Real lean) {
  const auto side = [](Real s) { return 1 - 2 * s; };
  const auto inner = [=](Real s) { return Point{half * side(s), level}; };
  const auto outer = [=](Real s) {
    const Real way = std::tan(lean * side(s) * std::abs(side(s)));
    return Point{half * side(s) + thickness * way, level + thickness};
  };
  return {inner, outer};
}

/// Chords of the outer and of the inner side of a stone; with one inside it is convex, otherwise both have
/// as many.
struct Chords {
  int outer = 1, inner = 1;
};

Shape stone(const Profile& p, Real from, Real to, Chords chords) {
  Shape out;
  const auto s = [&](int i, int n) { return i == n ? to : from + (to - from) * i / n; };
  for (int i = 0; i <= chords.outer; ++i) out.corners.push_back(p.outer(s(i, chords.outer)));
  for (int i = chords.inner; i >= 0; --i) out.corners.push_back(p.inner(s(i, chords.inner)));
  const int last = chords.outer + chords.inner + 1;
  if (chords.inner > 1)
    for (int i = 0; i < chords.outer; ++i) out.parts.push_back({i, i + 1, last - i - 1, last - i});
  return out;
}

void add_stone(EverydayScene& scene, Shape shape) {
  scene.bodies.push_back({.name = fmt::format("stone_{}", scene.bodies.size()),
                          .shape = std::move(shape),
                          .density = 2000});
}
void add_held(EverydayScene& scene, const char* name, Polygon corners) {
  scene.bodies.push_back({.name = name, .shape = polygon(std::move(corners)), .held = true});
}

void add_arch(EverydayScene& scene, const Profile& p, int stones, Chords chords) {
  for (int k = 0; k < stones; ++k)
    add_stone(scene,
              stone(p, static_cast<Real>(k) / stones, static_cast<Real>(k + 1) / stones, chords));
}

/// What the ends of an arch press against: faces that go on by half a thickness on either side.
void add_abutments(EverydayScene& scene, const Profile& p) {
  for (const bool right : {true, false}) {
    const Point in = p.inner(right ? 0 : 1), out = p.outer(right ? 0 : 1), across = out - in;
    const Point away = right ? Point{across[1], -across[0]} : Point{-across[1], across[0]};
    const Point a = in - 0.5 * across, b = out + 0.5 * across;
    if (right)
      add_held(scene, "right_abutment", {a, a + 2. * away, b + 2. * away, b});
    else
      add_held(scene, "left_abutment", {b, b + 2. * away, a + 2. * away, a});
  }
}

/// What is drawn of a scene beside the size that decides.
struct Drawn {
  std::function<void(EverydayScene&, Real)> build;  ///< with a thickness (flat: with a friction)
  Real least = 0, most = 1;                         ///< falls, stands
};

class Mason {
 public:
  Mason(unsigned seed, const Sizes& sizes) : random_(seed), most_(std::min(sizes.bodies, 16)) {
    scene_ = {.kind = "masonry", .seed = seed, .end = sizes.end};
  }

  Masonry work() {
    scene_.friction = decimal(random_.uniform(0.7, 1), 2);
    radius_ = decimal(random_.uniform(0.5, 5), 2);
    chords_.outer = 1 + random_.pick(7);
    if (random_.one_in(2)) chords_.outer = chords_.inner = 1 + random_.pick(4);
    const Real off = random_.uniform(0.02, 0.1);
    const Real of_limit = random_.one_in(2) ? 1 + off : 1 - off;
    stands_ = of_limit > 1;
    const Drawn drawn = draw();
    return {with(drawn, of_limit * limit(drawn)), of_limit};
  }

 private:
  Drawn draw() {
    switch (random_.pick(6)) {
      case 0:
        return arch(property::kPi / 2);
      case 1:
        return arch(random_.uniform(1.1, 1.5));
      case 2:
        return pointed_arch();
      case 3:
        return flat_arch();
      case 4:
        return wall();
      default:
        return vault();
    }
  }
  Drawn arch(Real half) {
    const int n = 5 + random_.pick(most_ - 4);
    scene_.kind += half < 1.55 ? ", segmental arch" : ", semicircular arch";
    return {[=, this](EverydayScene& s, Real t) {
              const Profile p = ring(radius_, t * radius_, half);
              add_arch(s, p, n, chords_), add_abutments(s, p);
            },
            1e-4, 0.5};
  }
  Drawn pointed_arch() {
    const int n = 2 * (3 + random_.pick(most_ / 2 - 2));
    const Real apart = random_.uniform(0.2, 0.8) * radius_;
    scene_.kind += ", pointed arch";
    return {[=, this](EverydayScene& s, Real t) {
              const Profile p = pointed(radius_, t * radius_, apart);
              add_arch(s, p, n, chords_), add_abutments(s, p);
            },
            1e-4, 0.5};
  }
  /// With joints that spread it stands at any thickness, if friction holds its stones.
  Drawn flat_arch() {
    const int n = 3 + 2 * random_.pick((most_ - 3) / 2);
    const Real half = random_.uniform(0.5, 1) * radius_, thickness = random_.uniform(0.2, 0.4);
    const Real lean = random_.uniform(0.2, 0.6);
    chords_ = {};
    scene_.kind += ", flat arch";
    return {[=, this](EverydayScene& s, Real friction) {
              const Profile p = flat(radius_, thickness * radius_, half, lean);
              add_arch(s, p, n, chords_), add_abutments(s, p);
              s.friction = friction;
            },
            0, 2};
  }
  /// Courses on sloping ground, some of two stones. Two stones side by side can be clamped by friction on
  /// what lies above and below, an equilibrium that is not the only solution of Coulomb's law: of such walls
  /// statics can only say that they fall.
  Drawn wall() {
    const int courses = 3 + random_.pick(std::min(8, most_ / 2) - 2);
    std::vector<Real> tops{0}, splits;
    for (int k = 0; k < courses; ++k) {
      tops.push_back(tops.back() + random_.uniform(0.1, 0.3) * radius_);
      splits.push_back(!stands_ && random_.one_in(2) ? random_.uniform(0.3, 0.7) : 0);
    }
    scene_.rotate = random_.uniform(-0.3, 0.3);
    scene_.kind += ", leaning wall";
    return {
        [=, this](EverydayScene& s, Real t) {
          const auto block = [&](Real a, Real b, std::size_t k) {
            add_stone(s, polygon({{a, tops[k]}, {b, tops[k]}, {b, tops[k + 1]}, {a, tops[k + 1]}}));
          };
          const Real width = t * radius_;
          for (std::size_t k = 0; k < splits.size(); ++k) {
            if (splits[k] > 0) block(0, splits[k] * width, k);
            block(splits[k] * width, width, k);
          }
          add_ground(s);
        },
        1e-3, 5};
  }
  /// An arch that is thick enough on piers of some stones.
  Drawn vault() {
    const int n = 5 + random_.pick(most_ / 2 - 4), stones = 1 + random_.pick((most_ - n) / 2);
    const Real height = random_.uniform(1.2, 2) * radius_, thickness = 0.2;
    chords_ = {};
    scene_.kind += ", vault on piers";
    return {[=, this](EverydayScene& s, Real width) {
              add_arch(s, ring(radius_, thickness * radius_, property::kPi / 2), n, chords_);
              // The springings are on the tops of the piers, whatever rounding makes of cos(pi/2).
              const Real near = (1 - thickness / 2) * radius_, far = near + width * radius_;
              for (int k = 0; k < stones; ++k) {
                const Real low = height * (k - stones) / stones,
                           high = height * (k + 1 - stones) / stones;
                add_stone(s, polygon({{near, low}, {far, low}, {far, high}, {near, high}}));
                add_stone(s, polygon({{-far, low}, {-near, low}, {-near, high}, {-far, high}}));
              }
              add_held(s, "ground",
                       {{-20, -height - 1}, {20, -height - 1}, {20, -height}, {-20, -height}});
            },
            0.2, 3};
  }
  static void add_ground(EverydayScene& s) {
    add_held(s, "ground", {{-20, -1}, {20, -1}, {20, 0}, {-20, 0}});
  }

  EverydayScene with(const Drawn& drawn, Real value) const {
    EverydayScene scene = scene_;
    drawn.build(scene, value);
    return scene;
  }
  bool stands(const Drawn& drawn, Real value) const {
    const EverydayScene scene = with(drawn, value);
    return statics_of(scene).rests(scene.friction, down_of(scene));
  }
  Real limit(const Drawn& drawn) const {
    Real low = drawn.least, high = drawn.most;
    if (stands(drawn, low) || !stands(drawn, high))
      throw std::logic_error(fmt::format("{}, seed {}: no limit", scene_.kind, scene_.seed));
    while (high - low > 1e-4 * high) {
      const Real middle = (low + high) / 2;
      (stands(drawn, middle) ? high : low) = middle;
    }
    return (low + high) / 2;
  }

  property::RandomNumbers random_;
  EverydayScene scene_;
  int most_;
  bool stands_ = true;
  Real radius_ = 1;
  Chords chords_;
};

}  // namespace

Masonry masonry(unsigned seed, const Sizes& sizes) { return Mason(seed, sizes).work(); }

}  // namespace tactus::everyday
