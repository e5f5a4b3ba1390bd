#include "core/scene/probe_declaration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

bool is_name(std::string_view name) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && std::ranges::all_of(name, is_word);
}

class Collector final : public ProbeVisitor {
 public:
  explicit Collector(ProbeDeclaration& to) : to_(to) {}
  void column(std::string_view name, std::string_view unit, std::string_view) override {
    if (!is_name(name)) fault = fmt::format("it has a column \"{}\", which is no name", name);
    if (std::ranges::count(to_.columns, name, &ProbeDeclaration::Column::name) > 0)
      fault = fmt::format("it has two columns \"{}\"", name);
    to_.columns.push_back({std::string(name), std::string(unit)});
  }
  void field(std::string_view name) override { to_.fields.emplace_back(name); }

  std::string fault;

 private:
  ProbeDeclaration& to_;
};

}  // namespace

ProbeDeclaration::ProbeDeclaration(const Probe& probe, const std::string& type, int dim) {
  Collector collector(*this);
  probe.columns(dim, collector);
  if (collector.fault.empty() && columns.empty()) collector.fault = "it has no columns";
  if (!collector.fault.empty()) throw PluginFault(Kind::probe, collector.fault, type);
}

}  // namespace tactus::core
