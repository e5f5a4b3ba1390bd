// What is audited is what is written: frames of a run far away from the origin, read back and audited
// with nothing but what stands in them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>

#include "core/audit/audit.hpp"
#include "installation.hpp"
#include "tests/support/vtu_blocks.hpp"

using namespace tactus;
using namespace tactus::cli_tests;

namespace {

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find(after, begin + before.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + before.size(), end - begin - before.size());
}

/// A VTU file with appended arrays, as VTK describes it.
class Frame {
 public:
  explicit Frame(const fs::path& file) : text_(text_of(file)) {
    const std::string mark = "<AppendedData encoding=\"raw\">\n_";
    block_ = text_.find(mark) + mark.size();
    std::stringstream(between(text_,
                              "Name=\"origin\" NumberOfComponents=\"3\" NumberOfTuples=\"1\" "
                              "format=\"ascii\">",
                              "<")) >>
        origin[0] >> origin[1];
  }
  template <class T>
  std::vector<T> array(const std::string& name) const {
    const std::string tag = between(text_, " Name=\"" + name + "\"", "/>");
    const std::string bytes =
        test::unpacked_array(text_, block_ + std::stoul(between(tag, "offset=\"", "\"")));
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  /// Boundary edges are those of one triangle alone. `points`: an array of three components.
  core::AuditResult audit(const std::string& points) const {
    const auto corner = array<std::int64_t>("connectivity");
    const auto body_of_cell = array<std::int32_t>("body");
    std::map<std::pair<Index, Index>, std::int32_t> edges;
    for (std::size_t c = 0; c < corner.size(); c += 3)
      for (std::size_t k = 0; k < 3; ++k) {
        const Index a = corner[c + k], b = corner[c + (k + 1) % 3];
        if (edges.erase({b, a}) == 0) edges[{a, b}] = body_of_cell[c / 3];
      }
    std::vector<Index> facets;
    std::vector<std::int32_t> body;
    for (const auto& [edge, of] : edges) {
      facets.insert(facets.end(), {edge.first, edge.second});
      body.push_back(of);
    }
    std::vector<Real> plane;
    const auto space = array<Real>(points);
    for (std::size_t i = 0; i < space.size(); i += 3)
      plane.insert(plane.end(), {space[i], space[i + 1]});
    const std::vector<std::uint8_t> self(4, 1);
    return core::audit({.dim = 2,
                        .points = plane,
                        .facets = facets,
                        .facet_body = body,
                        .self = self,
                        .lone_points = {},
                        .lone_body = {}});
  }
  Real origin[2] = {};

 private:
  std::string text_;
  std::size_t block_ = 0;
};

/// Four turned squares in a column close up; its lower left corner is near (x, 0). Returns the frames.
std::vector<Frame> frames_of(const Installation& tactus, const std::string& x) {
  std::string bodies;
  for (int b = 0; b < 4; ++b)
    bodies += std::string(b ? "," : "") + R"({"name": "square_)" + std::to_string(b + 1) +
              R"(", "density": 1000, "rotate": )" + std::to_string(0.15 * b) +
              R"(, "velocity": [0, )" + std::to_string(60 * (1.5 - b)) + R"(], "translate": [)" +
              x + ", " + std::to_string(1.5 * b) +
              R"(], "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]},
                 "material": {"type": "neo_hookean", "young": 1e8, "poisson": 0.3}})";
  write_text(tactus.work() / "scene.json", R"({"bodies": [)" + bodies + R"(],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 2e-2}, "output": {"frames_every": 5e-4, "audit": "steps"}})");
  const auto run = tactus.run({"run", "scene.json", "--out", "out", "--force"});
  INFO(run.out << run.err);
  REQUIRE(run.code == 0);
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(tactus.work() / "out/frames"))
    files.insert(entry.path());
  return std::vector<Frame>(files.begin(), files.end());
}

/// The frames are clean, some of them in contact, and their points are where the configuration says.
void check_frames(const std::vector<Frame>& frames, Real x) {
  REQUIRE(frames.size() > 20);
  std::size_t in_contact = 0, dirty = 0, elsewhere = 0;
  for (const Frame& frame : frames) {
    const auto force = frame.array<Real>("contact_force");
    in_contact += std::any_of(force.begin(), force.end(), [](Real f) { return f != 0; });
    dirty += !frame.audit("position_from_origin").clean();
    const auto point = frame.array<Real>("Points"),
               position = frame.array<Real>("position_from_origin");
    REQUIRE(point.size() == position.size());
    for (std::size_t i = 0; i < point.size(); ++i)
      elsewhere += point[i] != position[i] + (i % 3 < 2 ? frame.origin[i % 3] : 0);
  }
  CHECK(in_contact > 3);
  CHECK(dirty == 0);
  CHECK(elsewhere == 0);
  const auto first = frames.front().array<Real>("Points");
  CHECK(first[0] == Approx(x).epsilon(1e-12).margin(1e-12));  // lower left corner of square_1
  CHECK(std::abs(first[1]) < 1e-12);
}

}  // namespace

TEST_CASE("Frames of a run 1e6 m away from the origin are as clean as the run was", "[cli]") {
  const Installation tactus;
  check_frames(frames_of(tactus, "1000000.1"), 1000000.1);
}

TEST_CASE("Frames of a run at the origin have the configuration's coordinates", "[cli]") {
  const Installation tactus;
  check_frames(frames_of(tactus, "0"), 0);
}
