#include "core/scene/probe_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_set>

#include "core/scene/capabilities.hpp"
#include "core/scene/material_history.hpp"
#include "core/scene/probe_declaration.hpp"
#include "core/scene/section_reader.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/probe.hpp"

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
      : reading_(reading), configuration_(configuration), names_(reading, configuration) {}

  void read(const Json& value, Json& resolved) {
    const Json::Array* list = entries(reading_, value, "/probes", "probe objects");
    if (!list) return;
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      Json entry;
      read_probe((*list)[i], fmt::format("/probes/{}", i), entry);
      resolved.if_array()->push_back(std::move(entry));
    }
  }

 private:
  void read_probe(const Json& value, const std::string& pointer, Json& resolved) {
    ProbeConfig probe;
    probe.pointer = pointer;
    const Json* type = value.find("type");
    const std::string* name = type ? type->if_text() : nullptr;
    ObjectReader object(reading_, value, pointer, "a probe");
    if (!object.readable()) return;
    if (name && !find_section("probe", *name) &&
        is_plugin_of(reading_.components, Kind::probe, *name)) {
      read_plugin(value, *name, probe, resolved);
    } else {
      const Section* section = choose_section_or_plugin(object, "probe", Kind::probe);
      if (section) {
        object.options([&](OptionVisitor& o) { describe(section->type, probe, o); });
        object.finish();
      }
      resolved = object.take_resolved();
      if (!section) return;
    }
    find_bodies(object, probe);
    if (!probe.name.empty() && !taken_.insert(probe.name).second)
      object.problem("name", fmt::format("{} is the name of a probe before this one; give each "
                                         "probe a name of its own",
                                         quoted_short(probe.name)));
    configuration_.probes.push_back(std::move(probe));
  }

  void read_plugin(const Json& value, const std::string& name, ProbeConfig& probe, Json& resolved) {
    probe.type = ProbeType::plugin;
    probe.one_node =
        claims_by_default(reading_.components, Kind::probe, name, capability::probe_node);
    probe.probe = read_component(
        reading_, value, probe.pointer, Kind::probe,
        [&](OptionVisitor& o) { probe.describe_place(o); }, resolved);
  }

  static void describe(std::string_view type, ProbeConfig& probe, OptionVisitor& o) {
    if (type == "contact") return probe.describe_contact(o);
    if (type == "material") return probe.describe_material(o);
    probe.describe_energy(o);
  }

  void find_bodies(ObjectReader& object, ProbeConfig& probe) {
    probe.body_index = ProbeConfig::kNoBody;
    if (!probe.body.empty()) find_body(object, "body", probe.body, probe.body_index);
    if (!probe.with.empty()) find_body(object, "with", probe.with, probe.with_index);
    const auto& bodies = configuration_.bodies;
    if (probe.body_index < bodies.size() && bodies[probe.body_index].mesh == kNoMesh &&
        !probe.group.empty())
      object.misfit("group", fmt::format("{} has no mesh, and so no groups",
                                         quoted_short(bodies[probe.body_index].name)));
    if (probe.type == ProbeType::material) find_column(object, probe);
    if (probe.type == ProbeType::plugin) check_fields(object, probe);
    if (probe.type == ProbeType::contact && !configuration_.contact.enabled)
      object.misfit("type",
                    "\"contact\" given, and the configuration has no \"contact\": bodies do not "
                    "see each other");
  }

  /// The material tells its columns; one with an error of its own has been reported.
  void find_column(ObjectReader& object, ProbeConfig& probe) {
    const ComponentConfig* material = material_of(object, probe);
    if (!material || probe.column.empty()) return;
    for (const HistoryColumn& column : shown_by(*material))
      if (column.name == probe.column && column.count == 1) {
        probe.unit = column.unit;
        return;
      }
    object.problem("column", no_column(*material, probe.column, true),
                   shows(*material, true).empty() ? ProblemKind::misfit : ProblemKind::mistake);
  }

  /// What a plugin asks for has to be there.
  void check_fields(ObjectReader& object, const ProbeConfig& probe) {
    const auto* plugin = dynamic_cast<const Probe*>(probe.probe.object.get());
    if (!plugin) return;
    try {
      for (const std::string& field :
           ProbeDeclaration(*plugin, probe.probe.type, configuration_.dim).fields) {
        const ComponentConfig* material = material_of(object, probe);
        if (!material) return;
        if (field != ProbeDeclaration::kStress &&
            std::ranges::count(shown_by(*material), field, &HistoryColumn::name) == 0)
          object.misfit("type",
                        fmt::format("{} asks for a field: {}", quoted_short(probe.probe.type),
                                    no_column(*material, field, false)));
      }
    } catch (const PluginFault& fault) {
      object.problem("type",
                     PluginRunError(fault, fault.type, "when it was asked for its columns").what(),
                     ProblemKind::plugin);
    }
  }

  /// Null where there is none, which is reported, or where it is at fault itself.
  const ComponentConfig* material_of(ObjectReader& object, const ProbeConfig& probe) {
    const auto& bodies = configuration_.bodies;
    if (probe.body_index >= bodies.size()) return nullptr;
    const BodyConfig& body = bodies[probe.body_index];
    if (body.type != BodyConfigType::deformable) {
      object.misfit("body", fmt::format("{} has no material", quoted_short(body.name)));
      return nullptr;
    }
    if (body.material >= configuration_.materials.size()) return nullptr;
    const ComponentConfig& material = configuration_.materials[body.material];
    return dynamic_cast<const Material*>(material.object.get()) ? &material : nullptr;
  }

  static std::vector<HistoryColumn> shown_by(const ComponentConfig& material) {
    std::vector<HistoryColumn> shown;
    for (const HistoryColumn& column :
         columns_of(dynamic_cast<const Material&>(*material.object), material.type))
      if (column.is_shown()) shown.push_back(column);
    return shown;
  }

  static std::vector<std::string> shows(const ComponentConfig& material, bool numbers_only) {
    std::vector<std::string> shown;
    for (const HistoryColumn& column : shown_by(material))
      if (!numbers_only || column.count == 1) shown.push_back(column.name);
    return shown;
  }

  static std::string no_column(const ComponentConfig& material, const std::string& name,
                               bool numbers_only) {
    const std::vector<std::string> shown = shows(material, numbers_only);
    return fmt::format("{} is nothing that the material {} shows{}", quoted_short(name),
                       quoted_short(material.type),
                       shown.empty() ? "; it remembers nothing that users can see"
                                     : "; " + suggestion(name, shown));
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
    index = found.size() == 1 ? found.front() : ProbeConfig::kNoBody;
    if (found.size() == 1 || (found.empty() && !names_.lacks(name))) return;
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

void ProbeConfig::describe_place(OptionVisitor& o) {
  describe_name(*this, o);
  describe_body(*this, o);
  if (!one_node) {
    o.text("group", group).help("a named group of the mesh; \"\": all nodes of the body");
    return;
  }
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

void ProbeConfig::describe_contact(OptionVisitor& o) {
  type = ProbeType::contact;
  describe_name(*this, o);
  describe_body(*this, o);
  o.text("group", group)
      .help("only what acts on nodes of this group of the mesh; \"\": on the body");
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
