#include "apps/solve/fclib_reader.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "apps/solve/fclib_image.hpp"
#include "apps/solve/soundness.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

using hdf5::Handle, hdf5::Image, hdf5::Quiet;

/// A piece of a packed list may take this much memory: some for small files, and what deflate can pack at best.
constexpr hsize_t kSmallestLimit = hsize_t{64} << 20, kMostPacked = 1032;

/// Why the values of a dataset are not read; empty if they lie in this file, and take memory in proportion to it.
std::string flaw_of_storage(const Handle& set, std::size_t file_size) {
  const Handle plan(set.good() ? H5Dget_create_plist(set.get()) : -1, H5Pclose);
  if (!plan.good()) return "is no list of numbers";
  const H5D_layout_t layout = H5Pget_layout(plan.get());
  if (layout == H5D_VIRTUAL || H5Pget_external_count(plan.get()) > 0)
    return "lies in other files; a problem is read from one file alone";
  for (int i = 0; i < H5Pget_nfilters(plan.get()); ++i) {
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(plan.get(), static_cast<unsigned>(i), nullptr,
                                               &values, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE &&
        filter != H5Z_FILTER_FLETCHER32)
      return fmt::format("is packed by filter {}; allowed: deflate, shuffle, fletcher32", filter);
  }
  if (layout != H5D_CHUNKED) return "";
  hsize_t extent[H5S_MAX_RANK] = {},
          bytes = H5Tget_size(Handle(H5Dget_type(set.get()), H5Tclose).get());
  const int rank = H5Pget_chunk(plan.get(), H5S_MAX_RANK, extent);
  const hsize_t most = kSmallestLimit + file_size * kMostPacked;
  for (int i = 0; i < rank; ++i) {
    if (extent[i] != 0 && bytes > most / extent[i])
      return fmt::format("has pieces of more than {} bytes in a file of {}; the file is damaged",
                         most, file_size);
    bytes *= extent[i];
  }
  return "";
}

class Reader {
 public:
  Reader(const std::string& path, const std::string& bytes)
      : path_(path), size_(bytes.size()), image_(&bytes) {
    if (!image_.file().good()) fail("it cannot be opened as HDF5; it is cut off or damaged");
  }
  [[noreturn]] void fail(const std::string& sentence) const {
    throw ConfigError(fmt::format("{}: {}", path_, sentence));
  }
  bool has(const std::string& name) const {
    std::string prefix;
    for (std::size_t at = 1; at != std::string::npos;) {
      at = name.find('/', at);
      prefix = name.substr(0, at);
      const htri_t there = H5Lexists(image_.file().get(), prefix.c_str(), H5P_DEFAULT);
      if (there < 0) fail(fmt::format("{} cannot be looked for; the file is damaged", prefix));
      if (there == 0) return false;
      H5L_info_t link;
      if (H5Lget_info(image_.file().get(), prefix.c_str(), &link, H5P_DEFAULT) < 0 ||
          link.type != H5L_TYPE_HARD)
        fail(fmt::format(
            "{} is a link to another place or file; a problem is read from one file alone",
            prefix));
      if (at != std::string::npos) ++at;
    }
    return true;
  }
  std::vector<Index> integers(const std::string& name) const {
    return read<Index>(name, H5T_NATIVE_INT64, H5T_INTEGER, "whole numbers");
  }
  std::vector<Real> reals(const std::string& name) const {
    return read<Real>(name, H5T_NATIVE_DOUBLE, H5T_FLOAT, "real numbers");
  }
  Index integer(const std::string& name) const {
    const std::vector<Index> value = integers(name);
    if (value.size() != 1) fail(fmt::format("{} has {} numbers; allowed: 1", name, value.size()));
    return value.front();
  }

 private:
  template <class T>
  std::vector<T> read(const std::string& name, hid_t memory, H5T_class_t of,
                      const char* what) const {
    if (!has(name)) fail(fmt::format("{} is missing; a local problem of FCLIB has it", name));
    const Handle set(H5Dopen2(image_.file().get(), name.c_str(), H5P_DEFAULT), H5Dclose);
    if (const std::string flaw = flaw_of_storage(set, size_); !flaw.empty())
      fail(fmt::format("{} {}", name, flaw));
    const Handle type(set.good() ? H5Dget_type(set.get()) : -1, H5Tclose);
    if (!type.good() || H5Tget_class(type.get()) != of)
      fail(fmt::format("{} is no list of {}", name, what));
    const Handle space(H5Dget_space(set.get()), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    if (count < 0 || static_cast<std::size_t>(count) > size_)
      fail(fmt::format("{} is said to have {} numbers in a file of {} bytes; the file is damaged",
                       name, count, size_));
    std::vector<T> values(static_cast<std::size_t>(count));
    if (count > 0 && H5Dread(set.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      fail(fmt::format("{} cannot be read; the file is damaged", name));
    return values;
  }

  std::string path_;
  std::size_t size_;
  Image image_;
};

/// The scalar entries of W, in any of the three storage forms.
struct Scalars {
  Index rows = 0, columns = 0, nz = 0;
  std::vector<Index> p, i;
  std::vector<Real> x;
};

Scalars read_scalars(const Reader& in, Index size) {
  const std::string W = "/fclib_local/W/";
  Scalars s{in.integer(W + "m"),  in.integer(W + "n"),  in.integer(W + "nz"),
            in.integers(W + "p"), in.integers(W + "i"), in.reals(W + "x")};
  if (s.rows != size || s.columns != size)
    in.fail(fmt::format("W is {} x {}; expected for this number of contacts: {} x {}", s.rows,
                        s.columns, size, size));
  const Index entries = s.nz >= 0 ? s.nz : in.integer(W + "nzmax"), lists = s.nz == -2 ? s.rows + 1
                                                                            : s.nz == -1
                                                                                ? s.columns + 1
                                                                                : s.nz;
  if (s.nz < -2) in.fail(fmt::format("{}nz is {}; allowed: -2, -1, or 0 and more", W, s.nz));
  if (entries < 0 || static_cast<Index>(s.p.size()) != lists ||
      static_cast<Index>(s.i.size()) < entries || static_cast<Index>(s.x.size()) < entries)
    in.fail(fmt::format("{} has {}, {} and {} numbers in p, i and x; expected: {}, {} and {}", W,
                        s.p.size(), s.i.size(), s.x.size(), lists, entries, entries));
  s.i.resize(static_cast<std::size_t>(entries)), s.x.resize(static_cast<std::size_t>(entries));
  return s;
}

/// Calls put(row, column, value) for each entry.
template <class F>
void for_each_entry(const Reader& in, const Scalars& s, F&& put) {
  const auto damaged = [&] { in.fail("/fclib_local/W: p does not ascend from 0 to nzmax"); };
  if (s.nz >= 0) {
    for (std::size_t k = 0; k < s.x.size(); ++k) put(s.p[k], s.i[k], s.x[k]);
    return;
  }
  if (s.p.front() != 0 || s.p.back() != static_cast<Index>(s.x.size())) damaged();
  for (std::size_t l = 0; l + 1 < s.p.size(); ++l) {
    if (s.p[l + 1] < s.p[l] || s.p[l + 1] > static_cast<Index>(s.x.size())) damaged();
    for (auto k = static_cast<std::size_t>(s.p[l]); k < static_cast<std::size_t>(s.p[l + 1]); ++k)
      s.nz == -2 ? put(static_cast<Index>(l), s.i[k], s.x[k])
                 : put(s.i[k], static_cast<Index>(l), s.x[k]);
  }
}

void read_matrix(const Reader& in, FrictionProblem& p) {
  const Scalars s = read_scalars(in, p.contacts * p.dim);
  std::map<std::pair<Index, Index>, std::vector<Real>> blocks;
  for_each_entry(in, s, [&](Index row, Index column, Real value) {
    if (row < 0 || row >= s.rows || column < 0 || column >= s.rows)
      in.fail(fmt::format("W has an entry in row {}, column {}; allowed: 0 to {}", row, column,
                          s.rows - 1));
    std::vector<Real>& block = blocks[{row / p.dim, column / p.dim}];
    block.resize(static_cast<std::size_t>(p.dim * p.dim), 0);
    block[static_cast<std::size_t>(row % p.dim * p.dim + column % p.dim)] += value;
  });
  for (const auto& [at, block] : blocks) {
    while (static_cast<Index>(p.start.size()) <= at.first)
      p.start.push_back(static_cast<Index>(p.column.size()));
    p.column.push_back(at.second);
    p.value.insert(p.value.end(), block.begin(), block.end());
  }
  p.start.resize(static_cast<std::size_t>(p.contacts) + 1, static_cast<Index>(p.column.size()));
}

}  // namespace

FrictionProblem parse_fclib(const std::string& path, const std::string& bytes) {
  const Quiet quiet;
  const Reader in(path, bytes);
  FrictionProblem p;
  p.name = std::filesystem::path(path).stem().string();
  if (!in.has("/fclib_local"))
    in.fail(
        "it has no group /fclib_local; allowed: local problems of FCLIB (global ones, with mass "
        "and H, are not read)");
  if (in.has("/fclib_local/V"))
    in.fail("it has equality constraints (/fclib_local/V), which no solver here takes");
  const Index dim = in.integer("/fclib_local/spacedim");
  if (dim != 2 && dim != 3) in.fail(fmt::format("spacedim is {}; allowed: 2 or 3", dim));
  p.dim = static_cast<int>(dim);
  p.friction = in.reals("/fclib_local/vectors/mu");
  p.free_velocity = in.reals("/fclib_local/vectors/q");
  p.contacts = static_cast<Index>(p.friction.size());
  if (static_cast<Index>(p.free_velocity.size()) != p.contacts * dim)
    in.fail(fmt::format("q has {} numbers; expected for {} contacts: {}", p.free_velocity.size(),
                        p.contacts, p.contacts * dim));
  read_matrix(in, p);
  if (const std::string wrong = flaw_of(p); !wrong.empty()) in.fail(wrong);
  return p;
}

}  // namespace tactus::core
