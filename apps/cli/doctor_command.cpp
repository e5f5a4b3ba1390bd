// The command `doctor` examines an installation. For the program, the folders of plugins, each
// plugin library, the cache, the tools for building plugins and those for pictures it prints what was
// found, and for each problem a remedy. It is meant for a user whose plugin is not found or is refused.
#include <fmt/format.h>
#include <unistd.h>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "apps/cli/commands.hpp"
#include "apps/cli/parser.hpp"
#include "core/plugin/fingerprint.hpp"
#include "core/plugin/registry.hpp"
#include "core/plugin/search.hpp"
#include "core/support/installation.hpp"

namespace tactus::cli {
namespace {

using namespace tactus::core;
namespace fs = std::filesystem;

/// Prints the findings, one line each, and counts the problems among them.
class Report {
 public:
  void title(std::string_view text) { fmt::print("\n{}\n", text); }
  void say(std::string_view what, std::string_view value) {
    fmt::print("  {:<22} {}\n", what, value);
  }
  void good(std::string_view what, std::string_view value) { say(what, value); }
  void bad(std::string_view what, std::string_view problem, std::string_view remedy) {
    fmt::print("  {:<22} PROBLEM: {}.\n  {:<22} {}.\n", what, problem, "", remedy);
    ++problems_;
  }
  int problems() const { return problems_; }

 private:
  int problems_ = 0;
};

/// First line of the output of a command; empty if it cannot be run.
std::string output_of(const char* command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command, "r"), pclose);
  char line[256] = "";
  if (!pipe || !std::fgets(line, sizeof line, pipe.get())) return "";
  std::string text = line;
  text.erase(text.find_last_not_of("\r\n ") + 1);
  return text;
}

void look_at_program(Report& report) {
  report.title("program");
  report.say("version", TACTUS_VERSION);
  report.say("installation", installation_prefix().string());
  report.say("threads", std::to_string(std::thread::hardware_concurrency()));
  report.say("libraries",
             fmt::format("Eigen {}.{}.{}, Boost {}, fmt {}", EIGEN_WORLD_VERSION,
                         EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, BOOST_LIB_VERSION, FMT_VERSION));
  report.say("plugin entry symbol", entry_symbol());
  std::string_view rest = kFingerprint;
  for (std::string_view what = "fingerprint"; !rest.empty(); what = "") {
    const std::string_view entry = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    report.say(what, entry);
  }
}

void look_at_places(Report& report, const PluginSearch& search) {
  report.title("plugins are looked for in");
  for (const SearchPlace& place : search_places(search)) {
    const bool there = fs::exists(place.path);
    report.say(place.origin, place.path.string() + (there ? "" : "  (does not exist)"));
  }
}

/// Opens every plugin library in the same way as a run does. A run opens only those that its
/// configuration names, so that a broken library may go unnoticed until it is needed.
void look_at_plugins(Report& report, const PluginSearch& search) {
  report.title("plugins");
  Registry registry(search);
  for (std::size_t i = 0; i < registry.plugins().size(); ++i) {
    const PluginFile::Item item = registry.plugins()[i].items.front();
    try {
      registry.find(item.kind, item.name);
      const PluginFile& file = registry.plugins()[i];
      report.good(file.name, fmt::format("{} {}", kind_name(item.kind), file.path.string()));
      for (const std::string& note : file.notes) report.say("", "note: " + note);
    } catch (const PluginError& e) {
      report.bad(registry.plugins()[i].name, e.path.string() + " " + e.cause, e.remedy);
    }
  }
  for (const PluginRefusal& r : registry.refusals())
    report.bad(r.path.filename().string(), r.path.string() + " " + r.cause, r.remedy);
  if (registry.plugins().empty())
    report.bad("", "no plugin was found",
               "Build or install all of Tactus (cmake --install), not single targets");
}

void look_at_cache(Report& report) {
  report.title("cache of libraries that have passed the loading check");
  const fs::path folder = user_cache_folder();
  if (folder.empty()) {
    report.say("folder",
               "none: neither XDG_CACHE_HOME nor HOME is set, so every start repeats the check");
    return;
  }
  fs::path there = folder;
  while (!fs::exists(there) && there.has_relative_path()) there = there.parent_path();
  const bool writable = access(there.c_str(), W_OK) == 0;
  report.say("folder", folder.string() + (writable ? ""
                                                   : "  (cannot be written, so every start "
                                                     "repeats the check)"));
}

void look_at_tools(Report& report) {
  report.title("building plugins");
  const fs::path package = installation_prefix() / "lib/cmake/Tactus/TactusConfig.cmake";
  if (fs::exists(package))
    report.good("CMake package", package.parent_path().string());
  else
    report.bad("CMake package", package.string() + " does not exist",
               "Install all of Tactus: cmake --install build/release --prefix FOLDER");
  const std::string cmake = output_of("cmake --version 2>/dev/null");
  if (cmake.empty())
    report.bad("cmake", "not found", "Install it: apt install cmake");
  else
    report.good("cmake", cmake);
  const char* variable = std::getenv("CXX");
  const std::string compiler = variable && *variable ? variable : "c++";
  const std::string version = output_of((compiler + " -dumpversion 2>/dev/null").c_str());
  const std::string wanted = std::to_string(__GNUC__);
  if (version.empty())
    report.bad("compiler", compiler + " not found", "Install it: apt install g++");
  else if (version.substr(0, version.find('.')) != wanted)
    report.bad(
        "compiler",
        fmt::format("{} is version {}, this program was built with {}", compiler, version, wanted),
        fmt::format("Configure plugins with -D CMAKE_CXX_COMPILER=g++-{}", wanted));
  else
    report.good("compiler", fmt::format("{} {}", compiler, version));
}

/// What `tactus plot` and `tactus movie` need. Runs do without it, so that nothing here is a problem.
void look_at_pictures(Report& report) {
  report.title("pictures and movies (runs need none of these)");
  const std::string python = python_interpreter();
  const std::string version = output_of(("'" + python + "' --version 2>/dev/null").c_str());
  report.say("python", version.empty() ? python + " cannot be started; apt install python3"
                                       : version + " " + python);
  for (const char* package : {"numpy", "matplotlib"}) {
    if (version.empty()) break;
    const std::string found = output_of(
        fmt::format(
            "'{}' -c 'import importlib.metadata as m; print(m.version(\"{}\"))' 2>/dev/null",
            python, package)
            .c_str());
    report.say(package,
               found.empty() ? fmt::format("not found; apt install python3-{}", package) : found);
  }
  const std::string ffmpeg = output_of("ffmpeg -version 2>/dev/null");
  report.say("ffmpeg", ffmpeg.empty() ? "not found; MP4 needs it, GIF does not; apt install ffmpeg"
                                      : ffmpeg.substr(0, ffmpeg.find(" Copyright")));
}

}  // namespace

int doctor_command(const DoctorArguments& arguments) {
  const PluginSearch search{.command_line = arguments.plugin_folders};
  Report report;
  look_at_program(report);
  look_at_places(report, search);
  look_at_plugins(report, search);
  look_at_cache(report);
  look_at_tools(report);
  look_at_pictures(report);
  if (report.problems() == 0)
    fmt::print(
        "\nNo problems were found. `tactus new plugin material NAME` writes a plugin to start "
        "from.\n");
  else
    fmt::print("\n{} problem{}.\n", report.problems(), report.problems() == 1 ? "" : "s");
  return report.problems() == 0 ? kOk : kPlugin;
}

}  // namespace tactus::cli
