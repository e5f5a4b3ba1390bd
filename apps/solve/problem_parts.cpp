#include "apps/solve/problem_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/scene/capabilities.hpp"
#include "core/scene/options/component_text.hpp"
#include "core/support/quoted.hpp"
#include "tactus/friction/own_friction.hpp"

namespace tactus::core {
namespace {

using Needs = std::vector<std::vector<std::string>>;

bool has_one(const Claims& claims, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& n) { return claims.has(n); });
}

bool is_of_law(const std::vector<std::string>& need) {
  return std::ranges::any_of(need, [](const std::string& n) { return n.starts_with("law."); });
}

bool solves_reactions(const Claims& solver) {
  const std::string impulse(capability::impulse);
  return std::ranges::any_of(
      solver.needs, [&](const auto& need) { return std::ranges::count(need, impulse) > 0; });
}

/// Explicit laws compute reactions from gaps and a time step, which these problems do not have.
bool wants_explicit_law(const Claims& solver) {
  const std::string wanted(capability::explicit_law);
  return std::ranges::any_of(solver.needs,
                             [&](const auto& n) { return n.size() == 1 && n.front() == wanted; });
}

/// A law of its own friction acts on areas and in a time, and takes no coefficient: a problem has only these.
bool is_of_problems(const Claims& law) { return !law.has(capability::own_friction); }

bool fits(const Claims& solver, const Claims& law) {
  return is_of_problems(law) && std::ranges::all_of(solver.needs, [&](const auto& n) {
           return !is_of_law(n) || has_one(law, n);
         });
}

template <class F>
std::string names_that(ComponentSource& components, Kind kind, F&& fit) {
  std::vector<std::string> names;
  for (const std::string& name : components.names(kind)) {
    try {
      if (fit(default_claims(components, kind, name))) names.push_back(name);
    } catch (const std::exception&) {  // not available, or it needs options
      continue;
    }
  }
  return names.empty() ? "none that is installed" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

ProblemPart make_problem_part(Kind kind, const std::string& asked, Real tolerance,
                              ComponentSource& components) {
  const std::string where = kind == Kind::contact_solver ? "--solver" : "--law";
  const bool is_json = asked.find('{') != std::string::npos;
  const std::string text = is_json ? asked : fmt::format(R"({{"type": {}}})", in_quotes(asked));
  ProblemPart part;
  part.component = component_of_text(text, where, kind, tolerance, components);
  part.label = part.component.type;
  return part;
}

void number_labels(std::vector<ProblemPart>& parts) {
  std::map<std::string, int> seen;
  for (ProblemPart& part : parts)
    if (const int n = ++seen[part.component.type]; n > 1)
      part.label = fmt::format("{}_{}", part.component.type, n);
}

void expect_fit(const ProblemPart& solver, const ProblemPart& law, ComponentSource& components) {
  const Claims of_solver = claims_of(*solver.component.object),
               of_law = claims_of(*law.component.object);
  const auto serves = [&](const Claims& c) {
    return solves_reactions(c) && !wants_explicit_law(c) && fits(c, of_law);
  };
  const auto fitting_laws = [&] {
    return names_that(components, Kind::contact_law,
                      [&](const Claims& c) { return fits(of_solver, c); });
  };
  if (!is_of_problems(of_law))
    throw ConfigError(fmt::format(
        "--law: the friction of \"{}\" follows from its options, areas and a time step, and the "
        "coefficients of a problem would be without effect; contact_laws that use them: {}",
        law.component.type, fitting_laws()));
  if (!solves_reactions(of_solver) || wants_explicit_law(of_solver))
    throw ConfigError(fmt::format(
        "--solver: \"{}\" {}; contact_solvers that fit \"{}\": {}", solver.component.type,
        solves_reactions(of_solver)
            ? "needs an explicit law, that is a gap and a time step, which a problem of reactions "
              "alone does not have"
            : "solves no problems in reactions",
        law.component.type, names_that(components, Kind::contact_solver, serves)));
  if (!fits(of_solver, of_law))
    throw ConfigError(
        fmt::format("--law: \"{}\" does not provide what \"{}\" needs; contact_laws that do: {}; "
                    "contact_solvers that fit \"{}\": {}",
                    law.component.type, solver.component.type, fitting_laws(), law.component.type,
                    names_that(components, Kind::contact_solver, serves)));
}

}  // namespace tactus::core
