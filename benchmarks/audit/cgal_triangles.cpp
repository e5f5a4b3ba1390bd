#include "benchmarks/audit/cgal_triangles.hpp"

#include <CGAL/Bbox_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>

#include <vector>

#include "benchmarks/support/report.hpp"

namespace tactus::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
struct Facet {
  Kernel::Triangle_3 triangle;
  std::int32_t body;
};
using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, const Facet*>;

}  // namespace

Real seconds_of_cgal(const core::AuditInput& input) {
  const Real begin = thread_seconds();
  const auto at = [&](std::size_t k) {
    const Real* x = input.points.data() + 3 * input.facets[k];
    return Kernel::Point_3(x[0], x[1], x[2]);
  };
  std::vector<Facet> facets;
  for (std::size_t f = 0; f < input.facet_body.size(); ++f)
    facets.push_back(
        {Kernel::Triangle_3(at(3 * f), at(3 * f + 1), at(3 * f + 2)), input.facet_body[f]});
  std::vector<Box> boxes;
  for (const Facet& f : facets) boxes.emplace_back(f.triangle.bbox(), &f);
  Index found = 0;
  CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& a, const Box& b) {
    if (a.handle()->body != b.handle()->body)
      found += CGAL::do_intersect(a.handle()->triangle, b.handle()->triangle) ? 1 : 0;
  });
  const Real seconds = thread_seconds() - begin;
  return found >= 0 ? seconds : 0;  // `found` is used, so that nothing is left out
}

}  // namespace tactus::bench
