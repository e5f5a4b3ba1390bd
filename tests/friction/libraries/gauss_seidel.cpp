#include "tests/friction/doubles/gauss_seidel.hpp"

TACTUS_PLUGIN(tactus::testing::GaussSeidel, "plain_gauss_seidel", "Nonlinear Gauss-Seidel")
