// Constraints of round particles that are wrong only where these are exactly above each other, and the
// sentence that names it.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include "changed_constraint.hpp"
#include "sdk/template/constraint/template_name.cpp"  // NOLINT: the sound constraint to start from

namespace {
using namespace tactus::conformance;

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
  // The surface stays where it is from setup on.
  const auto with_radii = [](Real (*more)(Real first, Real second)) {
    auto radius = std::make_shared<View<Real>>();
    return Changes{.setup = [radius](ConstraintSetup& s) { *radius = s.surface->radius; },
                   .answer =
                       [radius, more](const Asked& asked) {
                         for (std::size_t k = 0; asked.out.value && k < asked.rows.size(); ++k) {
                           const View<Index> pair = asked.set.stencil(asked.rows[k]);
                           asked.out.value[k] += more((*radius)[static_cast<std::size_t>(pair[0])],
                                                      (*radius)[static_cast<std::size_t>(pair[1])]);
                         }
                       }};
  };
  return {{"radii rounded to floats",
           {"2D: a gap is the distance in metres", "at most 1e-12"},
           with_radii([](Real a, Real b) {
             const auto single = [](Real r) { return static_cast<Real>(static_cast<float>(r)); };
             return a - single(a) + b - single(b);
           })},
          {"one radius for both",
           {"2D: a gap is the distance in metres", "at most 1e-12"},
           with_radii([](Real a, Real b) { return b - a; })},
          {"a reach of less than nothing",
           {"2D: is set up for a scene, with a reach that is a length", "its reach is"},
           {.reach = -10}},
          {"misses particles exactly above each other",
           {"2D: a contact is seen wherever it is", " of 1000 places a contact is missed"},
           {.before = misses}},
          {"sees no particles deeper than 0.6 radii inside each other",
           {"2D: particles deep inside each other get rows", "have a row"},
           {.before = blind}},
          {"sees no pair that is the only one",
           {"2D: a pair with a round body is seen alone as among others", "are found from no pair"},
           {.before = [](DetectQuery& q) {
             if (q.candidates.vertex_vertex.size() == 1) q.candidates.vertex_vertex = {};
           }}}};
}

}  // namespace

void tactus::conformance::add_particle_constraints(Kills& kills, Sounds& sounds) {
  const auto run = run_changed(
      [](const Changes&) { return std::make_unique<TemplateName>(TemplateName::Options{}); });
  add(kills, "constraint of particles", "a pair that is exactly vertical", cases(), run,
      {{"sees no particles deeper than 0.6 radii inside each other", "only where bodies are deep"},
       {"radii rounded to floats", "float in one place"},
       {"one radius for both", "radii"},
       {"a reach of less than nothing", "a wrong answer"},
       {"sees no pair that is the only one", "a wrong answer"}});
  sounds.push_back({"constraint of the template", 50, [run](Check& check) { run({}, check); }});
}
