/// \file generator.hpp  The interface of mesh generators, which make a mesh from a few numbers
/// (rectangle, disk, polygon) or from a file.
///
/// A generator is one file in core/mesh/generators/, which also gives it its name:
///
///     class Wedge final : public MeshGenerator {
///       void describe(OptionVisitor& o) override { o.real("angle", angle_).unit("rad")...; }
///       Real do_expected_elements() const override { return ...; }
///       Mesh do_make(int dim) const override { ... }
///     };
///     MeshGeneratorType wedge_generator() { return generator_type<Wedge>("A wedge; groups ..."); }
///
/// The build writes the table of all generators from the listing of this folder
/// (generator_table.cpp.in), so that no other file needs an edit. The reader, its messages,
/// `explain`, the schema, the reference page and resolved.json follow from the declarations.
///
/// Generators are deterministic. If lengths are multiplied by a power of two, so are the points, to
/// the bit. Points that are shared by design (corners, mirrored positions) are computed in the same
/// way, so that bodies which touch in the drawing touch exactly in floating-point numbers.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// What a generator may ask and report while a configuration is read.
class GeneratorReading {
 public:
  /// The folder of the configuration, to which paths are relative.
  virtual std::filesystem::path folder() const = 0;
  /// Reports an error at an option, in addition to those that follow from its declaration.
  virtual void problem(std::string_view option, std::string message) = 0;
  /// Sets the text of an option in resolved.json, if it differs from what was given.
  virtual void resolve(std::string_view option, const std::string& text) = 0;

 protected:
  ~GeneratorReading() = default;
};

/// Makes one mesh. It is created, described once to bind its options, settled, and then asked for the mesh.
class MeshGenerator {
 public:
  MeshGenerator() = default;
  MeshGenerator(const MeshGenerator&) = delete;
  MeshGenerator& operator=(const MeshGenerator&) = delete;
  virtual ~MeshGenerator() = default;

  /// Declares the options in the same way as a plugin.
  virtual void describe(OptionVisitor& o) = 0;
  /// Inspects what the options refer to (a file). Called after the options were bound without an error.
  virtual void settle(GeneratorReading&) {}
  /// Approximate number of elements of the mesh; kUnlimited if it is not known beforehand.
  Real expected_elements() const { return do_expected_elements(); }
  /// @param  dim  of the scene; a generator of plane meshes may ignore it, since the model checks
  /// it
  /// @pre    the options satisfy their declarations
  /// @throws MeshError if such a mesh does not exist
  Mesh make(int dim) const { return do_make(dim); }

 private:
  virtual Real do_expected_elements() const { return kUnlimited; }
  virtual Mesh do_make(int dim) const = 0;
};

/// Whether a point [dim] lies in one of some closed boxes: rows of dim lower and dim upper coordinates.
inline bool in_a_box(View<Real> boxes, View<Real> point) {
  const std::size_t dim = point.size();
  for (std::size_t k = 0, d; k < boxes.size(); k += 2 * dim) {
    for (d = 0; d < dim && boxes[k + d] <= point[d] && point[d] <= boxes[k + dim + d];) ++d;
    if (d == dim) return true;
  }
  return false;
}

/// What is known of a generator before it is created.
struct MeshGeneratorType {
  std::string_view help;  ///< what it makes, and the groups of the mesh
  /// Order in lists; generators with equal ranks are sorted by name
  int rank = 0;
  int dim = 0;                         ///< of its meshes, 2 or 3; 0: that of the scene
  void (*describe)(OptionVisitor&){};  ///< visits the default options
  std::unique_ptr<MeshGenerator> (*create)(){};
  std::string_view name{};  ///< name of the file; set by the table
};

template <class Generator>
MeshGeneratorType generator_type(std::string_view help, int rank = 50, int dim = 2) {
  return {
      .help = help,
      .rank = rank,
      .dim = dim,
      .describe = [](OptionVisitor& o) { Generator().describe(o); },
      .create = []() -> std::unique_ptr<MeshGenerator> { return std::make_unique<Generator>(); }};
}

/// All generators, in the order of their ranks.
const std::vector<MeshGeneratorType>& mesh_generators();
/// The generator with this name; null if there is none.
const MeshGeneratorType* find_mesh_generator(std::string_view name);

/// The generators as listed in the folder, sorted by name. Use mesh_generators() instead.
std::vector<MeshGeneratorType> listed_generators();

}  // namespace tactus::core
