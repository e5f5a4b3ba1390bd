/// \file lanes.hpp  Eight numbers at once: the vectors of the sweeps, and what they found as bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace grid {

constexpr int kLanes = 8;
/// Numbers in one vector: the compiler takes vectors that are longer than those of the processor apart, number by
/// number.
#if defined(__AVX__)
constexpr int kTogether = 8;
#else
constexpr int kTogether = 4;
#endif
using Floats __attribute__((vector_size(4 * kTogether))) = float;
using Bits __attribute__((vector_size(4 * kTogether))) = std::int32_t;

template <class Vector, class T>
void load(Vector& to, const T* from) {
  std::memcpy(&to, from, sizeof to);
}

/// Bit k is set if element k is all ones instead of zero.
inline unsigned mask(const Bits& ones) {
#if defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_ps(std::bit_cast<__m256>(ones)));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(std::bit_cast<__m128>(ones)));
#else
  const Bits bits = ones & Bits{1, 2, 4, 8};
  std::array<std::uint64_t, kTogether / 2> two;
  std::memcpy(&two, &bits, sizeof two);
  const std::uint64_t all = two[0] | two[1];
  return static_cast<unsigned>(all | all >> 32) & 15;
#endif
}

/// The bits of eight numbers, where ones(k) is about those from number k on that fit into a vector.
template <class Ones>
unsigned mask_of_eight(const Ones& ones) {
  unsigned bits = 0;
  for (std::size_t k = 0; k < kLanes; k += kTogether) bits |= mask(ones(k)) << k;
  return bits;
}

#if defined(__AVX2__)
/// The order that moves the elements whose bits are set to the front: eight numbers of four bits.
constexpr std::array<std::uint32_t, 256> kToFront = [] {
  std::array<std::uint32_t, 256> order{};
  for (unsigned bits = 0; bits < 256; ++bits)
    for (unsigned lane = 0, at = 0; lane < kLanes; ++lane)
      if (bits >> lane & 1) order[bits] |= lane << (4 * at++);
  return order;
}();
#endif

/// The order of a query and its target in a pair.
enum class PairedAs : std::uint8_t { query_first, target_first, lower_first };

/// Writes a word for each bit that is set in `found`: the query i and the number of the lane, of
/// eight from `numbers`, that which comes first in the upper half.
/// @pre room for eight words, however many there are
template <PairedAs as>
inline void write_pairs(std::uint32_t i, const std::uint32_t* numbers, unsigned found,
                        std::uint64_t* to) {
#if defined(__AVX2__)
  const __m256i order = _mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(kToFront[found])),
                                          _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
  const __m256i j = _mm256_permutevar8x32_epi32(
      _mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers)), order);
  const __m256i own = _mm256_set1_epi32(static_cast<int>(i));
  __m256i first = own, second = j;
  if constexpr (as == PairedAs::target_first) std::swap(first, second);
  if constexpr (as == PairedAs::lower_first)
    first = _mm256_min_epu32(own, j), second = _mm256_max_epu32(own, j);
  // Pairs 0, 1, 4, 5 and 2, 3, 6, 7
  const __m256i low = _mm256_unpacklo_epi32(second, first),
                high = _mm256_unpackhi_epi32(second, first);
  auto* out = reinterpret_cast<__m128i*>(to);
  _mm_storeu_si128(out, _mm256_castsi256_si128(low));
  _mm_storeu_si128(out + 1, _mm256_castsi256_si128(high));
  _mm_storeu_si128(out + 2, _mm256_extracti128_si256(low, 1));
  _mm_storeu_si128(out + 3, _mm256_extracti128_si256(high, 1));
#else
  for (; found != 0; found &= found - 1) {
    const std::uint32_t j = numbers[std::countr_zero(found)];
    std::uint64_t first = i, second = j;
    if (as == PairedAs::target_first || (as == PairedAs::lower_first && j < i))
      std::swap(first, second);
    *to++ = first << 32 | second;
  }
#endif
}

}  // namespace grid
