#include "apps/solve/friction_problem.hpp"

#include <algorithm>

#include "apps/solve/fc3d.hpp"
#include "apps/solve/fclib.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {

StoredOperator::StoredOperator(const FrictionProblem& p)
    : view_{p.contacts, p.contacts, p.dim, p.start, p.column, p.value} {
  const auto block = static_cast<std::size_t>(p.dim * p.dim);
  diagonal_blocks_.assign(static_cast<std::size_t>(p.contacts) * block, 0);
  for (std::size_t i = 0; i + 1 < p.start.size(); ++i)
    for (auto k = static_cast<std::size_t>(p.start[i]);
         k < static_cast<std::size_t>(p.start[i + 1]); ++k)
      if (static_cast<std::size_t>(p.column[k]) == i)
        std::copy_n(p.value.data() + k * block, block, diagonal_blocks_.data() + i * block);
}

void StoredOperator::apply(View<Real> x, Out<Real> y, Context&) const {
  with_dimension(view_.block, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < view_.rows; ++i) {
      Vec<D> sum = Vec<D>::Zero();
      const auto at = static_cast<std::size_t>(i);
      for (Index k = view_.start[at]; k < view_.start[at + 1]; ++k)
        sum += block<D>(view_.value, k) * point<D>(x, view_.column[static_cast<std::size_t>(k)]);
      Eigen::Map<Vec<D>>(y.data() + i * D) = sum;
    }
  });
}

FrictionProblem read_problem(const std::string& path) {
  const std::string content = read_file(path);
  return is_hdf5(content) ? read_fclib(path, content) : read_fc3d(path, content);
}

}  // namespace tactus::core
