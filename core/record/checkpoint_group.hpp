/// \file checkpoint_group.hpp  The implementation of CheckpointGroup: a group of the HDF5 file and
/// its single values.
///
/// The state of a run consists of about a hundred single numbers and a few arrays. Creating a data set for each
/// number would take longer than writing all their values. Therefore these numbers are stored together in one data
/// set per type, `%reals` and `%integers`, and their names, one per line, in `%reals names` and `%integers names`.
#pragma once

#include <map>
#include <set>

#include "core/record/checkpoint.hpp"
#include "core/support/hdf5_handle.hpp"

namespace tactus::core {

class CheckpointGroup::Impl {
 public:
  /// `place` names file and group in messages. A group that is read loads its single values here.
  /// @throws FileError if they are damaged.
  Impl(hdf5::Handle group, std::string place, bool is_writable);

  void write(std::string_view name, View<Real> data);
  void write(std::string_view name, View<Index> data);
  void write_text(std::string_view name, std::string_view text);
  /// Writes the single values and closes the group, which cannot be used afterwards.
  void finish();

  bool read(std::string_view name, std::vector<Real>& data) const;
  bool read(std::string_view name, std::vector<Index>& data) const;
  bool read_text(std::string_view name, std::string& text) const;
  void fill(std::string_view name, Out<Real> out) const;
  void fill(std::string_view name, Out<Index> out) const;
  const std::string& place() const { return place_; }

 private:
  template <class T>
  using Singles = std::map<std::string, T, std::less<>>;

  void take_name(std::string_view name);
  template <class T>
  void write_field(Singles<T>& singles, std::string_view name, View<T> data);
  template <class T>
  bool read_field(const Singles<T>& singles, std::string_view name, std::vector<T>& data) const;
  template <class T>
  void fill_field(const Singles<T>& singles, std::string_view name, Out<T> out) const;
  template <class T>
  void write_singles(const Singles<T>& singles) const;
  template <class T>
  Singles<T> read_singles() const;
  template <class T>
  void write_set(const std::string& key, const T* data, std::size_t size) const;
  template <class Container>
  bool read_set(const std::string& key, Container& data) const;

  hdf5::Handle group_;
  hdf5::Handle properties_;  ///< of data sets that are written
  std::string place_;
  std::set<std::string, std::less<>> names_;  ///< names written so far
  Singles<Real> reals_;
  Singles<Index> integers_;
};

}  // namespace tactus::core
