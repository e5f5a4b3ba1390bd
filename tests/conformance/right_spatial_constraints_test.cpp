// Constraints in space that are right pass the kit: the gap of a vertex to a facet, of an edge to
// an edge, and that of round particles.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <tactus/conformance/constraint_promises.hpp>

#include "plugins/constraint/particle_gap/particle_gap.cpp"  // NOLINT
#include "recorder.hpp"
#include "spatial_gaps.hpp"

using namespace tactus::conformance;

TEST_CASE("the conformance kit passes a gap of vertex and facet in space", "[conformance]") {
  Recorder recorder;
  constraint_promises([] { return std::make_unique<VertexFacetGap>(); }, recorder);
  check_passes(recorder);
  CHECK(recorder.kept_or_broken > 25);
}

TEST_CASE("the conformance kit passes a gap of edge and edge in space", "[conformance]") {
  Recorder recorder;
  constraint_promises([] { return std::make_unique<EdgeEdgeGap>(); }, recorder);
  check_passes(recorder);
  CHECK(recorder.kept_or_broken > 25);
}

TEST_CASE("the conformance kit passes round particles in the plane and in space", "[conformance]") {
  Recorder recorder;
  constraint_promises([] { return std::make_unique<ParticleGap>(ParticleGap::Options{}); },
                      recorder);
  check_passes(recorder);
  CHECK(recorder.kept_or_broken > 50);
}
