#include "core/plugin/verdict_cache.hpp"

#include <unistd.h>

#include <fstream>

#include "core/plugin/fingerprint.hpp"

namespace tactus::core {
namespace {

constexpr const char* kVerdict = "opened without harm\n";

}  // namespace

std::filesystem::path VerdictCache::file(const std::string& sha256) const {
  return folder_ / "plugins" / (sha256 + "." TACTUS_VERSION "." + entry_symbol());
}

bool VerdictCache::knows(const std::string& sha256) const {
  if (folder_.empty()) return false;
  std::ifstream in(file(sha256));
  std::string text(std::string_view(kVerdict).size(), ' ');
  return in.read(text.data(), static_cast<std::streamsize>(text.size())) && text == kVerdict;
}

void VerdictCache::remember(const std::string& sha256) const {
  if (folder_.empty()) return;
  std::error_code ignored;
  const auto target = file(sha256);
  const auto temporary = target.string() + "." + std::to_string(getpid());
  std::filesystem::create_directories(target.parent_path(), ignored);
  if (!(std::ofstream(temporary) << kVerdict << std::flush)) return;
  std::filesystem::rename(temporary, target, ignored);  // atomic: the file is complete or not there
}

}  // namespace tactus::core
