// Reads and writes FCLIB files through memory. Files on disk are opened by the same code as all
// other files of the program and are written as a whole or not at all.
#include "apps/solve/fclib.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "apps/solve/soundness.hpp"
#include "core/support/hdf5_handle.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

using hdf5::Handle, hdf5::Quiet;

/// An HDF5 file in memory.
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
      if (H5Lexists(image_.file().get(), prefix.c_str(), H5P_DEFAULT) <= 0) return false;
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

class Writer {
 public:
  Writer() : image_(nullptr) {}
  void group(const char* name) {
    const Handle made(H5Gcreate2(image_.file().get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Gclose);
    if (!made.good()) fail();
  }
  void put(const std::string& name, const std::vector<int>& values) {
    write(name, values.size(), H5T_NATIVE_INT, values.data());
  }
  void put(const std::string& name, View<Real> values) {
    write(name, values.size(), H5T_NATIVE_DOUBLE, values.data());
  }
  std::string bytes() const {
    const hid_t file = image_.file().get();
    const ssize_t size =
        H5Fflush(file, H5F_SCOPE_GLOBAL) < 0 ? -1 : H5Fget_file_image(file, nullptr, 0);
    std::string out(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
    if (size <= 0 || H5Fget_file_image(file, out.data(), out.size()) != size) fail();
    return out;
  }

 private:
  [[noreturn]] static void fail() { throw Error("a problem cannot be written in FCLIB's form"); }
  void write(const std::string& name, std::size_t count, hid_t type, const void* data) {
    const hsize_t extent = count;
    const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
    const Handle set(H5Dcreate2(image_.file().get(), name.c_str(), type, space.get(), H5P_DEFAULT,
                                H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    if (!set.good() || H5Dwrite(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) fail();
  }
  Image image_;
};

void write_matrix(Writer& out, const FrictionProblem& p) {
  const auto dim = static_cast<std::size_t>(p.dim);
  std::vector<int> start{0}, column;
  std::vector<Real> value;
  for (std::size_t i = 0; i + 1 < p.start.size(); ++i)
    for (std::size_t a = 0; a < dim; ++a) {
      for (auto k = static_cast<std::size_t>(p.start[i]);
           k < static_cast<std::size_t>(p.start[i + 1]); ++k)
        for (std::size_t b = 0; b < dim; ++b) {
          column.push_back(static_cast<int>(p.column[k] * p.dim + static_cast<Index>(b)));
          value.push_back(p.value[(k * dim + a) * dim + b]);
        }
      start.push_back(static_cast<int>(column.size()));
    }
  const int size = static_cast<int>(p.contacts * p.dim);
  out.group("/fclib_local/W");
  const std::string W = "/fclib_local/W/";
  out.put(W + "nzmax", {static_cast<int>(value.size())});
  out.put(W + "m", {size}), out.put(W + "n", {size}), out.put(W + "nz", {-2});
  out.put(W + "p", start), out.put(W + "i", column), out.put(W + "x", View<Real>(value));
}

}  // namespace

bool is_hdf5(const std::string& bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }

FrictionProblem read_fclib(const std::string& path, const std::string& bytes) {
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

std::string fclib_bytes(const FrictionProblem& p, View<Real> reactions) {
  if (p.value.size() > 2'000'000'000)
    throw ConfigError(
        fmt::format("{}: {} entries of W are beyond FCLIB's form, whose counts have 32 "
                    "bits",
                    p.name, p.value.size()));
  const Quiet quiet;
  Writer out;
  out.group("/fclib_local");
  out.put("/fclib_local/spacedim", {p.dim});
  write_matrix(out, p);
  out.group("/fclib_local/vectors");
  out.put("/fclib_local/vectors/q", View<Real>(p.free_velocity));
  out.put("/fclib_local/vectors/mu", View<Real>(p.friction));
  if (!reactions.empty()) {
    const std::vector<Real> u = velocities_of(p, reactions);
    out.group("/solution");
    out.put("/solution/u", View<Real>(u)), out.put("/solution/r", reactions);
  }
  return out.bytes();
}

}  // namespace tactus::core
