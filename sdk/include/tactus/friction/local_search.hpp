/// \file friction/local_search.hpp  How the reaction of one contact is looked for. Iterates are offered to
/// a search, which keeps the best one and says when it is good enough; Newton's method works on an
/// equation of the law.
#pragma once

#include "equations.hpp"
#include "local_contact.hpp"
#include "small_solve.hpp"

namespace tactus::friction {

/// The best admissible reaction so far.
template <int D>
class LocalSearch {
 public:
  explicit LocalSearch(const LocalContact<D>& contact) : contact_(contact) {}

  /// Takes `r`, cut down to the cone, if it is better than what was offered before. True: it is as good
  /// as was asked for, or as rounding allows.
  bool offer(const Vec<D>& r) {
    const Vec<D> inside = clipped<D>(r, contact_.mu);
    const Real residual = contact_.residual(inside);
    if (!(residual < residual_)) return false;
    best_ = inside, residual_ = residual;
    return converged() || (residual_ <= 1e-6 * speed() && residual_ <= contact_.rounding(best_));
  }
  /// Takes `r`, which is admissible and as good as was asked for.
  void accept(const Vec<D>& r) { best_ = r, residual_ = 0; }
  /// Whether an iterate with this |C| is worth an offer.
  bool is_near(Real size) const { return size <= std::max(1e-4 * speed(), 10 * contact_.enough); }
  /// No iteration gets much further down.
  bool settled() const { return converged() || residual_ <= 8 * contact_.rounding(best_); }
  bool converged() const { return residual_ <= contact_.enough; }
  const LocalContact<D>& contact() const { return contact_; }
  const Vec<D>& best() const { return best_; }
  Real residual() const { return residual_; }  ///< m/s

 private:
  /// m/s, size of b. Asked for where a search goes on: most contacts do not get that far.
  Real speed() const { return contact_.b.template lpNorm<1>(); }

  const LocalContact<D>& contact_;
  Vec<D> best_ = Vec<D>::Zero();
  Real residual_ = std::numeric_limits<Real>::infinity();
};

/// Newton's method on C(b + W R, R) = 0 from `r`, with the step halved until |C| falls. True: the search
/// is satisfied. False: `limit` steps were not enough, or |C| falls no more along the step, and that not
/// for rounding.
template <int D, class Form>
bool newton(LocalSearch<D>& search, const Form& form, Vec<D> r, Index limit, Index& steps) {
  constexpr int halvings = 12;
  const LocalContact<D>& c = search.contact();
  Equation<D> e = form.template at<D>(c.velocity(r), r, c.mu);
  Real size = e.C.norm();
  if (search.is_near(size) && search.offer(r)) return true;
  for (Index n = 0; n < limit; ++n) {
    const Real before = size;
    const Vec<D> from = r;
    Vec<D> step;
    if (!solve_small<D>(e.by_R + e.by_U * c.W, -e.C, step)) break;
    ++steps;
    Real length = 1;
    for (int k = 0; k <= halvings; ++k, length /= 2) {
      r = from + length * step;
      e = form.template at<D>(c.velocity(r), r, c.mu);
      size = e.C.norm();
      if (size <= (1 - Real(1e-4) * length) * before) break;
    }
    if (search.is_near(size) && search.offer(r)) return true;
    if (!(size < before)) break;
  }
  return search.offer(r) || search.settled();
}

}  // namespace tactus::friction
