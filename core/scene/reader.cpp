#include "core/scene/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/capabilities.hpp"
#include "core/scene/contact_reader.hpp"
#include "core/scene/load_reader.hpp"
#include "core/scene/probe_reader.hpp"
#include "core/scene/section_reader.hpp"
#include "core/scene/self_sight.hpp"
#include "core/scene/start_reader.hpp"
#include "core/scene/support_path_reader.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr auto nothing_beside = [](OptionVisitor&) {};

/// Reads the sections in an order in which each can use those it refers to.
class ConfigurationReader {
 public:
  ConfigurationReader(Reading& reading, ObjectReader& root, Configuration& configuration)
      : reading_(reading), root_(root), configuration_(configuration) {}

  void read() {
    root_.member("$schema");   // ignored: for editors
    root_.member("resolved");  // ignored: what a run added to its resolved configuration
    root_.options([&](OptionVisitor& o) { configuration_.describe(o); });
    reading_.dim = configuration_.dim;
    resolve_names();
    expect_members(root_, *find_section("configuration", ""));
    // What belongs in the plane or in space cannot be told without a dimension: one mistake is told
    // once.
    if (has_dimension())
      section("bodies",
              [&](const Json& v, Json& r) { read_bodies(reading_, v, configuration_, r); });
    const BodyNames names(reading_, configuration_);
    if (has_dimension()) {
      section("loads", [&](const Json& v, Json& r) { read_loads(v, names, r); });
      section("supports", [&](const Json& v, Json& r) { read_supports(v, names, r); });
    }
    section("integrator", [&](const Json& v, Json& r) {
      configuration_.integrator =
          read_component(reading_, v, "/integrator", Kind::integrator, nothing_beside, r);
    });
    if (has_dimension())
      section("contact",
              [&](const Json& v, Json& r) { read_contact(reading_, v, configuration_, r); });
    section("start",
            [&](const Json& v, Json& r) { read_start(reading_, v, configuration_.start, r); });
    if (root_.value().find("random")) read_options("random", configuration_.random);
    read_options("time", configuration_.time);
    read_newton();
    if (has_dimension())
      section("probes",
              [&](const Json& v, Json& r) { read_probes(reading_, v, configuration_, r); });
    read_options("output", configuration_.output,
                 [&](ObjectReader& output) { read_frames(output, configuration_.output.frames); });
    root_.finish();
    note_idle_seed();
  }

 private:
  /// Whether the dimension is the one that was given, if any was.
  bool has_dimension() const {
    const Json* given = root_.value().find("dimension");
    const Json::Number* number = given ? given->if_number() : nullptr;
    return !given || (number && number->value == configuration_.dim);
  }

  /// A seed where nothing is chosen at random, as far as options tell.
  void note_idle_seed() {
    if (root_.value().find("random") && !reading_.random)
      configuration_.notes.emplace_back(
          "/random/seed is given, and no component has an option that is \"random\": most likely "
          "the seed changes nothing");
  }

  /// The options of Newton's method belong to implicit steps without contact, which the kernel solves;
  /// steps in velocities are linear.
  void read_newton() {
    const Json* given = root_.value().find("newton");
    if (!configuration_.integrator.object) {
      if (given) root_.member("newton");
      return;
    }
    const std::string& type = configuration_.integrator.type;
    const bool linear = claims_of(*configuration_.integrator.object).has(capability::impulse);
    const bool is_explicit = !makes_implicit_steps(configuration_);
    const bool implicit = !is_explicit && !linear;
    const bool by_kernel = implicit && !configuration_.contact.enabled;
    if (given && !implicit)
      root_.misfit("newton", fmt::format("\"{}\" makes {} steps with the options given here, "
                                         "which need no Newton's method; remove \"newton\"",
                                         type, is_explicit ? "explicit" : "linear"));
    if (given && implicit && !by_kernel)
      root_.misfit("newton",
                   fmt::format("with \"contact\" the implicit steps of \"{}\" are solved by the "
                               "contact solver, whose options stand in /contact/solver; remove "
                               "\"newton\"",
                               type));
    if (given || by_kernel) read_options("newton", configuration_.newton);
    if (by_kernel) expect_fitting_linear_solver();
  }

  void expect_fitting_linear_solver() {
    using Linear = NewtonConfig::Linear;
    const Linear linear = configuration_.newton.linear;
    if (linear == Linear::factor || linear == Linear::general ||
        claims_of(*configuration_.integrator.object).has(capability::symmetric))
      return;
    root_.misfit("newton",
                 fmt::format("the tangent of \"{}\" is not symmetric with the options given here, "
                             "as every \"linear\" but \"general\" and \"factor\" needs it",
                             configuration_.integrator.type));
  }

  void section(std::string_view key, FunctionRef<void(const Json&, Json&)> read) {
    const Json* value = root_.value().find(key);
    if (!value) return;
    Json resolved;
    read(*value, resolved);
    root_.resolve(key, std::move(resolved));
  }

  /// Reads a section that consists of options only. Its defaults are resolved even if it is not
  /// given.
  template <class T>
  void read_options(
      std::string_view key, T& options,
      FunctionRef<void(ObjectReader&)> read_members = [](ObjectReader&) {}) {
    static const Json kNothing = Json::object();
    const Json* given = root_.value().find(key);
    if (!given && find_section("configuration", "")) {
      const auto& members = find_section("configuration", "")->members;
      // A missing required section is reported elsewhere
      if (std::ranges::find(members, key, &SectionMember::name)->required) return;
    }
    ObjectReader object(reading_, given ? *given : kNothing, root_.pointer_to(key),
                        find_section(key, "")->help);
    object.options([&](OptionVisitor& o) { options.describe(o); });
    read_members(object);
    object.finish();
    root_.resolve(key, object.take_resolved());
  }

  void resolve_names() {
    if (configuration_.name.empty()) name_by_file();
    root_.resolve("name", Json::of(configuration_.name));
    configuration_.plugin_folders.clear();
    Json folders = Json::array();
    for (const fs::path& folder : plugin_folders(reading_.document)) {
      if (!fs::exists(status_of(folder)))
        root_.problem("plugins", fmt::format("there is no {}; paths are relative to the folder of "
                                             "the configuration",
                                             quoted_short(folder.string(), 200)));
      configuration_.plugin_folders.push_back(folder.string());
      folders.if_array()->push_back(Json::of(folder.string()));
    }
    root_.resolve("plugins", std::move(folders));
  }

  void name_by_file() {
    configuration_.name = reading_.document.file().stem().string();
    if (configuration_.name.starts_with('.'))
      root_.problem("name", fmt::format("\"name\" is missing, and the file's name {} gives the run "
                                        "the name {}, which a folder of results cannot have; give "
                                        "a \"name\" that does not begin with a dot",
                                        quoted_short(reading_.document.file().filename().string()),
                                        quoted_short(configuration_.name)));
  }

  void read_loads(const Json& value, const BodyNames& names, Json& resolved) {
    const Json::Array* list = entries(reading_, value, "/loads", "load objects");
    if (!list) return;
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      Json entry;
      read_load(reading_, (*list)[i], fmt::format("/loads/{}", i), names, configuration_, entry);
      resolved.if_array()->push_back(std::move(entry));
    }
  }

  void read_supports(const Json& value, const BodyNames& names, Json& resolved) {
    for_each_entry(value, "/supports", "support", resolved, [&](ObjectReader& object) {
      SupportConfig support;
      support.pointer = object.pointer();
      object.options([&](OptionVisitor& o) { support.describe(o); });
      read_path(object, support);
      object.finish();
      if (!support.body.empty()) add_supports(object, support, names);
    });
  }

  /// Adds one support for each body that the name refers to.
  void add_supports(ObjectReader& object, const SupportConfig& support, const BodyNames& names) {
    const auto bodies = names.find(support.body);
    if (names.lacks(support.body))
      object.problem("body", fmt::format("{} is no body; {}", quoted_short(support.body),
                                         suggestion(support.body, names.known())));
    for (const std::size_t body : bodies) {
      SupportConfig one = support;
      one.body_index = body;
      one.body = configuration_.bodies[body].name;
      if (configuration_.bodies[body].type == BodyConfigType::particles && !one.group.empty())
        object.misfit("group", "particles have no groups; a support holds all of them");
      configuration_.supports.push_back(std::move(one));
    }
  }

  void for_each_entry(const Json& value, const std::string& pointer, std::string_view what,
                      Json& resolved, FunctionRef<void(ObjectReader&)> read_entry) {
    const Json::Array* list = entries(reading_, value, pointer, fmt::format("{} objects", what));
    if (!list) return;
    resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
      ObjectReader object(reading_, (*list)[i], fmt::format("{}/{}", pointer, i),
                          fmt::format("a {}", what));
      if (object.readable()) read_entry(object);
      resolved.if_array()->push_back(object.take_resolved());
    }
  }

  Reading& reading_;
  ObjectReader& root_;
  Configuration& configuration_;
};

}  // namespace

ReadConfiguration read_configuration(const Document& document, ComponentSource& components,
                                     const FurtherCheck& further) {
  ReadConfiguration result;
  Problems problems(document.places());
  for (const Problem& p : document.problems()) problems.add(p);
  if (!document.readable()) problems.throw_if_any();
  Reading reading{document, problems, components};
  ObjectReader root(reading, document.root(), "", "the configuration");
  if (root.readable()) ConfigurationReader(reading, root, result.configuration).read();
  result.resolved = root.take_resolved();
  // First, as no law is needed for contact that nothing looks for.
  if (problems.empty()) settle_self_contact(document, result.configuration, result.resolved);
  if (root.readable()) match_capabilities(result.configuration, components, problems);
  if (problems.empty()) check_start(reading, result.configuration, result.resolved);
  result.configuration.places = document.places();
  if (further && !problems.empty()) further(result.configuration, problems);
  problems.throw_if_any();
  return result;
}

std::vector<fs::path> plugin_folders(const Document& document) {
  std::vector<fs::path> folders;
  const Json* given = document.root().find("plugins");
  const Json::Array* list = given ? given->if_array() : nullptr;
  if (!list) return folders;
  for (const Json& entry : *list)
    if (const std::string* text = entry.if_text())
      folders.push_back(fs::absolute(document.file().parent_path() / *text).lexically_normal());
  return folders;
}

}  // namespace tactus::core
