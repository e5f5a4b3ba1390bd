/// \file loads/dead_load.hpp  Forces at points that keep their size and their direction, as several
/// loads have them: F = factor f, with the potential -factor sum f.(x - X).
#pragma once

#include <cmath>
#include <vector>

#include "../load.hpp"

namespace tactus {

class DeadLoad {
 public:
  /// Without force, for the points of a target.
  void start(const LoadTarget& target) {
    dim_ = static_cast<std::size_t>(target.dim);
    reference_ = target.reference;
    force_.assign(reference_.size(), 0);
  }
  /// N, component `d` of the force on a point; to be set before the first use.
  Real& at(std::size_t point, std::size_t d) {
    expects(d < dim_ && point < force_.size() / dim_, "a component of the force on a point");
    return force_[point * dim_ + d];
  }
  /// [points * dim] N, to be set likewise
  Out<Real> forces() { return force_; }

  void write(const LoadQuery& at, Out<Real> force) const {
    for (std::size_t i = 0; i < force_.size(); ++i) force[i] = at.factor * force_[i];
  }
  Real potential(const LoadQuery& at) const {
    Real work = 0;
    for (std::size_t i = 0; i < force_.size(); ++i)
      work += force_[i] * (at.position[i] - reference_[i]);
    return -(at.factor * work);
  }
  Real largest() const {
    Real sum = 0;
    for (std::size_t i = 0; i < force_.size(); i += dim_) {
      Real square = 0;
      for (std::size_t d = 0; d < dim_; ++d) square += force_[i + d] * force_[i + d];
      sum += std::sqrt(square);
    }
    return sum;
  }

 private:
  std::size_t dim_ = 2;
  View<Real> reference_{};
  std::vector<Real> force_;  ///< [points * dim] N
};

}  // namespace tactus
