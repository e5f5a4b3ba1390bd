// Rows that a checkpoint brings back to constraints: those that a constraint could not have appended are
// refused in a sentence, and none does harm.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;
using conformance::MemoryArchive, conformance::Random;

namespace {

/// A disk between a block and a half-space that close.
constexpr const char* kPressed = R"({"dimension": 2, "bodies": [
    {"name": "disk", "density": 1000, "velocity": {"constant": [0.3, 0.2]},
     "mesh": {"type": "disk", "radius": 0.1, "rings": 3},
     "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "left", "type": "obstacle", "translate": [-0.25, -0.2],
     "mesh": {"type": "rectangle", "size": [0.14, 0.4], "cells": [2, 4]}},
    {"name": "right", "type": "obstacle", "half_space": {"point": [0.11, 0], "normal": [-1, 0]}}],
  "supports": [
    {"body": "left", "path": {"type": "table", "times": [0, 0.02, 0.04, 1],
      "displacements": [[0, 0], [0.03, 0.01], [0, 0], [0, 0]], "interpolation": "smooth"}},
    {"body": "right", "path": {"type": "table", "times": [0, 0.02, 0.04, 1],
      "displacements": [[0, 0], [-0.03, 0], [0, 0], [0, 0]], "interpolation": "smooth"}}],
  "integrator": {"type": "energy_momentum", "contact": "middle"},
  "contact": {"broad_phase": {"type": "grid"}, "solver": {"type": "penalty"},
    "constraint": [{"type": "half_space", "between": ["*", "right"]}, {"type": "node_to_facet"}]},
  "time": {"end": 0.0625, "step": 0.00048828125}})";

constexpr std::size_t kNumbers = 7;  ///< of a row, see RememberedRows
enum Number : std::uint8_t { size, branch, owner, patch_own, patch_other, outside, entry };

struct Remembered {
  std::vector<Index> numbers, stencils;

  explicit Remembered(MemoryArchive& archive) {
    archive.read("remembered_numbers", numbers);
    archive.read("remembered_stencils", stencils);
  }
  Index rows_of(Index constraint) const {
    Index rows = 0;
    for (std::size_t k = entry; k < numbers.size(); k += kNumbers) rows += numbers[k] == constraint;
    return rows;
  }
  void write(MemoryArchive& archive) const {
    archive.write("remembered_numbers", View<Index>(numbers));
    archive.write("remembered_stencils", View<Index>(stencils));
  }
};

/// The contacts of the scene where each of its constraints has a row that is remembered.
MemoryArchive pressed(Simulation& s) {
  MemoryArchive archive;
  while (!s.stepper.finished()) {
    s.step();
    archive = {};
    s.save_contact(archive);
    const Remembered rows(archive);
    if (rows.rows_of(0) && rows.rows_of(1)) return archive;
  }
  FAIL("no state in which all constraints have rows");
  return archive;
}

/// What the program says of the contacts; "" where it takes them.
std::string refusal(Simulation& s, MemoryArchive archive) {
  try {
    s.load_contact(archive);
    return "";
  } catch (const Error& refused) {
    return refused.what();
  }
}

}  // namespace

TEST_CASE("a row that its constraint does not know is refused when a checkpoint is read",
          "[implicit][restart]") {
  Simulation s(kPressed);
  const MemoryArchive sound = pressed(s);
  CHECK(refusal(s, sound).empty());
  const Index constraint = GENERATE(0, 1);  // half_space and node_to_facet have branches
  for (const Index other : {Index{-1}, Index{7}, Index{std::numeric_limits<std::int32_t>::max()}}) {
    MemoryArchive archive = sound;
    Remembered rows(archive);
    for (std::size_t k = 0; k < rows.numbers.size(); k += kNumbers)
      if (rows.numbers[k + entry] == constraint) rows.numbers[k + branch] = other;
    rows.write(archive);
    CHECK_THAT(refusal(s, archive),
               Catch::Contains("the checkpoint's remembered rows do not fit this model: row ") &&
                   Catch::Contains("no row of this constraint has this branch and these vertices"));
  }
}

TEST_CASE("a row with vertices that no facet has is refused when a checkpoint is read",
          "[implicit][restart]") {
  Simulation s(kPressed);
  const MemoryArchive sound = pressed(s);
  MemoryArchive archive = sound;
  Remembered rows(archive);
  std::size_t at = 0;
  for (std::size_t k = 0; k < rows.numbers.size(); k += kNumbers) {
    if (rows.numbers[k + entry] == 1) std::swap(rows.stencils[at + 1], rows.stencils[at + 2]);
    at += static_cast<std::size_t>(rows.numbers[k + size]);
  }
  rows.write(archive);
  CHECK_THAT(refusal(s, archive), Catch::Contains("no row of this constraint has"));
}

TEST_CASE("remembered rows with random numbers are refused in words, or serve a step",
          "[implicit][restart][fuzz]") {
  Simulation s(kPressed);
  const MemoryArchive sound = pressed(s);
  MemoryArchive state;
  s.stepper.save(state);
  const auto vertices = static_cast<Real>(s.model.surface().vertices);
  Random random(31);
  int refused = 0, taken = 0;
  for (int k = 0; k < 300; ++k) {
    MemoryArchive archive = sound;
    Remembered rows(archive);
    const auto row =
        static_cast<std::size_t>(random() * static_cast<Real>(rows.numbers.size() / kNumbers));
    Index* number = rows.numbers.data() + row * kNumbers;
    switch (k % 4) {
      case 0:
        number[branch] = static_cast<Index>(random.between(-4, 5));
        break;
      case 1:
        number[entry] = static_cast<Index>(random() * 2);
        break;
      case 2:
        for (Index i = 0; i < 2; ++i)
          rows.stencils[static_cast<std::size_t>(random() *
                                                 static_cast<Real>(rows.stencils.size()))] =
              static_cast<Index>(random() * vertices);
        break;
      default:  // one vertex more for this row, and one less for another
        ++number[size];
        --rows.numbers[static_cast<std::size_t>(random() *
                                                static_cast<Real>(rows.numbers.size() / kNumbers)) *
                           kNumbers +
                       size];
    }
    rows.write(archive);
    MemoryArchive from = state;
    s.stepper.load(from);
    if (const std::string said = refusal(s, archive); !said.empty()) {
      ++refused;
      CHECK_THAT(said, Catch::Contains("the checkpoint's remembered rows"));
      continue;
    }
    ++taken;
    try {
      s.stepper.advance();
    } catch (const std::exception& failed) {
      CHECK(std::string(failed.what()).size() > 10);
    }
  }
  CHECK(refused > 100);
  CHECK(taken > 20);
}
