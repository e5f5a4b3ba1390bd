/// Tests the promise of completeness with blocks on a lattice, for which intersections are decided
/// exactly with integers.
#pragma once

#include "constraint_trial.hpp"

namespace tactus::conformance::constraint_tests {

/// Whether the interiors of two blocks intersect: the one with corners (+-8, +-8, +-8), and one
/// around `centre` with the half-axes (2D: opposite corners) `axes`. The answer is exact: it tests
/// with integers all planes that can separate two parallelepipeds.
inline bool blocks_overlap(int dim, const Eigen::Vector3i& centre, Eigen::Matrix3i axes) {
  using Whole = Eigen::Matrix<Index, 3, 1>;
  if (dim == 2) {  // twice as large, so that half-axes are integers
    const Eigen::Vector3i a = axes.col(0), b = axes.col(1);
    axes.col(0) = a + b, axes.col(1) = b - a, axes.col(2) = Eigen::Vector3i(0, 0, 2);
  } else {
    axes *= 2;
  }
  const Eigen::Matrix3i own = 16 * Eigen::Matrix3i::Identity();
  std::vector<Whole> normals;
  const auto cross = [&](const Eigen::Vector3i& a, const Eigen::Vector3i& b) {
    normals.push_back(a.cast<Index>().cross(b.cast<Index>()));
  };
  for (int i = 0; i < 3; ++i) {
    cross(own.col(i), own.col((i + 1) % 3)), cross(axes.col(i), axes.col((i + 1) % 3));
    for (int j = 0; j < 3; ++j) cross(own.col(i), axes.col(j));
  }
  for (const Whole& n : normals) {
    Index reach = 0;
    for (int i = 0; i < 3; ++i)
      reach +=
          std::abs(n.dot(own.col(i).cast<Index>())) + std::abs(n.dot(axes.col(i).cast<Index>()));
    if (!n.isZero() && std::abs(n.dot(2 * centre.cast<Index>())) >= reach) return false;
  }
  return true;
}

/// A block of varying size and direction, often aligned with the first one and with the same
/// centre. 2D: a square with the corner axes.col(0).
struct LatticeBlock {
  Eigen::Vector3i centre = Eigen::Vector3i::Zero();
  Eigen::Matrix3i axes = Eigen::Matrix3i::Zero();

  LatticeBlock(int dim, int k, Random& random) {
    const auto number = [&](int limit) {
      return static_cast<int>(std::floor(random.between(-limit, limit + 1)));
    };
    const int way = dim == 2 ? 20 : 16;
    for (int d = 0; d < dim; ++d) centre[d] = number(way);
    if (dim == 2) {
      Eigen::Vector2i corner(number(12), number(12));
      if (corner.isZero()) corner[0] = 1;
      // In the centre, with all vertices on sides of elements.
      if (k < 24) centre.setZero(), corner = {k / 2 + 1, k % 2 * (k / 2 + 1)};
      axes.col(0) = Eigen::Vector3i(corner[0], corner[1], 0);
      axes.col(1) = Eigen::Vector3i(-corner[1], corner[0], 0);
      return;
    }
    if (k % 3 == 0) centre = 8 * (centre / 8);
    do
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          axes(i, j) = i == j ? 1 + std::abs(number(11)) : number(4) * (k % 2);
    while (axes.determinant() <= 0);
    if (k < 12) centre.setZero(), axes = (k + 1) * Eigen::Matrix3i::Identity();
  }
  /// Whether the two blocks coincide, so that no facet of one shows an intersection with the other.
  bool is_the_other(int dim) const {
    if (!centre.isZero()) return false;
    if (dim == 2) return axes.col(0).cwiseAbs() == Eigen::Vector3i(8, 8, 0);
    return axes == 8 * Eigen::Matrix3i::Identity();
  }
  std::string text(int dim) const {
    Eigen::IOFormat row(Eigen::StreamPrecision, 0, " ", "; ");
    if (dim == 2)
      return text_of("squares round (0, 0) with the corner (8, 8) and round (",
                     centre.head(2).transpose(), ") with the corner (",
                     axes.col(0).head(2).transpose(), ")");
    return text_of("cubes round (0, 0, 0) with the corner (8, 8, 8) and round (",
                   centre.transpose(), ") with the half-axes (columns) ", axes.format(row));
  }
};

/// Blocks of many sizes on a lattice are often aligned, touching or inside each other. There must
/// be violations exactly if their interiors intersect.
inline Finding violations_are_intersections(Trial& trial) {
  Random random(8);
  int met = 0;
  const int dim = trial.dim(), tries = dim == 2 ? 2000 : 400;
  for (int k = 0; k < tries; ++k) {
    const LatticeBlock other(dim, k, random);
    if (other.is_the_other(dim)) continue;
    const bool overlap = blocks_overlap(dim, other.centre, other.axes);
    met += overlap;
    trial.set.clear();
    const Index needs = trial.detect(trial.scene().on_lattice(other.centre, other.axes)).needs;
    if ((needs > 0) != overlap)
      return broken(text_of(other.text(dim), ": ", needs, " violations, and their interiors ",
                            overlap ? "meet" : "do not meet"));
  }
  return kept(text_of(met, " of ", tries, " meet"));
}

}  // namespace tactus::conformance::constraint_tests
