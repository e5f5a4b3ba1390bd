// The text form of friction problems: what is read, and that every kind of nonsense is an error with
// the line where it stands.
#include "apps/solve/fc3d.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "apps/solve/soundness.hpp"
#include "core/support/regular_file.hpp"
#include "tactus/error.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

/// Two contacts in the plane, the second one pushed by the first and not the other way round.
const std::string kTwo =
    "fc3d 1 # version\n"
    "dimension 2\n"
    "contacts 2\n"
    "blocks 3\n"
    "mu\n"
    "0.5 0\n"
    "q\n"
    "-1 0.25\n"
    "2 1e-3\n"
    "M\n"
    "0 0 2 0 0 3\n"
    "1 0 -1 0.5 0.25 -1\n"
    "1 1 1 0 0 1\n"
    "end\n";

FrictionProblem read(const std::string& text) { return read_fc3d("two.fc3d", text); }

std::string with(const std::string& what, const std::string& instead) {
  std::string text = kTwo;
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), instead);
}

/// Two blocks, announced as such; contact 1 has none of its own.
std::string without_last_block() {
  std::string text = with("blocks 3", "blocks 2");
  const std::string last = "1 1 1 0 0 1\n";
  return text.erase(text.find(last), last.size());
}

}  // namespace

TEST_CASE("a friction problem is read from text, normal first", "[solve][fc3d]") {
  const FrictionProblem p = read(kTwo);
  CHECK(p.name == "two");
  CHECK(p.dim == 2);
  CHECK(p.contacts == 2);
  CHECK(p.friction == std::vector<Real>{0.5, 0});
  CHECK(p.free_velocity == std::vector<Real>{-1, 0.25, 2, 1e-3});
  CHECK(p.start == std::vector<Index>{0, 1, 3});
  CHECK(p.column == std::vector<Index>{0, 0, 1});
  CHECK(p.value == std::vector<Real>{2, 0, 0, 3, -1, 0.5, 0.25, -1, 1, 0, 0, 1});
  CHECK(velocities_of(p, std::vector<Real>{1, 2, 3, 4}) == std::vector<Real>{1, 6.25, 5, 2.251});
  const StoredOperator W(p);
  CHECK(std::vector<Real>(W.diagonal_blocks().begin(), W.diagonal_blocks().end()) ==
        std::vector<Real>{2, 0, 0, 3, 1, 0, 0, 1});
}

TEST_CASE("reactions are written so that they read back to the bit", "[solve][fc3d]") {
  const FrictionProblem p = read(kTwo);
  CHECK(reactions_text(p, std::vector<Real>{0.1, -1. / 3, 0, 1e-300}) ==
        "# reactions of two: N T per contact, N s\n0.1 -0.3333333333333333\n0 1e-300\n");
  FrictionProblem space = p;
  space.dim = 3, space.contacts = 1;
  CHECK(reactions_text(space, std::vector<Real>{1, 2, 3}) ==
        "# reactions of two: N T1 T2 per contact, N s\n1 2 3\n");
}

TEST_CASE("nonsense in a problem is an error with its line and what is allowed", "[solve][fc3d]") {
  struct Case {
    std::string text, line, words;
  };
  const std::vector<Case> cases{
      {"", "two.fc3d", "the file is empty"},
      {"\n# nothing\n", "line 3", "the file ends where \"fc3d\" is expected"},
      {"solid cube\n", "line 1", "no problem in the format .fc3d"},
      {with("fc3d 1", "fc3d 2"), "line 1", "version 2; allowed: 1"},
      {with("dimension 2", "dimension 4"), "line 2", "dimension 4; allowed: 2 or 3"},
      {with("contacts 2", "contacts 1000000000"), "line 3", "1000000000 contacts are announced"},
      {with("contacts 2", "contacts 99999999999999999999"), "line 3",
       "beyond the numbers of 64 bits"},
      {with("contacts 2", "contacts -1"), "line 3", "-1 contacts; allowed: 1 or more"},
      {with("contacts 2", "contacts 0"), "line 3", "0 contacts; allowed: 1 or more"},
      {with("contacts 2", "contacts two"), "line 3",
       "\"two\" stands where contacts, a whole number"},
      {with("blocks 3", "blocks 1000000000"), "line 4", "1000000000 blocks are announced"},
      {with("blocks 3", "M 3"), "line 4", "\"M\" stands where \"blocks\" is expected"},
      {with("0.5 0\n", "-0.5 0\n"), "line 6", "friction -0.5 of contact 0; allowed: 0 or more"},
      {with("0.5 0\n", "nan 0\n"), "line 6", "is nan; allowed: a finite number"},
      {with("0.5 0\n", "0.5\n"), "line 7", "\"q\" stands where a friction coefficient, a number"},
      {with("2 1e-3", "inf 1e-3"), "line 9", "a free velocity is inf"},
      {with("2 1e-3", "2 1e-3x"), "line 9", "\"1e-3x\" stands where a free velocity"},
      {with("2 1e-3", "2 1e999"), "line 9", "beyond the numbers of 64 bits"},
      {with("1 0 -1 0.5 0.25 -1", "1 0 -1 0.5 nan -1"), "line 12", "an entry of a block is nan"},
      {with("1 0 -1", "1 2 -1"), "line 12", "column 2; allowed: 0 to 1"},
      {with("1 0 -1", "-1 0 -1"), "line 12", "row -1; allowed: 0 to 1"},
      {with("1 0 -1 0.5 0.25 -1", "1 1 1 0 0 1"), "line 13", "each block once, sorted"},
      {with("1 1 1 0 0 1\n", ""), "line 13", "\"end\" stands where row"},
      {with("blocks 3", "blocks 2"), "line 13", "\"1\" stands where \"end\" is expected"},
      {without_last_block(), "line 13", "block 1 1 of contact 1 is missing"},
      {with("1 1 1 0 0 1", "1 1 0 0 0 1"), "line 13",
       "block 1 1 of contact 1 is not positive definite"},
      {with("1 1 1 0 0 1", "1 1 1 3 3 1"), "line 13", "not positive definite"},
      {with("end\n", ""), "line 14", "the file ends where \"end\" is expected"},
      {with("end\n", "end 1\n"), "line 14", "there is text after \"end\""},
      {with("1 1 1 0 0 1\nend\n", "1 1 1 0"), "line 13", "the file ends where an entry of a block"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK_THROWS_AS(read(c.text), ConfigError);
    CHECK_THROWS_WITH(read(c.text), Contains(c.line) && Contains(c.words));
  }
}

TEST_CASE("a problem that is cut off or scribbled on anywhere is read or refused, never a crash",
          "[solve][fc3d]") {
  const auto survives = [](const std::string& text) {
    try {
      const FrictionProblem p = read(text);
      return flaw_of(p).empty();
    } catch (const ConfigError&) {
      return true;
    }
  };
  for (std::size_t k = 0; k < kTwo.size(); ++k) CHECK(survives(kTwo.substr(0, k)));
  std::mt19937 random(1);
  for (int k = 0; k < 3000; ++k) {
    std::string text = kTwo;
    for (int changes = 0; changes < 3; ++changes)
      text[random() % text.size()] = "0123456789 -.e\n#naMq\0x"[random() % 22];
    CHECK(survives(text));
  }
}
