/// \file checkpoint.hpp  Named arrays in one HDF5 file that is whole or refused.
///
/// Layout: 512 bytes of text (format, version, program, fingerprint, size of the rest, SHA-256 of program
/// and rest; an HDF5 "user block", so h5ls, h5dump and h5py open the file as it is), then the HDF5 file.
/// The checksum is compared before the HDF5 library sees a byte, so a damaged file is a sentence, not a
/// crash (as some damaged files are to HDF5 itself).
/// The same content gives the same bytes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/output/atomic_file.hpp"
#include "core/output/checkpoint_header.hpp"  // IWYU pragma: export
#include "tactus/component.hpp"

namespace tactus::core {

/// One group of a checkpoint: the Archive of one component, or a part of the kernel's own state. A
/// name may hold any characters. Valid as long as the writer or reader it came from.
/// @throws FileError, where a value is there but of another type, or cannot be stored;
///         PreconditionError on a name given twice, or when a reader's group is written to.
class CheckpointGroup final : public Archive {
 public:
  void write(std::string_view name, View<Real> data) override;
  void write(std::string_view name, View<Index> data) override;
  bool read(std::string_view name, std::vector<Real>& data) override;
  bool read(std::string_view name, std::vector<Index>& data) override;

  void write_real(std::string_view name, Real value) { write(name, View<Real>(&value, 1)); }
  void write_integer(std::string_view name, Index value) { write(name, View<Index>(&value, 1)); }
  void write_text(std::string_view name, std::string_view text);

  /// Single values; for arrays that must be there with a size known before, `out` is filled.
  /// @throws FileError where the value is missing or has another size.
  Real real(std::string_view name) const;
  Index integer(std::string_view name) const;
  std::string text(std::string_view name) const;
  void fill(std::string_view name, Out<Real> out) const;
  void fill(std::string_view name, Out<Index> out) const;

  ~CheckpointGroup();
  CheckpointGroup(CheckpointGroup&&) noexcept;

 private:
  friend class CheckpointWriter;
  friend class CheckpointReader;
  class Impl;
  explicit CheckpointGroup(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;  ///< shared with the writer, which finishes it
};

/// Collects in memory; nothing is written before commit().
class CheckpointWriter {
 public:
  /// `fingerprint` says which runs may go on from here (configuration, program, plugins); one line
  /// of at most 200 characters.
  explicit CheckpointWriter(std::string fingerprint);
  ~CheckpointWriter();

  /// Makes a group; `name` is used once, its parts are separated by '/'.
  CheckpointGroup group(std::string_view name);

  /// Replaces the file, on the disk before the call returns. The writer, and its groups, are spent.
  void commit(const std::filesystem::path& path);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class CheckpointReader {
 public:
  /// @throws FileError where the file is missing, damaged, no checkpoint, of another version or
  ///         another fingerprint; each with what to do.
  CheckpointReader(const std::filesystem::path& path, std::string_view fingerprint);
  ~CheckpointReader();

  bool has_group(std::string_view name) const;
  CheckpointGroup group(std::string_view name) const;  ///< @throws FileError where it is missing

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus::core
