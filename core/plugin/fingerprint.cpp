#include "core/plugin/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {
namespace {

#define TACTUS_HEX_(digits) 0x##digits
#define TACTUS_HEX(digits) TACTUS_HEX_(digits)
#ifndef __clang_analyzer__  // clang-tidy compiles this with the ABI of another compiler
static_assert(TACTUS_HEX(TACTUS_ABI_HASH) == fingerprint_hash(kFingerprint),
              "the hash was configured for other compiler flags: configure again");
#endif

/// Meaning of a key, and what to do if its value differs; {} stands for this program's value.
struct Meaning {
  std::string_view key, label, remedy;
};
constexpr Meaning kMeanings[] = {
    {"sdk", "the SDK's ABI number", "build it again with the SDK that came with this program"},
    {"cxx_abi", "the compiler's C++ ABI", "build it with gcc or clang"},
    {"library", "the standard library", "build it with {}"},
    {"cxx11_string", "the ABI of std::string (_GLIBCXX_USE_CXX11_ABI)",
     "build it with -D_GLIBCXX_USE_CXX11_ABI={}"},
    {"debug", "the debug mode of the standard library (_GLIBCXX_DEBUG)",
     "build it {} -D_GLIBCXX_DEBUG"},
    {"rtti", "run-time type information", "build it {}"},
    {"eigen", "Eigen's version", "build it with Eigen {}: -DEigen3_DIR"},
    {"max_align", "Eigen's alignment (EIGEN_MAX_ALIGN_BYTES)",
     "build it with -DEIGEN_MAX_ALIGN_BYTES={}"},
    {"static_align", "Eigen's alignment of fixed sizes (EIGEN_MAX_STATIC_ALIGN_BYTES)",
     "build it with -DEIGEN_MAX_STATIC_ALIGN_BYTES={}"},
    {"order", "Eigen's storage order (EIGEN_DEFAULT_TO_ROW_MAJOR)",
     "build it {} -DEIGEN_DEFAULT_TO_ROW_MAJOR"},
};

/// The value in the form used in the advice.
std::string spelled(std::string_view key, std::string_view value) {
  if (key == "debug") return value == "1" ? "with" : "without";
  if (key == "order") return value == "row" ? "with" : "without";
  if (key == "rtti") return value == "1" ? "without -fno-rtti" : "with -fno-rtti";
  return std::string(value);
}

/// Splits "key=value;key=value", in order.
std::vector<std::pair<std::string_view, std::string_view>> entries(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> result;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    const std::size_t equal = entry.find('=');
    if (equal != entry.npos) result.emplace_back(entry.substr(0, equal), entry.substr(equal + 1));
  }
  return result;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : separator).append(part);
  return text;
}

}  // namespace

std::optional<Mismatch> compare_fingerprint(std::string_view plugin) {
  if (plugin == kFingerprint) return {};
  std::map<std::string_view, std::string_view> theirs;
  for (const auto& [key, value] : entries(plugin)) theirs[key] = value;
  std::vector<std::string> causes, remedies;
  for (const auto& [key, ours] : entries(kFingerprint)) {
    const auto found = theirs.find(key);
    const std::string_view value = found == theirs.end() ? "not stated" : found->second;
    if (value == ours) continue;
    const auto* meaning = std::find_if(std::begin(kMeanings), std::end(kMeanings),
                                       [&, k = key](const Meaning& m) { return m.key == k; });
    const bool known = meaning != std::end(kMeanings);
    causes.push_back(
        fmt::format("{} is {} there and {} here", known ? meaning->label : key, value, ours));
    remedies.push_back(known ? fmt::format(fmt::runtime(meaning->remedy), spelled(key, ours))
                             : "build it again with the SDK that came with this program");
  }
  if (causes.empty()) {  // the same keys and more: its SDK records more than ours
    causes.push_back("its fingerprint has entries that this program does not know");
    remedies.push_back("build it again with the SDK that came with this program");
  }
  remedies.erase(std::unique(remedies.begin(), remedies.end()), remedies.end());
  std::string remedy = joined(remedies, ", and ");
  remedy.front() = 'B';
  return Mismatch{"does not fit this program: " + joined(causes, "; "), remedy};
}

std::optional<Mismatch> compare_minor(int plugin) {
  if (plugin <= kSdkMinor) return {};
  return Mismatch{fmt::format("needs Tactus SDK {}.{}, this is {}.{}", TACTUS_SDK_ABI, plugin,
                              TACTUS_SDK_ABI, kSdkMinor),
                  "Use the program that its SDK came with, or build it with the SDK of this one"};
}

std::optional<Mismatch> compare_instructions(std::string_view plugin) {
#if defined(__x86_64__)
  const std::pair<std::string_view, bool> known[] = {
      {"sse4.2", __builtin_cpu_supports("sse4.2")},   {"avx", __builtin_cpu_supports("avx")},
      {"avx2", __builtin_cpu_supports("avx2")},       {"fma", __builtin_cpu_supports("fma")},
      {"avx512f", __builtin_cpu_supports("avx512f")},
  };
  const auto wanted = [&](std::string_view name) {
    for (std::string_view rest = plugin; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      if (word == name) return true;
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return false;
  };
  std::vector<std::string> missing;
  for (const auto& [name, here] : known)
    if (!here && wanted(name)) missing.emplace_back(name);
  if (!missing.empty())
    return Mismatch{"uses instructions that this processor does not have: " + joined(missing, ", "),
                    "Build it on this machine, or without -march"};
#else
  static_cast<void>(plugin);
#endif
  return {};
}

std::string entry_symbol() { return TACTUS_TEXT(TACTUS_ENTRY); }

}  // namespace tactus::core
