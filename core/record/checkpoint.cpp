// Creates and reads checkpoint files in memory; they are written to disk as a whole.
#include "core/record/checkpoint.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>

#include "core/record/checkpoint_group.hpp"

namespace tactus::core {
namespace {

using hdf5::encoded, hdf5::Handle, hdf5::Quiet;

constexpr std::size_t kLongestFingerprint = 200;

/// The path of a group with each part encoded for HDF5.
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

/// HDF5 distinguishes files in memory by their names, which are not written anywhere.
std::string memory_name(const void* owner) { return fmt::format("checkpoint {}", owner); }

/// Access properties of a file in memory: nothing on disk, no locks.
Handle memory_access(std::size_t growth) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access.good() || H5Pset_fapl_core(access.get(), growth, false) < 0)
    throw FileError("HDF5 cannot keep a file in memory");
  return access;
}

}  // namespace

// --------------------------------------------------------------------------------------- writer

struct CheckpointWriter::Impl {
  std::string fingerprint;
  Handle file;
  std::vector<std::shared_ptr<CheckpointGroup::Impl>> groups;
};

CheckpointWriter::CheckpointWriter(std::string fingerprint) : impl_(std::make_unique<Impl>()) {
  if (fingerprint.size() > kLongestFingerprint ||
      std::any_of(fingerprint.begin(), fingerprint.end(), [](char c) { return c >= 0 && c < ' '; }))
    throw PreconditionError("checkpoint: a fingerprint is one line of at most 200 characters");
  const Quiet quiet;
  impl_->fingerprint = std::move(fingerprint);
  constexpr std::size_t growth = 1 << 20;
  const Handle access = memory_access(growth), properties = hdf5::creation(H5P_FILE_CREATE);
  impl_->file = Handle(
      H5Fcreate(memory_name(impl_.get()).c_str(), H5F_ACC_TRUNC, properties.get(), access.get()),
      H5Fclose);
  if (!impl_->file.good()) throw FileError("HDF5 cannot make a file in memory");
}

CheckpointWriter::~CheckpointWriter() = default;

CheckpointGroup CheckpointWriter::group(std::string_view name) {
  const Quiet quiet;
  if (!impl_->file.good()) throw PreconditionError("checkpoint: the writer is spent");
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
      properties = hdf5::creation(H5P_GROUP_CREATE);
  H5Pset_create_intermediate_group(links.get(), true);
  Handle group(H5Gcreate2(impl_->file.get(), encoded_path(name).c_str(), links.get(),
                          properties.get(), H5P_DEFAULT),
               H5Gclose);
  if (!group.good()) {
    if (H5Lexists(impl_->file.get(), encoded_path(name).c_str(), H5P_DEFAULT) > 0)
      throw PreconditionError(fmt::format("checkpoint: group '{}' is made twice", name));
    throw FileError(
        fmt::format("HDF5 cannot make group '{}' of the checkpoint: out of memory?", name));
  }
  impl_->groups.push_back(std::make_shared<CheckpointGroup::Impl>(
      std::move(group), fmt::format("group '{}' of the checkpoint", name), true));
  return CheckpointGroup(impl_->groups.back());
}

void CheckpointWriter::commit(const std::filesystem::path& path) {
  const Quiet quiet;
  if (!impl_->file.good()) throw PreconditionError("checkpoint: the writer is spent");
  for (const auto& group : impl_->groups) group->finish();
  const hid_t file = impl_->file.get();
  ssize_t size = -1;
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) size = H5Fget_file_image(file, nullptr, 0);
  std::string image(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  if (size <= 0 || H5Fget_file_image(file, image.data(), image.size()) != size)
    throw FileError(
        fmt::format("cannot write '{}': HDF5 gives no image of the file", path.string()));
  impl_->file.reset();
  NewFile out(path);
  out.add(checkpoint_header(impl_->fingerprint, image));
  out.add(image);
  out.commit(Durable::yes);
#ifdef __GLIBC__
  std::string().swap(image);
  malloc_trim(0);  // both images of a large model: of no use until the next checkpoint
#endif
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
    throw FileError(
        fmt::format("'{}' is damaged: it holds no HDF5 file{}", impl_->path, kCheckpointRemedy));
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
  Handle group;
  if (has_group(name))
    group = Handle(H5Gopen2(impl_->file.get(), encoded_path(name).c_str(), H5P_DEFAULT), H5Gclose);
  if (!group.good())
    throw FileError(
        fmt::format("'{}' holds no group '{}': it was written by a run of other parts{}",
                    impl_->path, name, kCheckpointRemedy));
  return CheckpointGroup(std::make_shared<CheckpointGroup::Impl>(
      std::move(group), fmt::format("group '{}' of '{}'", name, impl_->path), false));
}

}  // namespace tactus::core
