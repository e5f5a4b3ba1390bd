// The gear of ../gears.json: twelve teeth with straight flanks, and a hole for the axle. Meshed by:
//   gmsh -2 -format msh22 gear.geo -o gear.msh
teeth = 12;
root = 0.085;   // m, radius between the teeth
tip = 0.115;    // m, radius at the tips
hole = 0.03;    // m
at_root = 0.62; // of the pitch angle, taken by a tooth at its root
at_tip = 0.24;  // and at its tip
size = 0.009;   // m

pitch = 2 * Pi / teeth;
centre = newp; Point(centre) = {0, 0, 0, size};
first = newp;
For k In {0:teeth - 1}
  a = k * pitch;
  Point(first + 4 * k) = {root * Cos(a - at_root * pitch / 2), root * Sin(a - at_root * pitch / 2), 0, size};
  Point(first + 4 * k + 1) = {tip * Cos(a - at_tip * pitch / 2), tip * Sin(a - at_tip * pitch / 2), 0, size};
  Point(first + 4 * k + 2) = {tip * Cos(a + at_tip * pitch / 2), tip * Sin(a + at_tip * pitch / 2), 0, size};
  Point(first + 4 * k + 3) = {root * Cos(a + at_root * pitch / 2), root * Sin(a + at_root * pitch / 2), 0, size};
EndFor
For k In {0:4 * teeth - 1}
  Line(1 + k) = {first + k, first + (k + 1) % (4 * teeth)};
EndFor
rim = newp;
For k In {0:3}
  Point(rim + k) = {hole * Cos(k * Pi / 2), hole * Sin(k * Pi / 2), 0, size};
EndFor
For k In {0:3}
  Circle(1000 + k) = {rim + k, centre, rim + (k + 1) % 4};
EndFor
Curve Loop(1) = {1:4 * teeth};
Curve Loop(2) = {1000:1003};
Plane Surface(1) = {1, 2};

Physical Surface("gear") = {1};
Physical Curve("teeth") = {1:4 * teeth};
Physical Curve("hole") = {1000:1003};
