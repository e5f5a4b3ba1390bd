// A link of the chain in ../linked_rings.json. Meshed by:
//   gmsh -3 -format msh22 link.geo -o link.msh
SetFactory("OpenCASCADE");
Torus(1) = {0, 0, 0, 0.1, 0.025};  // m: radius of the ring, and of its section
Mesh.CharacteristicLengthMax = 0.018;
Mesh.CharacteristicLengthFromCurvature = 0;
Physical Volume("link") = {1};
Physical Surface("skin") = Surface{:};
