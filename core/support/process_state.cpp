#include "core/support/process_state.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <utility>

namespace tactus::core {
namespace {

/// Number of calls of one component that are checked. Each check makes about twenty system calls,
/// which take 10 microseconds, and the first step may call a material a thousand times.
constexpr int kMostCalls = 4;
constexpr int kMostLooks = 64;  ///< checks in all, if components of one kind alternate
constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::contact_law) + 1;

struct CallsSeen {
  const char* type = nullptr;  ///< the last component of this kind that was called
  int calls = 0;
};
thread_local const ProcessState* close_look = nullptr;
thread_local bool every_component = false;
thread_local std::array<CallsSeen, kKinds> calls_seen{};
thread_local int looks_left = 0;

enum class Suspect { none, coming, here };
std::atomic<Suspect> suspect_state{Suspect::none};
Called suspect{};  // complete while suspect_state is `here`

bool is_same_name(const char* a, const char* b) {
  return a == b || (a && b && std::strcmp(a, b) == 0);
}

bool same_handler(const struct sigaction& a, const struct sigaction& b) {
  const auto flags = static_cast<unsigned>(a.sa_flags);
  if ((flags & static_cast<unsigned>(SA_RESETHAND)) != 0 && b.sa_handler == SIG_DFL)
    return true;  // SA_RESETHAND: the system itself removed the handler
  return a.sa_handler == b.sa_handler;
}

}  // namespace

ProcessState::ProcessState()
    : folder_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      c_locale_(std::setlocale(LC_ALL, nullptr)), thread_locale_(uselocale(locale_t{})) {
  struct stat now {};
  if (folder_ >= 0 && fstat(folder_, &now) == 0)
    folder_device_ = now.st_dev, folder_file_ = now.st_ino;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &actions_[i]);
}

ProcessState::~ProcessState() {
  if (folder_ >= 0) close(folder_);
}

bool ProcessState::is_folder_changed() const {
  struct stat now {};
  if (folder_file_ == 0 || stat(".", &now) != 0)
    return false;  // an inaccessible file system proves nothing
  return now.st_dev != folder_device_ || now.st_ino != folder_file_;
}

bool ProcessState::is_locale_changed() const {
  return uselocale(locale_t{}) != thread_locale_ || c_locale_ != std::setlocale(LC_ALL, nullptr) ||
         !(std::locale() == locale_);
}

std::string ProcessState::signal_changes() const {
  std::string names;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction now {};
    sigaction(kSignals[i], nullptr, &now);
    if (same_handler(actions_[i], now)) continue;
    names += fmt::format("{}SIG{}", names.empty() ? "" : ", ", sigabbrev_np(kSignals[i]));
    sigaction(kSignals[i], &actions_[i], nullptr);
  }
  return names;
}

std::string ProcessState::put_back() const {
  std::string text;
  const auto say = [&](const std::string& what) {
    text += (text.empty() ? "it changed " : " and ") + what;
  };
  if (is_folder_changed()) {
    say("the working directory");
    if (fchdir(folder_) != 0) text += " (it cannot be put back)";
  }
  if (is_locale_changed()) {
    say("the locale");
    std::locale::global(locale_);
    std::setlocale(LC_ALL, c_locale_.c_str());
    uselocale(thread_locale_);
  }
  if (const std::string signals = signal_changes(); !signals.empty())
    say("who handles the signals " + signals);
  return text;
}

void suspect_caller() noexcept {
  const std::optional<Called> called = called_here();
  Suspect none = Suspect::none;
  if (!called || !suspect_state.compare_exchange_strong(none, Suspect::coming)) return;
  suspect = *called;
  suspect_state = Suspect::here;
}

std::optional<Called> take_suspect() noexcept {
  if (suspect_state.load(std::memory_order_acquire) != Suspect::here) return {};
  const Called taken = suspect;
  suspect_state = Suspect::none;
  return taken;
}

CloseLook::CloseLook(const ProcessState& state, bool every) noexcept
    : before_(std::exchange(close_look, &state)),
      every_before_(std::exchange(every_component, every)) {
  calls_seen = {};
  looks_left = kMostLooks;
}
CloseLook::~CloseLook() { close_look = before_, every_component = every_before_; }
const ProcessState* CloseLook::now(const Called& called) noexcept {
  if (!every_component) return nullptr;
  CallsSeen& seen = calls_seen[static_cast<std::size_t>(called.kind)];
  if (!is_same_name(seen.type, called.type)) seen = {.type = called.type};
  return ++seen.calls <= kMostCalls && looks_left-- > 0 ? close_look : nullptr;
}
const ProcessState* CloseLook::of_suspects() noexcept { return close_look; }

}  // namespace tactus::core
