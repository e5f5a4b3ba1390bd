// Loads that are wrong in one way each. The sound one to start from is a spring from each point to a
// place that moves.
#include <numeric>
#include <tactus/conformance/load_promises.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

/// What a wrong load does after the sound one has written its force.
struct LoadChange {
  std::function<void(const LoadTarget&, const LoadQuery&, Out<Real>)> force{};
  std::function<Real(const LoadQuery&, Real)> potential{};
  Real largest = 60;
  bool leaves_last = false;   ///< does not write the last number
  bool wrong_origin = false;  ///< the place is taken to be relative to the origin
  bool claims_nothing = false;
};

class Spring final : public Load {
 public:
  explicit Spring(LoadChange change) : change_(std::move(change)) {}
  void capabilities(Capabilities& c) const override {
    if (!change_.claims_nothing) c.provides(capability::load_potential);
  }

 private:
  void do_setup(const LoadTarget& target) override { target_ = target; }
  Real away(const LoadQuery& at, std::size_t i) const {
    const auto dim = static_cast<std::size_t>(target_.dim);
    const std::size_t d = i % dim;
    const Real place[3] = {1, -2, 0.5};
    const Real origin = change_.wrong_origin ? 0 : target_.origin[d];
    return at.position[i] + origin - place[d] - 0.1 * at.time;
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    const std::size_t count = force.size() - (change_.leaves_last ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) force[i] = -3 * at.factor * away(at, i);
    if (change_.force) change_.force(target_, at, force);
  }
  Real do_potential(const LoadQuery& at, Context&) const override {
    Real sum = 0;
    for (std::size_t i = 0; i < at.position.size(); ++i)
      sum += 1.5 * at.factor * away(at, i) * away(at, i);
    return change_.potential ? change_.potential(at, sum) : sum;
  }
  Real do_largest() const override { return change_.largest; }

  LoadChange change_;
  LoadTarget target_;
};

/// A wind along x: so much force on each square metre of a surface.
class Wind final : public Load {
 public:
  enum class Fault { none, no_thickness, share, no_claim, last_facet };
  explicit Wind(Fault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    if (fault_ != Fault::no_claim) c.provides(capability::load_surface);
  }

 private:
  void do_setup(const LoadTarget& target) override {
    const auto dim = static_cast<std::size_t>(target.dim);
    force_.assign(target.mass.size(), 0);
    const Real parts = fault_ == Fault::share ? 2 : static_cast<Real>(dim);
    for (std::size_t f = 0; f < target.facet.size(); f += dim) {
      const auto along = [&](std::size_t to, std::size_t d) {
        const auto at = [&](std::size_t p) {
          return static_cast<std::size_t>(target.facet[f + p]) * dim + d;
        };
        return target.reference[at(to)] - target.reference[at(0)];
      };
      Real area = 0;
      if (dim == 2) {
        area = std::hypot(along(1, 0), along(1, 1));
        if (fault_ != Fault::no_thickness) area *= target.thickness;
      } else {
        const Vec<3> a(along(1, 0), along(1, 1), along(1, 2)),
            b(along(2, 0), along(2, 1), along(2, 2));
        area =
            Vec<3>(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
                .norm() /
            2;
      }
      for (std::size_t p = 0; p < dim; ++p) {
        Real& force = force_[static_cast<std::size_t>(target.facet[f + p])];
        force = (fault_ == Fault::last_facet ? 0 : force) + 5 * area / parts;
      }
    }
    dim_ = dim;
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    std::ranges::fill(force, 0);
    for (std::size_t p = 0; p < force_.size(); ++p) force[p * dim_] = at.factor * force_[p];
  }
  Real do_potential(const LoadQuery&, Context&) const override { return 0; }
  Real do_largest() const override {
    return std::accumulate(force_.begin(), force_.end(), Real{0});
  }

  Fault fault_;
  std::vector<Real> force_;
  std::size_t dim_ = 2;
};

struct LoadCase {
  std::string name;
  Expected expected;
  LoadChange change;
};

std::vector<LoadCase> cases_of_loads() {
  const std::string at = "2D, a group: ",
                    gradient = at +
                               "the force is the negative gradient of the potential "
                               "(differences)",
                    function = at + "the force is a function of its arguments";
  return {
      {"the potential has the wrong sign",
       {gradient, "at most"},
       {.potential = [](const LoadQuery&, Real energy) { return -energy; }}},
      {"the factor is left out",
       {at + "the factor multiplies the force", "with a factor of 2"},
       {.force =
            [](const LoadTarget&, const LoadQuery& q, Out<Real> f) {
              for (Real& x : f) x /= q.factor == 0 ? 1 : q.factor;
            }}},
      {"it remembers where the points were",
       {function, "after another question"},
       {.force =
            [before = std::make_shared<Real>(0)](const LoadTarget&, const LoadQuery& q,
                                                 Out<Real> f) {
              f[1] += *before == 0 ? 0 : 1e-6 * (q.position[0] - *before);
              *before = q.position[0];
            }}},
      {"the last number is not written",
       {at + "every number of the force is written", "what stood there before"},
       {.leaves_last = true}},
      {"a number more than there are",
       {at + "every number of the force is written", "writes beyond"},
       {.force = [](const LoadTarget&, const LoadQuery&, Out<Real> f) { f.data()[f.size()] = 0; }}},
      {"a place relative to the origin of the model",
       {at + "where the origin is does not matter", "at most"},
       {.wrong_origin = true}},
      {"the first point is another one",
       {at + "the order of the points does not matter", "at most"},
       {.force = [](const LoadTarget&, const LoadQuery&, Out<Real> f) { f[0] *= 2; }}},
      {"a size in meganewtons",
       {at + "its size is finite, not negative, and that of its forces", "N in all"},
       {.largest = 60e-6}},
      {"a potential that is not claimed",
       {at + "a potential that it has is claimed", "load.potential is not claimed"},
       {.claims_nothing = true}},
      {"a vector in a warm call",
       {"warm calls allocate nothing", "allocations"},
       {.force =
            [](const LoadTarget&, const LoadQuery& q, Out<Real> f) {
              const std::vector<Real> copy(q.position.begin(), q.position.end());
              f[0] += 0 * copy[0];
            }}},
  };
}

}  // namespace

void tactus::conformance::add_loads(Kills& kills, Sounds& sounds) {
  const auto run = [](const LoadCase& c, Check& check) {
    load_promises([&] { return std::make_unique<Spring>(c.change); }, check);
  };
  add(kills, "load", "a wrong force", cases_of_loads(), run,
      {{"the potential has the wrong sign", "claim: load.potential"}});
  for (const auto& [name, fault] :
       {std::pair{"a thickness that is left out", Wind::Fault::no_thickness},
        {"halves of triangles", Wind::Fault::share}})
    kills.push_back({"load",
                     name,
                     "a wrong force",
                     {"a wall of a prism is loaded as a side of its cross-section", "at most"},
                     [fault](Check& check) {
                       load_promises([&] { return std::make_unique<Wind>(fault); }, check);
                     }});
  kills.push_back(
      {"load",
       "of the facets at a point the last one counts",
       "a wrong force",
       {"3D, facets: the order of the facets and of their corners does not matter", "at most"},
       [](Check& check) {
         load_promises([] { return std::make_unique<Wind>(Wind::Fault::last_facet); }, check);
       }});
  kills.push_back({"load",
                   "facets that it does not ask for",
                   "a wrong force",
                   {"2D, a group: it loads something", "zero in every state"},
                   [](Check& check) {
                     load_promises([] { return std::make_unique<Wind>(Wind::Fault::no_claim); },
                                   check);
                   }});
  sounds.push_back({"wind", 12, [](Check& check) {
                      load_promises([] { return std::make_unique<Wind>(Wind::Fault::none); },
                                    check);
                    }});
  sounds.push_back({"spring to a place", 12, [](Check& check) {
                      load_promises([] { return std::make_unique<Spring>(LoadChange{}); }, check);
                    }});
}
