/// \file checkpoint.hpp  Checkpoints: named arrays in one HDF5 file, which is either complete or refused.
///
/// Layout: 512 bytes of text (format, version, program, fingerprint, size of the rest, SHA-256 of
/// program and rest), followed by the HDF5 file. To HDF5 the text is a "user block", so that h5ls,
/// h5dump and h5py open the file as it is. The checksum is compared before the HDF5 library sees a
/// single byte. Therefore a damaged file gives an error message instead of a crash, which some
/// damaged files cause in HDF5 itself. The same content gives the same bytes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/checkpoint_header.hpp"  // IWYU pragma: export
#include "core/support/atomic_file.hpp"
#include "tactus/component.hpp"

namespace tactus::core {

/// One group of a checkpoint: the Archive of one component, or a part of the kernel's own state.
/// Its name may contain any characters. Valid as long as the writer or reader it came from.
/// @throws FileError if a value exists with another type or cannot be stored;
///         PreconditionError for a name given twice, or for writing to a group of a reader.
class CheckpointGroup final : public Archive {
 public:
  void write(std::string_view name, View<Real> data) override;
  void write(std::string_view name, View<Index> data) override;
  bool read(std::string_view name, std::vector<Real>& data) override;
  bool read(std::string_view name, std::vector<Index>& data) override;

  void write_real(std::string_view name, Real value) { write(name, View<Real>(&value, 1)); }
  void write_integer(std::string_view name, Index value) { write(name, View<Index>(&value, 1)); }
  void write_text(std::string_view name, std::string_view text);

  /// Single values, and arrays of known size that must exist, which are read into `out`.
  /// @throws FileError if the value is missing or has another size.
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

/// Collects values in memory; nothing is written before commit().
class CheckpointWriter {
 public:
  /// `fingerprint` identifies the runs that may continue from here (configuration, program,
  /// plugins); one line of at most 200 characters.
  explicit CheckpointWriter(std::string fingerprint);
  ~CheckpointWriter();

  /// Creates a group; `name` can be used once, its parts are separated by '/'.
  CheckpointGroup group(std::string_view name);

  /// Replaces the file and flushes it to disk before returning. The writer and its groups cannot be
  /// used afterwards.
  void commit(const std::filesystem::path& path);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class CheckpointReader {
 public:
  /// @throws FileError if the file is missing, damaged, not a checkpoint, of another version or of
  /// another
  ///         fingerprint; the message says what to do.
  CheckpointReader(const std::filesystem::path& path, std::string_view fingerprint);
  ~CheckpointReader();

  bool has_group(std::string_view name) const;
  CheckpointGroup group(std::string_view name) const;  ///< @throws FileError if it is missing

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus::core
