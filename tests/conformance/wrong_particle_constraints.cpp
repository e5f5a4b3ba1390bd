// Constraints of round particles that are wrong only where these are exactly above each other, and the
// sentence that names it.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include "changed_constraint.hpp"
#include "sdk/template/constraint/template_name.cpp"  // NOLINT: the sound constraint to start from

namespace {
using namespace tactus::conformance;

/// Whether the first two vertices of a row have the same abscissa.
bool upright(const Asked& asked, std::size_t k) {
  return asked.vertex(k, 0)[0] == asked.vertex(k, 1)[0];
}

std::vector<Case> cases() {
  const auto misses = [pairs = std::vector<Pair>{}](DetectQuery& q) mutable {
    const auto dim = static_cast<std::size_t>(q.surface->dim);
    pairs.clear();
    for (const Pair& p : q.candidates.vertex_vertex)
      if (q.y[static_cast<std::size_t>(p.first) * dim] !=
          q.y[static_cast<std::size_t>(p.second) * dim])
        pairs.push_back(p);
    q.candidates.vertex_vertex = pairs;
  };
  const auto off = [](const Asked& asked) {
    for (std::size_t k = 0; asked.out.value && k < asked.rows.size(); ++k)
      if (upright(asked, k)) asked.out.value[k] *= 1.001;
  };
  const auto blind = [pairs = std::vector<Pair>{}](DetectQuery& q) mutable {
    const Index dim = q.surface->dim;
    pairs.clear();
    for (const Pair& p : q.candidates.vertex_vertex) {
      const ConstMap a(q.y.data() + p.first * dim, dim), b(q.y.data() + p.second * dim, dim);
      if ((a - b).norm() > 1.4 * q.surface->radius[static_cast<std::size_t>(p.first)])
        pairs.push_back(p);
    }
    q.candidates.vertex_vertex = pairs;
  };
  return {{"misses particles exactly above each other",
           {"2D: a contact is seen wherever it is", " of 1000 places a contact is missed"},
           {.before = misses}},
          {"a gap that is off between particles exactly above each other",
           {"2D: a gap is the distance in metres", "at most 1e-12"},
           {.answer = off}},
          {"sees no particles deeper than 0.6 radii inside each other",
           {"2D: particles deep inside each other get rows", "have a row"},
           {.before = blind}}};
}

}  // namespace

void tactus::conformance::add_particle_constraints(Kills& kills, Sounds& sounds) {
  const auto run = run_changed(
      [](const Changes&) { return std::make_unique<TemplateName>(TemplateName::Options{}); });
  add(kills, "constraint of particles", "a pair that is exactly vertical", cases(), run,
      {{"sees no particles deeper than 0.6 radii inside each other",
        "only where bodies are deep"}});
  sounds.push_back({"constraint of the template", 50, [run](Check& check) { run({}, check); }});
}
