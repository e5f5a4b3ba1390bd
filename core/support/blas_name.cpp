#include "core/support/blas_name.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace tactus::core {

std::string blas_name() {
  // By name: which library these are in is known to the dynamic linker alone.
  if (void* config = dlsym(RTLD_DEFAULT, "openblas_get_config"))
    if (const char* text = reinterpret_cast<const char* (*)()>(config)()) return text;
  void* product = dlsym(RTLD_DEFAULT, "dgemm_");
  Dl_info info{};
  if (!product || dladdr(product, &info) == 0 || !info.dli_fname) return {};
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, ignored);
  return ignored ? info.dli_fname : file.string();
}

}  // namespace tactus::core
