/// \file file.cpp  Reads a mesh from a Gmsh file. The file is part of the identity of a run: its
/// SHA-256 is recorded when the configuration is read, and must not change afterwards.
#include <fmt/format.h>

#include "core/mesh/generator.hpp"
#include "core/mesh/gmsh_reader.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/support/nearest_path.hpp"
#include "core/support/quoted.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

class File final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override {
    o.text("path", path_)
        .required()
        .length(1, 4096)
        .help("Gmsh file (MSH 2.2 or 4.1), relative to the folder of the configuration");
    o.text("sha256", sha256_)
        .length(0, 64)
        .help("SHA-256 that the file must have (resolved.json names it); empty: whatever it has");
    o.require(sha256_.empty() || (sha256_.size() == 64 &&
                                  sha256_.find_first_not_of("0123456789abcdef") == sha256_.npos),
              "sha256", "a SHA-256 has 64 digits, each one of 0 to 9 and a to f");
  }

  void settle(GeneratorReading& reading) override {
    path_ = fs::absolute(reading.folder() / path_).lexically_normal().string();
    reading.resolve("path", path_);
    try {
      find(reading);
    } catch (const Error& e) {
      reading.problem("path", e.what());
    }
  }

 private:
  /// Checks that the file exists and records its identity. @throws Error if that fails.
  void find(GeneratorReading& reading) {
    const std::string shown = quoted_short(path_, 200);
    if (fs::path(path_).extension() == ".geo") {
      reading.problem("path", fmt::format("{} describes a geometry, not a mesh; mesh it with "
                                          "gmsh -2, and give the .msh file that it writes",
                                          shown));
      return;
    }
    if (!fs::exists(status_of(path_))) {
      const std::string wanted =
          sha256_.empty() ? "" : fmt::format("; wanted is the one of SHA-256 {}", sha256_);
      reading.problem("path",
                      fmt::format("there is no file {}; paths are relative to the folder of "
                                  "the configuration{}{}",
                                  shown, wanted, nearest_beside(path_)));
      return;
    }
    if (const std::string why = why_no_file(path_); !why.empty())
      reading.problem("path", fmt::format("{} {}; give the path of a Gmsh file", shown, why));
    else
      identify(reading);
  }

  void identify(GeneratorReading& reading) {
    const std::string found = sha256_of_file(path_);
    if (!sha256_.empty() && sha256_ != found)
      reading.problem("sha256",
                      fmt::format("{} has changed: its SHA-256 is {}, wanted is {}; put the file "
                                  "back, or take \"sha256\" away to use it as it is",
                                  quoted_short(path_, 200), found, sha256_));
    sha256_ = found;
    reading.resolve("sha256", found);
  }

  /// The bytes that were identified when the configuration was read, or none.
  /// @throws FileError
  Mesh do_make(int dim) const override {
    // It could be read then: what fails now is the machine's, and no fault of the configuration.
    std::string bytes = read_file(path_);
    if (!sha256_.empty() && sha256(bytes) != sha256_)
      throw MeshError(path_ + " was changed just now, while the run was set up; run again");
    return read_gmsh(path_, std::move(bytes), dim);
  }

  std::string path_;    ///< becomes absolute in settle()
  std::string sha256_;  ///< expected SHA-256; recorded if none is given
};

}  // namespace

MeshGeneratorType file_generator() {
  return generator_type<File>("A Gmsh file; its physical groups are the groups", 90, 0);
}

}  // namespace tactus::core
