// Constraints against something outside of the model that are wrong in one way each. The sound one to
// start from is floor.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here

#include "changed_constraint.hpp"
#include "plugins/constraint/floor/floor.cpp"  // NOLINT

namespace {
using namespace tactus;
using namespace tactus::conformance;

std::unique_ptr<Constraint> sound_floor(const Changes&) {
  floors::Floor::Options options;
  options.point = {0, -1}, options.normal = {3, 4}, options.velocity = {2, -1};
  return std::make_unique<floors::Floor>(std::move(options));
}

std::vector<Case> wrong_floors() {
  const std::string kBody = "2D: rows against something outside are of one body, with weights of 1",
                    kMoves = "2D: what is outside moves as it says";
  static constexpr PatchPair kAll{0, -1};
  return {
      {"rows of surfaces that have no pair with what is outside",
       {"2D: what is outside is for the surfaces that have a pair with it",
        "without a pair with what is outside"},
       {.setup =
            [](ConstraintSetup& setup) {
              setup.pairs = {&kAll, 1};
            }}},
      {"weights against something outside that do not add up to 1",
       {kBody, "weights add up to 0.5"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0; a.out.weight && k < a.rows.size(); ++k) a.out.weight[k] = 0.5;
            }}},
      {"a velocity of what is outside in the axes of the contact",
       {kMoves, "the velocity says"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0; a.out.outside_velocity && k < a.rows.size(); ++k) {
                Real* v = a.out.outside_velocity + 2 * k;
                const Real normal = (3 * v[0] + 4 * v[1]) / 5, along = (3 * v[1] - 4 * v[0]) / 5;
                v[0] = normal, v[1] = along;
              }
            }}},
      {"what is outside without a name",
       {"2D: what is outside has names of its own", "has no name"},
       {.nameless = true}},
      {"a row against something that has no name",
       {kBody, "which has no name"},
       {.after = [](const DetectQuery&, ContactSet& set,
                    DetectResult&) { std::fill(set.outside.begin(), set.outside.end(), 7); }}},
  };
}

}  // namespace

void tactus::conformance::add_floors(Kills& kills, Sounds& sounds) {
  add(kills, "constraint, outside of the model", "a wrong answer", wrong_floors(),
      run_changed(sound_floor));
  sounds.push_back({"floor", 6, [](Check& check) {
                      constraint_promises([] { return sound_floor({}); }, check);
                    }});
  sounds.push_back({"floor in space", 6, [](Check& check) {
                      floors::Floor::Options options;
                      options.normal = {2, -1, 2}, options.velocity = {1, 2, 3};
                      constraint_promises([&] { return std::make_unique<floors::Floor>(options); },
                                          check);
                    }});
}
