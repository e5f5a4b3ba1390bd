/// Problems in reactions, U = B + W R with friction, in the plane and in space: random contacts
/// with shared masses, and blocks that rest on more points than necessary.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/rotation.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// A problem for a solver, and the start values of its reactions. Normal first.
struct ReactionCase {
  int dim = 2;
  Eigen::MatrixXd W;
  std::vector<Real> B, U_old, friction, restitution, start{};
  std::vector<std::int32_t> law{};
  std::vector<ContactKey> key{};
  std::vector<Real> history{}, solver_history{};  ///< at t_n; empty: zero

  ReactionCase(int dimension, Eigen::MatrixXd delassus)
      : dim(dimension), W(std::move(delassus)), B(static_cast<std::size_t>(W.rows()), 0),
        U_old(B.size(), 0), friction(contacts(), 0), restitution(contacts(), 0), start(B.size(), 0),
        law(contacts(), 0) {
    for (std::size_t i = 0; i < contacts(); ++i) key.push_back({1, i});
  }
  std::size_t contacts() const { return B.size() / static_cast<std::size_t>(dim); }
  /// m/s, magnitude of the given velocities.
  Real speed() const {
    Real largest = 0;
    for (const auto* list : {&B, &U_old})
      for (const Real u : *list) largest = std::max(largest, std::abs(u));
    return largest;
  }
  Eigen::VectorXd velocities(const std::vector<Real>& R) const {
    return W * map(View<Real>(R)) + map(View<Real>(B));
  }
  /// m/s, [contacts] the natural residuals.
  Eigen::VectorXd residuals(const std::vector<Real>& R) const {
    return with_dimension(dim, [&]<int D>(Dimension<D>) {
      const Eigen::VectorXd U = velocities(R);
      Eigen::VectorXd each(static_cast<Index>(contacts()));
      for (std::size_t i = 0; i < contacts(); ++i) {
        const auto at = static_cast<Index>(i);
        const Real rho = D / W.block<D, D>(D * at, D * at).trace();
        each[at] = natural_residual<D>(U.segment<D>(D * at), U_old[D * i], point<D>(R, at),
                                       friction[i], restitution[i], rho);
      }
      return each;
    });
  }
  /// The largest natural residual of a contact, m/s.
  Real residual(const std::vector<Real>& R) const {
    Real worst = 0;
    for (const Real here : residuals(R)) raise_to(worst, here);
    return worst;
  }
  /// The natural residuals of all contacts over the velocities that come in (reactions/residual.hpp).
  Real resv(const std::vector<Real>& R) const {
    Eigen::VectorXd q = map(View<Real>(B));
    for (std::size_t i = 0; i < contacts(); ++i) {
      const std::size_t normal = i * static_cast<std::size_t>(dim);
      q[static_cast<Index>(normal)] += restitution[i] * std::min(Real(0), U_old[normal]);
    }
    return residuals(R).norm() / (q.isZero(0) ? 1 : q.norm());
  }
  /// The problem with masses multiplied by `mass` and velocities by `speed`.
  ReactionCase scaled(Real mass, Real speed) const {
    ReactionCase c = *this;
    c.W /= mass;
    for (auto* list : {&c.B, &c.U_old})
      for (Real& u : *list) u *= speed;
    for (Real& R : c.start) R *= mass * speed;
    return c;
  }
  /// The problem with its contacts in another order.
  ReactionCase reordered(const std::vector<std::size_t>& order) const {
    ReactionCase c = *this;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t o = order[i], D = static_cast<std::size_t>(dim);
      for (std::size_t k = 0; k < D; ++k) {
        c.B[i * D + k] = B[o * D + k], c.U_old[i * D + k] = U_old[o * D + k];
        c.start[i * D + k] = start[o * D + k];
      }
      c.friction[i] = friction[o], c.restitution[i] = restitution[o];
      c.law[i] = law[o], c.key[i] = key[o];
      for (std::size_t j = 0; j < order.size(); ++j)
        c.W.block(static_cast<Index>(i * D), static_cast<Index>(j * D), dim, dim) =
            W.block(static_cast<Index>(o * D), static_cast<Index>(order[j] * D), dim, dim);
    }
    return c;
  }
};

/// Contacts with shared masses, W = G G'/n + 1/2, with friction 0, 0.3 and 0.6 and restitution 0
/// and 0.5.
inline ReactionCase random_reactions(int dim, std::uint64_t seed, Index contacts,
                                     bool rough = true) {
  Random random(seed);
  const Index n = dim * contacts;
  Eigen::MatrixXd G(n, n);
  for (Index i = 0; i < G.size(); ++i) G.data()[i] = random.between(-1, 1);
  ReactionCase c(dim,
                 G * G.transpose() / static_cast<Real>(n) + 0.5 * Eigen::MatrixXd::Identity(n, n));
  for (Real& b : c.B) b = random.between(-1, 1);
  for (std::size_t i = 0; i < c.contacts(); ++i) {
    const auto at = i * static_cast<std::size_t>(dim);
    c.B[at] -= 0.4;
    c.friction[i] = rough ? 0.3 * static_cast<Real>(i % 3) : 0;
    c.restitution[i] = i % 2 ? 0.5 : 0, c.U_old[at] = random.between(-1, 0.3);
  }
  return c;
}

/// A case that is made of several, `islands` that have no mass in common.
struct Network {
  ReactionCase whole;
  std::vector<ReactionCase> islands;
  std::vector<std::pair<std::size_t, std::size_t>> place;  ///< [contacts] island, and number there
};

/// Its rows are the directions of a contact, turned at random.
inline Eigen::MatrixXd random_frame(int dim, Random& random) {
  const Vector3 turn{random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)};
  return rotation_of_vector(dim == 2 ? Vector3(0, 0, turn[2]) : turn).topLeftCorner(dim, dim);
}

/// Point masses of 0.5 to 4 kg and the contacts between them, a tree: each mass touches an earlier one, in a frame
/// that is turned at random, the first one the ground. Contacts without a mass in common share no block of W.
inline ReactionCase tree_of_masses(int dim, Random& random, Index masses) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(dim * masses, dim * masses);
  Eigen::VectorXd inverse(dim * masses), v(dim * masses);
  for (Index i = 0; i < masses; ++i) {
    inverse.segment(dim * i, dim).setConstant(1 / random.between(0.5, 4));
    const Eigen::MatrixXd frame = random_frame(dim, random);
    H.block(dim * i, dim * i, dim, dim) = frame;
    if (i > 0)
      H.block(dim * i, dim * static_cast<Index>(random() * static_cast<Real>(i)), dim, dim) =
          -frame;
  }
  for (Real& u : v) u = random.between(-1, 1);
  ReactionCase c(dim, H * inverse.asDiagonal() * H.transpose());
  map(Out<Real>(c.B)) = H * v;
  for (std::size_t i = 0; i < c.contacts(); ++i) {
    const auto normal = i * static_cast<std::size_t>(dim);
    c.friction[i] = random.between(0, 0.6), c.restitution[i] = i % 3 == 0 ? 0.4 : 0;
    c.U_old[normal] = random.between(-1, 0.3);
  }
  return c;
}

/// Trees of masses that do not touch each other, their contacts shuffled.
inline Network random_network(int dim, std::uint64_t seed, View<Index> sizes) {
  Random random(seed);
  Network n{ReactionCase(dim, Eigen::MatrixXd(0, 0)), {}, {}};
  for (const Index size : sizes) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
      n.place.emplace_back(n.islands.size(), k);
    n.islands.push_back(tree_of_masses(dim, random, size));
  }
  random.shuffle(n.place);
  const auto all = static_cast<Index>(n.place.size());
  ReactionCase c(dim, Eigen::MatrixXd::Zero(all * dim, all * dim));
  for (Index i = 0; i < all; ++i) {
    const auto [island, k] = n.place[static_cast<std::size_t>(i)];
    const ReactionCase& from = n.islands[island];
    const auto at = static_cast<std::size_t>(i), D = static_cast<std::size_t>(dim);
    for (std::size_t r = 0; r < D; ++r)
      c.B[at * D + r] = from.B[k * D + r], c.U_old[at * D + r] = from.U_old[k * D + r];
    c.friction[at] = from.friction[k], c.restitution[at] = from.restitution[k];
    for (Index j = 0; j < all; ++j)
      if (const auto [other, l] = n.place[static_cast<std::size_t>(j)]; other == island)
        c.W.block(i * dim, j * dim, dim, dim) =
            from.W.block(static_cast<Index>(k) * dim, static_cast<Index>(l) * dim, dim, dim);
  }
  n.whole = c;
  return n;
}

/// A rod on three to six feet that are pressed unevenly and have friction of their own: of those that stick some begin
/// to slip while they part the load. Along the ground the feet move together as 1 kg and apart as 1/s kg.
inline ReactionCase stiff_feet(int dim, std::uint64_t seed) {
  Random random(seed);
  const auto feet = static_cast<Index>(random.between(3, 6.99));
  const Real s = std::pow(10, random.between(-3.5, -2));
  ReactionCase c(dim, Eigen::MatrixXd::Identity(feet * dim, feet * dim));
  for (Index i = 0; i < feet; ++i) {
    const auto at = static_cast<std::size_t>(i * dim);
    c.friction[static_cast<std::size_t>(i)] = random.between(0.1, 0.9);
    c.B[at] = -random.between(0.2, 2);
    c.B[at + 1] = s * random.between(-3, 3) - random.between(0.01, 0.2);
    for (Index j = 0; j < feet; ++j) c.W(i * dim + 1, j * dim + 1) = i == j ? 1 : 1 - s;
  }
  return c;
}

/// Point masses of 1 kg upon each other, of which the last one moves with 1 m/s along the ground.
inline ReactionCase stack_of_masses(int dim, Index masses, Real mu) {
  const Index n = masses * dim;
  Eigen::MatrixXd H = Eigen::MatrixXd::Identity(n, n);
  H.bottomLeftCorner(n - dim, n - dim) -= Eigen::MatrixXd::Identity(n - dim, n - dim);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(n);
  for (Index i = 0; i < masses; ++i) v[i * dim] = -0.1 * static_cast<Real>(i + 1);
  v[n - dim + 1] = 1;
  ReactionCase c(dim, H * H.transpose());
  map(Out<Real>(c.B)) = H * v;
  std::fill(c.friction.begin(), c.friction.end(), mu);
  return c;
}

/// Blocks of at least 2 kg, 1 m wide and deep, with their centres 0.4 m above their base. They rest
/// on the corners of the base, one on top of another: two points each in the plane and four in
/// space, which is more than necessary. The degrees of freedom of a block are those of its centre,
/// then its rotation.
class Blocks {
 public:
  static constexpr Real kCentre = 0.4, kHalf = 0.5;

  Blocks(int dim, Index blocks) : dim_(dim), dofs_(dim == 2 ? 3 : 6) {
    const Index corners = dim == 2 ? 2 : 4;
    H_ = Eigen::MatrixXd::Zero(blocks * corners * dim, blocks * dofs_);
    // Moments of inertia in kg m2; masses are set below
    mass_ = Eigen::VectorXd::Constant(blocks * dofs_, 0.4);
    for (Index b = 0; b < blocks; ++b) {
      mass_.segment(b * dofs_, dim).setConstant(mass(b));
      for (Index k = 0; k < corners; ++k) {
        const Index row = (b * corners + k) * dim;
        const Real x = k % 2 ? kHalf : -kHalf, z = k / 2 ? kHalf : -kHalf;
        add(row, b, Vec<3>(-kCentre, x, dim == 2 ? 0 : z), 1);
        if (b > 0) add(row, b - 1, Vec<3>(kCentre, x, dim == 2 ? 0 : z), -1);
      }
    }
  }
  static Real mass(Index block) { return 2 + static_cast<Real>(block); }

  /// The problem of one step. `free` are the velocities of all centres (up, then along the ground)
  /// at its end without contact, `old` those at its start.
  ReactionCase problem(const Vec<3>& free, const Vec<3>& old, Real mu, Real e = 0) const {
    ReactionCase c(dim_, H_ * mass_.cwiseInverse().asDiagonal() * H_.transpose());
    map(Out<Real>(c.B)) = H_ * moving(free), map(Out<Real>(c.U_old)) = H_ * moving(old);
    std::fill(c.friction.begin(), c.friction.end(), mu);
    std::fill(c.restitution.begin(), c.restitution.end(), e);
    return c;
  }
  /// How far the velocities of all blocks are from the expected ones of the centres without
  /// rotation.
  Real off(const Vec<3>& free, const std::vector<Real>& R, const Vec<3>& expected) const {
    const Eigen::VectorXd v =
        moving(free) + mass_.cwiseInverse().asDiagonal() * H_.transpose() * map(View<Real>(R));
    return largest_entry(v - moving(expected));
  }

 private:
  /// Adds the corner at `arm` (up, along, across) of a block: v + omega x arm.
  void add(Index row, Index block, const Vec<3>& arm, Real sign) {
    const Index at = block * dofs_;
    for (int i = 0; i < dim_; ++i) H_(row + i, at + i) = sign;
    if (dim_ == 2) {
      H_(row, at + 2) = sign * arm[1], H_(row + 1, at + 2) = -sign * arm[0];
      return;
    }
    Mat<3> cross;
    cross << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
    H_.block<3, 3>(row, at + 3) = sign * cross;
  }
  Eigen::VectorXd moving(const Vec<3>& centre) const {
    Eigen::VectorXd v = Eigen::VectorXd::Zero(mass_.size());
    for (Index at = 0; at < v.size(); at += dofs_) v.segment(at, dim_) = centre.head(dim_);
    return v;
  }
  int dim_;
  Index dofs_;
  Eigen::MatrixXd H_;
  Eigen::VectorXd mass_;
};

}  // namespace tactus::conformance
