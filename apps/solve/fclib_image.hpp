/// \file fclib_image.hpp  An HDF5 file in memory, from which problems in FCLIB's form are read and into which they are
/// written. Files on disk are opened by the same code as all other files of the program.
#pragma once

#include <fmt/format.h>

#include <string>

#include "core/support/hdf5_handle.hpp"

namespace tactus::core::hdf5 {

class Image {
 public:
  /// @param bytes  the content, or nullptr for a new file
  explicit Image(const std::string* bytes)
      : access_(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), file_(open(access_.get(), bytes), H5Fclose) {
  }
  const Handle& file() const { return file_; }

 private:
  /// HDF5 refuses a name that exists on disk, although it would not access that file. A unique name
  /// avoids this.
  static hid_t open(hid_t access, const std::string* bytes) {
    const std::string name = fmt::format("tactus friction problem in memory {}", access);
    if (H5Pset_fapl_core(access, std::size_t{1} << 16, false) < 0 ||
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) < 0)
      return -1;
    if (!bytes) return H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (H5Pset_file_image(access, const_cast<char*>(bytes->data()), bytes->size()) < 0) return -1;
    return H5Fopen(name.c_str(), H5F_ACC_RDONLY, access);
  }
  Handle access_, file_;
};

}  // namespace tactus::core::hdf5
