// Finds mistakes behind mistakes: a wrong density must not hide a wrong name of a group.
#include "core/run/further_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model/groups.hpp"
#include "core/model/meshes.hpp"
#include "core/model/model.hpp"
#include "core/scene/served.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kGone = static_cast<std::size_t>(-1);

/// Takes what is at fault out of a configuration.
class Remainder {
 public:
  Remainder(Configuration& configuration, const Problems& problems)
      : configuration_(configuration), problems_(problems) {}

  /// @returns whether anything was left out
  bool leave_out() {
    changed_ = false;
    std::vector<std::size_t> place;  // [bodies] after those at fault are gone
    std::vector<BodyConfig> sound;
    for (BodyConfig& body : configuration_.bodies) {
      const bool is_kept = keep(body);
      place.push_back(is_kept ? sound.size() : kGone);
      if (is_kept) sound.push_back(std::move(body));
    }
    has_all_bodies_ = has_all_bodies_ && sound.size() == configuration_.bodies.size();
    changed_ = changed_ || sound.size() < configuration_.bodies.size();
    configuration_.bodies = std::move(sound);
    keep_with_bodies(place);
    return std::exchange(changed_, false);
  }

  /// Whether which pairs of surfaces meet is known still.
  bool knows_pairs() const { return has_all_bodies_ && !problems_.are_at("/contact"); }

 private:
  bool at_fault(const BodyConfig& body, std::initializer_list<std::string_view> members) const {
    return std::ranges::any_of(members, [&](std::string_view member) {
      return problems_.are_at(body.pointer + std::string(member));
    });
  }

  bool is_astray(const BodyConfig& body) const {
    return at_fault(body, {"/scale", "/rotate", "/translate"});
  }

  /// Makes what is left of a body sound; false: nothing of it can be looked at.
  bool keep(BodyConfig& body) {
    const bool has_mesh = body.mesh != kNoMesh && configuration_.meshes[body.mesh].generator &&
                          !at_fault(body, {"/mesh", "/array", "/half_space"});
    if (!has_mesh) return !problems_.are_at(body.pointer) && body.mesh == kNoMesh;
    if (!body.velocity.empty() && (at_fault(body, {"/velocity"}) || is_astray(body))) {
      body.velocity.clear();
      changed_ = true;
    }
    const auto& materials = configuration_.materials;  // without entries where none was read
    const bool has_material =
        body.type != BodyConfigType::deformable ||
        (body.material < materials.size() && materials[body.material].object != nullptr);
    const bool is_sound =
        has_material && !problems_.is_at(body.pointer) &&
        !at_fault(body, {"/material", "/density", "/thickness", "/massless", "/type"});
    if (is_sound || body.type == BodyConfigType::obstacle) return true;
    // A mesh alone: groups of it are there to be named.
    body.type = BodyConfigType::obstacle;
    body.kind = nullptr;
    body.form.reset();
    body.massless.clear();
    body.self_contact = has_all_bodies_ = false;
    changed_ = true;
    return true;
  }

  void keep_with_bodies(const std::vector<std::size_t>& place) {
    const auto moved = [&](std::size_t& body) {
      body = body < place.size() ? place[body] : kGone;
      return body != kGone;
    };
    leave_out_if(configuration_.supports, [&](SupportConfig& support) {
      if (problems_.are_at(support.pointer)) {  // what holds the nodes is no matter
        support.velocity.clear();
        support.path = {};
      }
      return !moved(support.body_index) || problems_.are_at(support.pointer + "/group") ||
             problems_.are_at(support.pointer + "/body") || problems_.is_at(support.pointer);
    });
    leave_out_if(configuration_.loads, [&](LoadConfig& load) {
      if (load.body.empty()) return problems_.are_at(load.pointer);
      return !moved(load.body_index) || problems_.are_at(load.pointer);
    });
    leave_out_if(configuration_.probes, [&](ProbeConfig& probe) {
      if (probe.with_index != ProbeConfig::kNoBody) moved(probe.with_index);
      return !moved(probe.body_index) || problems_.are_at(probe.pointer) ||
             (!probe.point.empty() && is_astray(configuration_.bodies[probe.body_index]));
    });
    ContactConfig& contact = configuration_.contact;
    const auto leave_out_between = [&](BetweenConfig& between) {
      for (SurfaceName* name : {&between.first, &between.second}) name->bodies = kept(place, *name);
      return problems_.are_at(between.pointer + "/between");
    };
    const auto of_constraint = [&](ConstraintConfig& c) { return leave_out_between(c.between); };
    leave_out_if(contact.laws,
                 [&](LawConfig& law) {  // without a place: it stands for laws that are no list
                   return leave_out_between(law.between) || law.between.pointer.empty();
                 });
    leave_out_if(contact.constraints, of_constraint);
    for (StageConfig& stage : contact.stages) leave_out_if(stage.constraints, of_constraint);
  }

  static std::vector<bool> kept(const std::vector<std::size_t>& place, const SurfaceName& name) {
    std::vector<bool> bodies;
    for (std::size_t b = 0; b < place.size(); ++b)
      if (place[b] != kGone && !name.bodies.empty()) bodies.push_back(name.means_body(b));
    return bodies;
  }

  template <class T, class Wrong>
  void leave_out_if(std::vector<T>& list, const Wrong& wrong) {
    changed_ = std::erase_if(list, wrong) > 0 || changed_;
  }

  Configuration& configuration_;
  const Problems& problems_;
  bool changed_ = false, has_all_bodies_ = true;
};

/// Whether a problem may follow from one that is told: it is of the same value, of what holds it, or
/// inside it. What is wrong with a whole section says nothing about its entries.
bool may_follow(const std::string& pointer, const Problems& told) {
  if (told.are_at(pointer)) return true;
  for (auto slash = pointer.rfind('/'); slash > 0; slash = pointer.rfind('/', slash - 1))
    if (pointer.find('/', 1) < slash && told.is_at(pointer.substr(0, slash))) return true;
  return false;
}

void add(const std::vector<ModelProblem>& found, const Configuration& configuration,
         const Remainder& remainder, Problems& problems) {
  std::set<std::pair<std::string, std::string>> seen;  // copies of an array have the same problems
  std::vector<ModelProblem> fresh;
  for (const ModelProblem& p : found) {
    const std::string pointer = pointer_in_file(p.pointer, configuration);
    const bool of_pairs = pointer.starts_with("/contact") &&
                          (pointer.ends_with("/between") || pointer.ends_with("laws"));
    if (!may_follow(pointer, problems) && (!of_pairs || remainder.knows_pairs()) &&
        seen.emplace(pointer, p.message).second)
      fresh.push_back({pointer, p.message, p.kind});
  }
  for (const ModelProblem& p : fresh) problems.add(p.pointer, p.message, p.kind);
}

void refuse_unserved(Configuration& configuration, Problems& problems) {
  if (!problems.are_at("/contact/stages")) refuse_not_served(configuration, problems);
}

/// Loads with mistakes of their own have no part in the model, but their groups have a name, too.
void check_groups_of_loads(Configuration& configuration, Problems& problems) {
  std::vector<ModelProblem> found;
  for (const LoadConfig& load : configuration.loads) {
    if (load.body.empty() || load.group.empty() || !problems.are_at(load.pointer)) continue;
    const BodyConfig& body = configuration.bodies[load.body_index];
    if (body.mesh == kNoMesh || problems.are_at(body.pointer + "/mesh") ||
        !configuration.meshes[body.mesh].generator)
      continue;
    try {
      const Mesh mesh = configuration.meshes[body.mesh].generator->make(configuration.dim);
      if (!mesh.group(load.group))
        found.push_back({load.pointer + "/group", unknown_group(load.body, mesh, load.group)});
    } catch (const ConfigError&) {
      continue;  // of the mesh; the model tells of it
    }
  }
  for (const ModelProblem& p : found) problems.add(p.pointer, p.message);
}

void check_model(Configuration& configuration, Problems& problems) {
  Remainder remainder(configuration, problems);
  remainder.leave_out();
  while (!configuration.bodies.empty() && !problems.full()) {
    try {
      const Model model(configuration, make_meshes(configuration));
      return;
    } catch (const ModelError& error) {
      add(error.problems, configuration, remainder, problems);
      if (!remainder.leave_out()) return;
    }
  }
}

}  // namespace

void find_further_problems(Configuration& configuration, Problems& problems) {
  for (const auto check : {refuse_unserved, check_groups_of_loads, check_model}) {
    try {
      check(configuration, problems);
    } catch (const std::exception& e) {  // most likely a plugin that failed, and is told of already
      if (problems.errors().of(ProblemKind::plugin).empty())
        problems.add(
            "",
            fmt::format("what else is wrong is not known, because the check ended: {}", e.what()),
            ProblemKind::plugin);
    }
  }
}

ConfigurationErrors all_errors(const ModelError& error, Configuration& configuration) {
  Problems problems(configuration.places);
  add(error.problems, configuration, Remainder(configuration, problems), problems);
  find_further_problems(configuration, problems);
  return problems.errors();
}

}  // namespace tactus::core
