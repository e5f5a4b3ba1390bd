// Rows that no place can satisfy together because they ask for opposite motions of the same vertices. Two corners
// that start in one place, such as those of blocks of one width on each other, may each be asked to stay outside of
// the side of the other's body.
#pragma once

#include "linear_rows.hpp"

namespace sqp {

/// Appends to `opposed`, ascending, the rows with gradients opposite to that of another row with which they share two
/// vertices or more. A vertex between two walls that close shares one with both: its rows are no such pair.
void find_opposed(const ContactRows& rows, const LinearRows& at, std::vector<Index>& opposed);

}  // namespace sqp
