#include "core/scene/capabilities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/plugin/registry.hpp"
#include "core/scene/capability_words.hpp"
#include "core/scene/need_words.hpp"
#include "core/scene/self_sight.hpp"
#include "core/scene/served.hpp"
#include "core/scene/stages.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/statics/massless.hpp"

namespace tactus::core {
namespace {

/// A constraint or solver serves one stage of the integrator and meets only the others of it.
enum Serves : std::size_t { all_stages = static_cast<std::size_t>(-1), unnamed_stage = 0 };

struct Participant {
  ComponentConfig* component;
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
  /// @param is_trial  where something is refused is found, but not put into words
  Matcher(Configuration& configuration, ComponentSource& components, Problems& problems,
          bool is_trial = false)
      : configuration_(configuration), components_(components), problems_(problems),
        is_trial_(is_trial) {
    for (ComponentConfig& material : configuration.materials) take_part(material);
    for (LoadConfig& load : configuration.loads) take_part(load.load);
    for (ProbeConfig& probe : configuration.probes) take_part(probe.probe);
    take_part(configuration.integrator);
    if (!configuration.contact.enabled) return;
    take_part(configuration.contact.broad_phase);
    ContactConfig& contact = configuration.contact;
    for (ConstraintConfig& c : contact.constraints) take_part(c.constraint, unnamed_stage);
    take_part(contact.solver, unnamed_stage);
    for (std::size_t k = 0; k < contact.stages.size(); ++k) {
      if (!has_stage(configuration, contact.stages[k].name)) continue;  // check_stages() names it
      for (ConstraintConfig& c : contact.stages[k].constraints) take_part(c.constraint, 1 + k);
      take_part(contact.stages[k].solver, 1 + k);
    }
    for (LawConfig& law : contact.laws) take_part(law.law);
  }

  void match() {
    for (const Participant& p : participants_) {
      for (const std::vector<Need>& needs : unsatisfied(p)) refuse(p, needs);
      for (const auto& preference : p.claims.prefers)
        if (!is_trial_ && !satisfied({preference.name}, p))
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
                      listed(accepted({p.component}, p.component->pointer + "/type",
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
        fmt::format("\"{}\" is implicit with the options given here, and does not provide {}, "
                    "which the kernel needs to solve the equations of a step by Newton's method; "
                    "explicit with default options: {}",
                    implicit->component->type, in_words(capability::assembled),
                    listed(accepted({implicit->component}, "/integrator", [](const Claims& c) {
                      return c.has(capability::separable);
                    }))));
  }

  void take_part(ComponentConfig& component, std::size_t stage = all_stages) {
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

  /// Whether each component of one of the kinds asked that the asker meets provides one of the names for its kind.
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

  /// Names of a kind whose components satisfy a condition with their default options.
  template <class F>
  std::vector<std::string> candidates(Kind kind, F&& fits) const {
    std::vector<std::string> names;
    for (const std::string& name : components_.names(kind)) {
      try {
        if (fits(default_claims(components_, kind, name))) names.push_back(name);
      } catch (...) {  // not available, or not without options: no suggestion
      }
    }
    return names;
  }

  /// Finds what is refused. @returns false if a plugin failed
  bool try_out(Problems& found) try {
    Matcher(configuration_, components_, found, true).match();
    refuse_not_served(configuration_, found);
    // What is refused once there are meshes.
    const Component* integrator = configuration_.integrator.object.get();
    const auto is_massless = [](const BodyConfig& body) { return !body.massless.empty(); };
    if (integrator && claims_of(*integrator).has(capability::massless_nodes) !=
                          std::ranges::any_of(configuration_.bodies, is_massless))
      found.add("/integrator/massless", "");
    return true;
  } catch (const std::exception&) {
    return false;
  }

  using Objects = std::vector<std::unique_ptr<Component>>;

  /// Whether less is refused with other components in these places, and nothing else than before.
  /// @param cause    what they are to mend
  /// @param besides  what may be refused in any case
  bool is_accepted(const std::vector<ComponentConfig*>& places, Objects others,
                   const std::string& cause, std::string_view besides = {}) {
    static const Places nowhere;
    if (!refused_) try_out(refused_.emplace(nowhere));
    const auto exchange = [&] {
      for (std::size_t i = 0; i < places.size(); ++i) places[i]->object.swap(others[i]);
    };
    Problems left(nowhere);
    exchange();
    bool tried = try_out(left);
    for (std::size_t i = 0; i < places.size(); ++i)
      tried = tried && sees_as_well(*places[i]->object, *others[i], configuration_);
    exchange();
    return tried && left.are_among(*refused_, besides) && !left.is_at(cause) &&
           std::ranges::none_of(places, [&](auto* p) { return left.are_at(p->pointer); });
  }

  /// Names of candidates() with which in place of others less is refused.
  template <class F>
  std::vector<std::string> accepted(const std::vector<ComponentConfig*>& places,
                                    const std::string& cause, F&& fits,
                                    std::string_view besides = {}) {
    if (is_trial_) return {};
    auto names = candidates(places.front()->kind, fits);
    std::erase_if(names, [&](const std::string& name) {
      Objects others;
      for (ComponentConfig* place : places)
        others.push_back(default_component(components_, place->kind, name));
      return !is_accepted(places, std::move(others), cause, besides);
    });
    return names;
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
    ComponentConfig& who = *asker.component;
    std::vector<std::string> each;
    for (const Need& one : needs)
      if (const std::string text = said(one); std::ranges::count(each, text) == 0)
        each.push_back(text);
    const std::string wanted = fmt::format("{}", fmt::join(each, " and ")),
                      cause = who.pointer + "/type/" + wanted;
    if (is_trial_) return problems_.add(cause, "");
    std::string message = fmt::format("\"{}\" needs {}", who.type, wanted);
    for (const Kind kind : kinds_asked(needs.front())) {
      const auto provides = [&](const Claims& c) {
        return std::ranges::all_of(needs, [&](const Need& n) { return provides_one(c, n, kind); });
      };
      const auto able = candidates(kind, provides);
      std::vector<ComponentConfig*> others;
      for (const Participant& p : participants_)
        if (p.component->kind == kind && asker.meets(p) && !provides(p.claims))
          others.push_back(p.component);
      const auto mends = [&](std::unique_ptr<Component> object) {
        Objects one;
        one.push_back(std::move(object));
        return is_accepted({others.front()}, std::move(one), cause);
      };
      message +=
          others.empty()
              ? "; no \"laws\" are given: add one \"between\": [\"*\", \"*\"] with a \"type\""
              : fmt::format("; \"{}\" ({}) does not provide it{}", others.front()->type,
                            others.front()->pointer,
                            std::ranges::count(able, others.front()->type) > 0
                                ? reason(needs)
                                : but_with_option(components_, *others.front(), mends));
      const auto fitting = others.empty() ? able : accepted(others, cause, provides);
      message += fitting.empty() && !able.empty()
                     ? fmt::format("; no {} that provides it with default options fits the rest",
                                   kind_name(kind))
                     : fmt::format("; {}s that provide it with default options: {}",
                                   kind_name(kind), listed(fitting));
    }
    // What was refused as it is given may fit with other options, such as other solvers in turn.
    auto fitting = accepted({&who}, cause, [](const Claims&) { return true; });
    for (std::string& name : fitting)
      if (name == who.type) name += " with other options";
    message += fitting.empty() ? fmt::format(
                                     "; no {} that is installed fits the rest of this "
                                     "configuration{}: see `tactus list --matrix`",
                                     kind_name(who.kind), partners(asker, needs.front(), cause))
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
  std::string partners(const Participant& asker, const Need& need, const std::string& cause) {
    const Kind kind = asker.component->kind;
    const auto is_of_problem = [](const Need& one) {
      return kinds_asked(one) == std::vector{Kind::integrator};
    };
    if (kind != Kind::contact_solver || !is_of_problem(need)) return {};
    const auto is_posed = [&](const Claims& c) {
      return std::ranges::all_of(
          c.needs, [&](const Need& one) { return !is_of_problem(one) || satisfied(one, asker); });
    };
    const std::string with = fmt::format(", for \"{}\" goes with ", configuration_.integrator.type);
    if (candidates(kind, is_posed).empty()) return with + "none as it is given";
    const auto names = accepted({asker.component}, cause, is_posed, "/contact/laws");
    return names.empty() ? "" : with + listed(names) + ", without \"laws\"";
  }

  void match_laws() {
    const ContactConfig& contact = configuration_.contact;
    for (const Participant& p : participants_)
      if (p.component->kind == Kind::contact_solver && uses_laws(p.claims))
        return expect_laws(configuration_, problems_);
    for (const Participant& p : participants_) {
      if (p.component != &contact.solver) continue;
      if (contact.laws.empty()) return;
      const auto names = accepted({p.component}, "/contact/laws", uses_laws);
      problems_.add_misfit(
          "/contact/laws",
          fmt::format(
              "\"{}\" uses no contact laws, so these would be without effect; remove \"laws\"{}{}",
              p.component->type, names.empty() ? "" : ", or take a contact_solver that uses them: ",
              fmt::join(names, ", ")));
    }
  }

  Configuration& configuration_;
  ComponentSource& components_;
  Problems& problems_;
  bool is_trial_;
  std::vector<Participant> participants_;
  std::string no_potential_;         ///< why implicit steps have none
  std::optional<Problems> refused_;  ///< as the configuration is
};

}  // namespace

void match_capabilities(Configuration& configuration, ComponentSource& components,
                        Problems& problems) {
  Matcher(configuration, components, problems).match();
}

}  // namespace tactus::core
