// Random piles of rigid bodies as problems in reactions, U = q + H M^-1 H' R, in the plane and in
// space, and Coulomb's conditions on their solution, checked from H and M and not from W.
//
// A pair of neighbours touches in one point, or in more points than it needs (a face on a face), so
// that W is singular in many of them. Bodies are between 1 and 100 times the lightest.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/friction_steps.hpp"

namespace tactus::testing {

struct Pile {
  PosedProblem posed;
  Eigen::MatrixXd H;        ///< [contacts * dim, bodies * (3 or 6)]
  Eigen::VectorXd inverse;  ///< of M, by degree of freedom

  /// U of reactions, by way of the bodies.
  Eigen::VectorXd velocities(const std::vector<Real>& R) const {
    const Eigen::VectorXd impulse = H.transpose() * map(View<Real>(R));
    return map(View<Real>(posed.problem.free_velocity)) + H * inverse.cwiseProduct(impulse);
  }
};

class PileMaker {
 public:
  explicit PileMaker(unsigned seed) : random_(seed) {}

  /// Bodies on a grid of the given width, each with contacts below, beside and across.
  Pile pile(int dim, int bodies, Real restitution) {
    const int width = std::max(2, static_cast<int>(std::ceil(std::pow(bodies, 1. / dim))));
    dim_ = dim, freedoms_ = dim == 2 ? 3 : 6, restitution_ = restitution;
    rows_.clear(), friction_.clear();
    Pile out;
    out.inverse.resize(bodies * freedoms_);
    for (int b = 0; b < bodies; ++b) {
      const Real mass = std::pow(100, uniform(0, 1));
      for (int k = 0; k < freedoms_; ++k)
        out.inverse[b * freedoms_ + k] = k < dim ? 1 / mass : uniform(4, 12) / mass;
      for (int axis = 0, stride = 1; axis < dim; ++axis, stride *= width) {
        const int place = b / stride % width;
        if (axis == dim - 1 || place > 0 ? uniform(0, 1) < 0.9 : false)
          touch(b, place > 0 ? b - stride : -1, axis);
      }
    }
    finish(out, bodies);
    return out;
  }

 private:
  Real uniform(Real a, Real b) { return a + (b - a) * static_cast<Real>(random_()) / 4294967296.0; }
  using Vector = Eigen::Vector3d;

  /// One to four points between body `a` and body `b` below it along the axis; -1: the ground.
  void touch(int a, int b, int axis) {
    Vector normal = Vector::Zero();
    normal[axis] = 1;
    for (int k = 0; k < dim_; ++k) normal[k] += uniform(-0.3, 0.3);
    normal.normalize();
    const int points = 1 + static_cast<int>(uniform(0, dim_ == 2 ? 2 : 4));
    const Real mu = uniform(0, 1) < 0.2 ? 0 : uniform(0, 0.9);
    for (int p = 0; p < points; ++p) {
      Vector arm = -0.5 * normal;
      for (int k = 0; k < dim_; ++k)
        if (k != axis) arm[k] += uniform(-0.4, 0.4);
      add_rows(a, b, normal, arm);
      friction_.push_back(mu);
    }
  }

  /// Normal and tangential velocity of the point of `a` over that of `b`.
  void add_rows(int a, int b, const Vector& normal, const Vector& arm) {
    Vector t = dim_ == 2 ? Vector(-normal[1], normal[0], 0) : Vector(normal.unitOrthogonal());
    const Vector directions[] = {normal, t, normal.cross(t)};
    for (int k = 0; k < dim_; ++k) {
      Row row{a, b, Eigen::VectorXd::Zero(freedoms_), Eigen::VectorXd::Zero(freedoms_)};
      for (const auto& [side, r, sign] :
           {std::tuple{&row.of_a, arm, 1.}, {&row.of_b, Vector(arm + normal), -1.}}) {
        const Vector turn = r.cross(directions[k]);
        side->head(dim_) = sign * directions[k].head(dim_);
        side->tail(freedoms_ - dim_) =
            dim_ == 2 ? sign * turn.tail(1) : Eigen::VectorXd(sign * turn);
      }
      rows_.push_back(row);
    }
  }

  void finish(Pile& out, int bodies) {
    const auto rows = static_cast<Index>(rows_.size());
    out.H = Eigen::MatrixXd::Zero(rows, bodies * freedoms_);
    for (Index i = 0; i < rows; ++i) {
      const Row& row = rows_[static_cast<std::size_t>(i)];
      out.H.row(i).segment(row.a * freedoms_, freedoms_) = row.of_a;
      if (row.b >= 0) out.H.row(i).segment(row.b * freedoms_, freedoms_) = row.of_b;
    }
    Eigen::VectorXd old(bodies * freedoms_), free;
    for (Real& v : old) v = 0.2 * uniform(-1, 1);
    free = old;
    for (int b = 0; b < bodies; ++b) free[b * freedoms_ + dim_ - 1] -= 0.3;
    core::FrictionProblem& p = out.posed.problem;
    p.name = "pile", p.dim = dim_, p.contacts = rows / dim_, p.friction = friction_;
    const Eigen::VectorXd q = out.H * free, U_old = out.H * old;
    p.free_velocity.assign(q.begin(), q.end());
    out.posed.U_old.assign(U_old.begin(), U_old.end());
    out.posed.restitution.assign(static_cast<std::size_t>(p.contacts), restitution_);
    const Eigen::MatrixXd W = out.H * out.inverse.asDiagonal() * out.H.transpose();
    for (Index i = 0; i < p.contacts; ++i) {
      for (Index j = 0; j < p.contacts; ++j) {
        const Eigen::MatrixXd block = W.block(i * dim_, j * dim_, dim_, dim_);
        if (i != j && block.isZero(0)) continue;
        p.column.push_back(j);
        for (int k = 0; k < dim_; ++k)
          for (int l = 0; l < dim_; ++l) p.value.push_back(block(k, l));
      }
      p.start.push_back(static_cast<Index>(p.column.size()));
    }
  }

  struct Row {
    int a, b;
    Eigen::VectorXd of_a, of_b;
  };
  std::mt19937 random_;
  int dim_ = 2, freedoms_ = 3;
  Real restitution_ = 0;
  std::vector<Row> rows_;
  std::vector<Real> friction_;
};

/// The largest violation of Signorini's and Coulomb's law, case by case, over the largest velocity
/// that comes in; reactions count as velocities by W_ii.
inline Real coulomb_violation(const Pile& pile, const std::vector<Real>& reactions) {
  const core::FrictionProblem& p = pile.posed.problem;
  const Eigen::VectorXd U = pile.velocities(reactions);
  const Eigen::Index d = p.dim;
  Real worst = 0;
  for (Index i = 0; i < p.contacts; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Eigen::MatrixXd rows = pile.H.middleRows(i * d, d);
    const Real rate = (rows * pile.inverse.asDiagonal() * rows.transpose()).trace() / p.dim;
    const Eigen::VectorXd R = rate * map(View<Real>(reactions)).segment(i * d, d);
    const Real e = pile.posed.restitution[at],
               old = pile.posed.U_old[static_cast<std::size_t>(i * d)];
    const Real u_n = U[i * d] + e * std::min(Real(0), old), mu = p.friction[at];
    const Eigen::VectorXd u_t = U.segment(i * d + 1, d - 1), r_t = R.tail(d - 1);
    const Real slip = u_t.norm();
    worst = std::max({worst, -R[0], -u_n, std::min(R[0], u_n), r_t.norm() - mu * R[0]});
    // Where it slides, friction is mu R_N against the slip.
    if (slip == 0) continue;
    const Real off = (r_t + mu * std::max(R[0], Real(0)) * u_t / slip).norm();
    worst = std::max(worst, slip * off / (slip + R.norm()));
  }
  return worst / map(View<Real>(p.free_velocity)).lpNorm<Eigen::Infinity>();
}

}  // namespace tactus::testing
