// Random families of everyday scenes, run by the program and judged by references of their own: statics as a
// linear programme, depths by separating axes.
//
// TACTUS_EVERYDAY_SCENES says how many scenes of each family, then of the sizes of `./dev check everyday`;
// TACTUS_EVERYDAY_FIRST is the first seed (1), TACTUS_EVERYDAY_ONLY the only one; TACTUS_EVERYDAY_SOLVER another
// solver, by name or as JSON; TACTUS_EVERYDAY_CONTACT further members of /contact; TACTUS_KEEP_SCENES a folder in
// which the scenes that fail are written.
#include "families.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>

#include "judges.hpp"
#include "tests/support/each_on_a_core.hpp"

using namespace tactus;
using namespace tactus::everyday;

namespace {

std::size_t scenes() {
  if (std::getenv("TACTUS_EVERYDAY_ONLY")) return 1;
  const char* wanted = std::getenv("TACTUS_EVERYDAY_SCENES");
  return wanted ? std::stoul(wanted) : 60;
}
unsigned seed_of(std::size_t i) {
  for (const char* name : {"TACTUS_EVERYDAY_ONLY", "TACTUS_EVERYDAY_FIRST"})
    if (const char* first = std::getenv(name)) return static_cast<unsigned>(std::stoul(first) + i);
  return static_cast<unsigned>(i + 1);
}
/// In the ordinary tests, and in the long ones.
Sizes sizes(int most_bodies, Real end) {
  if (std::getenv("TACTUS_EVERYDAY_SCENES") || std::getenv("TACTUS_EVERYDAY_LONG"))
    return {most_bodies, end};
  return {};
}

/// What became of the scenes of a family.
struct Tally {
  int scenes = 0, failed = 0;
  std::map<std::string, int> ends;
  Measures worst;
  int claims_rest = 0, claims_move = 0;

  void add(const Motion& m, const Measures& v, bool fault) {
    ++scenes, failed += fault, ++ends[m.end()];
    take_worse(v);
  }
  void add(const Tally& o) {
    scenes += o.scenes, failed += o.failed;
    for (const auto& [end, n] : o.ends) ends[end] += n;
    claims_rest += o.claims_rest, claims_move += o.claims_move;
    take_worse(o.worst);
  }
  void take_worse(const Measures& v) {
    const auto worse = [](Real& a, Real b) { a = std::max(a, b); };
    worse(worst.deepest, v.deepest), worse(worst.born.value, v.born.value);
    worse(worst.lasting.value, v.lasting.value);
    worse(worst.depth_differs, v.depth_differs), worse(worst.depth_missed, v.depth_missed);
    worse(worst.above_start, v.above_start), worse(worst.step_gain, v.step_gain);
    worse(worst.kinetic_gain, v.kinetic_gain), worse(worst.accepted, v.accepted);
    worse(worst.unexplained_gain, v.unexplained_gain);
  }
  int ended(const char* how) const {
    const auto at = ends.find(how);
    return at == ends.end() ? 0 : at->second;
  }
  static constexpr const char* kHead =
      "family      scenes failed | sound not-sound refused stopped crashed | deepest m   born "
      "lasting "
      "| E>start  E step   beyond   K step | accepted | rest moves\n";
  std::string line(const std::string& family) const {
    return fmt::format(
        "{:<11} {:6} {:6} | {:5} {:9} {:7} {:7} {:7} | {:9.3g} {:6.3g} {:7.3g} | {:7.2g} {:7.2g} "
        "{:8.2g} "
        "{:8.2g} | {:8.2g} | {:4} {:5}\n",
        family, scenes, failed, ended("sound"), ended("not sound"), ended("refused"),
        ended("stopped"), ended("crashed"), worst.deepest, worst.born.value, worst.lasting.value,
        worst.above_start, worst.step_gain, worst.unexplained_gain, worst.kinetic_gain,
        worst.accepted, claims_rest, claims_move);
  }
};

/// A worker: runs scenes, judges them and counts.
struct Worker {
  explicit Worker(const std::filesystem::path& root) : runner(root) {}

  /// @param ask  what is wrong with the motion of a scene that came to its end: "" if nothing is
  template <class Ask>
  std::string judge(EverydayScene scene, Ask&& ask) {
    if (const char* more = std::getenv("TACTUS_EVERYDAY_CONTACT"))
      scene.contact = std::string(more) + ", ";
    const Motion motion = runner.run(scene);
    const Measures m = measure(scene, motion);
    std::string wrong;
    if (!motion.ended())
      wrong = motion.end() + "\n" + motion.words;
    else
      wrong = ask(motion, m);
    tally.add(motion, m, !wrong.empty());
    if (wrong.empty()) return "";
    return fmt::format("seed {}, {}: {}{}", scene.seed, scene.kind, wrong, kept(scene));
  }

  static std::string kept(const EverydayScene& scene) {
    const char* folder = std::getenv("TACTUS_KEEP_SCENES");
    if (!folder) return "\n  TACTUS_KEEP_SCENES=FOLDER writes the scene";
    const auto file =
        std::filesystem::path(folder) /
        fmt::format("{}_{}.json", scene.kind.substr(0, scene.kind.find_first_of(", ")), scene.seed);
    std::filesystem::create_directories(folder);
    cli_tests::write_text(file, scene.json());
    return "\n  " + file.string();
  }

  Runner runner;
  Tally tally;
};

/// Collects what is wrong with a measure.
class Faults {
 public:
  void at_most(Real value, Real limit, const char* what) {
    if (value <= limit) return;
    text_ += fmt::format("{}{} is {:.4g}, at most {:.4g} is allowed", text_.empty() ? "" : "; ",
                         what, value, limit);
  }
  void add(const std::string& words) { text_ += (text_.empty() ? "" : "; ") + words; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

template <class Judge>
void run_family(const char* family, Judge&& judge) {
  test::OnEachCore<Worker> workers;
  const std::vector<std::string> wrong =
      workers.each(scenes(), [&](Worker& w, std::size_t i) { return judge(w, seed_of(i)); });
  Tally all;
  workers.visit([&](const Worker& w) { all.add(w.tally); });
  std::cout << Tally::kHead << all.line(family);
  for (const std::string& fault : wrong) UNSCOPED_INFO(fault);
  CHECK(wrong.empty());
  if (!std::getenv("TACTUS_EVERYDAY_ONLY")) CHECK(all.scenes == static_cast<int>(scenes()));
}

/// Rests or moves, as statics says.
void ask_statics(Claim claim, Real moved, Real size, Faults& faults) {
  if (claim == Claim::rests && moved > 1e-7 * size)
    faults.add(fmt::format("moved by {:.3g} m, but statics lets it rest", moved));
  if (claim == Claim::moves && moved < 1e-5 * size)
    faults.add(fmt::format("moved by {:.3g} m only, but nothing balances its weight", moved));
}

void ask_depths(const Measures& m, Faults& faults) {
  if (m.born.value > 1) faults.add("a new overlap is too deep: " + m.born.where);
  faults.at_most(m.depth_differs, 1e-9, "the excess of depth_m over separating axes, m,");
  faults.at_most(m.depth_missed, 1e-9, "the lack of depth_m below the depth of a corner, m,");
}

}  // namespace

TEST_CASE("what is laid down starts, and rests or moves as statics says", "[everyday]") {
  run_family("laid down", [](Worker& w, unsigned seed) {
    const EverydayScene scene = laid_down(seed, sizes(8, 1));
    const Claim claim = claim_of(statics_of(scene), scene.friction, down_of(scene));
    w.tally.claims_rest += claim == Claim::rests, w.tally.claims_move += claim == Claim::moves;
    return w.judge(scene, [&](const Motion&, const Measures& m) {
      Faults faults;
      ask_statics(claim, m.moved, 1, faults);
      ask_depths(m, faults);
      return faults.text();
    });
  });
}

TEST_CASE("what is poured into a box comes to its end", "[everyday]") {
  run_family("poured", [](Worker& w, unsigned seed) {
    return w.judge(poured(seed, sizes(150, 1)), [](const Motion&, const Measures& m) {
      Faults faults;
      ask_depths(m, faults);
      faults.at_most(m.accepted, 0.05, "the share of accepted steps");
      faults.at_most(m.above_start, 1e-4, "the energy above its start, over the kinetic energy,");
      faults.at_most(m.unexplained_gain, 1e-8,
                     "the rise of energy in a step beyond h/2 g I, over the kinetic energy,");
      return faults.text();
    });
  });
}

TEST_CASE("masonry stands or falls as the statics of no-tension joints says", "[everyday]") {
  run_family("masonry", [](Worker& w, unsigned seed) {
    const Masonry drawn = masonry(seed, sizes(30, 0.6));
    const bool stands = drawn.of_limit > 1;
    (stands ? w.tally.claims_rest : w.tally.claims_move) += 1;
    return w.judge(drawn.scene, [&](const Motion&, const Measures& m) {
      Real area = 1e9, reach = 0;
      for (const Body& b : drawn.scene.bodies)
        if (!b.held)
          area = std::min(area, b.shape.area()), reach = std::max(reach, b.shape.reach());
      Faults faults;
      ask_statics(stands ? Claim::rests : Claim::moves, m.moved, reach, faults);
      faults.at_most(m.deepest, 1e-3 * std::sqrt(area), "the depth of a joint, m,");
      if (!faults.text().empty()) faults.add(fmt::format("{:.4f} of the limit", drawn.of_limit));
      return faults.text();
    });
  });
}

TEST_CASE("two bodies that fly at each other end apart, and never with more energy", "[everyday]") {
  run_family("duel", [](Worker& w, unsigned seed) {
    return w.judge(duel(seed, sizes(2, 1)), [](const Motion&, const Measures& m) {
      Faults faults;
      ask_depths(m, faults);
      // Nothing presses on them again, so that no overlap may grow deeper than it was born.
      if (m.lasting.value > 1) faults.add("an overlap is too deep: " + m.lasting.where);
      faults.at_most(m.kinetic_gain, 1e-10, "the rise of kinetic energy in a step");
      return faults.text();
    });
  });
}
