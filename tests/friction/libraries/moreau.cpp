#include "tests/friction/doubles/moreau.hpp"

TACTUS_PLUGIN(tactus::testing::Moreau, "moreau", "Moreau's midpoint scheme, explicit")
