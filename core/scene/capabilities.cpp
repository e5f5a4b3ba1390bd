#include "core/scene/capabilities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/json/json.hpp"
#include "core/plugin/registry.hpp"
#include "core/plugin/sample_options.hpp"
#include "core/support/guard/guard.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

class ClaimCollector final : public Capabilities {
 public:
  explicit ClaimCollector(Claims& claims) : claims_(claims) {}
  void provides(std::string_view name) override { claims_.provides.emplace_back(name); }
  void needs(std::string_view name) override { claims_.needs.push_back({std::string(name)}); }
  void needs_one_of(std::initializer_list<std::string_view> names) override {
    claims_.needs.emplace_back(names.begin(), names.end());
  }
  void prefers(std::string_view name, std::string_view otherwise) override {
    claims_.prefers.push_back({std::string(name), std::string(otherwise)});
  }

 private:
  Claims& claims_;
};

struct Asked {
  std::string_view word;
  Kind kind;
};
constexpr std::array<Asked, 6> kAsked{{{"material", Kind::material},
                                       {"problem", Kind::integrator},
                                       {"contact", Kind::constraint},
                                       {"law", Kind::contact_law},
                                       {"solver", Kind::contact_solver},
                                       {"pairs", Kind::broad_phase}}};

/// The kind of component that a claim refers to; null: all components.
const Kind* asked_for(std::string_view name) {
  const std::string_view word = name.substr(0, name.find('.'));
  const auto* found = std::ranges::find(kAsked, word, &Asked::word);
  return found == kAsked.end() ? nullptr : &found->kind;
}

bool uses_laws(const Claims& claims) {
  const auto is_of_law = [](const std::string& name) { return name.starts_with("law."); };
  return std::ranges::any_of(claims.needs,
                             [&](const auto& n) { return std::ranges::any_of(n, is_of_law); }) ||
         std::ranges::any_of(claims.prefers, is_of_law, &Claims::Preference::name);
}

using Need = std::vector<std::string>;  ///< one of these names

struct Participant {
  const ComponentConfig* component;
  Claims claims;
};

class Matcher {
 public:
  Matcher(Configuration& configuration, ComponentSource& components, Problems& problems)
      : configuration_(configuration), components_(components), problems_(problems) {
    for (const ComponentConfig& material : configuration.materials) take_part(material);
    take_part(configuration.integrator);
    if (!configuration.contact.enabled) return;
    take_part(configuration.contact.broad_phase);
    for (const ConstraintConfig& c : configuration.contact.constraints) take_part(c.constraint);
    take_part(configuration.contact.solver);
    for (const LawConfig& law : configuration.contact.laws) take_part(law.law);
  }

  void match() {
    for (const Participant& p : participants_) {
      for (const std::vector<Need>& needs : unsatisfied(p)) refuse(p, needs);
      for (const auto& preference : p.claims.prefers)
        if (!satisfied({preference.name}))
          configuration_.notes.push_back(fmt::format("{} \"{}\": {} is not there: {}",
                                                     p.component->pointer, p.component->type,
                                                     preference.name, preference.otherwise));
    }
    match_laws();
    if (!configuration_.contact.enabled) expect_explicit();
  }

 private:
  /// Without contact there is no solver, which only explicit steps can do without.
  void expect_explicit() {
    const std::string separable(capability::separable);
    const Participant* implicit = lacking({separable}, Kind::integrator);
    if (!implicit) return;
    problems_.add(
        "/integrator",
        fmt::format("\"{}\" is implicit with the options given here, and implicit steps are not "
                    "served by the kernel yet; take an explicit integrator; with default options: "
                    "{}",
                    implicit->component->type,
                    listed(candidates(Kind::integrator,
                                      [&](const Claims& c) { return c.has(separable); }))));
  }

  void take_part(const ComponentConfig& component) {
    if (!component.object) return;
    try {
      participants_.push_back({&component, claims_of(*component.object)});
    } catch (const PluginFault& fault) {
      problems_.add({problems_.place(component.pointer), component.pointer,
                     PluginRunError(fault, fault.type, fault.when).what(), true});
    } catch (const std::exception& e) {
      problems_.add({problems_.place(component.pointer), component.pointer,
                     fmt::format("the plugin failed to say what it provides: {}", e.what()), true});
    }
  }

  /// Whether each component of one of the kinds asked provides one of the names for its kind.
  bool satisfied(const std::vector<std::string>& one_of) const {
    return std::ranges::any_of(one_of, [&](const std::string& name) {
      const Kind* kind = asked_for(name);
      if (!kind)
        return std::ranges::any_of(participants_,
                                   [&](const Participant& p) { return p.claims.has(name); });
      const bool no_laws = *kind == Kind::contact_law && configuration_.contact.laws.empty();
      return !no_laws && !lacking(one_of, *kind);
    });
  }

  /// The first component of a kind that provides none of the names for this kind.
  const Participant* lacking(const std::vector<std::string>& one_of, Kind kind) const {
    for (const Participant& p : participants_)
      if (p.component->kind == kind && !provides_one(p.claims, one_of, kind)) return &p;
    return nullptr;
  }

  static bool provides_one(const Claims& claims, const std::vector<std::string>& one_of,
                           Kind kind) {
    return std::ranges::any_of(one_of, [&](const std::string& name) {
      const Kind* asked = asked_for(name);
      return asked && *asked == kind && claims.has(name);
    });
  }

  /// Names of a kind whose components satisfy a condition with their default options.
  template <class F>
  std::vector<std::string> candidates(Kind kind, F&& fits) const {
    std::vector<std::string> names;
    for (const std::string& name : components_.names(kind)) {
      try {
        if (fits(default_claims(components_, kind, name))) names.push_back(name);
      } catch (...) {  // not available, or not without options: no suggestion
        continue;
      }
    }
    return names;
  }

  static std::string listed(const std::vector<std::string>& names) {
    return names.empty() ? "none that is installed" : fmt::format("{}", fmt::join(names, ", "));
  }

  static std::vector<Kind> kinds_asked(const Need& need) {
    std::vector<Kind> asked;
    for (const std::string& name : need)
      if (const Kind* kind = asked_for(name); kind && std::ranges::count(asked, *kind) == 0)
        asked.push_back(*kind);
    return asked;
  }

  /// The needs of a component that are not satisfied. Those that the same component does not satisfy are told
  /// together, as they have one cause.
  std::vector<std::vector<Need>> unsatisfied(const Participant& p) const {
    std::vector<std::vector<Need>> groups;
    for (const Need& need : p.claims.needs) {
      if (satisfied(need)) continue;
      const auto same = std::ranges::find_if(groups, [&](const std::vector<Need>& group) {
        const std::vector<Kind> kinds = kinds_asked(need);
        return kinds.size() == 1 && kinds_asked(group.front()) == kinds &&
               lacking(group.front(), kinds.front()) == lacking(need, kinds.front());
      });
      if (same == groups.end())
        groups.push_back({need});
      else
        same->push_back(need);
    }
    return groups;
  }

  void refuse(const Participant& asker, const std::vector<Need>& needs) {
    const ComponentConfig& who = *asker.component;
    const Need& need = needs.front();
    std::vector<std::string> each;
    for (const Need& one : needs)
      if (const std::string text = fmt::format("{}", fmt::join(one, " or "));
          std::ranges::count(each, text) == 0)
        each.push_back(text);
    std::string message = fmt::format("\"{}\" needs {}", who.type, fmt::join(each, " and "));
    for (const Kind kind : kinds_asked(need)) {
      const Participant* other = lacking(need, kind);
      const auto able = candidates(kind, [&](const Claims& c) {
        return std::ranges::all_of(needs,
                                   [&](const Need& one) { return provides_one(c, one, kind); });
      });
      const bool by_options = other && std::ranges::count(able, other->component->type) > 0;
      message +=
          other ? fmt::format("; \"{}\" ({}) does not provide it{}", other->component->type,
                              other->component->pointer,
                              by_options ? " with the options given here" : "")
                : "; no \"laws\" are given: add one \"between\": [\"*\", \"*\"] with a \"type\"";
      message += fmt::format("; {}s that provide it with default options: {}", kind_name(kind),
                             listed(able));
    }
    const auto fits_here = [&](const Claims& c) {
      const bool laws_wanted = uses_laws(c) || configuration_.contact.laws.empty();
      return (who.kind != Kind::contact_solver || laws_wanted) &&
             std::ranges::all_of(c.needs, [&](const auto& n) { return satisfied(n); });
    };
    if (std::ranges::count(need, std::string(capability::separable)) > 0)
      message += "; steps that are not separable are implicit, and not served by the kernel yet";
    // What was refused as it is given may fit with other options, such as other solvers in turn.
    auto fitting = candidates(who.kind, fits_here);
    for (std::string& name : fitting)
      if (name == who.type) name += " with other options";
    message += fitting.empty() ? fmt::format(
                                     "; no {} that is installed fits the rest of this "
                                     "configuration{}: see `tactus list --matrix`",
                                     kind_name(who.kind), partners(who.kind, need))
                               : fmt::format("; {}s that fit this configuration: {}",
                                             kind_name(who.kind), fmt::join(fitting, ", "));
    problems_.add(who.pointer + "/type", std::move(message));
  }

  /// What goes with the integrator, where it is the cause that no solver fits.
  std::string partners(Kind kind, const Need& need) const {
    const auto is_of_problem = [](const Need& one) {
      return kinds_asked(one) == std::vector{Kind::integrator};
    };
    if (kind != Kind::contact_solver || !is_of_problem(need)) return {};
    const auto names = candidates(kind, [&](const Claims& c) {
      return std::ranges::all_of(
          c.needs, [&](const Need& one) { return !is_of_problem(one) || satisfied(one); });
    });
    return fmt::format(", for \"{}\" goes with {}", configuration_.integrator.type, listed(names));
  }

  void match_laws() {
    const ContactConfig& contact = configuration_.contact;
    for (const Participant& p : participants_) {
      if (p.component != &contact.solver) continue;
      if (uses_laws(p.claims)) return check_pairs();
      if (contact.laws.empty()) return;
      problems_.add(
          "/contact/laws",
          fmt::format("\"{}\" uses no contact laws, so these would be without effect; "
                      "remove \"laws\", or take a contact_solver that uses them: {}",
                      p.component->type, listed(candidates(Kind::contact_solver, uses_laws))));
    }
  }

  /// Checks that every pair of bodies that may touch has a law.
  void check_pairs() {
    const ContactConfig& contact = configuration_.contact;
    const auto& bodies = configuration_.bodies;
    if (contact.laws.empty() || !all_named()) return;  // other errors have been reported already
    for (std::size_t a = 0; a < bodies.size(); ++a)
      for (std::size_t b = a; b < bodies.size(); ++b) {
        const bool obstacles = bodies[a].type == BodyConfigType::obstacle &&
                               bodies[b].type == BodyConfigType::obstacle;
        if (obstacles || (a == b && !bodies[a].touches_itself())) continue;
        if (std::ranges::any_of(contact.laws,
                                [&](const LawConfig& l) { return l.between.between_bodies(a, b); }))
          continue;
        problems_.add(
            "/contact/laws",
            fmt::format("no law is for {0} and {1}; add one with \"between\": [{0}, {1}], "
                        "or with \"*\" for any",
                        quoted_short(bodies[a].name), quoted_short(bodies[b].name)));
        return;
      }
  }

  bool all_named() const {
    return std::ranges::all_of(configuration_.contact.laws, [&](const LawConfig& l) {
      return !l.between.first.bodies.empty() && !l.between.second.bodies.empty();
    });
  }

  Configuration& configuration_;
  ComponentSource& components_;
  Problems& problems_;
  std::vector<Participant> participants_;
};

}  // namespace

bool Claims::has(std::string_view name) const {
  return std::ranges::find(provides, name) != provides.end();
}

Claims claims_of(const Component& component) {
  Claims claims;
  ClaimCollector collector(claims);
  component.capabilities(collector);
  return claims;
}

bool solves_reactions(const Configuration& configuration) {
  return configuration.contact.enabled &&
         claims_of(*configuration.integrator.object).has(capability::impulse);
}

bool dissipates(const Configuration& configuration) {
  return std::ranges::any_of(configuration.materials, [](const ComponentConfig& material) {
    return material.object && claims_of(*material.object).has(capability::dissipation);
  });
}

bool leaves_no_overlap(const Configuration& configuration) {
  const ContactConfig& contact = configuration.contact;
  const auto is_complete = [](const ConstraintConfig& c) {
    return claims_of(*c.constraint.object).has(capability::complete);
  };
  return !contact.enabled || (std::ranges::all_of(contact.constraints, is_complete) &&
                              claims_of(*contact.solver.object).has(capability::feasible));
}

bool has_explicit_laws(const Configuration& configuration) {
  return std::ranges::any_of(configuration.contact.laws, [](const auto& entry) {
    return entry.law.object && claims_of(*entry.law.object).has(capability::explicit_law);
  });
}

Claims default_claims(ComponentSource& components, Kind kind, std::string_view name) {
  const Registration* what = components.find(kind, name);
  if (!what) throw ConfigError(fmt::format("{} is no {}", quoted_short(name), kind_name(kind)));
  Sample sample = make_sample(*what);
  if (!sample.component) throw Error(sample.fault);
  return claims_of(*guard(std::move(sample.component), kind, what->name));
}

void match_capabilities(Configuration& configuration, ComponentSource& components,
                        Problems& problems) {
  Matcher(configuration, components, problems).match();
}

}  // namespace tactus::core
