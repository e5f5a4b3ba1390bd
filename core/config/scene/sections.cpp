#include "core/config/scene/sections.hpp"

#include <algorithm>
#include <string>

#include "core/config/scene/body_array.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {
namespace {

using Form = SectionMember::Form;

template <class T>
void describe(OptionVisitor& o) {
  T().describe(o);
}

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
         .help = "how time goes on"},
        {.name = "contact", .group = "contact", .help = "without it bodies do not see each other"},
        {.name = "time", .required = true, .group = "time"},
        {.name = "output", .group = "output"}}},
      {"body",
       "deformable",
       "An elastic body: a mesh and a material. What a body without \"type\" is",
       [](OptionVisitor& o) { BodyConfig().describe_deformable(o); },
       {kMesh,
        {.name = "material", .form = Form::component, .required = true, .kind = Kind::material},
        kVelocity,
        kArray},
       true},
      {"body",
       "obstacle",
       "A body that nothing moves: fixed, or on the path its supports prescribe",
       [](OptionVisitor& o) { BodyConfig().describe_obstacle(o); },
       {kMesh, kArray}},
      {"body",
       "rigid",
       "A body that moves as a whole: a mesh or a radius, and a density or a mass",
       [](OptionVisitor& o) { BodyConfig().describe_rigid(o); },
       {{.name = "mesh", .group = "mesh", .help = "a generator or a file; a disk has a \"radius\""},
        kVelocity,
        kArray}},
      {"body",
       "particles",
       "Points with mass",
       [](OptionVisitor& o) { BodyConfig().describe_particles(o); },
       {kVelocity}},
      {"array", "",
       "Copies NAME_1, NAME_2, ... of a body on a lattice, row by row, the first where the body is",
       describe<ArrayConfig>},
      {"velocity", "",
       "v = constant + spin x (x - centre of mass) + gradient (x - about) + amplitude "
       "sin(wave_vector . x + phase)",
       describe<VelocityConfig>},
      {"load", "gravity", "A uniform acceleration", describe<LoadConfig>},
      {"support", "", "Nodes whose motion is prescribed", describe<SupportConfig>},
      {"contact",
       "",
       "How bodies see each other",
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
         .help = "what not to intersect means; of several the first that is for two surfaces "
                 "holds, and "
                 "surfaces that none is for pass through each other"},
        {.name = "solver",
         .form = Form::component,
         .required = true,
         .kind = Kind::contact_solver,
         .help = "how it is brought about"},
        {.name = "laws",
         .form = Form::components,
         .group = "law",
         .kind = Kind::contact_law,
         .help = "friction and restitution, for solvers that use them"}}},
      {"pair", "", "What stands beside the options of a constraint: which surfaces it is for",
       describe<ConstraintConfig>},
      {"law", "", "What stands beside the options of a contact law", describe<LawConfig>},
      {"time", "", "How long, and in which steps", describe<TimeConfig>},
      {"output", "", "What is written, and how often", describe<OutputConfig>}};
}

/// The sections of the kernel, with the generators of meshes behind the bodies that have one.
std::vector<Section> all_sections() {
  std::vector<Section> all = kernel_sections();
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
