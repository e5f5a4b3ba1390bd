/// \file element_kernels.hpp  Computations on one tile of elements: deformation gradients from
/// positions, nodal forces from stresses. Each is a loop over the lanes whose sizes the compiler
/// knows.
#pragma once

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/model/element_tiles.hpp"
#include "core/model/lane_transpose.hpp"
#include "core/support/guard/finite.hpp"

namespace tactus::core {

/// q + fraction u at the i-th of `nodes`. @param x  [count * kStride]
template <int D>
void gather_positions(View<Real> q, View<Real> u, Real fraction, const std::int32_t* nodes,
                      Index count, Real* __restrict x) {
  constexpr int S = kStride<D>;
  for (Index i = 0; i < count; ++i) {
    const Real* from = q.data() + Index{nodes[i]} * D;
    for (int d = 0; d < D; ++d) x[i * S + d] = from[d];
    for (int d = D; d < S; ++d) x[i * S + d] = 0;
  }
  if (u.empty()) return;
  for (Index i = 0; i < count; ++i) {
    const Real* from = u.data() + Index{nodes[i]} * D;
    for (int d = 0; d < D; ++d) x[i * S + d] += fraction * from[d];
  }
}

// The purely arithmetic parts take plain pointers that do not overlap and consist of a single loop
// over the lanes, with everything about an element inside. Compilers turn this form into vector
// instructions throughout.

/// F_iJ = sum_k (edge k)_i inverse_kJ; entry i of edge k is row k * D + i.
template <int D>
void edges_to_deformation(const Real* __restrict edge, const Real* __restrict inverse,
                          Real* __restrict f) {
  for (int l = 0; l < kLanes; ++l)
    for (int i = 0; i < D; ++i)
      for (int J = 0; J < D; ++J) {
        Real sum = edge[i * kLanes + l] * inverse[J * kLanes + l];
        for (int k = 1; k < D; ++k)
          sum += edge[(k * D + i) * kLanes + l] * inverse[(k * D + J) * kLanes + l];
        f[(i + 3 * J) * kLanes + l] = sum;
      }
}

/// F = sum_k d_k (x) grad N_k. In the plane the out-of-plane entries of F are not changed.
template <int D>
void deformation(const Tile<D>& tile, const Real* x, Tensor& F) {
  alignas(64) Real edge[D * D * kLanes];
  for (int first = 0; first < kLanes; first += 4) {
    FourNodes<D> from, to;
    gather(x, tile.node[0] + first, from);
    for (int k = 0; k < D; ++k) {
      gather(x, tile.node[k + 1] + first, to);
      for (int i = 0; i < D; ++i)
        store(to.row[i] - from.row[i], edge + (k * D + i) * kLanes + first);
    }
  }
  edges_to_deformation<D>(edge, tile.inverse[0], F.data());
}

/// V P grad N_a, entry i of node a is row a * D + i. Node 0 gets minus the sum of the others, since
/// the gradients of the shape functions add up to zero.
template <int D>
void stress_to_forces(const Real* __restrict p, const Real* __restrict inverse,
                      const Real* __restrict volume, Real* __restrict force) {
  for (int l = 0; l < kLanes; ++l)
    for (int i = 0; i < D; ++i) {
      Real total = 0;
      for (int k = 0; k < D; ++k) {
        Real sum = p[i * kLanes + l] * inverse[k * D * kLanes + l];
        for (int J = 1; J < D; ++J)
          sum += p[(i + 3 * J) * kLanes + l] * inverse[(k * D + J) * kLanes + l];
        force[((k + 1) * D + i) * kLanes + l] = volume[l] * sum;
        total += sum;
      }
      force[i * kLanes + l] = -volume[l] * total;
    }
}

/// f += V P grad N_a at the nodes of the tile, in a fixed order.
template <int D>
void add_forces(const Tile<D>& tile, const Tensor& P, Real* f) {
  alignas(64) Real force[(D + 1) * D * kLanes];
  stress_to_forces<D>(P.data(), tile.inverse[0], tile.volume, force);
  for (int first = 0; first < kLanes; first += 4)
    for (int a = 0; a <= D; ++a)
      scatter(Dimension<D>(), force + a * D * kLanes + first, tile.node[a] + first, f);
}

template <int D>
void add_energy(const Tile<D>& tile, const Lanes& W, Lanes& energy) {
  for (int l = 0; l < kLanes; ++l) energy[l] += tile.volume[l] * W[l];
}

/// Sum of the lanes, in a fixed order.
inline Real sum_of(const Lanes& s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

/// Writes sums at nodes to the model's array: out = mass * gravity + sign * sum.
template <int D>
struct NodeSums {
  Real sign;
  View<Real> gravity;  ///< [D] or empty
  View<Real> mass;
  Out<Real> out;

  void write(const std::int32_t* nodes, Index count, const Real* sum) const {
    for (Index i = 0; i < count; ++i) {
      const Index at = Index{nodes[i]} * D;
      for (int d = 0; d < D; ++d) out.data()[at + d] = sign * sum[i * kStride<D> + d];
      if (gravity.empty()) continue;
      for (int d = 0; d < D; ++d)
        out.data()[at + d] += mass.data()[at + d] * gravity[static_cast<std::size_t>(d)];
    }
  }
};

/// f += M x, M_ab = rho V (1 + d_ab) / ((D + 1) (D + 2)).
template <int D>
void add_consistent_mass(const Tile<D>& tile, Real density, const Real* x,
                         Real* f) {  // NOLINT(readability-non-const-parameter): written below
  constexpr int S = kStride<D>;
  for (int l = 0; l < kLanes; ++l)
    for (int i = 0; i < D; ++i) {
      Real sum = 0;
      for (int a = 0; a <= D; ++a) sum += x[tile.node[a][l] * S + i];
      const Real share = density * tile.volume[l] / ((D + 1) * (D + 2));
      for (int a = 0; a <= D; ++a)
        f[tile.node[a][l] * S + i] += share * (sum + x[tile.node[a][l] * S + i]);
    }
}

/// (D + 1) x (D + 1) blocks, each D x D row-major.
template <int D>
struct ElementMatrix {
  static constexpr Index kSize = (D + 1) * (D + 1) * D * D;
};

/// Block (a, b) = weight V sum_JL A_iJkL grad_J N_a grad_L N_b + mass V (1 + d_ab)/((D+1)(D+2)) I, of all
/// elements of a tile. Gradients add up to 0, so that blocks of node 0 are minus the sums of others.
/// @param out  [(D + 1)^2][D * D] numbers of the lanes
template <int D>
void element_matrices(const Tile<D>& tile, const Tangent& A, Real weight, Real mass, Lanes* out) {
  constexpr int N = D + 1;
  const auto gradient = [&](int a, int J) {
    return Eigen::Map<const Lanes>(tile.inverse[(a - 1) * D + J]);
  };
  const auto block = [&](int a, int b) { return out + (a * N + b) * D * D; };
  const Eigen::Map<const Lanes> volume(tile.volume);
  const Lanes factor = weight * volume;
  Lanes half[D];  // of one b, i and k: sum_L A_iJkL grad_L N_b
  for (int a = 0; a < D * D; ++a) block(0, 0)[a].setZero();
  for (int b = 1; b < N; ++b) {
    for (int a = 0; a < D * D; ++a) block(0, b)[a].setZero(), block(b, 0)[a].setZero();
    for (int k = 0; k < D; ++k)
      for (int i = 0; i < D; ++i) {
        for (int J = 0; J < D; ++J) {
          half[J] = A.col(i + 3 * J + 9 * k) * gradient(b, 0);
          for (int L = 1; L < D; ++L)
            half[J] += A.col(i + 3 * J + 9 * (k + 3 * L)) * gradient(b, L);
          half[J] *= factor;
        }
        for (int a = 1; a < N; ++a) {
          Lanes sum = half[0] * gradient(a, 0);
          for (int J = 1; J < D; ++J) sum += half[J] * gradient(a, J);
          block(a, b)[i * D + k] = sum;
          block(0, b)[i * D + k] -= sum;
        }
      }
  }
  for (int a = 0; a < N; ++a)
    for (int b = 1; b < N; ++b)
      for (int i = 0; i < D * D; ++i) block(a, 0)[i] -= block(a, b)[i];
  if (mass == 0) return;
  const Lanes share = mass / ((D + 1) * (D + 2)) * volume;
  for (int a = 0; a < N; ++a)
    for (int b = 0; b < N; ++b)
      for (int i = 0; i < D; ++i) block(a, b)[i * D + i] += (a == b ? 2 : 1) * share;
}

/// rad, angle of the rotation R in F = R U, by Newton's iteration R <- (R + R^-T)/2 for the polar
/// decomposition; pi for an inverted element.
inline Lanes rotation_angle(const Tensor& F) {
  constexpr int kIterations = 8;  // converges to rounding for stretches of 1/10 to 10
  Tensor R = F;
  const auto determinant = [](const Tensor& f, const Tensor& cof) {
    return Lanes(f.col(0) * cof.col(0) + f.col(1) * cof.col(1) + f.col(2) * cof.col(2));
  };
  const Lanes J = determinant(F, cofactor(F));
  for (int k = 0; k < kIterations; ++k) {
    const Tensor cof = cofactor(R);
    R = (R + scaled(cof, determinant(R, cof).inverse())) / 2;
  }
  Lanes angle;
  for (int l = 0; l < kLanes; ++l) {
    const Real x = R(l, 5) - R(l, 7), y = R(l, 6) - R(l, 2), z = R(l, 1) - R(l, 3);
    const Real sine = std::sqrt(x * x + y * y + z * z) / 2;
    const Real cosine = (R(l, 0) + R(l, 4) + R(l, 8) - 1) / 2;
    angle[l] = J[l] > 0 ? std::atan2(sine, cosine) : std::numbers::pi;
  }
  return angle;
}

template <int D>
inline constexpr Index kStressColumns = D == 2 ? 5 : 7;

/// sigma = P F' / J; von Mises stress sqrt(3/2 s:s), with the deviator s.
template <int D>
void cauchy_stress(const Tensor& F, const Tensor& P, int lane, Real* out) {
  const auto matrix = [lane](const Tensor& t) {
    Mat<3> m;
    for (int a = 0; a < 9; ++a) m(a % 3, a / 3) = t(lane, a);
    return m;
  };
  const Mat<3> f = matrix(F), s = matrix(P) * f.transpose() / f.determinant();
  const Mat<3> deviator = s - s.trace() / 3 * Mat<3>::Identity();
  const Real mises = std::sqrt(1.5 * deviator.squaredNorm());
  if constexpr (D == 2) {
    for (const Real value : {s(0, 0), s(1, 1), s(0, 1), s(2, 2), mises}) *out++ = value;
  } else {
    for (const Real value : {s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(0, 2), mises})
      *out++ = value;
  }
}

}  // namespace tactus::core
