// The jack of ../thrown_jack.json: three rods that cross. Meshed by:
//   gmsh -3 -format msh22 jack.geo -o jack.msh
SetFactory("OpenCASCADE");
half = 0.15;   // m, from the centre to an end
rod = 0.035;   // m, radius
Cylinder(1) = {-half, 0, 0, 2 * half, 0, 0, rod};
Cylinder(2) = {0, -half, 0, 0, 2 * half, 0, rod};
Cylinder(3) = {0, 0, -half, 0, 0, 2 * half, rod};
BooleanUnion(4) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
Mesh.CharacteristicLengthMax = 0.025;
Mesh.CharacteristicLengthFromCurvature = 0;
Physical Volume("jack") = {4};
Physical Surface("skin") = Surface{:};
