#include "benchmarks/linear/own_factor.hpp"

#include <cholmod.h>

#include <stdexcept>
#include <vector>

#include "benchmarks/support/report.hpp"

extern "C" void omp_set_max_active_levels(int levels);  // of GCC's OpenMP library

namespace tactus::bench {

Real own_factor_time(const SparseView& a, bool in_space) {
  omp_set_max_active_levels(0);
  std::vector<Index> start{0}, row;
  std::vector<Real> value;
  const Index b = a.block;
  for (Index i = 0; i < a.rows; ++i)
    for (Index r = 0; r < b; ++r) {
      for (Index k = a.start[static_cast<std::size_t>(i)];
           k < a.start[static_cast<std::size_t>(i) + 1]; ++k)
        for (Index c = 0; c < b; ++c) {
          const Index other = a.column[static_cast<std::size_t>(k)] * b + c;
          if (other < i * b + r) continue;
          row.push_back(other);
          value.push_back(a.value[static_cast<std::size_t>((k * b + r) * b + c)]);
        }
      start.push_back(static_cast<Index>(row.size()));
    }
  cholmod_sparse lower{};
  lower.nrow = lower.ncol = start.size() - 1;
  lower.nzmax = value.size();
  lower.p = start.data(), lower.i = row.data(), lower.x = value.data();
  lower.stype = -1, lower.itype = CHOLMOD_LONG, lower.xtype = CHOLMOD_REAL;
  lower.dtype = CHOLMOD_DOUBLE, lower.sorted = lower.packed = 1;
  cholmod_common common{};
  cholmod_l_start(&common);
  common.print = 0, common.useGPU = 0, common.nmethods = 1, common.final_ll = 1;
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.method[0].ordering = in_space ? CHOLMOD_METIS : CHOLMOD_AMD;
  cholmod_factor* factor = cholmod_l_analyze(&lower, &common);
  if (!factor) throw std::runtime_error("CHOLMOD does not analyse");
  const Real seconds = least_time(0.3, 4, [&] {
    if (!cholmod_l_factorize(&lower, factor, &common) || common.status != CHOLMOD_OK)
      throw std::runtime_error("CHOLMOD does not factor");
  });
  cholmod_l_free_factor(&factor, &common);
  cholmod_l_finish(&common);
  return seconds;
}

}  // namespace tactus::bench
