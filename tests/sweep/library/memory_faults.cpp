// Preloaded into the program: from the beginning of main() on it counts what is asked of malloc and its
// like, and lets one of them fail, or all from one on, as if memory had run out.
//
// TACTUS_MEMORY_AT is the number of the call that fails, from 1; TACTUS_MEMORY_FOREVER lets all later
// ones fail as well. TACTUS_MEMORY_LOG names a file that gets the number of calls at the end. Before
// main() libraries set themselves up; what they do without memory is not for a program to say.
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// NOLINTBEGIN(bugprone-reserved-identifier): names of the C library, which are the point here
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<long> calls{-1};  ///< -1: main() has not begun
long at = 0;
bool forever = false;

using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
Main main_of_the_program = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  calls = 0;
  return main_of_the_program(argc, argv, environment);
}

bool fails() {
  if (calls.load(std::memory_order_relaxed) < 0) return false;
  const long call = ++calls;
  return at > 0 && (forever ? call >= at : call == at);
}

/// `get` unless this call fails.
template <class F>
void* unless_it_fails(const F& get) {
  if (!fails()) return get();
  errno = ENOMEM;
  return nullptr;
}

void write_count() {
  const long count = calls.exchange(-1);
  const char* log = std::getenv("TACTUS_MEMORY_LOG");
  std::FILE* file = log ? std::fopen(log, "w") : nullptr;
  if (!file) return;
  std::fprintf(file, "%ld\n", count);
  std::fclose(file);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  return unless_it_fails([&] { return __libc_malloc(size); });
}
void* calloc(std::size_t count, std::size_t size) {
  return unless_it_fails([&] { return __libc_calloc(count, size); });
}
void* realloc(void* memory, std::size_t size) {
  return unless_it_fails([&] { return __libc_realloc(memory, size); });
}
void* memalign(std::size_t alignment, std::size_t size) {
  return unless_it_fails([&] { return __libc_memalign(alignment, size); });
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

/// Between the initialisers of libraries and main().
int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  const char* number = std::getenv("TACTUS_MEMORY_AT");
  at = number ? std::atol(number) : 0;
  forever = std::getenv("TACTUS_MEMORY_FOREVER") != nullptr;
  const auto original = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
  if (std::getenv("TACTUS_MEMORY_LOG")) std::atexit(write_count);
  main_of_the_program = main;
  return original(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
}
// NOLINTEND(bugprone-reserved-identifier)
