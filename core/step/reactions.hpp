/// \file reactions.hpp  Names of the supports and driven bodies (holders), for tables and the
/// summary.
#pragma once

#include <string>
#include <vector>

#include "core/model/supports.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

struct HolderName {
  std::string support;  ///< JSON pointer of the support; empty: not from the configuration
  std::string body;     ///< "(zone)" or "(outside)" where it is no body
  std::string group;    ///< group of the support; empty: the whole body
};

/// Names in the order of StepFacts::reactions: the holders, then "(zone)" for what several holders
/// took within one rigid impact zone, and "(outside)" for rows against the world outside the model.
std::vector<HolderName> holder_names(const Configuration& configuration, const Supports& supports);

/// Whether an entry is listed. Supports of the configuration always are; the others are if they
/// have taken part.
bool is_listed(const HolderName& name, View<Real> impulse);

}  // namespace tactus::core
