/// \file elastic_options.hpp  The two ways to give an isotropic elastic stiffness, for every material
/// that has one: "young" and "poisson", or "lambda" and "mu". Half of a pair, or both, is an error.
///
///     struct Options {
///       ElasticOptions elastic;
///       void describe(OptionVisitor& o) { elastic.describe(o); }
///     };
///     explicit NeoHookean(const Options& o) : lame_(o.elastic.lame()) {}
#pragma once

#include "error.hpp"
#include "options.hpp"

namespace tactus {

/// Lame's parameters [Pa]. The energy of small strain is lambda/2 tr(e)^2 + mu e:e.
struct Lame {
  Real lambda = 0, mu = 0;
};

/// lambda = E nu / ((1 + nu) (1 - 2 nu)), mu = E / (2 (1 + nu)).
inline Lame lame_of(Real young, Real poisson) {
  return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
}

/// Members that were not given are NaN.
struct ElasticOptions {
  Real young = kNotGiven, poisson = kNotGiven, lambda = kNotGiven, mu = kNotGiven;

  void describe(OptionVisitor& o) {
    o.real("young", young).unit("Pa").above(0).optional().help("Young's modulus E");
    o.real("poisson", poisson).between(-1, 0.5).optional().help("Poisson's ratio nu");
    o.real("lambda", lambda).unit("Pa").optional().help("Lame's first parameter");
    o.real("mu", mu).unit("Pa").above(0).optional().help("shear modulus");
    const bool engineering = given(young) && given(poisson), by_lame = given(lambda) && given(mu);
    const bool any_engineering = given(young) || given(poisson);
    const bool any_lame = given(lambda) || given(mu);
    o.require((engineering && !any_lame) || (by_lame && !any_engineering),
              any_engineering ? "young" : "lambda",
              "the stiffness is given by \"young\" and \"poisson\" or by \"lambda\" and \"mu\": "
              "one pair, and both of it");
    o.require(!by_lame || 3 * lambda + 2 * mu > 0, "lambda",
              "the bulk modulus lambda + 2/3 mu is not positive");
  }

  /// @pre One pair is given. @throws PreconditionError where none is.
  Lame lame() const {
    if (given(young) && given(poisson)) return lame_of(young, poisson);
    if (!given(lambda) || !given(mu)) throw PreconditionError("no pair of elastic constants given");
    return {lambda, mu};
  }
};

}  // namespace tactus
