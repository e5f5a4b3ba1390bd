#include "core/scene/capabilities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/plugin/registry.hpp"
#include "core/scene/bodies_alike.hpp"
#include "core/scene/capability_words.hpp"
#include "core/scene/need_words.hpp"
#include "core/scene/stages.hpp"
#include "core/support/plugin_fault.hpp"
#include "core/support/quoted.hpp"

namespace tactus::core {
namespace {

struct Asked {
  std::string_view word;
  Kind kind;
};
constexpr std::array<Asked, 8> kAsked{{{"material", Kind::material},
                                       {"load", Kind::load},
                                       {"probe", Kind::probe},
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

using Need = std::vector<std::string>;  ///< one of these names

/// A constraint or solver serves one stage of the integrator and meets only the others of it.
enum Serves : std::size_t { all_stages = static_cast<std::size_t>(-1), unnamed_stage = 0 };

struct Participant {
  const ComponentConfig* component;
  Claims claims;
  std::size_t stage = all_stages;  ///< unnamed_stage, or 1 + position in ContactConfig::stages
  bool meets(const Participant& other) const {
    return stage == all_stages || other.stage == all_stages || stage == other.stage;
  }
};

/// Whether the integrator has a stage of this name; one that fails to say so is named elsewhere.
bool has_stage(const Configuration& configuration, std::string_view name) {
  try {
    const View<Stage> stages = stages_of(configuration);
    return std::ranges::find(stages, name, &Stage::name) != stages.end();
  } catch (const PluginFault&) {
    return true;
  }
}

class Matcher {
 public:
  Matcher(Configuration& configuration, ComponentSource& components, Problems& problems)
      : configuration_(configuration), components_(components), problems_(problems) {
    for (const ComponentConfig& material : configuration.materials) take_part(material);
    for (const LoadConfig& load : configuration.loads) take_part(load.load);
    for (const ProbeConfig& probe : configuration.probes) take_part(probe.probe);
    take_part(configuration.integrator);
    if (!configuration.contact.enabled) return;
    take_part(configuration.contact.broad_phase);
    const ContactConfig& contact = configuration.contact;
    for (const ConstraintConfig& c : contact.constraints) take_part(c.constraint, unnamed_stage);
    take_part(contact.solver, unnamed_stage);
    for (std::size_t k = 0; k < contact.stages.size(); ++k) {
      if (!has_stage(configuration, contact.stages[k].name)) continue;  // check_stages() names it
      for (const ConstraintConfig& c : contact.stages[k].constraints)
        take_part(c.constraint, 1 + k);
      take_part(contact.stages[k].solver, 1 + k);
    }
    for (const LawConfig& law : configuration.contact.laws) take_part(law.law);
  }

  void match() {
    for (const Participant& p : participants_) {
      for (const std::vector<Need>& needs : unsatisfied(p)) refuse(p, needs);
      for (const auto& preference : p.claims.prefers)
        if (!satisfied({preference.name}, p))
          configuration_.notes.push_back(
              fmt::format("{} \"{}\": without {}: {}", p.component->pointer, p.component->type,
                          in_words(preference.name), preference.otherwise));
    }
    match_laws();
    match_dimension();
    if (!configuration_.contact.enabled) expect_what_newton_needs();
  }

 private:
  /// Refuses constraints that are not for the dimension of the scene.
  void match_dimension() {
    const int dim = configuration_.dim;
    for (const Participant& p : participants_) {
      if (p.component->kind != Kind::constraint || works_in(p.claims, dim)) continue;
      problems_.add_misfit(
          p.component->pointer + "/type",
          fmt::format("\"{}\" is not for scenes of \"dimension\" {}; constraints that are: {}{}",
                      p.component->type, dim,
                      listed(candidates(Kind::constraint,
                                        [&](const Claims& c) { return works_in(c, dim); })),
                      "; without \"contact\" bodies pass through each other"));
    }
  }

  /// Without contact the kernel solves the equations of an implicit step itself.
  void expect_what_newton_needs() {
    const Participant* implicit = nullptr;
    for (const Participant& p : participants_)
      if (p.component->kind == Kind::integrator && !p.claims.has(capability::separable))
        implicit = &p;
    if (!implicit || !implicit->claims.has(capability::increment)) return;
    if (implicit->claims.has(capability::assembled)) return;
    problems_.add_misfit(
        "/integrator",
        fmt::format("\"{}\" is implicit with the options given here, and does not provide "
                    "{}, which the kernel needs to solve the equations of a step by "
                    "Newton's method; explicit with default options: {}",
                    implicit->component->type, in_words(capability::assembled),
                    listed(candidates(Kind::integrator, [&](const Claims& c) {
                      return c.has(capability::separable);
                    }))));
  }

  void take_part(const ComponentConfig& component, std::size_t stage = all_stages) {
    if (!component.object) return;
    try {
      participants_.push_back({&component, claims_of(*component.object), stage});
      if (component.kind == Kind::integrator)
        no_potential_ = leave_out_potential(configuration_, participants_.back().claims);
    } catch (const PluginFault& fault) {
      problems_.add(component.pointer, PluginRunError(fault, fault.type, fault.when).what(),
                    ProblemKind::plugin);
    } catch (const std::exception& e) {
      problems_.add(component.pointer,
                    fmt::format("the plugin failed to say what it provides: {}", e.what()),
                    ProblemKind::plugin);
    }
  }

  /// Whether each component of one of the kinds asked that the asker meets provides one of the names
  /// for its kind.
  bool satisfied(const std::vector<std::string>& one_of, const Participant& asker) const {
    return std::ranges::any_of(one_of, [&](const std::string& name) {
      const Kind* kind = asked_for(name);
      if (!kind)
        return std::ranges::any_of(participants_,
                                   [&](const Participant& p) { return p.claims.has(name); });
      const bool no_laws = *kind == Kind::contact_law && configuration_.contact.laws.empty();
      return !no_laws && !lacking(one_of, *kind, asker);
    });
  }

  /// The first component of a kind that the asker meets and that provides none of the names.
  const Participant* lacking(const std::vector<std::string>& one_of, Kind kind,
                             const Participant& asker) const {
    for (const Participant& p : participants_)
      if (p.component->kind == kind && asker.meets(p) && !provides_one(p.claims, one_of, kind))
        return &p;
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
      if (satisfied(need, p)) continue;
      const auto same = std::ranges::find_if(groups, [&](const std::vector<Need>& group) {
        const std::vector<Kind> kinds = kinds_asked(need);
        return kinds.size() == 1 && kinds_asked(group.front()) == kinds &&
               lacking(group.front(), kinds.front(), p) == lacking(need, kinds.front(), p);
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
      if (const std::string text = said(one); std::ranges::count(each, text) == 0)
        each.push_back(text);
    std::string message = fmt::format("\"{}\" needs {}", who.type, fmt::join(each, " and "));
    for (const Kind kind : kinds_asked(need)) {
      const Participant* other = lacking(need, kind, asker);
      const auto provides = [&](const Claims& c) {
        return std::ranges::all_of(needs, [&](const Need& n) { return provides_one(c, n, kind); });
      };
      const auto able = candidates(kind, provides);
      const auto fits_stage = [&](const Component& c) {
        return provides(claims_of(c)) && poses(c, configuration_.contact, asker.stage, needs);
      };
      message +=
          !other ? "; no \"laws\" are given: add one \"between\": [\"*\", \"*\"] with a \"type\""
                 : fmt::format("; \"{}\" ({}) does not provide it{}", other->component->type,
                               other->component->pointer,
                               std::ranges::count(able, other->component->type) > 0
                                   ? reason(needs)
                                   : but_with_option(components_, *other->component, fits_stage));
      message += fmt::format("; {}s that provide it with default options: {}", kind_name(kind),
                             listed(able));
    }
    const auto fits_here = [&](const Claims& c) {
      const bool laws_wanted = uses_laws(c) || configuration_.contact.laws.empty();
      return (who.kind != Kind::contact_solver || laws_wanted) &&
             std::ranges::all_of(c.needs, [&](const auto& n) { return satisfied(n, asker); });
    };
    // What was refused as it is given may fit with other options, such as other solvers in turn.
    auto fitting = candidates(who.kind, fits_here);
    for (std::string& name : fitting)
      if (name == who.type) name += " with other options";
    message += fitting.empty() ? fmt::format(
                                     "; no {} that is installed fits the rest of this "
                                     "configuration{}: see `tactus list --matrix`",
                                     kind_name(who.kind), partners(asker, need))
                               : fmt::format("; {}s that fit this configuration: {}",
                                             kind_name(who.kind), fmt::join(fitting, ", "));
    problems_.add_misfit(who.pointer + "/type", std::move(message));
  }

  /// Why what provides these by default does not do so here.
  std::string reason(const std::vector<Need>& needs) const {
    const bool told = !no_potential_.empty() && std::ranges::any_of(needs, [](const Need& need) {
      return std::ranges::count(need, capability::potential) > 0;
    });
    return told ? " here, because " + no_potential_ : " with the options given here";
  }

  /// What goes with the integrator, where it is the cause that no solver fits.
  std::string partners(const Participant& asker, const Need& need) const {
    const Kind kind = asker.component->kind;
    const auto is_of_problem = [](const Need& one) {
      return kinds_asked(one) == std::vector{Kind::integrator};
    };
    if (kind != Kind::contact_solver || !is_of_problem(need)) return {};
    const auto names = candidates(kind, [&](const Claims& c) {
      return std::ranges::all_of(
          c.needs, [&](const Need& one) { return !is_of_problem(one) || satisfied(one, asker); });
    });
    const std::string with = fmt::format(", for \"{}\" goes with ", configuration_.integrator.type);
    if (names.empty()) return with + "none as it is given";
    const bool some = std::ranges::find_first_of(names, candidates(kind, uses_laws)) != names.end();
    const bool fits = some || configuration_.contact.laws.empty();
    return with + listed(names) + (fits ? "" : ", without \"laws\"");
  }

  void match_laws() {
    const ContactConfig& contact = configuration_.contact;
    for (const Participant& p : participants_)
      if (p.component->kind == Kind::contact_solver && uses_laws(p.claims)) return check_pairs();
    for (const Participant& p : participants_) {
      if (p.component != &contact.solver) continue;
      if (contact.laws.empty()) return;
      problems_.add_misfit(
          "/contact/laws",
          fmt::format("\"{}\" uses no contact laws, so these would be without effect; "
                      "remove \"laws\", or take a contact_solver that uses them: {}",
                      p.component->type, listed(candidates(Kind::contact_solver, uses_laws))));
    }
  }

  /// All bodies that may touch need a law. Where groups or parts that meet are named the model looks.
  void check_pairs() {
    const std::vector<LawConfig>& laws = configuration_.contact.laws;
    const auto& bodies = configuration_.bodies;
    const auto has_group = [](const LawConfig& l) {
      return !l.between.first.group.empty() || !l.between.second.group.empty() ||
             l.between.first.bodies.empty() || l.between.second.bodies.empty();
    };
    if (laws.empty() || std::ranges::any_of(laws, has_group)) return;
    if (!configuration_.contact.constraints.front().between.is_any()) return;
    const std::vector<std::size_t> some = two_of_each_kind(configuration_);
    for (auto at = some.begin(); at != some.end(); ++at)
      for (auto to = at; to != some.end(); ++to) {
        const std::size_t a = *at, b = *to;
        const bool obstacles = bodies[a].type == BodyConfigType::obstacle &&
                               bodies[b].type == BodyConfigType::obstacle;
        if (obstacles || (a == b && !bodies[a].touches_itself())) continue;
        if (std::ranges::any_of(laws, [&](auto& l) { return l.between.between_bodies(a, b); }))
          continue;
        problems_.add(
            "/contact/laws",
            fmt::format("no law is for {0} and {1}; add one with \"between\": [{0}, {1}], "
                        "or with \"*\" for any",
                        quoted_short(bodies[a].name), quoted_short(bodies[b].name)));
        return;
      }
  }

  Configuration& configuration_;
  ComponentSource& components_;
  Problems& problems_;
  std::vector<Participant> participants_;
  std::string no_potential_;  ///< why implicit steps have none
};

}  // namespace

void match_capabilities(Configuration& configuration, ComponentSource& components,
                        Problems& problems) {
  Matcher(configuration, components, problems).match();
}

}  // namespace tactus::core
