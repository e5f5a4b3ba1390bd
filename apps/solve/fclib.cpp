#include "apps/solve/fclib.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "apps/solve/fclib_image.hpp"
#include "apps/solve/fclib_reader.hpp"
#include "apps/solve/soundness.hpp"
#include "core/support/child.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

using hdf5::Handle, hdf5::Image, hdf5::Quiet;

/// Memory that reading a file may take: some for small files, and twice what deflate can pack at best, since a piece is
/// held packed and unpacked.
constexpr std::size_t kSmallFile = std::size_t{256} << 20, kEachByte = 2064;

/// From now on this process gets no more memory than that: HDF5 goes round in some damaged files, and takes more each time.
void bound_memory(std::size_t file_size) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most =
      pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + kSmallFile + kEachByte * file_size;
  const rlimit limit{most, most};
  if (pages > 0) setrlimit(RLIMIT_AS, &limit);
}

/// The first byte of what the process that reads a file says: a problem follows, or a sentence.
constexpr char kProblem = 'P', kSentence = 'S';

template <class T>
void append(std::string& bytes, const std::vector<T>& list) {
  const std::size_t count = list.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(list.data()), count * sizeof(T));
}

template <class T>
std::vector<T> take(std::string_view& bytes) {
  std::size_t count = 0;
  if (bytes.size() < sizeof count) throw Error("a problem was passed on incompletely");
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  if (bytes.size() / sizeof(T) < count) throw Error("a problem was passed on incompletely");
  std::vector<T> list(count);
  std::memcpy(list.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return list;
}

std::string passed_on(const FrictionProblem& p) {
  std::string bytes{kProblem};
  append(bytes, std::vector<Index>{p.dim, p.contacts});
  append(bytes, p.friction), append(bytes, p.free_velocity);
  append(bytes, p.start), append(bytes, p.column), append(bytes, p.value);
  return bytes;
}

FrictionProblem taken_over(std::string_view bytes, const std::string& name) {
  FrictionProblem p;
  p.name = name;
  const std::vector<Index> counts = take<Index>(bytes);
  p.dim = static_cast<int>(counts.at(0)), p.contacts = counts.at(1);
  p.friction = take<Real>(bytes), p.free_velocity = take<Real>(bytes);
  p.start = take<Index>(bytes), p.column = take<Index>(bytes), p.value = take<Real>(bytes);
  return p;
}

class Writer {
 public:
  Writer() : image_(nullptr) {}
  void group(const char* name) {
    const Handle how = hdf5::creation(H5P_GROUP_CREATE);
    const Handle made(H5Gcreate2(image_.file().get(), name, H5P_DEFAULT, how.get(), H5P_DEFAULT),
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
    const Handle how = hdf5::creation(H5P_DATASET_CREATE);
    const Handle set(H5Dcreate2(image_.file().get(), name.c_str(), type, space.get(), H5P_DEFAULT,
                                how.get(), H5P_DEFAULT),
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

FrictionProblem read_fclib(const std::string& path, const std::string& bytes, double patience_s) {
  const ChildReport report = run_in_child(
      [&](const Say& say) {
        bound_memory(bytes.size());
        try {
          say(passed_on(parse_fclib(path, bytes)));
        } catch (const std::bad_alloc&) {
          say(kSentence + path +
              ": to read it takes more memory than it can be worth; the file is damaged");
        } catch (const std::exception& e) {
          say(kSentence + std::string(e.what()));
        }
      },
      patience_s + 1e-6 * static_cast<double>(bytes.size()));
  if (!report.finished)
    throw ConfigError(fmt::format("{}: the process in which HDF5 read it {}; the file is damaged",
                                  path, report.end));
  if (report.said.starts_with(kSentence)) throw ConfigError(report.said.substr(1));
  return taken_over(std::string_view(report.said).substr(1),
                    std::filesystem::path(path).stem().string());
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
