/// \file blas_name.hpp  Which BLAS factorisations are made with: the library that the system has chosen decides the last
/// bits of implicit steps.
#pragma once

#include <string>

namespace tactus::core {

/// What the library says of itself and, of OpenBLAS, the processor whose code it runs: "OpenBLAS 0.3.21 ... Haswell
/// SINGLE_THREADED"; of another one the path of its file; empty: none is loaded.
std::string blas_name();

}  // namespace tactus::core
