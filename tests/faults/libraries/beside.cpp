// What stands beside the sound plugin in a library that cannot be opened, or only at a price.
#ifdef FAULT_STATIC_THROW
#include <stdexcept>
namespace {
const int kThrows = [] { return throw std::runtime_error("no licence found"), 0; }();
}
#endif
#ifdef FAULT_STATIC_HANG
#include <cstdio>
#include <cstdlib>
namespace {
const int kHangs = [] {
  if (const char* told = std::getenv("FAULT_STARTED"))
    if (std::FILE* file = std::fopen(told, "w")) std::fclose(file);
  for (volatile int i = 0;;) i = 1;
  return 0;
}();
}
#endif
#ifdef FAULT_STATIC_EXIT
#include <cstdlib>
namespace {
const int kExits = (std::exit(0), 0);
}
#endif
#ifdef FAULT_UNDEFINED
namespace acme {
double stiffness(int group);
}
double use_of_undefined() { return acme::stiffness(1); }
#endif
#ifdef FAULT_NEEDS_LIBRARY
extern "C" double companion();
double use_of_companion() { return companion(); }
#endif
