// The imported functions of a loaded library are found through its dynamic section (ELF), and those
// that allocate are replaced by ones that count and then do the same.
#include "apps/kit/allocation_count.hpp"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

namespace tactus::core {
namespace {

// The replacements are called by the library without any context, so the count is one for the
// process, like the flags of signal handlers.
std::atomic<Index> allocations_so_far{0};

void* counted_malloc(std::size_t size) { return ++allocations_so_far, std::malloc(size); }
void* counted_calloc(std::size_t n, std::size_t size) {
  return ++allocations_so_far, std::calloc(n, size);
}
void* counted_realloc(void* at, std::size_t size) {
  return ++allocations_so_far, std::realloc(at, size);
}
void* counted_aligned(std::size_t alignment, std::size_t size) {
  return ++allocations_so_far, std::aligned_alloc(alignment, size);
}
int counted_posix(void** at, std::size_t alignment, std::size_t size) {
  return ++allocations_so_far, posix_memalign(at, alignment, size);
}
void* counted_new(std::size_t size) { return ++allocations_so_far, ::operator new(size); }
void* counted_new_array(std::size_t size) { return ++allocations_so_far, ::operator new[](size); }
void* counted_new_aligned(std::size_t size, std::align_val_t alignment) {
  return ++allocations_so_far, ::operator new(size, alignment);
}
void* counted_new_array_aligned(std::size_t size, std::align_val_t alignment) {
  return ++allocations_so_far, ::operator new[](size, alignment);
}

/// What takes the place of an imported function; null: it stays.
void* replacement_of(std::string_view name) {
  const std::pair<std::string_view, void*> all[] = {
      {"malloc", reinterpret_cast<void*>(counted_malloc)},
      {"calloc", reinterpret_cast<void*>(counted_calloc)},
      {"realloc", reinterpret_cast<void*>(counted_realloc)},
      {"aligned_alloc", reinterpret_cast<void*>(counted_aligned)},
      {"posix_memalign", reinterpret_cast<void*>(counted_posix)},
      {"_Znwm", reinterpret_cast<void*>(counted_new)},
      {"_Znam", reinterpret_cast<void*>(counted_new_array)},
      {"_ZnwmSt11align_val_t", reinterpret_cast<void*>(counted_new_aligned)},
      {"_ZnamSt11align_val_t", reinterpret_cast<void*>(counted_new_array_aligned)}};
  for (const auto& [symbol, function] : all)
    if (symbol == name) return function;
  return nullptr;
}

// The loader's tables hold addresses as numbers.
// NOLINTBEGIN(performance-no-int-to-ptr)

/// Writes one entry of the table of imports, which the loader may have made read-only.
void replace_entry(std::uintptr_t entry, void* function) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto* start = reinterpret_cast<void*>(entry & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  *reinterpret_cast<void**>(entry) = function;
}

/// What of a library's dynamic section is needed to find its imports.
struct Imports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  struct Table {
    const ElfW(Rela) * first = nullptr;
    std::size_t bytes = 0;
  } calls, data;

  explicit Imports(const ElfW(Dyn) * entry) {
    for (; entry->d_tag != DT_NULL; ++entry) {
      const auto address = entry->d_un.d_ptr;
      if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(address);
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(address);
      if (entry->d_tag == DT_JMPREL) calls.first = reinterpret_cast<const ElfW(Rela)*>(address);
      if (entry->d_tag == DT_PLTRELSZ) calls.bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_RELA) data.first = reinterpret_cast<const ElfW(Rela)*>(address);
      if (entry->d_tag == DT_RELASZ) data.bytes = entry->d_un.d_val;
    }
  }
  void count_in(const Table& table, std::uintptr_t base) const {
    for (std::size_t i = 0; table.first && i < table.bytes / sizeof(ElfW(Rela)); ++i) {
      const std::size_t symbol = ELF64_R_SYM(table.first[i].r_info);
      if (symbol == 0 || table.first[i].r_addend != 0) continue;
      if (void* function = replacement_of(names + symbols[symbol].st_name))
        replace_entry(base + table.first[i].r_offset, function);
    }
  }
};

struct SoughtLibrary {
  std::filesystem::path path;
  bool found = false;
};

int visit_library(dl_phdr_info* info, std::size_t, void* data) {
  SoughtLibrary& wanted = *static_cast<SoughtLibrary*>(data);
  std::error_code error;
  if (!info->dlpi_name || !std::filesystem::equivalent(info->dlpi_name, wanted.path, error))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const Imports imports(
        reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
    if (!imports.symbols || !imports.names) continue;
    imports.count_in(imports.calls, info->dlpi_addr);
    imports.count_in(imports.data, info->dlpi_addr);
    wanted.found = true;
  }
  return 1;
}

// NOLINTEND(performance-no-int-to-ptr)

}  // namespace

bool count_allocations_of(const std::filesystem::path& library) {
  SoughtLibrary wanted{library};
  dl_iterate_phdr(visit_library, &wanted);
  return wanted.found;
}

Index counted_allocations() { return allocations_so_far; }

}  // namespace tactus::core
