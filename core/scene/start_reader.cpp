#include "core/scene/start_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/scene/section_reader.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPointer = "/start";

bool is_sha256(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// Records the identity of the checkpoint. @throws Error if it cannot be read
void identify(ObjectReader& object, StartConfig& start) {
  const fs::path folder = start.from;
  const std::string shown = quoted_short(start.from, 200);
  for (const char* name : {"resolved.json", "checkpoint.h5"})
    if (!is_there(folder / name)) {
      object.problem("from", fmt::format("{} is no folder of a run: it has no {}; paths are "
                                         "relative to the folder of the configuration",
                                         shown, name));
      return;
    }
  const std::string found = sha256_of_file(folder / "checkpoint.h5");
  if (!start.sha256.empty() && start.sha256 != found)
    object.problem("sha256",
                   fmt::format("the checkpoint of {} has changed: its SHA-256 is {}, wanted is "
                               "{}; put it back, or take \"sha256\" away to use it as it is",
                               shown, found, start.sha256));
  start.sha256 = found;
  object.resolve("sha256", Json::of(found));
}

/// The part of a body's configuration that determines the places of its nodes. A mesh from a file
/// is identified by its SHA-256.
Json shape_of(const Json& body) {
  static constexpr std::array<std::string_view, 10> kShape{
      "name", "type", "mesh", "scale", "rotate", "translate", "array", "points", "radius", "cells"};
  Json shape = Json::object();
  for (const std::string_view key : kShape)
    if (const Json* value = body.find(key)) shape.set(key, *value);
  if (Json* mesh = shape.find("mesh"); mesh && mesh->find("sha256") && mesh->if_object())
    std::erase_if(*mesh->if_object(), [](const JsonMember& m) { return m.key == "path"; });
  return shape;
}

/// The parts of a resolved configuration on which a state depends.
Json shapes_of(const Json& root) {
  Json shapes = Json::object(), list = Json::array();
  if (const Json* dimension = root.find("dimension")) shapes.set("dimension", *dimension);
  if (const Json* bodies = root.find("bodies"); bodies && bodies->if_array())
    for (const Json& body : *bodies->if_array()) list.if_array()->push_back(shape_of(body));
  shapes.set("bodies", std::move(list));
  return shapes;
}

}  // namespace

void StartConfig::describe(OptionVisitor& o) {
  o.text("from", from)
      .required()
      .length(1, 4096)
      .help("folder of a run: its last state is where this run begins");
  o.text("sha256", sha256)
      .length(0, 64)
      .help(
          "SHA-256 that the run's checkpoint.h5 must have (resolved.json names it); empty: "
          "whatever it has");
  o.require(sha256.empty() || is_sha256(sha256), "sha256",
            "a SHA-256 has 64 digits, each one of 0 to 9 and a to f");
}

void read_start(Reading& reading, const Json& value, StartConfig& start, Json& resolved) {
  ObjectReader object(reading, value, kPointer, find_section("start", "")->help);
  if (!object.readable()) return;
  const bool good = object.options([&](OptionVisitor& o) { start.describe(o); });
  object.finish();
  if (good) {
    start.from = fs::absolute(reading.document.file().parent_path() / start.from)
                     .lexically_normal()
                     .string();
    object.resolve("from", Json::of(start.from));
    try {
      identify(object, start);
    } catch (const Error& e) {
      object.problem("from", e.what());
    }
  }
  resolved = object.take_resolved();
}

std::vector<Difference> start_differences(const Json& before, const Json& now) {
  return differences(shapes_of(before), shapes_of(now));
}

void check_start(Reading& reading, Configuration& configuration, const Json& resolved) {
  const std::string& from = configuration.start.from;
  if (from.empty()) return;
  const auto problem = [&](std::string message, ProblemKind kind) {
    const Json* at = reading.document.root().find("start");
    reading.problem(at ? *at : reading.document.root(), std::string(kPointer) + "/from",
                    std::move(message), kind);
  };
  std::vector<JsonFault> faults;
  const Json other = parse_json(read_file(fs::path(from) / "resolved.json"), 0, faults);
  if (!faults.empty()) {
    problem(fmt::format("the resolved.json of {} cannot be read: {}", quoted_short(from, 200),
                        faults.front().message),
            ProblemKind::mistake);
    return;
  }
  const std::vector<Difference> found = start_differences(other, resolved);
  if (!found.empty())
    problem(fmt::format("{} has other bodies than this configuration, so that its state is none of "
                        "theirs; they differ in{}",
                        quoted_short(from, 200), in_words(found)),
            ProblemKind::misfit);
  if (std::ranges::any_of(configuration.bodies, [](const auto& b) { return !b.velocity.empty(); }))
    configuration.notes.push_back(
        fmt::format("\"velocity\" of bodies is not used: velocities are those of {}", from));
}

}  // namespace tactus::core
