#include "core/support/installation.hpp"

#include <boost/dll/runtime_symbol_info.hpp>

namespace tactus::core {

std::filesystem::path installation_prefix() {
  const std::filesystem::path program = boost::dll::program_location().string();
  return program.parent_path().parent_path();
}

}  // namespace tactus::core
