#include "tests/friction/doubles/never_converges.hpp"

TACTUS_PLUGIN(tactus::testing::NeverConverges, "never_converges",
              "Hands back reactions that are not converged")
