// The top of ../spinning_top.json: a cone on its tip, and a stem. Meshed by:
//   gmsh -3 -format msh22 top.geo -o top.msh
SetFactory("OpenCASCADE");
Cone(1) = {0, 0, 0, 0, 0, 0.05, 0.002, 0.05};            // m, from the tip upwards
Cone(2) = {0, 0, 0.05, 0, 0, 0.02, 0.05, 0.02};
Cylinder(3) = {0, 0, 0.07, 0, 0, 0.04, 0.006};
BooleanUnion(4) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
Mesh.CharacteristicLengthMax = 0.02;
Mesh.CharacteristicLengthFromCurvature = 10;
Physical Volume("top") = {4};
Physical Surface("skin") = Surface{:};
