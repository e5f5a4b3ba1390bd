// Tests what every load promises, on the points of a small body in the plane and in space.
#include "tactus/conformance/load_promises.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "load_scene.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance {
namespace {

using Numbers = std::vector<Real>;

/// A load that knows its points, and states in which it is asked.
class LoadTrial {
 public:
  LoadTrial(const Make<Load>& make, LoadScene of) : scene(std::move(of)), load_(make()) {
    load_->setup(scene.target());
  }
  struct Asked {
    Real factor = 1, time = 0;
    Numbers position;
  };
  Numbers force(const Asked& at, Real before = 7) {
    constexpr Real mark = 0x1.5p-7;
    constexpr std::ptrdiff_t guard = 8;
    Numbers out(scene.reference.size() + 2 * guard, mark);
    const auto first = out.begin() + guard, end = out.end() - guard;
    std::fill(first, end, before);
    load_->force(query(at), {first, end}, context_.context());
    const auto changed = [](Real x) { return x != mark; };
    if (std::any_of(out.begin(), first, changed) || std::any_of(end, out.end(), changed))
      throw Error("it writes beyond the forces of its points");
    return {first, end};
  }
  Real potential(const Asked& at) { return load_->potential(query(at), context_.context()); }
  Load& load() { return *load_; }

  /// A deformed state; each number its own.
  Asked state(std::uint64_t number, Real factor = 1) const {
    Random random(number);
    Asked at{factor, static_cast<Real>(number) * 0.37, scene.reference};
    for (Real& x : at.position) x += random.between(-0.1, 0.1);
    return at;
  }

  const LoadScene scene;

 private:
  static LoadQuery query(const Asked& at) {
    return {.factor = at.factor, .time = at.time, .position = at.position};
  }
  std::unique_ptr<Load> load_;
  SerialContext context_;
};

Real size_of(const Numbers& f) {
  Real size = 0;
  for (const Real x : f) raise_to(size, std::abs(x));
  return size;
}

/// Largest difference in units of the largest number.
Real apart(const Numbers& a, const Numbers& b) {
  Real most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Real off = std::abs(a[i] - b[i]);
    raise_to(most, off);
  }
  const Real size = std::max(size_of(a), size_of(b));
  return most == 0 ? 0 : most / size;
}

Finding forces_are_a_function(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial used(make, scene), fresh(make, scene);
  const auto at = used.state(1), other = used.state(2, -3);
  const Numbers first = used.force(at);
  if (!std::ranges::all_of(first, [](Real x) { return std::isfinite(x); }))
    return broken("a force that is not finite");
  if (used.force(at) != first) return broken("asked the same once more, it gives another force");
  used.force(other);
  used.load().accept();
  if (used.force(at) != first) return broken("after another question it gives another force");
  used.force(other);
  used.load().reject();
  if (used.force(at) != first) return broken("after reject() it gives another force");
  if (fresh.force(at) != first) return broken("a fresh object gives another force");
  return kept();
}

Finding every_number_is_written(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene);
  const auto at = trial.state(3);
  const Numbers a = trial.force(at, 7), b = trial.force(at, -4e10);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return broken(text_of("number ", i, " depends on what stood there before"));
  return kept();
}

Finding factor_multiplies(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene);
  Numbers once = trial.force(trial.state(4));
  for (const Real factor : {2., -0.3, 0.}) {
    Numbers times = trial.force(trial.state(4, factor)), expected = once;
    for (Real& f : expected) f *= factor;
    if (const Real off = apart(times, expected); !(off <= 1e-12))
      return broken(text_of("with a factor of ", factor, " it is off by ", off));
  }
  return kept();
}

/// Where its points were forgotten, or are facets that it did not ask for, every other promise holds of nothing.
Finding it_loads_something(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene);
  Real most = 0;
  for (const std::uint64_t number : {0, 4, 5, 6})
    raise_to(most, size_of(trial.force(trial.state(number))));
  return most > 0 ? kept(text_of(most, " N"))
                  : broken("its force is zero in every state and at all times");
}

Finding origin_does_not_matter(const Make<Load>& make, const LoadScene& scene) {
  const Real by = 0.75;
  LoadTrial here(make, scene), there(make, scene.with_origin_moved(by));
  const auto at = here.state(5);
  auto moved = at;
  for (Real& x : moved.position) x -= by;
  return within(apart(here.force(at), there.force(moved)), 1e-12);
}

Finding order_does_not_matter(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial here(make, scene), there(make, scene.reversed());
  const auto at = here.state(6);
  auto turned = at;
  turned.position = scene.in_reverse(at.position);
  return within(apart(scene.in_reverse(here.force(at)), there.force(turned)), 1e-12);
}

Finding order_of_facets_does_not_matter(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene), other(make, scene.with_facets_reordered());
  const auto at = trial.state(11);
  return within(apart(trial.force(at), other.force(at)), 1e-12);
}

/// Central differences at a fixed time.
Finding force_is_a_gradient(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene);
  const Real little = 1e-5;
  Real worst = 0;
  for (const Real factor : {1., -3.}) {
    for (const std::uint64_t number : {7, 8}) {
      const auto at = trial.state(number, factor);
      const Numbers force = trial.force(at);
      Numbers slope(force.size());
      Real energy = 0;
      for (std::size_t i = 0; i < force.size(); ++i) {
        auto ahead = at, behind = at;
        ahead.position[i] += little, behind.position[i] -= little;
        const Real up = trial.potential(ahead), down = trial.potential(behind);
        energy = std::max({energy, std::abs(up), std::abs(down)});
        slope[i] = (down - up) / (2 * little);
      }
      // Rounding of large potentials is no fault of the gradient.
      const Real size = std::max(size_of(force), size_of(slope));
      const Real rounding = size == 0 ? 0 : 1e-15 * energy / little / size;
      raise_to(worst, apart(force, slope) - rounding);
    }
  }
  return within(worst, 1e-6);
}

/// Without the claim the kernel takes the work of its forces along the way, and energy is not what it could be.
Finding potential_is_claimed(const Make<Load>& make, const LoadScene& scene) {
  if (Claims(*make()).has(capability::load_potential)) return kept();
  LoadTrial trial(make, scene);
  const Finding gradient = found_by([&] { return force_is_a_gradient(make, scene); });
  if (size_of(trial.force(trial.state(7))) == 0 || !gradient.kept) return kept("it has none");
  return broken(
      "its force is the negative gradient of its potential, and load.potential is not "
      "claimed");
}

/// Where it is not zero it is not far below the forces of the start, which it gives a scale. Springs may say
/// zero: how far they will be stretched they do not know.
Finding size_is_told(const Make<Load>& make, const LoadScene& scene) {
  LoadTrial trial(make, scene);
  const Real largest = trial.load().largest();
  if (!(largest >= 0 && std::isfinite(largest))) return broken(text_of(largest, " N"));
  const auto at_start = LoadTrial::Asked{.position = scene.reference};
  Real sum = 0;
  for (const Real f : trial.force(at_start)) sum += std::abs(f);
  return largest == 0 || sum <= 4 * largest
             ? kept(text_of(largest, " N"))
             : broken(text_of(largest, " N, and forces of ", sum, " N in all"));
}

/// A wall of a prism has the forces of a side of its cross-section, whose thickness is the prism's height: in the
/// plane a facet stands for its length times the thickness, in space for its area.
Finding prism_is_its_cross_section(const Make<Load>& make) {
  LoadScene plane(2, false), space(3, false);
  const Real height = plane.target().thickness;
  const std::size_t corners = plane.points();
  space.reference.clear(), space.mass.clear(), space.facet.clear();
  for (const Real z : {Real{0}, height})
    for (std::size_t p = 0; p < corners; ++p) {
      space.reference.insert(space.reference.end(),
                             {plane.reference[2 * p], plane.reference[2 * p + 1], z});
      space.mass.push_back(plane.mass[p] / 2);
    }
  const auto above = static_cast<Index>(corners);
  for (std::size_t f = 0; f < plane.facet.size(); f += 2) {
    const Index a = plane.facet[f], b = plane.facet[f + 1];
    for (const Index p : {a, b, b + above, a, b + above, a + above}) space.facet.push_back(p);
  }
  LoadTrial flat(make, plane), thick(make, space);
  const auto at = flat.state(10);
  LoadTrial::Asked raised{at.factor, at.time, {}};
  for (const Real z : {Real{0}, height})
    for (std::size_t p = 0; p < corners; ++p)
      raised.position.insert(raised.position.end(),
                             {at.position[2 * p], at.position[2 * p + 1], z});
  const Numbers in_space = thick.force(raised);
  Numbers columns(2 * corners);
  for (std::size_t p = 0; p < 2 * corners; ++p)
    for (std::size_t d = 0; d < 2; ++d) columns[2 * (p % corners) + d] += in_space[3 * p + d];
  return within(apart(flat.force(at), columns), 1e-12);
}

Finding warm_calls(const Make<Load>& make, const LoadScene& scene,
                   FunctionRef<Finding(FunctionRef<void()>)> counted) {
  LoadTrial trial(make, scene);
  const auto at = trial.state(9);
  Numbers out(at.position.size());
  SerialContext context;
  const LoadQuery query{.factor = 1, .time = 1, .position = at.position};
  return counted([&] { trial.load().force(query, out, context.context()); });
}

/// Why the load is not for these points; empty if it is.
std::string refusal(const Make<Load>& make, const LoadScene& scene) {
  try {
    LoadTrial trial(make, scene);
    return "";
  } catch (const ConfigError& e) {
    return e.what();
  } catch (const std::exception&) {
    return "";  // which breaks every promise
  }
}

void promises_of(const Make<Load>& make, Check& check, const LoadScene& scene,
                 const std::string& where) {
  const auto promise = [&](const std::string& what, auto test) {
    check.promise(where + what, [&] { return test(make, scene); });
  };
  promise("the force is a function of its arguments", forces_are_a_function);
  promise("every number of the force is written", every_number_is_written);
  promise("the factor multiplies the force", factor_multiplies);
  promise("it loads something", it_loads_something);
  promise("where the origin is does not matter", origin_does_not_matter);
  promise("the order of the points does not matter", order_does_not_matter);
  if (!scene.facet.empty())
    promise("the order of the facets and of their corners does not matter",
            order_of_facets_does_not_matter);
  promise("its size is finite, not negative, and that of its forces", size_is_told);
  promise("a potential that it has is claimed", potential_is_claimed);
  const std::string gradient = "the force is the negative gradient of the potential (differences)";
  if (Claims(*make()).has(capability::load_potential))
    promise(gradient, force_is_a_gradient);
  else
    check.skip(where + gradient, "load.potential is not claimed");
}

}  // namespace

void load_promises(const Make<Load>& make, Check& check) {
  const bool surface = Claims(*make()).has(capability::load_surface);
  for (const int dim : {2, 3}) {
    const std::string axes = dim == 2 ? "2D" : "3D";
    for (const bool whole : {false, true}) {
      if (surface && whole) continue;
      LoadScene scene(dim, whole);
      if (!surface) scene.facet.clear();
      const std::string where = axes + (surface ? ", facets: "
                                        : whole ? ", a whole body: "
                                                : ", a group: ");
      if (const std::string why = refusal(make, scene); !why.empty())
        check.skip(where + "every promise", "refused: " + why);
      else
        promises_of(make, check, scene, where);
    }
  }
  LoadScene scene(2, false);
  const std::string prism = "a wall of a prism is loaded as a side of its cross-section";
  if (!surface)
    check.skip(prism, "load.surface is not claimed");
  else if (!refusal(make, scene).empty() || !refusal(make, LoadScene(3, false)).empty())
    check.skip(prism, "it is for the plane alone, or for space alone");
  else
    check.promise(prism, [&] { return prism_is_its_cross_section(make); });
  if (!surface) scene.facet.clear();
  if (refusal(make, scene).empty())
    warm_calls_promise(check, "warm calls allocate nothing",
                       [&](auto counted) { return warm_calls(make, scene, counted); });
}

}  // namespace tactus::conformance
