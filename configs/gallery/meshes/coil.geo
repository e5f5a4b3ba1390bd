// The coil of ../closing_coil.json: three turns of a round wire. Meshed by:
//   gmsh -3 -format msh22 coil.geo -o coil.msh
SetFactory("OpenCASCADE");
turns = 3;
radius = 0.1;   // m, of the coil
wire = 0.02;    // m, of the wire
pitch = 0.065;  // m, rise of a turn
steps = 12;     // points of a turn
For k In {0:turns * steps}
  a = 2 * Pi * k / steps;
  Point(1 + k) = {radius * Cos(a), radius * Sin(a), pitch * k / steps};
EndFor
Spline(1) = {1:1 + turns * steps};
Wire(1) = {1};
Disk(1) = {radius, 0, 0, wire};
Rotate {{1, 0, 0}, {radius, 0, 0}, Pi / 2} { Surface{1}; }
Extrude { Surface{1}; } Using Wire {1}
Delete { Surface{1}; }
Mesh.CharacteristicLengthMax = 0.015;
Mesh.CharacteristicLengthFromCurvature = 0;
Physical Volume("coil") = {1};
Physical Surface("skin") = Surface{:};
