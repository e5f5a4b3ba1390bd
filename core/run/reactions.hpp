/// \file reactions.hpp  Names of those who hold the bodies of a model, for tables and summary.
#pragma once

#include <string>
#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/model/supports.hpp"

namespace tactus::core {

struct HolderName {
  std::string support;  ///< JSON pointer of the support; empty: none of the configuration
  std::string body;     ///< "(zone)" or "(outside)" where it is no body
  std::string group;    ///< of the support; empty: the whole body
};

/// In the order of StepFacts::reactions: the holders, then "(zone)", what several of them took in one
/// rigid impact zone, and "(outside)", what a constraint knows outside of the model.
std::vector<HolderName> holder_names(const Configuration& configuration, const Supports& supports);

/// Whether there is something to tell: supports of the configuration have a row always, others where
/// they took part.
bool is_listed(const HolderName& name, View<Real> impulse);

}  // namespace tactus::core
