/// \file probe_declaration.hpp  What a probe plugin declares: its columns, and the fields that it asks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/probe.hpp"

namespace tactus::core {

struct ProbeDeclaration {
  static constexpr std::string_view kStress = "stress";

  /// @throws PluginFault where two columns are alike, or a name could not be one of a table
  ProbeDeclaration(const Probe& probe, const std::string& type, int dim);

  struct Column {
    std::string name, unit;
  };
  std::vector<Column> columns;
  std::vector<std::string> fields;
};

}  // namespace tactus::core
