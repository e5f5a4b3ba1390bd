// Constraints of round particles that are wrong only where these are exactly above each other, and the
// sentence that names it.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include "changed_constraint.hpp"
#include "sdk/template/constraint/template_name.cpp"  // NOLINT: the sound constraint to start from

namespace {
using namespace tactus::conformance;

Recorder judged(const Changes& changes) {
  Recorder recorder;
  constraint_promises(
      [&] {
        auto sound = std::make_unique<TemplateName>(TemplateName::Options{});
        return std::make_unique<ChangedConstraint>(std::move(sound), changes);
      },
      recorder);
  return recorder;
}

/// Whether the first two vertices of a row have the same abscissa.
bool upright(const Asked& asked, std::size_t k) {
  return asked.vertex(k, 0)[0] == asked.vertex(k, 1)[0];
}

}  // namespace

TEST_CASE("a constraint that misses particles exactly above each other is told so",
          "[conformance]") {
  const auto misses = [pairs = std::vector<Pair>{}](DetectQuery& q) mutable {
    const auto dim = static_cast<std::size_t>(q.surface->dim);
    pairs.clear();
    for (const Pair& p : q.candidates.vertex_vertex)
      if (q.y[static_cast<std::size_t>(p.first) * dim] !=
          q.y[static_cast<std::size_t>(p.second) * dim])
        pairs.push_back(p);
    q.candidates.vertex_vertex = pairs;
  };
  check_is_killed(judged({.before = misses}),
                  {"2D: a contact is seen wherever it is", " of 1000 places a contact is missed"});
}

TEST_CASE("a gap that is off between particles exactly above each other is told so",
          "[conformance]") {
  const auto off = [](const Asked& asked) {
    for (std::size_t k = 0; asked.out.value && k < asked.rows.size(); ++k)
      if (upright(asked, k)) asked.out.value[k] *= 1.001;
  };
  check_is_killed(judged({.answer = off}),
                  {"2D: a gap is the distance in metres", "at most 1e-12"});
}

TEST_CASE("the conformance kit passes the constraint of particles it starts from",
          "[conformance]") {
  check_passes(judged({}));
}
