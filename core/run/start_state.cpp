#include "core/run/start_state.hpp"

#include <fmt/format.h>

#include "core/record/checkpoint.hpp"
#include "core/scene/resolved.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace fs = std::filesystem;

std::optional<StartState> read_start_state(Configuration& configuration) {
  StartConfig& start = configuration.start;
  if (start.from.empty()) return std::nullopt;
  const fs::path folder = start.from, file = folder / "checkpoint.h5";
  try {
    const CheckpointReader checkpoint(file,
                                      sha256(run_identity(read_file(folder / "resolved.json"))));
    if (sha256_of_file(file) != start.sha256)
      throw FileError(fmt::format("'{}' was changed just now, while the run was set up; run again",
                                  file.string()));
    CheckpointGroup group = checkpoint.group("state");
    StartState state;
    group.read("q", state.q);
    group.read("v", state.v);
    start.time = group.real("time");
    start.steps = group.integer("steps");
    return state;
  } catch (const FileError& e) {
    throw ModelError({{"/start/from", std::string(e.what())}});
  }
}

}  // namespace tactus::core
