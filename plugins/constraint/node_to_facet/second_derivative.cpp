#include "second_derivative.hpp"

#include "line.hpp"
#include "row_form.hpp"

namespace node_to_facet {
namespace {

/// @param v  the node and the ends of the facet
void add_facet(View<Index> v, View<Real> y, Real weight, BlockSink& sink) {
  const Line line(y, v.subspan(1, 2));
  const V2 x = point<2>(y, v[0]);
  const Real s = line.along(x) / line.length, height = line.height(x);
  const Real along[] = {1, s - 1, -s}, across[] = {0, -1, 1};
  Index number[6];
  Real T[6], N[6], H[36];
  for (int i = 0; i < 6; ++i) {
    number[i] = 2 * v[static_cast<std::size_t>(i / 2)] + i % 2;
    T[i] = along[i / 2] * line.t[i % 2];
    N[i] = across[i / 2] * line.n[i % 2];
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      H[6 * i + j] = -weight * ((T[i] * N[j] + N[i] * T[j]) / line.length +
                                height * N[i] * N[j] / (line.length * line.length));
  sink.add(number, number, H);
}

/// Of the distance of two points.
void add_distance(View<Index> v, View<Real> y, Real weight, BlockSink& sink) {
  const V2 d = point<2>(y, v[1]) - point<2>(y, v[0]);
  const Real distance = d.norm();
  const V2 n = d / distance;
  Index number[4];
  Real H[16];
  for (int i = 0; i < 4; ++i) number[i] = 2 * v[static_cast<std::size_t>(i / 2)] + i % 2;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const Real bend = ((i % 2 == j % 2 ? 1 : 0) - n[i % 2] * n[j % 2]) / distance;
      H[4 * i + j] = (i / 2 == j / 2 ? weight : -weight) * bend;
    }
  sink.add(number, number, H);
}

}  // namespace

void add_second_derivative(const ContactSet& set, Index row, View<Real> y, Real weight,
                           BlockSink& sink) {
  if (form_of(set.branch[row]) != Form::facet)
    return add_distance(set.stencil(row), y, weight, sink);
  const FacetEnds ends(set, row);
  const Index v[] = {set.stencil(row)[0], ends.vertex[0], ends.vertex[1]};
  add_facet(v, y, weight, sink);
}

}  // namespace node_to_facet
