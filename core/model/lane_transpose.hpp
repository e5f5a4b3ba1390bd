/// \file lane_transpose.hpp  Transposes between two layouts: one vector per node, as nodes are
/// stored, and one row of lanes per component, as tiles are computed.
///
/// Everything happens in registers. Values that are stored in halves and loaded as a whole would
/// stall the processor (no store-to-load forwarding).
#pragma once

#include <cstdint>
#include <cstring>

#include "tactus/material.hpp"

namespace tactus::core {

/// Doubles per node in the memory of a chunk: (x, y) or (x, y, z, 0).
template <int D>
inline constexpr int kStride = D == 2 ? 2 : 4;

/// Four numbers in one register or in two. They are passed by reference only, because the way they
/// are passed by value depends on the processor that the code is compiled for.
typedef Real Two __attribute__((vector_size(16)));
typedef Real Four __attribute__((vector_size(32)));

inline void load(const Real* from, Four& to) { std::memcpy(&to, from, sizeof to); }
inline void store(const Four& from, Real* to) { std::memcpy(to, &from, sizeof from); }

/// Loads (x, y) of two nodes side by side.
inline void load_pairs(const Real* first, const Real* second, Four& to) {
  Two a, b;
  std::memcpy(&a, first, sizeof a);
  std::memcpy(&b, second, sizeof b);
  to = __builtin_shufflevector(a, b, 0, 1, 2, 3);
}
inline void add_pairs(const Four& pairs, Real* first, Real* second) {
  const Two a = __builtin_shufflevector(pairs, pairs, 0, 1);
  const Two b = __builtin_shufflevector(pairs, pairs, 2, 3);
  Two sum;
  std::memcpy(&sum, first, sizeof sum);
  sum += a;
  std::memcpy(first, &sum, sizeof sum);
  std::memcpy(&sum, second, sizeof sum);
  sum += b;
  std::memcpy(second, &sum, sizeof sum);
}

/// Values of four elements at their `a`-th nodes, as rows of four lanes.
template <int D>
struct FourNodes {
  Four row[D];
};

/// @param x     [nodes * kStride]
/// @param node  four positions in x
inline void gather(const Real* x, const std::uint16_t* node, FourNodes<2>& out) {
  // x0 y0 x2 y2, x1 y1 x3 y3: then no shuffle below crosses the middle of a register
  Four even, odd;
  load_pairs(x + node[0] * 2, x + node[2] * 2, even);
  load_pairs(x + node[1] * 2, x + node[3] * 2, odd);
  out.row[0] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
  out.row[1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
}
inline void gather(const Real* x, const std::uint16_t* node, FourNodes<3>& out) {
  Four a, b, c, d;
  load(x + node[0] * 4, a);
  load(x + node[1] * 4, b);
  load(x + node[2] * 4, c);
  load(x + node[3] * 4, d);
  const Four xz01 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Four xz23 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Four y01 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four y23 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  out.row[0] = __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5);
  out.row[1] = __builtin_shufflevector(y01, y23, 0, 1, 4, 5);
  out.row[2] = __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7);
}

/// Adds to f at four nodes one after another, since two of them may be the same node.
/// @param rows  [D][kLanes], of which the first four lanes are used
inline void scatter(Dimension<2>, const Real* rows, const std::uint16_t* node, Real* f) {
  Four x, y;
  load(rows, x);
  load(rows + kLanes, y);
  const Four even = __builtin_shufflevector(x, y, 0, 4, 2, 6);
  const Four odd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  add_pairs(even, f + node[0] * 2, f + node[2] * 2);
  add_pairs(odd, f + node[1] * 2, f + node[3] * 2);
}
inline void scatter(Dimension<3>, const Real* rows, const std::uint16_t* node, Real* f) {
  Four x, y, z;
  load(rows, x);
  load(rows + kLanes, y);
  load(rows + 2 * kLanes, z);
  const Four zero{};
  const Four xy02 = __builtin_shufflevector(x, y, 0, 4, 2, 6);
  const Four xy13 = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  const Four z02 = __builtin_shufflevector(z, zero, 0, 4, 2, 6);
  const Four z13 = __builtin_shufflevector(z, zero, 1, 5, 3, 7);
  const Four node0 = __builtin_shufflevector(xy02, z02, 0, 1, 4, 5);
  const Four node1 = __builtin_shufflevector(xy13, z13, 0, 1, 4, 5);
  const Four node2 = __builtin_shufflevector(xy02, z02, 2, 3, 6, 7);
  const Four node3 = __builtin_shufflevector(xy13, z13, 2, 3, 6, 7);
  const auto add = [f](const Four& v, std::uint16_t at) {
    Four sum;
    load(f + at * 4, sum);
    sum += v;
    store(sum, f + at * 4);
  };
  add(node0, node[0]);
  add(node1, node[1]);
  add(node2, node[2]);
  add(node3, node[3]);
}

/// Adds to four blocks of numbers one after another, since two of them may be the same block.
/// @param rows   [Size][kLanes], of which the first four lanes are used
/// @param block  positions of the blocks of the four lanes in `sums`, `step` apart
template <int Size>
void scatter_blocks(const Real* rows, const std::int32_t* block, Index step, Real* sums) {
  static_assert(Size % 4 <= 1);
  Real* const to[4] = {sums + Index{block[0]} * Size, sums + Index{block[step]} * Size,
                       sums + Index{block[2 * step]} * Size, sums + Index{block[3 * step]} * Size};
  const auto add = [](const Four& v, Real* at) {
    Four sum;
    load(at, sum);
    sum += v;
    store(sum, at);
  };
  for (int i = 0; i + 4 <= Size; i += 4) {
    Four a, b, c, d;
    load(rows + i * kLanes, a);
    load(rows + (i + 1) * kLanes, b);
    load(rows + (i + 2) * kLanes, c);
    load(rows + (i + 3) * kLanes, d);
    const Four ab02 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Four ab13 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Four cd02 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Four cd13 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    add(__builtin_shufflevector(ab02, cd02, 0, 1, 4, 5), to[0] + i);
    add(__builtin_shufflevector(ab13, cd13, 0, 1, 4, 5), to[1] + i);
    add(__builtin_shufflevector(ab02, cd02, 2, 3, 6, 7), to[2] + i);
    add(__builtin_shufflevector(ab13, cd13, 2, 3, 6, 7), to[3] + i);
  }
  if constexpr (Size % 4 == 1)
    for (int l = 0; l < 4; ++l) to[l][Size - 1] += rows[(Size - 1) * kLanes + l];
}

}  // namespace tactus::core
