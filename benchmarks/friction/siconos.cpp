#include "benchmarks/friction/siconos.hpp"

#ifdef TACTUS_BENCH_SICONOS
#include <SiconosConfig.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
extern "C" {
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
}
#include "benchmarks/support/report.hpp"

// OpenBLAS, where it is the system's BLAS; null with any other.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int);

namespace tactus::bench {
namespace {

enum Variant : int { kPlain, kLightErrors, kMumps };

/// Siconos frees what it is given with free().
template <class T>
T* c_array(std::size_t size) {
  return static_cast<T*>(std::calloc(size, sizeof(T)));
}

/// Blocks column by column, as Siconos has them.
void fill_blocks(const core::FrictionProblem& p, NumericsMatrix& M) {
  const auto blocks = p.column.size(), contacts = static_cast<std::size_t>(p.contacts);
  const auto d = static_cast<std::size_t>(p.dim);
  SparseBlockStructuredMatrix& S = *M.matrix1;
  S.nbblocks = static_cast<unsigned>(blocks);
  S.blocknumber0 = S.blocknumber1 = static_cast<unsigned>(contacts);
  S.blocksize0 = c_array<unsigned>(contacts), S.blocksize1 = c_array<unsigned>(contacts);
  for (std::size_t i = 0; i < contacts; ++i)
    S.blocksize0[i] = S.blocksize1[i] = static_cast<unsigned>((i + 1) * d);
  S.filled1 = contacts + 1, S.filled2 = blocks;
  S.index1_data = c_array<std::size_t>(contacts + 1), S.index2_data = c_array<std::size_t>(blocks);
  std::copy(p.start.begin(), p.start.end(), S.index1_data);
  std::copy(p.column.begin(), p.column.end(), S.index2_data);
  S.block = c_array<double*>(blocks);
  for (std::size_t k = 0; k < blocks; ++k) {
    S.block[k] = c_array<double>(d * d);
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t b = 0; b < d; ++b) S.block[k][b * d + a] = p.value[k * d * d + a * d + b];
  }
}

NumericsMatrix* matrix_of(const core::FrictionProblem& p, int storage) {
  const int n = static_cast<int>(p.contacts * p.dim), d = p.dim;
  NumericsMatrix* M = NM_create(static_cast<NM_types>(storage), n, n);
  if (storage == NM_SPARSE_BLOCK) {
    fill_blocks(p, *M);
    return M;
  }
  if (storage == NM_SPARSE) NM_triplet_alloc(M, static_cast<CS_INT>(p.value.size()));
  if (storage == NM_DENSE) std::fill_n(M->matrix0, n * n, 0);
  for (Index i = 0; i < p.contacts; ++i)
    for (Index k = p.start[static_cast<std::size_t>(i)];
         k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
      for (int a = 0; a < d; ++a)
        for (int b = 0; b < d; ++b)
          NM_entry(M, static_cast<int>(i) * d + a,
                   static_cast<int>(p.column[static_cast<std::size_t>(k)]) * d + b,
                   p.value[static_cast<std::size_t>((k * d + a) * d + b)]);
  return M;
}

/// Siconos says on the error stream, thousands of times, which matrices it could not factorise.
class NoErrorStream {
 public:
  NoErrorStream() : kept_(dup(STDERR_FILENO)) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~NoErrorStream() {
    dup2(kept_, STDERR_FILENO);
    close(kept_);
  }
  NoErrorStream(const NoErrorStream&) = delete;
  NoErrorStream& operator=(const NoErrorStream&) = delete;

 private:
  int kept_;
};

void choose(SolverOptions& o, const SiconosMethod& method) {
  const bool newton =
      method.solver == SICONOS_FRICTION_3D_NSN_AC || method.solver == SICONOS_FRICTION_3D_NSN_FB;
  o.iparam[SICONOS_IPARAM_MAX_ITER] = newton ? 100 : 10000;
  if (method.solver == SICONOS_FRICTION_3D_NSGS && method.variant == kLightErrors)
    o.iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] =
        SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_LIGHT_WITH_FULL_FINAL;
  if (newton && method.variant == kMumps)
    o.iparam[SICONOS_FRICTION_3D_NSN_LINEAR_SOLVER] = SICONOS_FRICTION_3D_NSN_USE_MUMPS;
}

}  // namespace

std::vector<SiconosMethod> siconos_methods(int dim) {
  if (dim == 2)
    return {{"nsgs", SICONOS_FRICTION_2D_NSGS, NM_SPARSE_BLOCK, kPlain},
            {"nsgs, dense", SICONOS_FRICTION_2D_NSGS, NM_DENSE, kPlain}};
  return {{"nsgs", SICONOS_FRICTION_3D_NSGS, NM_SPARSE_BLOCK, kPlain},
          {"nsgs, light errors", SICONOS_FRICTION_3D_NSGS, NM_SPARSE_BLOCK, kLightErrors},
          {"nsn_ac", SICONOS_FRICTION_3D_NSN_AC, NM_SPARSE, kPlain},
          {"nsn_ac, blocks", SICONOS_FRICTION_3D_NSN_AC, NM_SPARSE_BLOCK, kPlain},
          {"nsn_ac, dense", SICONOS_FRICTION_3D_NSN_AC, NM_DENSE, kPlain},
          {"nsn_ac, MUMPS", SICONOS_FRICTION_3D_NSN_AC, NM_SPARSE, kMumps},
          {"nsn_fb", SICONOS_FRICTION_3D_NSN_FB, NM_SPARSE, kPlain},
          {"admm", SICONOS_FRICTION_3D_ADMM, NM_SPARSE, kPlain}};
}

struct SiconosProblem::Parts {
  SiconosMethod method;
  FrictionContactProblem* problem = nullptr;
  std::vector<Real> R, U;
  Index iterations = 0;
};

SiconosProblem::SiconosProblem(const core::FrictionProblem& p, const SiconosMethod& method)
    : parts_(std::make_unique<Parts>()) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
  numerics_set_verbose(0);
  auto *q = c_array<double>(p.free_velocity.size()), *mu = c_array<double>(p.friction.size());
  std::copy(p.free_velocity.begin(), p.free_velocity.end(), q);
  std::copy(p.friction.begin(), p.friction.end(), mu);
  parts_->method = method;
  parts_->problem = frictionContactProblem_new_with_data(p.dim, static_cast<int>(p.contacts),
                                                         matrix_of(p, method.storage), q, mu);
  parts_->R.resize(p.free_velocity.size()), parts_->U.resize(p.free_velocity.size());
}
SiconosProblem::~SiconosProblem() { frictionContactProblem_free(parts_->problem); }

Real SiconosProblem::solve(Real tolerance) {
  SolverOptions* options = solver_options_create(parts_->method.solver);
  choose(*options, parts_->method);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  std::fill(parts_->R.begin(), parts_->R.end(), 0);
  std::fill(parts_->U.begin(), parts_->U.end(), 0);
  const auto driver = parts_->problem->dimension == 2 ? fc2d_driver : fc3d_driver;
  const NoErrorStream quiet;
  const Real start = thread_seconds();
  (void)driver(parts_->problem, parts_->R.data(), parts_->U.data(), options);
  const Real seconds = thread_seconds() - start;
  parts_->iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  return seconds;
}
const std::vector<Real>& SiconosProblem::reactions() const { return parts_->R; }
Index SiconosProblem::iterations() const { return parts_->iterations; }

}  // namespace tactus::bench

#else

namespace tactus::bench {

std::vector<SiconosMethod> siconos_methods(int) { return {}; }
struct SiconosProblem::Parts {
  std::vector<Real> none;
};
SiconosProblem::SiconosProblem(const core::FrictionProblem&, const SiconosMethod&) {}
SiconosProblem::~SiconosProblem() = default;
Real SiconosProblem::solve(Real) { return kUnlimited; }
const std::vector<Real>& SiconosProblem::reactions() const { return parts_->none; }
Index SiconosProblem::iterations() const { return 0; }

}  // namespace tactus::bench

#endif
