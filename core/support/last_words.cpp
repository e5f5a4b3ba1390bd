#include "core/support/last_words.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#include "core/support/component_watch.hpp"

namespace tactus::core {
namespace {

struct FatalSignal {
  int number;
  std::string_view words;
};
constexpr std::array<FatalSignal, 7> kFatal{{{SIGSEGV, "segmentation fault"},
                                             {SIGBUS, "bus error"},
                                             {SIGFPE, "arithmetic exception"},
                                             {SIGILL, "illegal instruction"},
                                             {SIGABRT, "abort"},
                                             {SIGTRAP, "trap"},
                                             {SIGSYS, "bad system call"}}};
constexpr std::size_t kStackSize = 64 * 1024;

// Global because handlers receive no argument of ours.
std::atomic<pid_t> watched_process{0};  ///< 0: no command is running
std::atomic<bool> somebody_speaks{false};
std::array<struct sigaction, kFatal.size()> before{};
std::atomic<bool> memory_ran_out{false};
std::terminate_handler terminate_before = nullptr;
thread_local const char *library = nullptr, *library_work = nullptr;

void say(const FixedText& words) noexcept {
  const std::string_view text = words.text();
  if (isatty(STDERR_FILENO) == 1) {  // end the line of progress first
    const ssize_t ignored = write(STDERR_FILENO, "\n", 1);
    (void)ignored;
  }
  const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
  (void)ignored;
}

/// Lets one thread write its message; all others wait for the end of the program.
void speak_alone() noexcept {
  if (somebody_speaks.exchange(true))
    for (;;) pause();
}

[[noreturn]] void end_with(const Called& called, std::string_view what) noexcept {
  FixedText words;
  words.who(called) << std::string_view(" failed ");
  words.when(called) << std::string_view(": ") << what
                     << std::string_view("; `tactus check-plugin` puts a plugin to the test\n");
  say(words);
  _exit(kPluginExitCode);
}

/// The call of this thread, or else that of any thread: a plugin may have threads of its own.
std::optional<Called> called_anywhere() noexcept {
  if (const auto here = called_here()) return here;
  if (const auto calls = calls_under_way()) return calls->inner;
  return {};
}

[[noreturn]] void end_with_library(std::string_view what) noexcept {
  FixedText words;
  words << std::string_view("the library ") << std::string_view(library)
        << std::string_view(" failed ") << std::string_view(library_work) << std::string_view(": ")
        << what << std::string_view("; memory has run out, or the file is damaged\n");
  say(words);
  _exit(kMachineExitCode);
}

bool in_the_watched_process() noexcept { return watched_process.load() == getpid(); }

/// Called by exit handlers. While a command is running, none of our own code calls exit().
void on_leaving(std::string_view how) noexcept {
  if (!in_the_watched_process()) return;
  speak_alone();
  FixedText what;
  what << std::string_view("it ended the program with ") << how;
  if (library) end_with_library(what.text());
  if (const auto called = called_anywhere()) end_with(*called, what.text());
  FixedText words;
  words << std::string_view("one of the plugins ended the program with ") << how
        << std::string_view(" while none was being called, from a thread of its own perhaps\n");
  say(words);
  _exit(kPluginExitCode);
}

extern "C" void on_exit_of_program() { on_leaving("exit()"); }
extern "C" void on_quick_exit() { on_leaving("quick_exit()"); }

bool stack_is_full([[maybe_unused]] const siginfo_t& info,
                   [[maybe_unused]] const void* context) noexcept {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  const auto stack = static_cast<std::uintptr_t>(registers[REG_RSP]);
  const auto at = reinterpret_cast<std::uintptr_t>(info.si_addr);
  constexpr std::uintptr_t kNear = 4096;
  return info.si_signo == SIGSEGV && at + kNear > stack && at < stack + kNear;
#else
  return false;
#endif
}

/// Behaves as if this handler had never been installed: a faulty instruction is executed again on
/// return, and a signal that was sent is sent again.
void leave_to_others(std::size_t which, const siginfo_t& info) noexcept {
  sigaction(kFatal[which].number, &before[which], nullptr);
  if (info.si_code <= 0 || kFatal[which].number == SIGTRAP) raise(kFatal[which].number);
}

extern "C" void on_fatal_signal(int number, siginfo_t* info, void* context) {
  const auto found = std::ranges::find(kFatal, number, &FatalSignal::number);
  const bool sent_by_others = info->si_code == SI_USER && info->si_pid != getpid();
  const auto called = called_anywhere();
  if ((!called && !library) || sent_by_others || !in_the_watched_process())
    return leave_to_others(static_cast<std::size_t>(found - kFatal.begin()), *info);
  speak_alone();
  FixedText what;
  what << std::string_view(number == SIGABRT ? "it ended the program with signal "
                                             : "it crashed with signal ")
       << Index{number} << std::string_view(" (") << found->words << std::string_view(")");
  if (stack_is_full(*info, context)) what << std::string_view(", its stack is full");
  if (library) end_with_library(what.text());
  end_with(*called, what.text());
}

/// Called by operator new before it throws.
void on_memory_ran_out() {
  memory_ran_out = true;
  throw std::bad_alloc();
}

/// Functions of the C++ library that must not throw but allocate memory end up here.
[[noreturn]] void on_terminate() noexcept {
  if (memory_ran_out && in_the_watched_process() && !called_anywhere()) {
    speak_alone();
    say(FixedText() << std::string_view(kOutOfMemory) << std::string_view("\n"));
    _exit(kNoMemoryExitCode);
  }
  if (terminate_before) terminate_before();
  std::abort();
}

}  // namespace

InLibrary::InLibrary(const char* name, const char* doing) noexcept
    : outer_name_(std::exchange(library, name)), outer_work_(std::exchange(library_work, doing)) {}

InLibrary::~InLibrary() { library = outer_name_, library_work = outer_work_; }

AlternateStack::AlternateStack() {
  stack_t now{};
  if (sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
  memory_ = std::make_unique<std::byte[]>(kStackSize);
  const stack_t ours{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = kStackSize};
  sigaltstack(&ours, nullptr);
}

AlternateStack::~AlternateStack() {
  if (!memory_) return;
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, nullptr);
}

LastWords::LastWords() {
  struct sigaction action {};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK);
  for (std::size_t i = 0; i < kFatal.size(); ++i) sigaction(kFatal[i].number, &action, &before[i]);
  watch_exit_again();
  memory_ran_out = false;
  std::set_new_handler(on_memory_ran_out);
  terminate_before = std::set_terminate(on_terminate);
  watched_process = getpid();
}

LastWords::~LastWords() {
  watched_process = 0;
  std::set_terminate(terminate_before);
  std::set_new_handler(nullptr);
  for (std::size_t i = 0; i < kFatal.size(); ++i) sigaction(kFatal[i].number, &before[i], nullptr);
}

void watch_exit_again() {
  std::atexit(on_exit_of_program);
  std::at_quick_exit(on_quick_exit);
}

void end_if_in_call() noexcept {
  const auto calls = calls_under_way();
  if (!calls) return;
  FixedText what;
  what << std::string_view("it had not returned when the program was interrupted again");
  if (calls->outer.kind != calls->inner.kind)
    (what << std::string_view(", called by ")).who(calls->outer);
  end_with(calls->inner, what.text());
}

}  // namespace tactus::core
