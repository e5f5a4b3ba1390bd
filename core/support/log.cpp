#include "core/support/log.hpp"

#include <cctype>

namespace tactus::core {
namespace {

/// The text without its numbers, so that "step 3 ..." and "step 4 ..." count as one kind.
std::string kind_of(std::string_view text) {
  std::string kind;
  bool number = false;
  for (const char c : text) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    number = digit || (number && (c == '.' || c == 'e' || c == '-' || c == '+'));
    if (!number) kind += c;
  }
  return kind;
}

bool power_of_ten(std::uint64_t n) {
  while (n % 10 == 0) n /= 10;
  return n == 1;
}

}  // namespace

void CallbackLog::write(Level level, std::string_view text) {
  if (level < least_) return;
  const std::lock_guard lock(mutex_);
  const std::uint64_t count = ++seen_[kind_of(text)];
  if (count <= kFirst) {
    callback_(level, text);
  } else if (power_of_ten(count)) {
    callback_(level, std::string(text) + " (" + std::to_string(count) + " such messages so far)");
  }
}

}  // namespace tactus::core
