/// \file problem_parts.hpp  Creates the solver and the law for problems from files as the command
/// line asks for them, and checks that they fit together just as a configuration does.
#pragma once

#include <string>
#include <vector>

#include "core/scene/options/component_config.hpp"
#include "core/scene/options/component_source.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

struct ProblemPart {
  std::string label;  ///< its type, numbered if several of one type are compared
  ComponentConfig component;

  ContactSolver& solver() const { return static_cast<ContactSolver&>(*component.object); }
  const ContactLaw& law() const { return static_cast<const ContactLaw&>(*component.object); }
};

/// @param asked  a name, or a JSON object with "type" and options
/// @param tolerance  written into the option "tolerance" of a solver, or of each solver in its
/// list;
///                   0: they keep their own
/// @throws ConfigurationErrors with all errors
ProblemPart make_problem_part(Kind kind, const std::string& asked, Real tolerance,
                              ComponentSource& components);

/// Renames the second part of a type to TYPE_2, and so on, because labels name files and rows.
void number_labels(std::vector<ProblemPart>& parts);

/// Checks that the solver solves problems in reactions, and that the law provides what it needs.
/// @throws ConfigError that names solvers and laws which fit
void expect_fit(const ProblemPart& solver, const ProblemPart& law, ComponentSource& components);

}  // namespace tactus::core
