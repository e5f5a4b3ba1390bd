#include "core/plugin/loader.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <memory>

#include "core/plugin/fingerprint.hpp"
#include "core/plugin/float_guard.hpp"
#include "core/plugin/verdict_cache.hpp"
#include "core/support/child.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace {

using Entry = void(Registrar&);

class Collector final : public Registrar {
 public:
  void add(const Registration& registration) noexcept override {
    try {
      components.push_back(registration);
    } catch (...) {
      failed = true;
    }
  }
  std::vector<Registration> components;
  bool failed = false;  ///< out of memory
};

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

/// Converts the message of the dynamic loader to a readable one and adds advice.
[[noreturn]] void refuse_opening(const PluginFile& file, std::string message) {
  constexpr std::string_view kUndefined = "undefined symbol: ",
                             kMissing = ": cannot open shared object";
  if (const std::string prefix = file.path.string() + ": "; message.starts_with(prefix))
    message.erase(0, prefix.size());
  if (const auto at = message.find(kUndefined); at != message.npos) {
    std::string symbol = message.substr(at + kUndefined.size());
    symbol.resize(std::min(symbol.find_first_of(" \t("), symbol.size()));
    throw PluginError(file.path,
                      fmt::format("cannot be opened: nobody defines {}", demangled(symbol)),
                      "Define it in the plugin, or link the library that does (LIBRARIES of "
                      "tactus_add_plugin)");
  }
  if (const auto at = message.find(kMissing); at != message.npos)
    throw PluginError(
        file.path,
        fmt::format("cannot be opened: it needs {}, which is not found", message.substr(0, at)),
        "Install that library, or name its folder in LD_LIBRARY_PATH");
  constexpr std::string_view kVersion = "version `";
  if (const auto at = message.find(kVersion); at != message.npos) {
    std::string version = message.substr(at + kVersion.size());
    version.resize(std::min(version.find('\''), version.size()));
    const std::string system = message.substr(0, message.find(": "));
    throw PluginError(
        file.path,
        fmt::format("was built on a newer system: it needs {} of {}, which has no such "
                    "version here",
                    version, std::filesystem::path(system).filename().string()),
        "Build it on this system, or with a compiler that is not newer than its");
  }
  if (message.find(" not found") != message.npos)
    throw PluginError(file.path, "cannot be opened: " + message,
                      "It was built on a newer system: build it here");
  throw PluginError(file.path, "cannot be opened: " + message, "Build it again");
}

/// Maps the library and finds its entry point. The library is never unmapped.
Entry* open_library(const PluginFile& file) {
  namespace dll = boost::dll;
  const auto mode = dll::load_mode::rtld_now | dll::load_mode::rtld_local |
                    static_cast<dll::load_mode::type>(RTLD_NODELETE);
  boost::dll::fs::error_code error;
  dll::shared_library library;
  library.load(boost::dll::fs::path(file.path.string()), mode, error);
  if (error) {
    const char* said = dlerror();
    refuse_opening(file, said ? said : error.message());
  }
  const std::string symbol = entry_symbol();
  if (!library.has(symbol))
    throw PluginError(file.path, fmt::format("has no entry {}", symbol),
                      "Build it again with tactus_add_plugin() of the package that came with this "
                      "program");
  return &library.get<Entry>(symbol);
}

std::vector<Registration> enter(const PluginFile& file, Entry* entry) {
  const std::string remedy = "Let the entry do nothing but register: TACTUS_PLUGIN does";
  Collector collector;
  try {
    entry(collector);
  } catch (const std::exception& e) {
    throw PluginError(file.path, fmt::format("threw while registering: {}", e.what()), remedy);
  } catch (...) {
    throw PluginError(file.path, "threw something while registering", remedy);
  }
  const auto same = [](const PluginFile::Item& item, const Registration& r) {
    return item.kind == r.kind && r.name && item.name == r.name && r.describe && r.make;
  };
  if (collector.failed ||
      !std::equal(file.items.begin(), file.items.end(), collector.components.begin(),
                  collector.components.end(), same))
    throw PluginError(file.path, "registers other components than its manifest names",
                      "Register with TACTUS_PLUGIN, which writes both");
  return std::move(collector.components);
}

constexpr char kSeparator = '\x1f';

/// What the child reports: empty if all is well, otherwise cause and advice.
std::string try_to_load(PluginFile file) {
  try {
    load_here(file);
    return "";
  } catch (const PluginError& e) {
    return e.cause + kSeparator + e.remedy;
  }
}

void open_in_child(const PluginFile& file, double time_limit_s) {
  const ChildReport report =
      run_in_child([&](const Say& say) { say(try_to_load(file)); }, time_limit_s);
  if (!report.finished)
    throw PluginError(file.path,
                      fmt::format("cannot be opened safely: a process that tried to {}",
                                  report.end_and_last_words()),
                      "Let its static initialisers do nothing that can fail, or build it again if "
                      "the file is damaged");
  if (const auto at = report.said.find(kSeparator); at != report.said.npos)
    throw PluginError(file.path, report.said.substr(0, at), report.said.substr(at + 1));
}

}  // namespace

std::vector<Registration> load_here(PluginFile& file) {
  FloatGuard guard;
  Entry* entry = open_library(file);
  std::vector<Registration> components = enter(file, entry);
  if (const std::string changes = guard.changes(); !changes.empty())
    file.notes.push_back(fmt::format(
        "loading it changed how the processor computes ({}), which was undone. Build it "
        "without -ffast-math",
        changes));
  return components;
}

std::vector<Registration> load(PluginFile& file, double time_limit_s) {
  file.sha256 = sha256_of_file(file.path);
  const VerdictCache cache(user_cache_folder());
  if (!cache.knows(file.sha256)) {
    open_in_child(file, time_limit_s);
    cache.remember(file.sha256);
  }
  return load_here(file);
}

}  // namespace tactus::core
