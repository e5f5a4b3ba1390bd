// The fields of a checkpoint group. Each array is a data set; single values are stored together.
#include "core/record/checkpoint_group.hpp"

#include <algorithm>
#include <type_traits>

namespace tactus::core {
namespace {

using hdf5::Handle, hdf5::Quiet;

struct Element {
  hid_t memory, file;
  const char* what;
  std::string singles;  ///< names of the data sets of the single values
};

template <class T>
Element element() {
  if constexpr (std::is_same_v<T, Real>)
    return {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, "real numbers", "%reals"};
  else if constexpr (std::is_same_v<T, Index>)
    return {H5T_NATIVE_INT64, H5T_STD_I64LE, "whole numbers", "%integers"};
  else
    return {H5T_NATIVE_UINT8, H5T_STD_U8LE, "text", ""};
}

}  // namespace

CheckpointGroup::Impl::Impl(Handle group, std::string place, bool is_writable)
    : group_(std::move(group)), place_(std::move(place)) {
  if (is_writable) {
    properties_ = hdf5::creation(H5P_DATASET_CREATE);
  } else {
    reals_ = read_singles<Real>();
    integers_ = read_singles<Index>();
  }
}

// ---------------------------------------------------------------------------------------- to write

void CheckpointGroup::Impl::take_name(std::string_view name) {
  if (!properties_.good())
    throw PreconditionError("checkpoint: a group that is read, or spent, is written to");
  if (!names_.emplace(name).second)
    throw PreconditionError(fmt::format("checkpoint: '{}' of {} is given twice", name, place_));
}

template <class T>
void CheckpointGroup::Impl::write_field(Singles<T>& singles, std::string_view name, View<T> data) {
  take_name(name);
  if (data.size() == 1)
    singles.emplace(hdf5::encoded(name), data[0]);
  else
    write_set(hdf5::encoded(name), data.data(), data.size());
}
void CheckpointGroup::Impl::write(std::string_view name, View<Real> data) {
  write_field(reals_, name, data);
}
void CheckpointGroup::Impl::write(std::string_view name, View<Index> data) {
  write_field(integers_, name, data);
}
void CheckpointGroup::Impl::write_text(std::string_view name, std::string_view text) {
  take_name(name);
  write_set(hdf5::encoded(name), text.data(), text.size());
}

void CheckpointGroup::Impl::finish() {
  write_singles(reals_);
  write_singles(integers_);
  properties_.reset();
  group_.reset();
}

template <class T>
void CheckpointGroup::Impl::write_singles(const Singles<T>& singles) const {
  if (singles.empty()) return;
  std::string names;
  std::vector<T> values;
  for (const auto& [name, value] : singles) names += name + "\n", values.push_back(value);
  const std::string key = element<T>().singles;
  write_set(key, values.data(), values.size());
  write_set(key + " names", names.data(), names.size());
}

template <class T>
void CheckpointGroup::Impl::write_set(const std::string& key, const T* data,
                                      std::size_t size) const {
  const Quiet quiet;
  const Element kind = element<T>();
  const hsize_t extent = size;
  const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(group_.get(), key.c_str(), kind.file, space.get(), H5P_DEFAULT,
                              properties_.get(), H5P_DEFAULT),
                   H5Dclose);
  if (!set.good() ||
      (size > 0 && H5Dwrite(set.get(), kind.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
    throw FileError(
        fmt::format("HDF5 cannot store '{}' of {} ({} values): out of memory?", key, place_, size));
}

// ---------------------------------------------------------------------------------------- to read

/// Returns false if there is no data set of this name.
template <class Container>
bool CheckpointGroup::Impl::read_set(const std::string& key, Container& data) const {
  const Quiet quiet;
  const Element kind = element<typename Container::value_type>();
  if (H5Lexists(group_.get(), key.c_str(), H5P_DEFAULT) <= 0) return false;
  H5L_info_t link;
  if (H5Lget_info(group_.get(), key.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
    throw FileError(fmt::format("'{}' of {} is a link; no run writes one", key, place_));
  const Handle set(H5Dopen2(group_.get(), key.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle type(set.good() ? H5Dget_type(set.get()) : -1, H5Tclose);
  if (!type.good() || H5Tequal(type.get(), kind.file) <= 0)
    throw FileError(fmt::format("'{}' of {} does not hold {}", key, place_, kind.what));
  const Handle space(H5Dget_space(set.get()), H5Sclose);
  const hssize_t extent = H5Sget_simple_extent_npoints(space.get());
  const auto size = static_cast<std::size_t>(std::max<hssize_t>(0, extent));
  const Handle plan(H5Dget_create_plist(set.get()), H5Pclose);
  // What is in the file, as we write it: memory is not taken by what a forged file only says.
  if (H5Pget_layout(plan.get()) != H5D_CONTIGUOUS || H5Pget_external_count(plan.get()) > 0 ||
      H5Dget_storage_size(set.get()) / sizeof(typename Container::value_type) != size)
    throw FileError(
        fmt::format("'{}' of {} does not lie in the file; no run writes it so", key, place_));
  data.resize(size);
  if (!data.empty() &&
      H5Dread(set.get(), kind.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.data()) < 0)
    throw FileError(fmt::format("'{}' of {} cannot be read", key, place_));
  return true;
}

template <class T>
CheckpointGroup::Impl::Singles<T> CheckpointGroup::Impl::read_singles() const {
  const std::string key = element<T>().singles;
  std::vector<T> values;
  std::string names;
  Singles<T> singles;
  if (!read_set(key, values) || !read_set(key + " names", names)) return singles;
  std::size_t begin = 0;
  for (const T value : values) {
    const std::size_t end = names.find('\n', begin);
    if (end == std::string::npos)
      throw FileError(fmt::format("{} is damaged: it has single values without a name", place_));
    singles.emplace(names.substr(begin, end - begin), value);
    begin = end + 1;
  }
  return singles;
}

template <class T>
bool CheckpointGroup::Impl::read_field(const Singles<T>& singles, std::string_view name,
                                       std::vector<T>& data) const {
  const std::string key = hdf5::encoded(name);
  if (const auto single = singles.find(key); single != singles.end()) {
    data.assign(1, single->second);
    return true;
  }
  if (reals_.contains(key) || integers_.contains(key))
    throw FileError(fmt::format("'{}' of {} does not hold {}", name, place_, element<T>().what));
  return read_set(key, data);
}
bool CheckpointGroup::Impl::read(std::string_view name, std::vector<Real>& data) const {
  return read_field(reals_, name, data);
}
bool CheckpointGroup::Impl::read(std::string_view name, std::vector<Index>& data) const {
  return read_field(integers_, name, data);
}
bool CheckpointGroup::Impl::read_text(std::string_view name, std::string& text) const {
  return read_set(hdf5::encoded(name), text);
}

template <class T>
void CheckpointGroup::Impl::fill_field(const Singles<T>& singles, std::string_view name,
                                       Out<T> out) const {
  std::vector<T> data;
  if (!read_field(singles, name, data))
    throw FileError(fmt::format("{} holds no '{}'", place_, name));
  if (data.size() != out.size())
    throw FileError(fmt::format("'{}' of {} has {} values where {} are expected", name, place_,
                                data.size(), out.size()));
  std::copy(data.begin(), data.end(), out.begin());
}
void CheckpointGroup::Impl::fill(std::string_view name, Out<Real> out) const {
  fill_field(reals_, name, out);
}
void CheckpointGroup::Impl::fill(std::string_view name, Out<Index> out) const {
  fill_field(integers_, name, out);
}

// ----------------------------------------------------------------------------------- the interface

CheckpointGroup::CheckpointGroup(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
CheckpointGroup::~CheckpointGroup() = default;
CheckpointGroup::CheckpointGroup(CheckpointGroup&&) noexcept = default;

void CheckpointGroup::write(std::string_view name, View<Real> data) { impl_->write(name, data); }
void CheckpointGroup::write(std::string_view name, View<Index> data) { impl_->write(name, data); }
void CheckpointGroup::write_text(std::string_view name, std::string_view text) {
  impl_->write_text(name, text);
}

bool CheckpointGroup::read(std::string_view name, std::vector<Real>& data) {
  return impl_->read(name, data);
}
bool CheckpointGroup::read(std::string_view name, std::vector<Index>& data) {
  return impl_->read(name, data);
}

Real CheckpointGroup::real(std::string_view name) const {
  Real value = 0;
  fill(name, Out<Real>(&value, 1));
  return value;
}
Index CheckpointGroup::integer(std::string_view name) const {
  Index value = 0;
  fill(name, Out<Index>(&value, 1));
  return value;
}
std::string CheckpointGroup::text(std::string_view name) const {
  std::string value;
  if (!impl_->read_text(name, value))
    throw FileError(fmt::format("{} holds no '{}'", impl_->place(), name));
  return value;
}
void CheckpointGroup::fill(std::string_view name, Out<Real> out) const { impl_->fill(name, out); }
void CheckpointGroup::fill(std::string_view name, Out<Index> out) const { impl_->fill(name, out); }

}  // namespace tactus::core
