#include "core/output/checkpoint.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/output/checkpoint_header.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kLongestFingerprint = 200;

/// HDF5 prints its error stack unless told not to; we say what went wrong ourselves.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// An HDF5 object; closed at the end of its life.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_), std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (id_ >= 0) close_(id_);
    id_ = -1;
  }
  hid_t get() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

[[noreturn]] void fail(const std::string& message) { throw FileError(message); }

/// HDF5 gives '/' and a lone '.' a meaning and ends names at 0: those, and '%', as %XX.
std::string encoded(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == '/' || c == '%' || c == '.' || static_cast<unsigned char>(c) < ' ')
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result.empty() ? "%" : result;
}

/// Group path with its parts encoded.
std::string encoded_path(std::string_view path) {
  std::string result;
  while (true) {
    const std::size_t slash = path.find('/');
    result += encoded(path.substr(0, slash));
    if (slash == std::string_view::npos) return result;
    result += '/';
    path.remove_prefix(slash + 1);
  }
}

/// Files in memory are told apart by their names, which are written nowhere.
std::string memory_name(const void* owner) { return fmt::format("checkpoint {}", owner); }

/// A file in memory: nothing on the disk, no locks.
Handle memory_access(std::size_t growth) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access.good() || H5Pset_fapl_core(access.get(), growth, false) < 0)
    fail("HDF5 cannot keep a file in memory");
  return access;
}

/// Creation properties without the time of day: the same content gives the same bytes.
Handle creation(hid_t cls) {
  Handle properties(H5Pcreate(cls), H5Pclose);
  H5Pset_obj_track_times(properties.get(), false);
  return properties;
}

struct Element {
  hid_t memory, file;
  const char* what;
};
Element real_element() { return {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, "real numbers"}; }
Element index_element() { return {H5T_NATIVE_INT64, H5T_STD_I64LE, "whole numbers"}; }
Element byte_element() { return {H5T_NATIVE_UINT8, H5T_STD_U8LE, "text"}; }

}  // namespace

// ---------------------------------------------------------------------------------------- group

struct CheckpointGroup::Impl {
  Handle group;
  std::string place;  ///< for messages: file and group
  bool writable = false;

  void write(std::string_view name, const Element& element, const void* data, std::size_t size) {
    const Quiet quiet;
    if (!writable) throw PreconditionError("checkpoint: a group that is read is written to");
    const std::string key = encoded(name);
    if (H5Lexists(group.get(), key.c_str(), H5P_DEFAULT) > 0)
      throw PreconditionError(fmt::format("checkpoint: '{}' of {} is given twice", name, place));
    const hsize_t extent = size;
    const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
    const Handle properties = creation(H5P_DATASET_CREATE);
    const Handle set(H5Dcreate2(group.get(), key.c_str(), element.file, space.get(), H5P_DEFAULT,
                                properties.get(), H5P_DEFAULT),
                     H5Dclose);
    if (!set.good() ||
        (size > 0 && H5Dwrite(set.get(), element.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
      fail(fmt::format("HDF5 cannot store '{}' of {} ({} values): out of memory?", name, place,
                       size));
  }

  /// Data set of that name with elements of that type, or an empty handle if there is none.
  Handle open(std::string_view name, const Element& element) const {
    const std::string key = encoded(name);
    if (H5Lexists(group.get(), key.c_str(), H5P_DEFAULT) <= 0) return {};
    Handle set(H5Dopen2(group.get(), key.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle type(set.good() ? H5Dget_type(set.get()) : -1, H5Tclose);
    if (!type.good() || H5Tequal(type.get(), element.file) <= 0)
      fail(fmt::format("'{}' of {} does not hold {}", name, place, element.what));
    return set;
  }

  std::size_t size(const Handle& set) const {
    const Handle space(H5Dget_space(set.get()), H5Sclose);
    return static_cast<std::size_t>(
        std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space.get())));
  }

  void read(std::string_view name, const Handle& set, const Element& element, void* data) const {
    if (H5Dread(set.get(), element.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
      fail(fmt::format("'{}' of {} cannot be read", name, place));
  }

  template <class Container>
  bool read_all(std::string_view name, const Element& element, Container& data) const {
    const Quiet quiet;
    const Handle set = open(name, element);
    if (!set.good()) return false;
    data.resize(size(set));
    if (!data.empty()) read(name, set, element, data.data());
    return true;
  }

  void fill(std::string_view name, const Element& element, void* data, std::size_t wanted) const {
    const Quiet quiet;
    const Handle set = open(name, element);
    if (!set.good()) fail(fmt::format("{} holds no '{}'", place, name));
    if (size(set) != wanted)
      fail(fmt::format("'{}' of {} has {} values where {} are expected", name, place, size(set),
                       wanted));
    if (wanted > 0) read(name, set, element, data);
  }
};

CheckpointGroup::CheckpointGroup(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CheckpointGroup::~CheckpointGroup() = default;
CheckpointGroup::CheckpointGroup(CheckpointGroup&&) noexcept = default;

void CheckpointGroup::write(std::string_view name, View<Real> data) {
  impl_->write(name, real_element(), data.data(), data.size());
}
void CheckpointGroup::write(std::string_view name, View<Index> data) {
  impl_->write(name, index_element(), data.data(), data.size());
}
void CheckpointGroup::write_text(std::string_view name, std::string_view text) {
  impl_->write(name, byte_element(), text.data(), text.size());
}

bool CheckpointGroup::read(std::string_view name, std::vector<Real>& data) {
  return impl_->read_all(name, real_element(), data);
}
bool CheckpointGroup::read(std::string_view name, std::vector<Index>& data) {
  return impl_->read_all(name, index_element(), data);
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
  if (!impl_->read_all(name, byte_element(), value))
    fail(fmt::format("{} holds no '{}'", impl_->place, name));
  return value;
}
void CheckpointGroup::fill(std::string_view name, Out<Real> out) const {
  impl_->fill(name, real_element(), out.data(), out.size());
}
void CheckpointGroup::fill(std::string_view name, Out<Index> out) const {
  impl_->fill(name, index_element(), out.data(), out.size());
}

// --------------------------------------------------------------------------------------- writer

struct CheckpointWriter::Impl {
  std::string fingerprint;
  Handle file;
};

CheckpointWriter::CheckpointWriter(std::string fingerprint) : impl_(std::make_unique<Impl>()) {
  if (fingerprint.size() > kLongestFingerprint ||
      std::any_of(fingerprint.begin(), fingerprint.end(), [](char c) { return c >= 0 && c < ' '; }))
    throw PreconditionError("checkpoint: a fingerprint is one line of at most 200 characters");
  const Quiet quiet;
  impl_->fingerprint = std::move(fingerprint);
  constexpr std::size_t growth = 1 << 20;
  const Handle access = memory_access(growth), properties = creation(H5P_FILE_CREATE);
  impl_->file = Handle(
      H5Fcreate(memory_name(impl_.get()).c_str(), H5F_ACC_TRUNC, properties.get(), access.get()),
      H5Fclose);
  if (!impl_->file.good()) fail("HDF5 cannot make a file in memory");
}

CheckpointWriter::~CheckpointWriter() = default;

CheckpointGroup CheckpointWriter::group(std::string_view name) {
  const Quiet quiet;
  if (!impl_->file.good()) throw PreconditionError("checkpoint: the writer is spent");
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose), properties = creation(H5P_GROUP_CREATE);
  H5Pset_create_intermediate_group(links.get(), true);
  auto group = std::make_unique<CheckpointGroup::Impl>();
  group->group = Handle(H5Gcreate2(impl_->file.get(), encoded_path(name).c_str(), links.get(),
                                   properties.get(), H5P_DEFAULT),
                        H5Gclose);
  if (!group->group.good())
    throw PreconditionError(fmt::format("checkpoint: group '{}' is made twice", name));
  group->place = fmt::format("group '{}' of the checkpoint", name);
  group->writable = true;
  return CheckpointGroup(std::move(group));
}

void CheckpointWriter::commit(const std::filesystem::path& path) {
  const Quiet quiet;
  if (!impl_->file.good()) throw PreconditionError("checkpoint: the writer is spent");
  const hid_t file = impl_->file.get();
  ssize_t size = -1;
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) size = H5Fget_file_image(file, nullptr, 0);
  std::string image(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  if (size <= 0 || H5Fget_file_image(file, image.data(), image.size()) != size)
    fail(fmt::format("cannot write '{}': HDF5 gives no image of the file", path.string()));
  impl_->file.reset();
  write_file(path, checkpoint_header(impl_->fingerprint, image) + image);
}

// --------------------------------------------------------------------------------------- reader

struct CheckpointReader::Impl {
  std::string path;
  std::string image;
  Handle file;
};

CheckpointReader::CheckpointReader(const std::filesystem::path& path, std::string_view fingerprint)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = path.string();
  impl_->image = checkpoint_image(path, fingerprint);
  const Quiet quiet;
  const Handle access = memory_access(1 << 16);
  if (H5Pset_file_image(access.get(), impl_->image.data(), impl_->image.size()) >= 0)
    impl_->file =
        Handle(H5Fopen(memory_name(impl_.get()).c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!impl_->file.good())
    fail(fmt::format("'{}' is damaged: it holds no HDF5 file{}", impl_->path, kCheckpointRemedy));
  impl_->image = {};  // HDF5 has its own copy
}

CheckpointReader::~CheckpointReader() = default;

bool CheckpointReader::has_group(std::string_view name) const {
  const Quiet quiet;
  const std::string path = encoded_path(name);
  for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
    if (H5Lexists(impl_->file.get(), path.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

CheckpointGroup CheckpointReader::group(std::string_view name) const {
  const Quiet quiet;
  auto group = std::make_unique<CheckpointGroup::Impl>();
  if (has_group(name))
    group->group =
        Handle(H5Gopen2(impl_->file.get(), encoded_path(name).c_str(), H5P_DEFAULT), H5Gclose);
  if (!group->group.good())
    fail(fmt::format("'{}' holds no group '{}': it was written by a run of other parts{}",
                     impl_->path, name, kCheckpointRemedy));
  group->place = fmt::format("group '{}' of '{}'", name, impl_->path);
  return CheckpointGroup(std::move(group));
}

}  // namespace tactus::core
