#include "apps/reference/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/scene/options/component_text.hpp"
#include "tactus/friction/own_friction.hpp"
#include "tactus/load.hpp"
#include "tactus/probe.hpp"

namespace tactus::core {
namespace {

std::string claims_text(const Claims& claims) {
  std::string text;
  const auto line = [&](std::string_view name, std::string_view capability) {
    const std::string_view meaning = capability_meaning(capability);
    text += fmt::format("  {:<10}{}{}{}\n", name, capability, meaning.empty() ? "" : ": ", meaning);
  };
  for (const std::string& name : claims.provides) line("provides", name);
  for (const auto& one_of : claims.needs) {
    if (one_of.size() == 1)
      line("needs", one_of[0]);
    else
      text += fmt::format("  {:<10}one of {}\n", "needs", fmt::join(one_of, ", "));
  }
  for (const auto& p : claims.prefers)
    text += fmt::format("  {:<10}{}; otherwise: {}\n", "prefers", p.name, p.otherwise);
  return text.empty() ? "  nothing\n" : text;
}

}  // namespace

std::string default_text(const DeclaredOption& o) {
  if (o.required) return "required";
  if (o.optional && o.type == DeclaredOption::Type::parts)
    return "all installed ones that need no option";
  if (o.optional) return "not given";
  if (o.type == DeclaredOption::Type::parts) return "[]";
  if (o.type == DeclaredOption::Type::object) return "{}";
  if (o.type == DeclaredOption::Type::axes && o.value.if_array()->empty()) return "0 on each axis";
  return o.value.is_null() ? "unlimited" : to_text(o.value, 10000);
}

std::vector<DeclaredOption> flat(const std::vector<DeclaredOption>& options) {
  std::vector<DeclaredOption> all;
  for (const DeclaredOption& o : options) {
    all.push_back(o);
    for (DeclaredOption inner : flat(o.options)) {
      inner.name = o.name + "/" + inner.name;
      all.push_back(std::move(inner));
    }
  }
  return all;
}

std::string_view capability_meaning(std::string_view name) {
  struct Meaning {
    std::string_view name, text;
  };
  namespace c = capability;
  static constexpr std::array<Meaning, 33> kMeanings{{
      {c::energy, "stress is the derivative of an energy that is returned"},
      {c::tangent, "derivative of the stress"},
      {c::objective, "unchanged by rotations"},
      {c::increment, "the unknown is the increment of the configuration"},
      {c::impulse, "linear in velocity; reactions are solved for"},
      {c::potential, "the residual is the derivative of a potential"},
      {c::separable, "the tangent is diagonal and constant"},
      {c::problem_tangent, "there is a tangent"},
      {c::assembled, "the tangent is a sparse matrix"},
      {c::symmetric, "the tangent is symmetric"},
      {c::second_order, "errors fall with the square of the step"},
      {c::reversible, "with all velocities reversed, steps lead back to the start"},
      {c::angular_momentum, "angular momentum of what turns freely is kept, contact included"},
      {c::unilateral, "value >= lower is non-penetration"},
      {c::gradient, "true gradients"},
      {c::hessian, "second derivatives"},
      {c::frames, "contact frames, for friction"},
      {c::gap, "the value is a signed distance [m]"},
      {c::persistent, "rows stay while bodies touch, and their keys follow a contact that slides"},
      {c::nodal, "every row belongs to one vertex"},
      {c::complete, "no row violated means no intersection"},
      {c::plane, "works in scenes of dimension 2"},
      {c::space, "works in scenes of dimension 3"},
      {c::swept, "times of impact"},
      {c::implicit_law, "holds at the end of the step"},
      {c::coulomb, "Coulomb's law with the friction and the restitution of the pair"},
      {c::own_friction, "how it rubs follows from its options alone"},
      {c::explicit_law, "reaction from gap and velocity, no iteration"},
      {c::linearised, "has a linearisation, for Newton's method"},
      {c::feasible, "the solution satisfies every row found"},
      {c::load_surface, "acts on facets of the boundary"},
      {c::load_potential, "the force is the negative gradient of a potential"},
      {c::probe_node, "is of one node"},
  }};
  const auto* found = std::ranges::find(kMeanings, name, &Meaning::name);
  return found == kMeanings.end() ? "" : found->text;
}

Explanation explain(const Section& section) {
  Explanation e;
  e.kind = section.group;
  e.name = section.type;
  e.summary = section.help;
  e.members = section.members;
  OptionList list;
  section.options(list);
  e.options = list.options();
  return e;
}

namespace {

/// What the kernel reads beside the options of a load or a probe: where it acts, what it is of.
void describe_place(Kind kind, Explanation& e, OptionList& list) {
  if (kind == Kind::load) {
    LoadConfig place;
    place.surface = e.claims && e.claims->has(capability::load_surface);
    place.describe_place(list);
    e.members = find_section("load", "gravity")->members;
  } else if (kind == Kind::probe) {
    ProbeConfig place;
    place.one_node = e.claims && e.claims->has(capability::probe_node);
    place.describe_place(list);
  }
}

}  // namespace

Explanation explain(Registry& registry, Kind kind, std::string_view name) {
  const Registration& what = registry.find(kind, name);
  Explanation e;
  e.kind = kind_name(kind);
  e.name = name;
  e.summary = what.summary;
  const PluginFile& file = registry.file_of(kind, name);
  e.file = file.path.string();
  e.version = file.version;
  RegistrySource components(registry);
  try {
    e.claims = default_claims(components, kind, name);
  } catch (const std::exception& error) {
    e.no_claims = error.what();
  }
  OptionList list;
  describe_place(kind, e, list);
  describe_options(what, list);
  e.options = list.options();
  return e;
}

std::vector<Explanation> explain_all(Registry& registry) {
  std::vector<Explanation> all;
  for (const Section& s : sections()) all.push_back(explain(s));
  for (const Kind kind : kAllKinds) {
    // Plugins of a kind that is also a group of sections come behind these.
    const auto last =
        std::ranges::find(all.rbegin(), all.rend(), kind_name(kind), &Explanation::kind);
    auto at = last == all.rend() ? all.end() : last.base();
    for (const std::string& name : registry.names(kind)) {
      try {
        at = all.insert(at, explain(registry, kind, name)) + 1;
      } catch (const std::exception&) {  // `list` reports the reason
        continue;
      }
    }
  }
  return all;
}

std::string as_text(const Explanation& e) {
  std::string text = e.kind + (e.name.empty() ? "" : " " + e.name) + ": " + e.summary + "\n";
  if (!e.file.empty()) text += fmt::format("version {}, {}\n", e.version, e.file);
  std::size_t name_width = 0, default_width = 0;
  const std::vector<DeclaredOption> options = flat(e.options);
  for (const DeclaredOption& o : options) {
    name_width = std::max(name_width, o.name.size());
    default_width = std::max(default_width, default_text(o).size());
  }
  for (const SectionMember& m : e.members) name_width = std::max(name_width, m.name.size());
  text += e.options.empty() && e.members.empty() ? "\nno options\n" : "\n";
  for (const DeclaredOption& o : options) {
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", o.name, name_width, default_text(o),
                        default_width, allowed(o));
    if (!o.help.empty()) text += fmt::format("  {:<{}}  {}\n", "", name_width, o.help);
  }
  for (const SectionMember& m : e.members)
    text += fmt::format("  {:<{}}  {}{}{}{}\n", m.name, name_width, member_text(m, "\"", "\""),
                        m.required ? ", required" : "", m.help.empty() ? "" : ": ", m.help);
  if (e.claims) text += "\nwith default options\n" + claims_text(*e.claims);
  if (!e.no_claims.empty())
    text += "\nwhat it provides and needs depends on options that have no default\n";
  return text;
}

std::string member_text(const SectionMember& m, std::string_view open, std::string_view close) {
  using Form = SectionMember::Form;
  const auto marked = [&](std::string_view name) {
    return std::string(open) + std::string(name) + std::string(close);
  };
  switch (m.form) {
    case Form::section:
      return "an object, " + marked(m.group);
    case Form::sections:
      return "a list of objects, " + marked(m.group);
    case Form::component:
      return "an object, " + marked(kind_name(m.kind));
    case Form::components:
      return "a list of objects, " + marked(kind_name(m.kind));
    case Form::one_or_more_components:
      return "an object or a list of objects, " + marked(kind_name(m.kind));
    case Form::named:
      return "an object with an entry for each name, " + marked(m.group);
    case Form::velocity:
      return "numbers [m/s], an object, or a list of objects, " + marked(m.group);
    case Form::word_or_section:
      return fmt::format("\"{}\", or an object, {}", fmt::join(m.words, "\", \""), marked(m.group));
  }
  return {};
}

}  // namespace tactus::core
