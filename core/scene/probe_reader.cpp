#include "core/scene/probe_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_set>

#include "core/json/nearest_name.hpp"
#include "core/scene/material_history.hpp"
#include "core/scene/section_reader.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// Whether formulas of a study can read names of columns that begin with this name.
bool can_begin_columns(const std::string& name) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
         std::ranges::all_of(name, is_word);
}

void describe_name(ProbeConfig& probe, OptionVisitor& o) {
  o.text("name", probe.name)
      .required()
      .length(1, 100)
      .help("begins the names of its columns, as in \"tip.u_x_m\"; no two probes have the same");
  o.require(probe.name.empty() || can_begin_columns(probe.name), "name",
            "a probe's name has letters, digits and _ only, and begins with no digit, so that "
            "formulas can name its columns");
}

void describe_body(ProbeConfig& probe, OptionVisitor& o) {
  o.text("body", probe.body).required().help("name of a body; of an array one of its copies");
}

class ProbeReader {
 public:
  ProbeReader(Reading& reading, Configuration& configuration)
      : reading_(reading), configuration_(configuration), names_(configuration) {}

  void read(const Json& value, Json& resolved) {
    const Json::Array* list = entries(reading_, value, "/probes", "probe objects");
    if (!list) return;
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      ObjectReader object(reading_, (*list)[i], fmt::format("/probes/{}", i), "a probe");
      if (object.readable()) read_probe(object);
      resolved.if_array()->push_back(object.take_resolved());
    }
  }

 private:
  void read_probe(ObjectReader& object) {
    const Section* section = choose_section(object, "probe");
    if (!section) return;
    ProbeConfig probe;
    probe.pointer = object.pointer();
    object.options([&](OptionVisitor& o) { describe(section->type, probe, o); });
    object.finish();
    find_bodies(object, probe);
    if (!probe.name.empty() && !taken_.insert(probe.name).second)
      object.problem("name", fmt::format("{} is the name of a probe before this one; give each "
                                         "probe a name of its own",
                                         quoted_short(probe.name)));
    configuration_.probes.push_back(std::move(probe));
  }

  static void describe(std::string_view type, ProbeConfig& probe, OptionVisitor& o) {
    if (type == "node") return probe.describe_node(o);
    if (type == "group") return probe.describe_group(o);
    if (type == "contact") return probe.describe_contact(o);
    if (type == "material") return probe.describe_material(o);
    probe.describe_energy(o);
  }

  void find_bodies(ObjectReader& object, ProbeConfig& probe) {
    if (!probe.body.empty()) find_body(object, "body", probe.body, probe.body_index);
    if (!probe.with.empty()) find_body(object, "with", probe.with, probe.with_index);
    const auto& bodies = configuration_.bodies;
    if (probe.body_index < bodies.size() && bodies[probe.body_index].mesh == kNoMesh &&
        !probe.group.empty())
      object.problem("group", fmt::format("{} has no mesh, and so no groups",
                                          quoted_short(bodies[probe.body_index].name)));
    if (probe.type == ProbeType::material) find_column(object, probe);
    if (probe.type == ProbeType::contact && !configuration_.contact.enabled)
      object.problem("type",
                     "\"contact\" given, and the configuration has no \"contact\": bodies do not "
                     "see each other");
  }

  /// The material tells its columns; one with an error of its own has been reported.
  void find_column(ObjectReader& object, ProbeConfig& probe) {
    const auto& bodies = configuration_.bodies;
    if (probe.body_index >= bodies.size() || probe.column.empty()) return;
    const BodyConfig& body = bodies[probe.body_index];
    if (body.type != BodyConfigType::deformable) {
      object.problem("body", fmt::format("{} has no material", quoted_short(body.name)));
      return;
    }
    if (body.material >= configuration_.materials.size()) return;
    const ComponentConfig& material = configuration_.materials[body.material];
    const auto* law = dynamic_cast<const Material*>(material.object.get());
    if (!law) return;
    std::vector<std::string> shown;
    for (const HistoryColumn& column : columns_of(*law, material.type)) {
      if (!column.is_shown() || column.count > 1) continue;
      shown.push_back(column.name);
      if (column.name == probe.column) probe.unit = column.unit;
    }
    if (std::ranges::count(shown, probe.column) == 0)
      object.problem("column",
                     fmt::format("{} is nothing that the material {} shows{}",
                                 quoted_short(probe.column), quoted_short(material.type),
                                 shown.empty() ? "; it remembers nothing that users can see"
                                               : "; " + suggestion(probe.column, shown)));
  }

  /// None where the material is at fault, which the model finds, too.
  static std::vector<HistoryColumn> columns_of(const Material& law, const std::string& type) {
    try {
      return MaterialHistory(law, type).columns();
    } catch (const PluginFault&) {
      return {};
    }
  }

  void find_body(ObjectReader& object, std::string_view key, const std::string& name,
                 std::size_t& index) {
    const std::vector<std::size_t> found = names_.find(name);
    if (found.size() == 1) {
      index = found.front();
      return;
    }
    object.problem(key, found.empty() ? fmt::format("{} is no body; {}", quoted_short(name),
                                                    suggestion(name, names_.known()))
                                      : several(name, found));
  }

  std::string several(const std::string& name, const std::vector<std::size_t>& found) const {
    const std::string& first = configuration_.bodies[found.front()].name;
    const std::string& last = configuration_.bodies[found.back()].name;
    if (first == last)
      return fmt::format("{} bodies are called {}; give each a name of its own", found.size(),
                         quoted_short(name));
    return fmt::format(
        "{} is an array of {} bodies, and a probe is of one; name a copy: \"{}\" to \"{}\"",
        quoted_short(name), found.size(), first, last);
  }

  Reading& reading_;
  Configuration& configuration_;
  BodyNames names_;
  std::unordered_set<std::string> taken_;  ///< names of the probes before
};

}  // namespace

void ProbeConfig::describe_node(OptionVisitor& o) {
  type = ProbeType::node;
  describe_name(*this, o);
  describe_body(*this, o);
  o.axes("point", point)
      .unit("m")
      .optional()
      .help("the node that is nearest to this point at the start; of several the lowest number");
  o.integer("node", node)
      .at_least(0)
      .help("number of the node in the mesh of the body, from 1; 0: the one at \"point\"");
  o.require(node == 0 || point.empty(), "node",
            "\"point\" is given, too; a node is named by one of the two");
  o.require(node != 0 || !point.empty(), "point",
            "neither \"point\" nor \"node\" is given; one of the two says which node is meant");
}

void ProbeConfig::describe_group(OptionVisitor& o) {
  type = ProbeType::group;
  describe_name(*this, o);
  describe_body(*this, o);
  o.text("group", group).help("a named group of the mesh; \"\": all nodes of the body");
}

void ProbeConfig::describe_contact(OptionVisitor& o) {
  type = ProbeType::contact;
  describe_name(*this, o);
  describe_body(*this, o);
  o.text("group", group)
      .help("only what acts on nodes of this group of the mesh, by all bodies; \"\": on the body");
  o.text("with", with)
      .help("only contact with this other body, if no group is given; \"\": with all");
  o.require(
      group.empty() || with.empty(), "with",
      "forces on a \"group\" are known as sums over all bodies that touch it, so that a probe "
      "takes \"group\" or \"with\"; leave out one of the two");
  o.require(with.empty() || with != body, "with",
            "this is the body itself, whose contact forces add up to zero; leave out \"with\" and "
            "give a \"group\" of its mesh for what acts on a part of it");
}

void ProbeConfig::describe_energy(OptionVisitor& o) {
  type = ProbeType::energy;
  describe_name(*this, o);
  describe_body(*this, o);
}

void ProbeConfig::describe_material(OptionVisitor& o) {
  type = ProbeType::material;
  describe_name(*this, o);
  describe_body(*this, o);
  o.text("column", column)
      .required()
      .length(1, 100)
      .help("what the material of the body shows, such as \"plastic_strain\" of j2_plastic");
}

void read_probes(Reading& reading, const Json& value, Configuration& configuration,
                 Json& resolved) {
  ProbeReader(reading, configuration).read(value, resolved);
}

}  // namespace tactus::core
