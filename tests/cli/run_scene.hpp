/// \file run_scene.hpp  A small scene that is run, stopped and resumed by the tests of this folder, and
/// how two of its run folders are compared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "installation.hpp"

namespace tactus::cli_tests {

/// Two blocks that meet. With a step of 1e-5 s: thousands of steps where `end` is long, so that a run can be
/// stopped on its way, and tens of them where it is short.
inline std::string two_blocks(const std::string& end, const std::string& output = "{}",
                              const std::string& step = "1e-5") {
  return R"({"bodies": [{"name": "block", "density": 1000, "velocity": [1, 0],
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
     {"name": "target", "density": 1000, "translate": [1.0001, 0.1],
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"step": )" +
         step + R"(, "end": )" + end + R"(}, "output": )" + output + "}\n";
}

/// A block that falls on a floor, and a rigid box that turns beside them.
/// @param height      of the block's lower left corner over the floor's
/// @param support     how the floor's lower side is held: members beside "body" and "group", or empty
/// @param integrator  members beside "type", or empty
/// @param rest        members of the scene: "time", "output", "probes"
inline std::string falling_block(const std::string& height, const std::string& support,
                                 const std::string& integrator, const std::string& rest) {
  return R"({"bodies": [{"name": "block", "density": 1000, "translate": [0.4, )" + height +
         R"(],
      "velocity": {"constant": [0, -1], "spin": 0.1},
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
     {"name": "floor", "density": 1000,
      "mesh": {"type": "rectangle", "size": [2, 1], "cells": [4, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
     {"name": "box", "type": "rigid", "density": 500, "translate": [5, 5],
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
      "velocity": {"constant": [1, 2], "spin": 3}}],
    "supports": [{"body": "floor", "group": "bottom")" +
         support + R"(}], "integrator": {"type": "newmark")" + integrator + R"(},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    )" + rest +
         "}\n";
}

/// A square of two triangles in Gmsh's format; its upper right corner is at (x, 1).
inline std::string square_mesh(const std::string& x = "1") {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 " + x +
         " 1 0\n4 0 1 0\n$EndNodes\n$Elements\n2\n1 2 2 0 1 1 2 3\n2 2 2 0 1 1 3 4\n$EndElements\n";
}

/// A square read from square.msh.
inline std::string meshed_scene(const std::string& end) {
  return R"({"bodies": [{"name": "block", "density": 1000, "velocity": {"gradient": [[1, 0], [0, 0]]},
      "mesh": {"type": "file", "path": "square.msh"},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"step": 1e-5, "end": )" +
         end + "}}\n";
}

/// Starts `arguments` of the program and sends it a signal once the run folder `out` holds a
/// checkpoint. The program is nice, so that on a busy machine, too, the signal comes before its end.
inline std::string signalled_run(const std::string& arguments, const std::string& out,
                                 const std::string& signal) {
  return "nice -n 19 \"$tactus\" " + arguments + " --quiet --out " + out +
         " > /dev/null & pid=$!\nuntil [ -e " + out +
         "/checkpoint.h5 ]; do kill -0 $pid || exit 99; sleep 0.01; done\nkill -" + signal +
         " $pid; wait $pid 2> /dev/null";
}

inline std::string killed_run(const std::string& arguments, const std::string& out) {
  return signalled_run(arguments, out, "KILL") + "; true";
}

/// A table without its last columns, the wall times.
inline std::string without_wall_times(const fs::path& table) {
  std::istringstream text(text_of(table));
  std::string result, header, line;
  std::getline(text, header);
  const auto wall = std::count(
      header.begin(), header.begin() + static_cast<std::ptrdiff_t>(header.find(",wall_")), ',');
  for (line = header; !line.empty(); line.clear(), std::getline(text, line)) {
    std::size_t at = 0;
    for (auto column = wall; column >= 0; --column) at = line.find(',', at) + 1;
    result += line.substr(0, at) + '\n';
  }
  return result;
}

/// What two run folders must have in common: tables, frames and the list of frames.
inline void check_same_results(const fs::path& a, const fs::path& b) {
  CHECK(without_wall_times(a / "history.csv") == without_wall_times(b / "history.csv"));
  for (const char* name : {"contacts.csv", "supports.csv", "probes.csv", "frames.pvd"})
    if (fs::exists(a / name)) CHECK(text_of(a / name) == text_of(b / name));
  std::set<fs::path> frames, others;
  for (const auto& entry : fs::directory_iterator(a / "frames"))
    frames.insert(entry.path().filename());
  for (const auto& entry : fs::directory_iterator(b / "frames"))
    others.insert(entry.path().filename());
  CHECK(frames == others);
  for (const fs::path& name : frames)
    CHECK((text_of(a / "frames" / name) == text_of(b / "frames" / name)));
}

inline std::string status_in(const fs::path& folder) {
  const auto summary = nlohmann::json::parse(text_of(folder / "summary.json"), nullptr, false);
  return summary.is_object() ? summary.value("status", "") : "";
}

}  // namespace tactus::cli_tests
