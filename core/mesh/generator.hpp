/// \file generator.hpp  Where meshes come from: a few numbers (rectangle, disk, polygon) or a file.
///
/// A generator is one file in core/mesh/generators/, and its name is the file's:
///
///     class Wedge final : public MeshGenerator {
///       void describe(OptionVisitor& o) override { o.real("angle", angle_).unit("rad")...; }
///       Real do_expected_elements() const override { return ...; }
///       Mesh do_make(int dim) const override { ... }
///     };
///     MeshGeneratorType wedge_generator() { return generator_type<Wedge>("A wedge; groups ..."); }
///
/// The build writes the table of all of them from the folder's listing (generator_table.cpp.in), so
/// no other file is edited. From the declarations come the reader, its messages, `explain`, the
/// schema, the reference page and resolved.json.
///
/// Generators are deterministic. Lengths times a power of two give points times that power, to the
/// bit. Points shared by design (corners, mirrored positions) are computed the same way, so that
/// bodies which meet in the drawing meet in the doubles.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// What a generator may ask and say while a configuration is read.
class GeneratorReading {
 public:
  /// The folder of the configuration, which paths are relative to.
  virtual std::filesystem::path folder() const = 0;
  /// An error at an option, beside those of its declaration.
  virtual void problem(std::string_view option, std::string message) = 0;
  /// What resolved.json says of an option, where that is not what was given.
  virtual void resolve(std::string_view option, const std::string& text) = 0;

 protected:
  ~GeneratorReading() = default;
};

/// Makes one mesh. Life: created, described once to bind its options, settled, asked for the mesh.
class MeshGenerator {
 public:
  MeshGenerator() = default;
  MeshGenerator(const MeshGenerator&) = delete;
  MeshGenerator& operator=(const MeshGenerator&) = delete;
  virtual ~MeshGenerator() = default;

  /// Declares the options, as a plugin does.
  virtual void describe(OptionVisitor& o) = 0;
  /// Looks at what the options refer to (a file). Called once they are bound without an error.
  virtual void settle(GeneratorReading&) {}
  /// About how many elements the mesh will have; kUnlimited where this is not known beforehand.
  Real expected_elements() const { return do_expected_elements(); }
  /// @param  dim  of the scene; a generator of plane meshes may ignore it, the model checks
  /// @pre    the options keep to their declarations
  /// @throws MeshError where there is no such mesh
  Mesh make(int dim) const { return do_make(dim); }

 private:
  virtual Real do_expected_elements() const { return kUnlimited; }
  virtual Mesh do_make(int dim) const = 0;
};

/// What is known of a generator before one is created.
struct MeshGeneratorType {
  std::string_view help;               ///< what it makes and which groups that has
  int rank = 0;                        ///< place in lists: the lower one first, ties by name
  void (*describe)(OptionVisitor&){};  ///< visits the defaults
  std::unique_ptr<MeshGenerator> (*create)(){};
  std::string_view name{};  ///< the file's; filled in by the table
};

template <class Generator>
MeshGeneratorType generator_type(std::string_view help, int rank = 50) {
  return {
      .help = help,
      .rank = rank,
      .describe = [](OptionVisitor& o) { Generator().describe(o); },
      .create = []() -> std::unique_ptr<MeshGenerator> { return std::make_unique<Generator>(); }};
}

/// All, in the order of their ranks.
const std::vector<MeshGeneratorType>& mesh_generators();
/// Null where there is none of this name.
const MeshGeneratorType* find_mesh_generator(std::string_view name);

/// The folder's listing, in the order of names; mesh_generators() is what is asked for.
std::vector<MeshGeneratorType> listed_generators();

}  // namespace tactus::core
