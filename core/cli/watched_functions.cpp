// Functions of the C library by which a plugin changes the whole program: the working directory, the
// locale, and who handles signals. The dynamic linker finds these before those of the library, so that
// it is known which component called one of them. They do what they always do; after the call of the
// component the state is compared, and what was changed and not put back is an error that names it.
#include <dlfcn.h>
#include <unistd.h>

#include <clocale>
#include <csignal>

#include "core/support/process_state.hpp"

namespace {

/// The function of this name that would have been found otherwise.
template <class Function>
Function* next(const char* name) noexcept {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// Found once: a signal handler may come through here, where dlsym() must not be called.
const auto next_chdir = next<int(const char*)>("chdir");
const auto next_fchdir = next<int(int)>("fchdir");
const auto next_setlocale = next<char*(int, const char*)>("setlocale");
const auto next_uselocale = next<locale_t(locale_t)>("uselocale");
const auto next_sigaction = next<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
const auto next_signal = next<sighandler_t(int, sighandler_t)>("signal");

/// Libraries that are set up before this file come too early for the constants above.
template <class Function>
Function* found(Function* constant, const char* name) noexcept {
  return constant ? constant : next<Function>(name);
}

}  // namespace

// Parameters are named as in the headers of the C library, but for its underscores.
extern "C" {

__attribute__((visibility("default"))) int chdir(const char* path) noexcept {
  tactus::core::suspect_caller();
  return found(next_chdir, "chdir")(path);
}

__attribute__((visibility("default"))) int fchdir(int fd) noexcept {
  tactus::core::suspect_caller();
  return found(next_fchdir, "fchdir")(fd);
}

__attribute__((visibility("default"))) char* setlocale(int category, const char* locale) noexcept {
  if (locale) tactus::core::suspect_caller();
  return found(next_setlocale, "setlocale")(category, locale);
}

__attribute__((visibility("default"))) locale_t uselocale(locale_t dataset) noexcept {
  if (dataset) tactus::core::suspect_caller();
  return found(next_uselocale, "uselocale")(dataset);
}

__attribute__((visibility("default"))) int sigaction(int sig, const struct sigaction* act,
                                                     struct sigaction* oact) noexcept {
  if (act) tactus::core::suspect_caller();
  return found(next_sigaction, "sigaction")(sig, act, oact);
}

__attribute__((visibility("default"))) sighandler_t signal(int sig, sighandler_t handler) noexcept {
  tactus::core::suspect_caller();
  return found(next_signal, "signal")(sig, handler);
}

}  // extern "C"
