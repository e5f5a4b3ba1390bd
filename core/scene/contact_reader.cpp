#include "core/scene/contact_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/support/nearest_name.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {
namespace {

class ContactReader {
 public:
  ContactReader(Reading& reading, Configuration& configuration)
      : reading_(reading), configuration_(configuration), names_(reading, configuration) {}

  void read(ObjectReader& object) {
    ContactConfig& contact = configuration_.contact;
    component(object, "broad_phase", Kind::broad_phase, contact.broad_phase);
    const Json* constraint = object.value().find("constraint");
    if (constraint) {
      Json r;
      read_constraints(*constraint, "/contact/constraint", contact.constraints, r);
      object.resolve("constraint", std::move(r));
    }
    component(object, "solver", Kind::contact_solver, contact.solver);
    if (const Json* stages = object.value().find("stages")) {
      Json r;
      read_stages(*stages, constraint, r);
      object.resolve("stages", std::move(r));
    }
    if (const Json* laws = object.value().find("laws")) {
      Json r;
      read_laws(*laws, r);
      object.resolve("laws", std::move(r));
    }
    read_neighbour_list(object, configuration_.contact.neighbour_list);
    read_not_converged(object);
  }

 private:
  /// @param constraint  that of /contact, which holds for stages without one; null: it is missing
  void read_stages(const Json& value, const Json* constraint, Json& resolved) {
    const Json::Object* entries = value.if_object();
    if (!entries)
      return reading_.problem(value, "/contact/stages",
                              fmt::format("{} given; allowed: an object with an entry for each "
                                          "named stage of the integrator",
                                          reading_.document.shown(value)));
    resolved = Json::object();
    for (const JsonMember& entry : *entries) {
      Json r;
      read_stage(entry.key, entry.value, constraint, r);
      resolved.set(entry.key, std::move(r));
    }
  }

  void read_stage(const std::string& name, const Json& value, const Json* constraint,
                  Json& resolved) {
    const Section& section = *find_section("stage", "");
    ObjectReader object(reading_, value, "/contact/stages/" + pointer_token(name), section.help);
    if (!object.readable()) return;
    StageConfig stage{.name = name, .pointer = object.pointer()};
    expect_members(object, section);
    component(object, "solver", Kind::contact_solver, stage.solver);
    if (const Json* own = value.find("constraint")) {
      stage.own_constraints = true;
      Json r;
      read_constraints(*own, object.pointer_to("constraint"), stage.constraints, r);
      object.resolve("constraint", std::move(r));
    } else if (constraint) {
      read_again(*constraint, stage.constraints);
    }
    object.finish();
    resolved = object.take_resolved();
    configuration_.contact.stages.push_back(std::move(stage));
  }

  /// Objects of its own with the options of /contact/constraint, whose mistakes are told already.
  void read_again(const Json& constraint, std::vector<ConstraintConfig>& entries) {
    Problems told(reading_.problems);
    Reading quiet{reading_.document, told, reading_.components, reading_.dim};
    ContactReader again(quiet, configuration_);
    Json ignored;
    again.read_constraints(constraint, "/contact/constraint", entries, ignored);
  }

  void component(ObjectReader& object, std::string_view key, Kind kind, ComponentConfig& out) {
    const Json* given = object.value().find(key);
    if (!given) return;
    Json r;
    out = read_component(
        reading_, *given, object.pointer_to(key), kind, [](OptionVisitor&) {}, r);
    object.resolve(key, std::move(r));
  }

  /// Its defaults are resolved even if it is not given.
  void read_not_converged(ObjectReader& contact) {
    static const Json kNothing = Json::object();
    const Json* given = contact.value().find("not_converged");
    ObjectReader object(reading_, given ? *given : kNothing, contact.pointer_to("not_converged"),
                        find_section("not_converged", "")->help);
    object.options([&](OptionVisitor& o) { configuration_.contact.not_converged.describe(o); });
    object.finish();
    contact.resolve("not_converged", object.take_resolved());
  }

  /// Reads one object, or a list of at least one.
  void read_constraints(const Json& value, const std::string& pointer,
                        std::vector<ConstraintConfig>& entries, Json& resolved) {
    const Json::Array* list = value.if_array();
    if (!list) {
      read_constraint(value, pointer, entries, resolved);
      return name_constraints({&value, 1}, entries);
    }
    if (list->empty())
      reading_.problem(value, pointer, "an empty list given; allowed: at least one constraint");
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      Json r;
      read_constraint((*list)[i], fmt::format("{}/{}", pointer, i), entries, r);
      resolved.if_array()->push_back(std::move(r));
    }
    name_constraints(*list, entries);
  }

  /// Finds what the constraints know outside of the model, and then what each of them is for.
  void name_constraints(View<Json> given, std::vector<ConstraintConfig>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      for (const std::string_view name : outside_of(entries[i]))
        add_outside(name, given[i], entries[i]);
    const std::size_t known = configuration_.contact.outside.size();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      served_.assign(known, false);
      for (const std::string_view name : outside_of(entries[i]))
        if (const auto k = number_of(name); k < known) served_[k] = true;
      read_names(entries[i].between, given[i], entries[i].between.pointer);
    }
    served_.assign(known, true);  // laws are for all of them
  }

  static View<std::string_view> outside_of(const ConstraintConfig& entry) {
    const auto* constraint = dynamic_cast<const Constraint*>(entry.constraint.object.get());
    return constraint ? constraint->outside() : View<std::string_view>{};
  }

  /// Position among the names of what is outside; their number if it is none of them.
  std::size_t number_of(std::string_view name) const {
    const auto& outside = configuration_.contact.outside;
    return static_cast<std::size_t>(std::ranges::find(outside, name) - outside.begin());
  }

  void add_outside(std::string_view name, const Json& at, const ConstraintConfig& entry) {
    const auto refuse = [&](std::string_view why) {
      reading_.problem(at, entry.between.pointer,
                       fmt::format("\"{}\" calls what it pushes bodies against {}, {}",
                                   entry.constraint.type, quoted_short(name), why));
    };
    if (name.empty() || name == "*" || name == "(zone)" || name == "(outside)" ||
        name.find('/') != name.npos)
      return refuse("which cannot be the name of a surface");
    if (!names_.find(name).empty()) return refuse("which is the name of a body; give it another");
    if (number_of(name) == configuration_.contact.outside.size())
      configuration_.contact.outside.emplace_back(name);
  }

  void read_constraint(const Json& value, const std::string& pointer,
                       std::vector<ConstraintConfig>& entries, Json& resolved) {
    ConstraintConfig& entry = entries.emplace_back();
    entry.constraint = read_component(
        reading_, value, pointer, Kind::constraint, [&](OptionVisitor& o) { entry.describe(o); },
        resolved);
    entry.between.pointer = pointer;
    const Json::Object* object = entry.constraint.object ? nullptr : value.if_object();
    for (std::size_t i = 0; object && i < object->size(); ++i)
      if (const std::string* text = (*object)[i].value.if_text()) unread_.push_back(*text);
  }

  void read_laws(const Json& value, Json& resolved) {
    const Json::Array* list = entries(reading_, value, "/contact/laws", "contact laws");
    if (!list) {
      // What is wrong is told already: an entry without a law keeps solvers from asking for one.
      configuration_.contact.laws.emplace_back();
      return;
    }
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      LawConfig& law = configuration_.contact.laws.emplace_back();
      const std::string pointer = fmt::format("/contact/laws/{}", i);
      Json r;
      law.law = read_component(
          reading_, (*list)[i], pointer, Kind::contact_law,
          [&](OptionVisitor& o) { law.describe(o); }, r);
      resolved.if_array()->push_back(std::move(r));
      read_names(law.between, (*list)[i], pointer);
    }
  }

  /// Finds the bodies to which the names in "between" refer.
  void read_names(BetweenConfig& between, const Json& entry, const std::string& pointer) {
    between.pointer = pointer;
    if (between.names.size() == 2) {
      const Json& at = *entry.find("between");
      between.first = surface(between.names[0], pointer + "/between/0", at);
      between.second = surface(between.names[1], pointer + "/between/1", at);
    } else if (between.names.empty() && !entry.find("between")) {
      between.first = between.second = any();
    }
  }

  SurfaceName surface(const std::string& name, const std::string& pointer, const Json& at) {
    const auto problem = [&](std::string message, ProblemKind kind = ProblemKind::mistake) {
      reading_.problem(at, pointer, std::move(message), kind);
      return SurfaceName{};
    };
    const SurfaceNameParts parts = split_surface_name(name);
    if (name == "*") return any();
    if (const auto k = number_of(name); k < served_.size()) {
      if (!served_[k])
        return problem(
            fmt::format("{} is what another constraint pushes bodies against", quoted_short(name)));
      SurfaceName outside{"", std::vector<bool>(configuration_.bodies.size(), false),
                          std::vector<bool>(served_.size(), false)};
      outside.outside[k] = true;
      return outside;
    }
    const auto found = names_.find(parts.body);
    if (found.empty() && (!names_.lacks(parts.body) || std::ranges::count(unread_, name) > 0))
      return {};  // what has this name is told of
    if (found.empty() && !parts.has_group)
      return problem(fmt::format("{} is no body, and not \"*\" for any; {}", quoted_short(name),
                                 suggestion(name, known())));
    if (parts.body == "*")
      return problem(
          fmt::format("{} names no surface: \"*\" stands for every surface of every body; "
                      "write \"*\" alone, or \"body/group\"",
                      quoted_short(name)));
    if (found.empty())
      return problem(fmt::format("{} names no surface, for {} is no body; {}", quoted_short(name),
                                 quoted_short(parts.body), suggestion(parts.body, names_.known())));
    if (parts.has_group && parts.group.empty())
      return problem(
          fmt::format("{} names no surface: behind the \"/\" the name of a group of the "
                      "mesh is missing; all of the boundary is {}",
                      quoted_short(name), quoted_short(parts.body)));
    SurfaceName surface{std::string(parts.group),
                        std::vector<bool>(configuration_.bodies.size(), false)};
    for (const std::size_t body : found) {
      if (parts.has_group && configuration_.bodies[body].mesh == kNoMesh)
        return problem(fmt::format("{} names no surface: {} has no mesh, and so no groups",
                                   quoted_short(name), quoted_short(parts.body)),
                       ProblemKind::misfit);
      surface.bodies[body] = true;
    }
    return surface;
  }

  SurfaceName any() const {
    return {"", std::vector<bool>(configuration_.bodies.size(), true), served_};
  }
  std::vector<std::string> known() const {
    std::vector<std::string> all = names_.known();
    const auto& outside = configuration_.contact.outside;
    all.insert(all.end(), outside.begin(), outside.end());
    return all;
  }

  Reading& reading_;
  Configuration& configuration_;
  BodyNames names_;
  std::vector<std::string> unread_;  ///< what constraints with mistakes may call what is outside
  std::vector<bool> served_;         ///< [outside] 1: the entry that is read may mean it
};

}  // namespace

void read_contact(Reading& reading, const Json& value, Configuration& configuration,
                  Json& resolved) {
  ObjectReader object(reading, value, "/contact", find_section("contact", "")->help);
  if (!object.readable()) return;
  configuration.contact.enabled = true;
  object.options([&](OptionVisitor& o) { configuration.contact.describe(o); });
  expect_members(object, *find_section("contact", ""));
  ContactReader(reading, configuration).read(object);
  object.finish();
  resolved = object.take_resolved();
}

}  // namespace tactus::core
