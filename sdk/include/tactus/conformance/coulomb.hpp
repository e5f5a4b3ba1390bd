/// \file conformance/coulomb.hpp  Signorini's and Coulomb's law as a contact law that is known to
/// be right: written to be read, by cases, and slow. Solvers under test work with it, and laws
/// under test are compared with what it satisfies.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "../contact_law.hpp"

namespace tactus::conformance {

/// One contact: U = free + W R, b = free with the restitution of (74) added to its normal
/// component. In the plane and in space (D = 2, 3).
template <int D>
struct CoulombPoint {
  using Tangent = Vec<D - 1>;
  Mat<D> W;
  Vec<D> b;
  Real mu = 0;

  /// Over rho, m/s; the number that decides everywhere.
  Real residual(const Vec<D>& R) const;
  /// Open, sticking or sliding: of these reactions the one that satisfies the law best.
  Vec<D> reaction() const;

 private:
  /// The reaction on the edge of the cone whose friction points along `direction`, where U_N = 0.
  Vec<D> slide(const Tangent& direction) const;
  /// Directions along which friction is parallel to the slip that it leaves.
  std::vector<Tangent> slopes(int parts) const;
};

/// C = (R - proj_K(R - rho s))/rho with s = Ubar + mu |U_T| n, and its derivatives where it has
/// some. In the plane and in space (D = 2, 3).
template <int D>
class NaturalMap {
 public:
  using Tangent = Vec<D - 1>;
  NaturalMap(const Vec<D>& U, Real U_old_n, const Vec<D>& R, Real mu, Real e, Real rho);
  Vec<D> C, projected = Vec<D>::Zero();
  Mat<D> dC_dU() const;
  Mat<D> dC_dR() const;

 private:
  void project(const Vec<D>& s);
  Real mu_, rho_;
  Tangent slip_;
  Mat<D> dp_ = Mat<D>::Zero();
};

/// The law itself, with all that a solver may ask of a law.
class Coulomb : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override;

 protected:
  Index do_solve(const LawBatch& batch, Context& context) const override;
  void do_linearise(const LawLinearisation& at, Context& context) const override;
  void do_project(const LawProjection& at, Context& context) const override;
};

}  // namespace tactus::conformance
