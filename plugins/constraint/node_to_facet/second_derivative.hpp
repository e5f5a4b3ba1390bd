// How the gap of a contact bends.
#pragma once

#include <tactus/constraint.hpp>

namespace node_to_facet {
using namespace tactus;

/// Adds weight times the second derivative of a row's gap by the positions of its vertices:
///   facet           -(1/l) (T N' + N T') - h/l^2 N N'
///   corner, round   (1 - n n')/|d| for both vertices, with opposite signs between them
/// T is t.(dx - (1-s) de0 - s de1), N is n.(de1 - de0), h the height of x above the facet and l its length.
void add_second_derivative(const ContactSet& set, Index row, View<Real> y, Real weight,
                           BlockSink& sink);

}  // namespace node_to_facet
