// The ring of ../ring_on_blocks.json, two elements thick. Meshed by:
//   gmsh -2 -format msh22 ring.geo -o ring.msh
outer = 0.5;   // m
inner = 0.4;
size = 0.05;

Point(1) = {0, 0, 0, size};
For k In {0:3}
  Point(10 + k) = {outer * Cos(k * Pi / 2), outer * Sin(k * Pi / 2), 0, size};
  Point(20 + k) = {inner * Cos(k * Pi / 2), inner * Sin(k * Pi / 2), 0, size};
EndFor
For k In {0:3}
  Circle(10 + k) = {10 + k, 1, 10 + (k + 1) % 4};
  Circle(20 + k) = {20 + k, 1, 20 + (k + 1) % 4};
EndFor
Curve Loop(1) = {10, 11, 12, 13};
Curve Loop(2) = {20, 21, 22, 23};
Plane Surface(1) = {1, 2};

Physical Surface("ring") = {1};
Physical Curve("outside") = {10, 11, 12, 13};
Physical Curve("inside") = {20, 21, 22, 23};
