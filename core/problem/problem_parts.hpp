/// \file problem_parts.hpp  Solver and law for problems from files: made from what the command line
/// says, and matched with each other as in a configuration.
#pragma once

#include <string>
#include <vector>

#include "core/config/options/component_config.hpp"
#include "core/config/options/component_source.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

struct ProblemPart {
  std::string label;  ///< its type; numbered where several of one type are compared
  ComponentConfig component;

  ContactSolver& solver() const { return static_cast<ContactSolver&>(*component.object); }
  const ContactLaw& law() const { return static_cast<const ContactLaw&>(*component.object); }
};

/// @param asked  a name, or a JSON object with "type" and options
/// @param tolerance  written into the option "tolerance" of a solver, or of each solver in a list that
///                   it has; 0: they keep their own
/// @throws ConfigurationErrors with all that is wrong
ProblemPart make_problem_part(Kind kind, const std::string& asked, Real tolerance,
                              ComponentSource& components);

/// The second of a type becomes TYPE_2, and so on: labels name files and rows.
void number_labels(std::vector<ProblemPart>& parts);

/// Whether the solver solves problems in reactions, and the law provides what it needs of laws.
/// @throws ConfigError naming those that fit
void expect_fit(const ProblemPart& solver, const ProblemPart& law, ComponentSource& components);

}  // namespace tactus::core
