#include "tests/friction/doubles/node_facet_gap.hpp"

TACTUS_PLUGIN(tactus::testing::NodeFacetGap, "node_facet_gap",
              "Gap of vertices to facets, in the plane")
