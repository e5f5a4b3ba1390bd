/// \file load_reader.cpp  Reads loads: finds the bodies they act on, and checks conditions across
/// options.
#include "core/scene/load_reader.hpp"

#include <fmt/format.h>

#include "core/json/nearest_name.hpp"

namespace tactus::core {
namespace {

template <class Shape>
bool choose_shape(std::string_view type, std::string_view name, TimeFactor& factor) {
  if (type == name) factor.shape = Shape();
  return type == name;
}

void read_factor(ObjectReader& load, TimeFactor& factor) {
  const Json* value = load.member("factor");
  if (!value) return;
  ObjectReader object(load.reading(), *value, load.pointer_to("factor"), "a factor");
  const Section* section = object.readable() ? choose_section(object, "factor") : nullptr;
  if (!section) return;
  (void)(choose_shape<ConstantFactor>(section->type, "constant", factor) ||
         choose_shape<RampFactor>(section->type, "ramp", factor) ||
         choose_shape<TableFactor>(section->type, "table", factor) ||
         choose_shape<SineFactor>(section->type, "sine", factor));
  object.options([&](OptionVisitor& o) { factor.describe(o); });
  object.finish();
  load.resolve("factor", object.take_resolved());
}

LoadType load_type(std::string_view name) {
  return name == "traction"   ? LoadType::traction
         : name == "pressure" ? LoadType::pressure
         : name == "force"    ? LoadType::force
         : name == "damping"  ? LoadType::damping
                              : LoadType::gravity;
}

/// "deformable, rigid": types of bodies that a load on a boundary moves, and with others one on
/// particles, too.
std::string movable_types(bool particles) {
  std::string types = "deformable";
  for (const BodyKindType& kind : body_kinds()) types += fmt::format(", {}", kind.name);
  return types + (particles ? " and particles" : "");
}

/// Reports loads that a body of its kind cannot have.
void check_body(ObjectReader& object, const LoadConfig& load, const BodyConfig& body) {
  const bool surface = load.type == LoadType::pressure || load.type == LoadType::traction;
  const std::string_view what = load.type == LoadType::pressure   ? "pressure"
                                : load.type == LoadType::traction ? "traction"
                                : load.type == LoadType::force    ? "force"
                                                                  : "damping";
  if (body.type == BodyConfigType::obstacle)
    object.problem("body", fmt::format("\"{}\" is an obstacle, which no force moves; a {} acts on "
                                       "bodies of the types {}",
                                       load.body, what, movable_types(!surface)));
  const bool particles = body.type == BodyConfigType::particles;
  if (particles && surface)
    object.problem("body", fmt::format("\"{}\" are particles, which have no boundary that a {} "
                                       "could act on; take a load of type \"force\"",
                                       load.body, what));
  if (particles && !surface && !load.group.empty())
    object.problem("group",
                   "particles have no groups; take \"at\", or leave both out for all of them");
  if (!body.is_round()) return;
  if (surface)
    object.problem("body", fmt::format("\"{}\" is round and has no facets that a {} could act on; "
                                       "give it a mesh, or take a load of type \"force\"",
                                       load.body, what));
  else if (!load.group.empty() || !load.at.empty())
    object.problem(load.at.empty() ? "group" : "at",
                   fmt::format("\"{}\" is round and has no nodes; leave \"group\" and \"at\" out: "
                               "the force acts at its centre",
                               load.body));
}

}  // namespace

void read_load(ObjectReader& object, const BodyNames& names, Configuration& configuration) {
  const Section* section = choose_section(object, "load");
  if (!section) return;
  LoadConfig load;
  load.type = load_type(section->type);
  load.pointer = object.pointer();
  object.options([&](OptionVisitor& o) { load.describe(o); });
  if (load.type != LoadType::damping) read_factor(object, load.factor);
  object.finish();
  if (load.type == LoadType::gravity || (load.type == LoadType::damping && load.body.empty())) {
    configuration.loads.push_back(std::move(load));
    return;
  }
  if (load.body.empty()) return;
  const auto bodies = names.find(load.body);
  if (bodies.empty())
    object.problem("body", fmt::format("{} is no body; {}", quoted_short(load.body),
                                       suggestion(load.body, names.known())));
  if (!bodies.empty()) check_body(object, load, configuration.bodies[bodies.front()]);
  for (const std::size_t body : bodies) {
    LoadConfig one = load;
    one.body_index = body;
    one.body = configuration.bodies[body].name;
    configuration.loads.push_back(std::move(one));
  }
}

}  // namespace tactus::core
