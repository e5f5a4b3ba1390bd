// Kane et al.'s own constraint function alone, and what the exact audit says of it.
#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

struct Seen {
  bool finished = false;
  Index dirty = 0, most = 0;
};
Seen four_squares(const std::string& constraint) {
  std::vector<std::string> sets{"/contact/constraint/type=" + constraint};
  for (const char* body : {"0", "1", "2", "3"})
    sets.push_back(std::string("/bodies/") + body + "/mesh/cells=[4, 4]");
  auto s = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json", sets);
  Seen seen;
  s.run([&](Simulation& now) {
    seen.dirty += !now.audit().clean();
    seen.most = std::max(seen.most, now.audit().intersections);
  });
  seen.finished = s.stepper.finished();
  return seen;
}

}  // namespace

TEST_CASE(
    "facet_intersection leaves intersections where vertex_edge leaves none, and the audit counts",
    "[validation][paper][facet_intersection]") {
  const Seen study = four_squares("facet_intersection");
  CHECK(study.finished);  // a pair that its row does not part is left, not refused
  CHECK(study.dirty > 0);
  CHECK(study.most > 0);
  CHECK(four_squares("vertex_edge").dirty == 0);
}
