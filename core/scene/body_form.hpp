/// \file body_form.hpp  The interface of kinds of bodies that do not consist of nodes, such as rigid
/// ones, as far as a configuration and the making of a model are concerned.
///
/// A kind of body is one file in core/model/kinds/, which also gives it its name:
///
///     class Rod final : public BodyForm {
///       void describe(BodyConfig& body, OptionVisitor& o) override { o.real("mass", mass_)...; }
///     };
///     std::unique_ptr<BodyKind> make(const KindStart& start) {
///       return std::make_unique<Rods>(...);
///     }
///     BodyKindType rod_kind() {
///       return body_kind_type<Rod>({.help = "...", .make = make});
///     }
///
/// Rods, which derives from BodyKind (core/model/body_kind.hpp), answers for all bodies of the kind
/// during the run. The build writes the table of all kinds from the listing of this folder
/// (body_kind_table.cpp.in), so that no other file needs an edit. The reader, its messages,
/// `explain`, the schema, the reference page and resolved.json follow from the declarations.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/options.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

struct BodyConfig;
class BodyKind;

/// What a body may ask and report while a configuration is read.
class BodyReading {
 public:
  /// Whether an option or a member is given, whatever its value.
  virtual bool has(std::string_view name) const = 0;
  /// Reports an error at an option or a member, in addition to those that follow from declarations.
  virtual void problem(std::string_view name, std::string message) = 0;

 protected:
  ~BodyReading() = default;
};

/// What a configuration says about one body of some kind. The copies of an array share it.
class BodyForm {
 public:
  BodyForm() = default;
  BodyForm(const BodyForm&) = delete;
  BodyForm& operator=(const BodyForm&) = delete;
  virtual ~BodyForm() = default;

  /// Declares the options in the same way as a plugin. "name", "scale", "rotate" and "translate",
  /// which every body has, are declared already.
  /// @param body  for options that the kernel knows, too ("thickness")
  virtual void describe(BodyConfig& body, OptionVisitor& o) = 0;
  /// Checks the options together, whether or not there were errors in some of them.
  virtual void settle(BodyReading&) const {}
  /// Adds a problem, with its pointer, for each property that bodies of this kind cannot have.
  virtual void check(const BodyConfig& /*body*/, const std::string& /*pointer*/,
                     std::vector<ModelProblem>& /*problems*/) const {}
  /// m: the body is a disk or a ball around its local origin, exactly round, in place of a mesh;
  /// kNotGiven: it has a mesh.
  virtual Real radius() const { return kNotGiven; }
};

/// A body at its place.
struct PlacedBody {
  const BodyConfig* config = nullptr;
  /// A round body has one of about its shape, for pictures; its first point is the centre.
  const Mesh* mesh = nullptr;
  /// False: the mesh has errors, which are reported later, and only its points may be used.
  bool is_sound = true;
};

/// From what the bodies of one kind are made.
struct KindStart {
  int dim = 0;
  std::vector<PlacedBody> bodies{};
  Index point = 0, coordinate = 0, dof = 0;  ///< the first ones of the first body
};

/// What is known of a kind before a body of it is created.
struct BodyKindType {
  std::string_view help;  ///< in one sentence
  /// If a body may do without a mesh: what the reference says about "mesh"
  std::string_view optional_mesh{};
  /// Order in lists; kinds with equal ranks are sorted by name
  int rank = 50;
  std::unique_ptr<BodyKind> (*make)(const KindStart&){};
  void (*describe)(OptionVisitor&){};  ///< visits the default options
  std::shared_ptr<BodyForm> (*create)(){};
  std::string_view name{};  ///< name of the file; set by the table
};

/// Declares the options of a body with this form.
void describe_body(std::shared_ptr<BodyForm> form, OptionVisitor& o);

template <class Form>
BodyKindType body_kind_type(BodyKindType type) {
  type.describe = [](OptionVisitor& o) { describe_body(std::make_shared<Form>(), o); };
  type.create = []() -> std::shared_ptr<BodyForm> { return std::make_shared<Form>(); };
  return type;
}

/// All kinds, in the order of their ranks.
const std::vector<BodyKindType>& body_kinds();
/// The kind with this name; null if there is none, as for bodies that consist of nodes.
const BodyKindType* find_body_kind(std::string_view name);

/// The kinds as listed in the folder, sorted by name. Use body_kinds() instead.
std::vector<BodyKindType> listed_body_kinds();

}  // namespace tactus::core
