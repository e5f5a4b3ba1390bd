#include "shapes.hpp"

#include <cmath>

namespace tactus::space_scenes {
namespace {

Solid& centre(Solid& s) { return s.move(-s.middle()); }

}  // namespace

Solid cells(const std::array<int, 3>& count, const Point& size, const Keep& keep) {
  constexpr int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  Solid solid;
  const auto number = [&](const std::array<int, 3>& at) {
    return static_cast<std::size_t>(at[0] + (count[0] + 1) * (at[1] + (count[1] + 1) * at[2]));
  };
  std::vector<Index> node((static_cast<std::size_t>(count[0]) + 1) *
                              (static_cast<std::size_t>(count[1]) + 1) *
                              (static_cast<std::size_t>(count[2]) + 1),
                          kNone);
  const auto use = [&](const std::array<int, 3>& at) {
    Index& n = node[number(at)];
    if (n == kNone) {
      n = static_cast<Index>(solid.points.size());
      Point p;
      for (std::size_t d = 0; d < 3; ++d)
        p[static_cast<int>(d)] = size[static_cast<int>(d)] * at[d] / count[d];
      solid.points.push_back(p);
    }
    return n;
  };
  for (int k = 0; k < count[2]; ++k)
    for (int j = 0; j < count[1]; ++j)
      for (int i = 0; i < count[0]; ++i) {
        if (keep && !keep(i, j, k)) continue;
        for (int o = 0; o < 6; ++o) {  // a path from corner to corner along three edges
          std::array<int, 3> at{i, j, k};
          Tetrahedron t{use(at), 0, 0, 0};
          for (std::size_t s = 0; s < 3; ++s)
            ++at[static_cast<std::size_t>(order[o][s])], t[s + 1] = use(at);
          if (o >= 3) std::swap(t[2], t[3]);  // odd permutations have negative volume
          solid.elements.push_back(t);
        }
      }
  return solid;
}

Point direction(RandomNumbers& random) {
  for (;;) {
    Point p;
    for (int d = 0; d < 3; ++d) p[d] = random.uniform(-1, 1);
    const Real n = p.norm();
    if (n > 0.1 && n < 1) return p / n;
  }
}

Eigen::Matrix3d rotation(RandomNumbers& random) {
  const Point axis = direction(random);
  const Real angle = random.uniform(0, 2 * EIGEN_PI);
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

Solid box_of(RandomNumbers& random, Real size) {
  std::array<int, 3> count{};
  Point extent;
  for (std::size_t d = 0; d < 3; ++d) {
    count[d] = 1 + random.pick(2);
    extent[static_cast<int>(d)] = size * random.uniform(0.5, 1.1);
  }
  Solid s = cells(count, extent);
  return centre(s);
}

Solid tetrahedron(RandomNumbers& random, Real size) {
  const Real slim = random.uniform(0.3, 1);
  Solid s;
  s.points = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  for (Point& p : s.points) {
    for (int d = 0; d < 3; ++d) p[d] += random.uniform(-0.3, 0.3);
    p[2] *= slim, p *= size * 0.5;
  }
  s.elements = {{0, 1, 2, 3}};
  if (random.one_in(2)) {  // four round the middle
    s.points.push_back(s.middle());
    s.elements = {{4, 1, 2, 3}, {0, 4, 2, 3}, {0, 1, 4, 3}, {0, 1, 2, 4}};
  }
  for (Tetrahedron& e : s.elements) {
    const auto p = [&](std::size_t i) { return s.points[static_cast<std::size_t>(e[i])]; };
    if ((p(1) - p(0)).cross(p(2) - p(0)).dot(p(3) - p(0)) < 0) std::swap(e[2], e[3]);
  }
  return centre(s);
}

Solid star(RandomNumbers& random, Real size) {
  const Real g = (1 + std::sqrt(5.)) / 2;
  Solid s;
  s.points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
              {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  constexpr int faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const bool spikes = random.one_in(3), round = random.one_in(3);
  for (Point& p : s.points) {
    const Real reach = round    ? 0.8
                       : spikes ? (random.one_in(3) ? 1.1 : 0.45)
                                : random.uniform(0.45, 1);
    p = size * reach * p.normalized();
  }
  s.points.push_back(Point::Zero());
  for (const auto& f : faces) s.elements.push_back({12, f[0], f[1], f[2]});
  return s;
}

Solid thin(RandomNumbers& random, Real size) {
  Solid s;
  const Real t = size * random.uniform(0.06, 0.15);
  switch (random.pick(4)) {
    case 0:
      s = cells({3, 3, 1}, {1.3 * size, 1.3 * size, t});
      break;
    case 1:
      s = cells({6, 1, 1}, {1.8 * size, t, t});
      break;
    case 2: {  // a needle: its cross section shrinks
      s = cells({5, 1, 1}, {1.8 * size, t, t});
      for (Point& p : s.points) {
        const Real narrow = 1 - 0.8 * p[0] / (1.8 * size);
        p[1] *= narrow, p[2] *= narrow;
      }
      break;
    }
    default: {  // a blade: sharp along one side
      s = cells({4, 2, 1}, {1.6 * size, 0.6 * size, 1.5 * t});
      for (Point& p : s.points) p[2] *= 1 - 0.85 * p[1] / (0.6 * size);
    }
  }
  return centre(s);
}

Solid bent(RandomNumbers& random, Real size) {
  const Point cube = size * Point(1.1, 1.1, 0.4);
  Solid s;
  switch (random.pick(4)) {
    case 0:
      s = cells({3, 3, 1}, cube, [](int i, int j, int) { return i == 0 || j == 0; });
      break;
    case 1:
      s = cells({3, 3, 1}, cube, [](int i, int j, int) { return i != 1 || j == 0; });
      break;
    case 2:
      s = cells({3, 3, 3}, size * Point(1.1, 1.1, 1.1),
                [](int i, int j, int k) { return (i == 1) + (j == 1) + (k == 1) >= 2; });
      break;
    default:
      s = cells({5, 2, 1}, cube, [](int i, int j, int) { return j == 0 || i % 2 == 0; });
  }
  return centre(s);
}

Solid any_shape(RandomNumbers& random, Real size) {
  switch (random.pick(5)) {
    case 0:
      return box_of(random, size);
    case 1:
      return tetrahedron(random, size);
    case 2:
      return star(random, size);
    case 3:
      return thin(random, size);
    default:
      return bent(random, size);
  }
}

Solid shell(Real size, bool mouth) {
  const Solid s = cells({4, 4, 4}, Point::Constant(size), [mouth](int i, int j, int k) {
    const auto inner = [](int a) { return a == 1 || a == 2; };
    const bool hollow = inner(i) && inner(j) && inner(k);
    return !hollow && !(mouth && k == 3 && inner(i) && inner(j));
  });
  Solid out = s;
  return out.move(Point::Constant(-size / 2));
}

}  // namespace tactus::space_scenes
