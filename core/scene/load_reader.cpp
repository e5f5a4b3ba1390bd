/// \file load_reader.cpp  Reads loads: finds the bodies they act on, and checks conditions across
/// options.
#include "core/scene/load_reader.hpp"

#include <fmt/format.h>

#include "core/scene/capabilities.hpp"
#include "core/support/nearest_name.hpp"
#include "tactus/load.hpp"

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

/// "deformable, rigid": types of bodies that a load on a boundary moves, and with others one on
/// particles, too.
std::string movable_types(bool particles) {
  std::string types = "deformable";
  for (const BodyKindType& kind : body_kinds()) types += fmt::format(", {}", kind.name);
  return types + (particles ? " and particles" : "");
}

class LoadReader {
 public:
  LoadReader(Reading& reading, const Json& value, const std::string& pointer,
             const BodyNames& names, Configuration& configuration)
      : reading_(reading), value_(value), pointer_(pointer), names_(names),
        configuration_(configuration) {}

  void read(Json& resolved) {
    const Json* type = value_.find("type");
    const std::string* name = type ? type->if_text() : nullptr;
    load_.pointer = pointer_;
    if (name && !find_section("load", *name) &&
        is_plugin_of(reading_.components, Kind::load, *name))
      return read_plugin(*name, resolved);
    ObjectReader object(reading_, value_, pointer_, "a load");
    if (object.readable()) read_own(object);
    resolved = object.take_resolved();
  }

 private:
  /// Gravity and damping, which are no plugins, and everything that is neither.
  void read_own(ObjectReader& object) {
    const Section* section = choose_section_or_plugin(object, "load", Kind::load);
    if (!section) return;
    const bool damping = section->type == "damping";
    load_.type = damping ? LoadType::damping : LoadType::gravity;
    object.options(
        [&](OptionVisitor& o) { damping ? load_.describe_damping(o) : load_.describe_gravity(o); });
    if (!damping) read_factor(object, load_.factor);
    object.finish();
    if (!load_.body.empty()) return add_to_bodies([](LoadConfig&) {});
    configuration_.loads.push_back(std::move(load_));
  }

  /// Every copy of an array gets an object of its own, with the same options.
  void read_plugin(const std::string& name, Json& resolved) {
    load_.type = LoadType::plugin;
    load_.surface =
        claims_by_default(reading_.components, Kind::load, name, capability::load_surface);
    ComponentConfig first = make(resolved);
    if (load_.body.empty()) return;
    const bool made = first.object != nullptr;
    add_to_bodies([&](LoadConfig& one) {
      Json again;
      one.load = first.object || !made ? std::move(first) : make(again);
      one.has_potential =
          one.load.object && claims_of(*one.load.object).has(capability::load_potential);
    });
  }

  ComponentConfig make(Json& resolved) {
    return read_component_with(
        reading_, value_, pointer_, Kind::load,
        [&](ObjectReader& object) {
          object.options([&](OptionVisitor& o) { load_.describe_place(o); });
          read_factor(object, load_.factor);
        },
        resolved);
  }

  void add_to_bodies(FunctionRef<void(LoadConfig&)> complete) {
    const auto bodies = names_.find(load_.body);
    if (names_.lacks(load_.body))
      problem("body",
              fmt::format("{} is no body; {}", quoted_short(load_.body),
                          suggestion(load_.body, names_.known())),
              ProblemKind::mistake);
    if (!bodies.empty()) check_body(configuration_.bodies[bodies.front()]);
    for (const std::size_t body : bodies) {
      LoadConfig one{.type = load_.type,
                     .factor = load_.factor,
                     .acceleration = {},
                     .body = configuration_.bodies[body].name,
                     .group = load_.group,
                     .at = load_.at,
                     .load = {},
                     .surface = load_.surface,
                     .rate = load_.rate,
                     .body_index = body,
                     .pointer = pointer_};
      complete(one);
      configuration_.loads.push_back(std::move(one));
    }
  }

  /// Reports loads that a body of its kind cannot have.
  void check_body(const BodyConfig& body) const {
    const bool surface = load_.surface;
    const std::string name = load_.body, what = *value_.find("type")->if_text();
    if (body.type == BodyConfigType::obstacle)
      problem("body", fmt::format("\"{}\" is an obstacle, which no force moves; a {} acts on "
                                  "bodies of the types {}",
                                  name, what, movable_types(!surface)));
    const bool particles = body.type == BodyConfigType::particles;
    if (particles && surface)
      problem("body", fmt::format("\"{}\" are particles, which have no boundary that a {} "
                                  "could act on; take a load on a whole body",
                                  name, what));
    if (particles && !surface && !load_.group.empty())
      problem("group", "particles have no groups; take \"at\", or leave both out for all of them");
    if (!body.is_round()) return;
    if (surface)
      problem("body", fmt::format("\"{}\" is round and has no facets that a {} could act on; "
                                  "give it a mesh, or take a load on a whole body",
                                  name, what));
    else if (!load_.group.empty() || !load_.at.empty())
      problem(load_.at.empty() ? "group" : "at",
              fmt::format("\"{}\" is round and has no nodes; leave \"group\" and \"at\" out: "
                          "the force acts at its centre",
                          name));
  }

  void problem(const std::string& key, std::string message,
               ProblemKind kind = ProblemKind::misfit) const {
    const Json* at = value_.find(key);
    reading_.problem(at ? *at : value_, at ? pointer_ + "/" + key : pointer_, std::move(message),
                     kind);
  }

  Reading& reading_;
  const Json& value_;
  const std::string& pointer_;
  const BodyNames& names_;
  Configuration& configuration_;
  LoadConfig load_;
};

}  // namespace

void read_load(Reading& reading, const Json& value, const std::string& pointer,
               const BodyNames& names, Configuration& configuration, Json& resolved) {
  LoadReader(reading, value, pointer, names, configuration).read(resolved);
}

}  // namespace tactus::core
