#include "core/scene/sections.hpp"

#include <algorithm>
#include <string>

#include "core/scene/body_array.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {
namespace {

using Form = SectionMember::Form;

template <class T>
void describe(OptionVisitor& o) {
  T().describe(o);
}

template <BodyConfigType kType>
void describe_body(OptionVisitor& o) {
  BodyConfig body;
  body.type = kType;
  body.describe(o);
}

const SectionMember kFactor{
    .name = "factor", .group = "factor", .help = "over time; without it 1 at all times"};
const SectionMember kMesh{
    .name = "mesh", .required = true, .group = "mesh", .help = "a generator or a file"};
const SectionMember kArray{
    .name = "array", .group = "array", .help = "copies of the body side by side"};
const SectionMember kVelocity{.name = "velocity",
                              .form = Form::velocity,
                              .group = "velocity",
                              .help =
                                  "at the start: [vx, vy], or an object, or a list of "
                                  "objects that add up"};

std::vector<Section> kernel_sections() {
  return {
      {"configuration",
       "",
       "The whole file",
       describe<Configuration>,
       {{.name = "bodies",
         .form = Form::sections,
         .required = true,
         .group = "body",
         .help = "at least one"},
        {.name = "loads", .form = Form::sections, .group = "load"},
        {.name = "supports", .form = Form::sections, .group = "support"},
        {.name = "integrator",
         .form = Form::component,
         .required = true,
         .kind = Kind::integrator,
         .help = "time integration"},
        {.name = "contact",
         .group = "contact",
         .help = "without it bodies pass through each other"},
        {.name = "start",
         .group = "start",
         .help = "without it bodies are where they are placed, with their velocities"},
        {.name = "random",
         .group = "random",
         .help = "for components that choose at random, as vertex_edge with \"selection\": "
                 "\"random\""},
        {.name = "time", .required = true, .group = "time"},
        {.name = "newton",
         .group = "newton",
         .help = "for integrators with implicit steps; without it the defaults hold"},
        {.name = "probes",
         .form = Form::sections,
         .group = "probe",
         .help = "time histories of points, contacts and bodies, in probes.csv"},
        {.name = "output", .group = "output"}}},
      {"body",
       "deformable",
       "An elastic body: a mesh and a material. What a body without \"type\" is",
       describe_body<BodyConfigType::deformable>,
       {kMesh,
        {.name = "material", .form = Form::component, .required = true, .kind = Kind::material},
        kVelocity,
        kArray},
       true},
      {"body",
       "obstacle",
       "A body that nothing moves: fixed, or on the path its supports prescribe",
       describe_body<BodyConfigType::obstacle>,
       {{.name = "mesh", .group = "mesh", .help = "a generator or a file; or take \"half_space\""},
        {.name = "half_space",
         .group = "half_space",
         .help = "in place of a mesh: all that lies behind a plane"},
        kArray}},
      {"body",
       "particles",
       "Points with mass",
       describe_body<BodyConfigType::particles>,
       {kVelocity}},
      {"half_space", "", "All that lies behind a plane (in the plane, behind a line)",
       describe<HalfSpaceConfig>},
      {"array", "",
       "Copies NAME_1, NAME_2, ... of a body on a lattice, row by row, the first where the body is",
       describe<ArrayConfig>},
      {"velocity", "",
       "v = constant + spin x (x - centre of mass) + gradient (x - about) + amplitude "
       "sin(wave_vector . x + phase)",
       describe<VelocityConfig>},
      {"load",
       "gravity",
       "A uniform acceleration",
       [](OptionVisitor& o) { LoadConfig().describe_gravity(o); },
       {kFactor}},
      {"load", "damping", "A force against the velocity, proportional to the mass",
       [](OptionVisitor& o) { LoadConfig().describe_damping(o); }},
      {"factor",
       "constant",
       "The same at all times. What a factor without \"type\" is",
       describe<ConstantFactor>,
       {},
       true},
      {"factor", "ramp", "From one value to another one", describe<RampFactor>},
      {"factor", "table", "Values at given times, linear in between", describe<TableFactor>},
      {"factor", "sine", "offset + amplitude sin(2 pi frequency t + phase)", describe<SineFactor>},
      {"support",
       "",
       "Nodes whose motion is prescribed",
       describe<SupportConfig>,
       {{.name = "path", .group = "path", .help = "in place of a \"velocity\""}}},
      {"path", "table", "Displacements at given times", describe<TablePath>},
      {"path", "rotation", "A turn about a point, which may move", describe<RotationPath>},
      {"probe", "contact", "What contact does to a body, or to the nodes of a group of it",
       [](OptionVisitor& o) { ProbeConfig().describe_contact(o); }},
      {"probe", "energy", "Kinetic and strain energy of a body",
       [](OptionVisitor& o) { ProbeConfig().describe_energy(o); }},
      {"probe", "material",
       "What the material of a body remembers: a shown history column, mean and largest",
       [](OptionVisitor& o) { ProbeConfig().describe_material(o); }},
      {"contact",
       "",
       "How contact between bodies is found and resolved",
       describe<ContactConfig>,
       {{.name = "broad_phase",
         .form = Form::component,
         .required = true,
         .kind = Kind::broad_phase,
         .help = "which pairs may touch"},
        {.name = "constraint",
         .form = Form::one_or_more_components,
         .required = true,
         .group = "pair",
         .kind = Kind::constraint,
         .help =
             "the condition of non-penetration; surfaces that none is for pass through each other"},
        {.name = "solver",
         .form = Form::component,
         .required = true,
         .kind = Kind::contact_solver,
         .help = "solves for motions or reactions that satisfy the constraint"},
        {.name = "laws",
         .form = Form::components,
         .group = "law",
         .kind = Kind::contact_law,
         .help = "friction and restitution, for solvers that use them"},
        {.name = "stages",
         .form = Form::named,
         .group = "stage",
         .help = "how the named stages of the integrator are solved, such as \"projection\""},
        {.name = "neighbour_list",
         .form = Form::word_or_section,
         .group = "neighbour_list",
         .help = "when the broad phase searches: \"auto\" (the default) when its last list is "
                 "worn, \"off\" in every detection",
         .words = NeighbourListConfig::kWords},
        {.name = "not_converged",
         .group = "not_converged",
         .help = "for solvers of reactions; without it the defaults hold"}}},
      {"stage",
       "",
       "How a named stage of the integrator is solved",
       [](OptionVisitor&) {},
       {{.name = "solver",
         .form = Form::component,
         .required = true,
         .kind = Kind::contact_solver,
         .help = "of this stage alone"},
        {.name = "constraint",
         .form = Form::one_or_more_components,
         .group = "pair",
         .kind = Kind::constraint,
         .help = "without it the constraints of the contact section, as objects of its own"}}},
      {"neighbour_list", "",
       "Searches at given intervals, with a buffer about everything, after Petocz and Armero",
       describe<NeighbourListConfig>},
      {"not_converged", "", "What becomes of a step whose reactions did not converge",
       describe<NotConvergedConfig>},
      {"pair", "", "What stands beside the options of a constraint: which surfaces it is for",
       describe<ConstraintConfig>},
      {"law", "", "What stands beside the options of a contact law", describe<LawConfig>},
      {"start", "",
       "Positions and velocities of another run of the same bodies as the start of this one",
       describe<StartConfig>},
      {"random", "", "The random numbers of components", describe<RandomConfig>},
      {"time", "", "How long, and in which steps", describe<TimeConfig>},
      {"newton", "", "How the equations of an implicit step are solved: by Newton's method",
       describe<NewtonConfig>},
      {"output",
       "",
       "What is written, and how often",
       describe<OutputConfig>,
       {{.name = "frames", .group = "frames", .help = "what frames hold"}}},
      {"frames", "", "What frames hold", describe<FramesConfig>}};
}

SectionMember mesh_of(const BodyKindType& kind) {
  SectionMember mesh = kMesh;
  mesh.required = kind.optional_mesh.empty();
  if (!mesh.required) mesh.help = kind.optional_mesh;
  return mesh;
}

/// The sections of the kernel, with the kinds of bodies among the bodies, before particles, and
/// with the mesh generators after the bodies that have a mesh.
std::vector<Section> all_sections() {
  std::vector<Section> all = kernel_sections();
  auto body = std::ranges::find(all, "particles", &Section::type);
  for (const BodyKindType& k : body_kinds())
    body =
        all.insert(body, {"body", k.name, k.help, k.describe, {mesh_of(k), kVelocity, kArray}}) + 1;
  auto at = std::ranges::find(all, "array", &Section::group);
  for (const MeshGeneratorType& g : mesh_generators())
    at = all.insert(at, {"mesh", g.name, g.help, g.describe}) + 1;
  return all;
}

}  // namespace

const std::vector<Section>& sections() {
  static const std::vector<Section> table = all_sections();
  return table;
}

const Section* find_section(std::string_view group, std::string_view type) {
  for (const Section& s : sections())
    if (s.group == group && s.type == type) return &s;
  return nullptr;
}

std::vector<std::string> section_types(std::string_view group) {
  std::vector<std::string> types;
  for (const Section& s : sections())
    if (s.group == group && !s.type.empty()) types.emplace_back(s.type);
  return types;
}

}  // namespace tactus::core
