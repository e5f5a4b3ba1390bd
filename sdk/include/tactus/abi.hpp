/// \file abi.hpp  The ABI fingerprint of the SDK: everything that can make C++ code incompatible
/// across a library boundary.
///
/// Program and plugin must agree on it word for word. It is written as "key=value;key=value" into
/// the manifest of a plugin, and the loader compares it before any code of the plugin runs. Without
/// this check, a library built with the old std::string or with _GLIBCXX_DEBUG loads without an
/// error and then corrupts memory; an Eigen object that is resized across a boundary with another
/// alignment crashes; an Eigen array with another storage order is silently transposed.
#pragma once

#include <string_view>

#include "growth.hpp"
#include "types.hpp"

/// Changes when the SDK breaks; what it gains at its ends is counted by TACTUS_SDK_MINOR.
#define TACTUS_SDK_ABI 4

#define TACTUS_TEXT_(x) #x
#define TACTUS_TEXT(x) TACTUS_TEXT_(x)

#ifdef __clang__
#define TACTUS_COMPILER_ \
  "clang " TACTUS_TEXT(__clang_major__) "." TACTUS_TEXT(__clang_minor__) "." TACTUS_TEXT( \
      __clang_patchlevel__)
#else
#define TACTUS_COMPILER_ \
  "gcc " TACTUS_TEXT(__GNUC__) "." TACTUS_TEXT(__GNUC_MINOR__) "." TACTUS_TEXT(__GNUC_PATCHLEVEL__)
#endif

#ifdef _GLIBCXX_RELEASE
#define TACTUS_LIBRARY_ "libstdc++ 6"
#define TACTUS_STRING_ TACTUS_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define TACTUS_LIBRARY_ "other"
#define TACTUS_STRING_ "other"
#endif

#ifdef _GLIBCXX_DEBUG
#define TACTUS_DEBUG_ "1"
#else
#define TACTUS_DEBUG_ "0"
#endif

#ifdef __cpp_rtti
#define TACTUS_RTTI_ "1"
#else
#define TACTUS_RTTI_ "0"
#endif

#ifdef EIGEN_DEFAULT_TO_ROW_MAJOR
#define TACTUS_ORDER_ "row"
#else
#define TACTUS_ORDER_ "column"
#endif

#define TACTUS_EIGEN_ \
  TACTUS_TEXT(EIGEN_WORLD_VERSION) \
  "." TACTUS_TEXT(EIGEN_MAJOR_VERSION) "." TACTUS_TEXT(EIGEN_MINOR_VERSION)

namespace tactus {

inline constexpr std::string_view kFingerprint = "sdk=" TACTUS_TEXT(TACTUS_SDK_ABI)  //
    ";cxx_abi=itanium"                                                               //
    ";library=" TACTUS_LIBRARY_                                                      //
    ";cxx11_string=" TACTUS_STRING_                                                  //
    ";debug=" TACTUS_DEBUG_                                                          //
    ";rtti=" TACTUS_RTTI_                                                            //
    ";eigen=" TACTUS_EIGEN_                                                          //
    ";max_align=" TACTUS_TEXT(EIGEN_MAX_ALIGN_BYTES)                                 //
    ";static_align=" TACTUS_TEXT(EIGEN_MAX_STATIC_ALIGN_BYTES)                       //
    ";order=" TACTUS_ORDER_ ";real=double;index=int64";
static_assert(std::is_same_v<Real, double> && std::is_same_v<Index, std::int64_t>);

/// What compiled the library. It is no part of the fingerprint: compilers of one C++ ABI agree on the
/// layout of everything in this SDK, whatever their version and the C++ standard. `tactus list
/// --long` and resolved.json tell it.
inline constexpr std::string_view kCompiler =
    TACTUS_COMPILER_ ", C++ " TACTUS_TEXT(__cplusplus) ", ABI " TACTUS_TEXT(__GXX_ABI_VERSION);

/// FNV-1a hash, 32 bits, of the fingerprint. The build of Tactus computes it once and makes it part
/// of the name of the entry symbol (TACTUS_ABI_HASH), as a second check besides the manifest.
constexpr std::uint32_t fingerprint_hash(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

/// Instruction sets beyond plain x86-64 that the compiler may have used here, separated by spaces.
/// They are not part of the fingerprint, because no layout depends on them. The loader refuses a
/// plugin whose instructions the processor does not support.
inline constexpr std::string_view kInstructions =
    ""
#ifdef __SSE4_2__
    "sse4.2 "
#endif
#ifdef __AVX__
    "avx "
#endif
#ifdef __AVX2__
    "avx2 "
#endif
#ifdef __FMA__
    "fma "
#endif
#ifdef __AVX512F__
    "avx512f "
#endif
    ;

}  // namespace tactus
