#include "apps/report/vtu_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "apps/report/vtk_blocks.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace {

// Type numbers of VTK
constexpr std::uint8_t kVertexCell = 1, kTriangleCell = 5, kTetrahedronCell = 10;
constexpr std::string_view kAppended = "<AppendedData encoding=\"raw\">\n_";
constexpr std::size_t kMostBodies = 65'535;

/// The text before the binary block, the block, and the places of its arrays.
class VtuFile {
 public:
  VtuFile(std::string_view bytes, const std::string& name) : name_(name) {
    const std::size_t end = bytes.find(kAppended);
    if (end == bytes.npos || !bytes.starts_with("<?xml"))
      fail("it is no frame of a run: a VTU file with raw appended data");
    header_ = bytes.substr(0, end);
    block_ = bytes.substr(end + kAppended.size());
    if (header_.find("byte_order=\"LittleEndian\" header_type=\"UInt64\"") == header_.npos)
      fail("it is not little-endian with sizes of 64 bits, as the frames of a run are");
    const std::string_view compressor = attribute("<VTKFile", "compressor");
    compressed_ = !compressor.empty();
    if (compressed_ && compressor != "vtkZLibDataCompressor")
      fail("its arrays are not compressed by zlib");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw FileError(fmt::format("cannot read the frame '{}': {}", name_, what));
  }

  std::string_view header() const { return header_; }

  /// Value of `attribute` in the first element that starts with `element`; empty if there is none.
  std::string_view attribute(std::string_view element, std::string_view attribute) const {
    const std::size_t at = header_.find(element);
    if (at == header_.npos) return {};
    std::string_view tag = header_.substr(at, header_.find('>', at) - at);
    const std::string wanted = fmt::format(" {}=\"", attribute);
    const std::size_t from = tag.find(wanted);
    if (from == tag.npos) return {};
    tag.remove_prefix(from + wanted.size());
    return tag.substr(0, tag.find('"'));
  }

  std::size_t count(std::string_view element, std::string_view name) const {
    std::size_t value = 0;
    const std::string_view text = attribute(element, name);
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size() || text.empty())
      fail(fmt::format("its {} is not a count", name));
    return value;
  }

  /// Whether there is an array of this type.
  bool has(std::string_view type, std::string_view array) const {
    return !attribute(tag_of(type, array), "offset").empty();
  }
  bool has_reals(std::string_view array) const {
    return has("Float64", array) || has("Float32", array);
  }

  /// Reads an array of `size` numbers. T must be the type that its element declares.
  template <class T>
  std::vector<T> array(std::string_view type, std::string_view name, std::size_t size) const {
    if (!has(type, name)) fail(fmt::format("it has no array \"{}\" of {}", name, type));
    const std::size_t offset = count(tag_of(type, name), "offset");
    if (offset > block_.size()) fail(fmt::format("it ends before its array \"{}\"", name));
    const std::optional<std::string> unpacked =
        compressed_ ? unpacked_blocks(block_.substr(offset)) : std::nullopt;
    if (compressed_ && !unpacked) fail(fmt::format("its array \"{}\" is damaged or cut off", name));
    const std::string_view bytes =
        unpacked ? std::string_view(*unpacked) : stored(block_.substr(offset), name);
    if (bytes.size() / sizeof(T) != size || bytes.size() % sizeof(T) != 0)
      fail(fmt::format("its array \"{}\" has {} bytes, not {} values", name, bytes.size(), size));
    std::vector<T> values(size);
    if (size > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// Reads an array of numbers in double or in single precision.
  std::vector<Real> reals(std::string_view name, std::size_t size) const {
    if (!has("Float32", name)) return array<Real>("Float64", name, size);
    const std::vector<float> values = array<float>("Float32", name, size);
    return {values.begin(), values.end()};
  }

 private:
  std::string tag_of(std::string_view type, std::string_view array) const {
    return fmt::format("<DataArray type=\"{}\" Name=\"{}\"", type, array);
  }

  /// Bytes that are not compressed: their number stands before them.
  std::string_view stored(std::string_view from, std::string_view name) const {
    std::uint64_t bytes = 0;
    if (from.size() < sizeof bytes) fail(fmt::format("it ends before its array \"{}\"", name));
    std::memcpy(&bytes, from.data(), sizeof bytes);
    if (from.size() - sizeof bytes < bytes)
      fail(fmt::format("it ends within its array \"{}\"", name));
    return from.substr(sizeof bytes, bytes);
  }

  std::string name_;
  std::string_view header_, block_;
  bool compressed_ = false;
};

/// The text of the element TimeValue.
Real time_of(const VtuFile& file) {
  const std::string_view header = file.header();
  const std::size_t at = header.find("Name=\"TimeValue\"");
  const std::size_t from = at == header.npos ? at : header.find('>', at);
  Real time = 0;
  if (from != header.npos) {
    const std::string_view text = header.substr(from + 1, header.find('<', from) - from - 1);
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), time);
    if (error == std::errc() && stop == text.data() + text.size() && std::isfinite(time))
      return time;
  }
  file.fail("its TimeValue is not a number");
}

/// Names are in comments, "body 0: mover", in order.
std::vector<std::string> body_names(const VtuFile& file) {
  std::vector<std::string> names;
  const std::string_view header = file.header();
  for (std::size_t at = 0; names.size() < kMostBodies;) {
    const std::string start = fmt::format("<!-- body {}: ", names.size());
    at = header.find(start, at);
    if (at == header.npos) break;
    at += start.size();
    const std::size_t end = header.find(" -->", at);
    if (end == header.npos) break;
    names.emplace_back(header.substr(at, end - at));
  }
  return names;
}

void read_cells(const VtuFile& file, std::size_t points, std::size_t cells, Frame& frame) {
  const auto types = file.array<std::uint8_t>("UInt8", "types", cells);
  const auto ends = file.array<std::int64_t>("Int64", "offsets", cells);
  const auto body = file.array<std::int32_t>("Int32", "body", cells);
  const std::int64_t last = ends.empty() ? 0 : ends.back();
  if (last < 0) file.fail("its offsets of cells are not in order");
  const auto corners =
      file.array<std::int64_t>("Int64", "connectivity", static_cast<std::size_t>(last));
  for (const std::int64_t corner : corners)
    if (corner < 0 || static_cast<std::size_t>(corner) >= points)
      file.fail(fmt::format("a cell names point {} of {}", corner, points));
  std::int64_t from = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    const int wanted = types[c] == kVertexCell ? 1 : types[c] == kTriangleCell ? 3 : 4;
    if (types[c] != kVertexCell && types[c] != kTriangleCell && types[c] != kTetrahedronCell)
      file.fail(fmt::format("cell {} is of the type {}, which no frame of a run has", c, types[c]));
    if (ends[c] - from != wanted)
      file.fail(fmt::format("cell {} does not have {} points", c, wanted));
    if (body[c] < 0 ||
        static_cast<std::size_t>(body[c]) >= std::max<std::size_t>(frame.bodies.size(), 1))
      file.fail(
          fmt::format("cell {} is of body {}, and there are {}", c, body[c], frame.bodies.size()));
    if (types[c] != kVertexCell && !frame.lone.empty())
      file.fail(fmt::format("cell {} is an element after a particle", c));
    if (types[c] == kTriangleCell ? !frame.tetrahedra.empty()
                                  : wanted == 4 && !frame.triangles.empty())
      file.fail(fmt::format("cell {} makes it a mixture of triangles and tetrahedra", c));
    auto& list = types[c] == kVertexCell     ? frame.lone
                 : types[c] == kTriangleCell ? frame.triangles
                                             : frame.tetrahedra;
    for (; from < ends[c]; ++from)
      list.push_back(static_cast<std::uint32_t>(corners[static_cast<std::size_t>(from)]));
    frame.cell_body.push_back(static_cast<std::uint16_t>(body[c]));
  }
}

/// Normals of half-spaces are in comments, "half_space 2: 0 0 1", before the names of fields.
std::map<std::uint16_t, std::array<Real, 3>> plane_normals(const VtuFile& file,
                                                           std::size_t bodies) {
  std::map<std::uint16_t, std::array<Real, 3>> normals;
  constexpr std::string_view kStart = "\n<!-- half_space ";
  const std::string_view header = file.header();
  for (std::size_t at = header.find(kStart); at != header.npos; at = header.find(kStart, at)) {
    at += kStart.size();
    const std::string text(header.substr(at, header.find(" -->", at) - at));
    unsigned body = 0;
    std::array<Real, 3> n{};
    const bool is_read =
        std::sscanf(text.c_str(), "%u: %lf %lf %lf", &body, &n[0], &n[1], &n[2]) == 4;
    if (!is_read || body >= bodies || !(std::abs(std::hypot(n[0], n[1], n[2]) - 1) < 1e-6))
      file.fail(fmt::format("\"half_space {}\" is no body and a normal", text));
    normals[static_cast<std::uint16_t>(body)] = n;
  }
  return normals;
}

/// Takes the points of half-spaces from the particles.
void take_half_spaces(const VtuFile& file, Frame& frame) {
  const auto normals = plane_normals(file, frame.bodies.size());
  const std::size_t cells = frame.cell_body.size() - frame.lone.size();
  std::vector<std::uint32_t> lone;
  std::vector<std::uint16_t> bodies(frame.cell_body.begin(),
                                    frame.cell_body.begin() + static_cast<std::ptrdiff_t>(cells));
  for (std::size_t i = 0; i < frame.lone.size(); ++i) {
    const std::uint16_t body = frame.cell_body[cells + i];
    const auto normal = normals.find(body);
    if (normal == normals.end()) {
      lone.push_back(frame.lone[i]);
      bodies.push_back(body);
      continue;
    }
    HalfSpacePlace place{.body = body, .index = frame.lone[i], .normal = normal->second};
    const std::size_t at = 3 * std::size_t{place.index};
    for (std::size_t d = 0; d < 3; ++d) {
      place.point[d] = frame.points[at + d];
      const Real speed = frame.velocity.empty() ? 0 : frame.velocity[at + d];
      place.velocity[d] = std::isfinite(speed) ? speed : 0;
    }
    frame.half_spaces.push_back(place);
  }
  frame.lone = std::move(lone);
  frame.cell_body = std::move(bodies);
}

}  // namespace

Frame parse_frame(std::string_view bytes, const std::string& name) {
  const VtuFile file(bytes, name);
  const std::size_t points = file.count("<Piece", "NumberOfPoints");
  const std::size_t cells = file.count("<Piece", "NumberOfCells");
  // Nothing shrinks by more than 1100: the products below do not overflow.
  if (points / 1100 > bytes.size() || cells / 1100 > bytes.size())
    file.fail("it counts more than it can hold");
  Frame frame;
  frame.time = time_of(file);
  frame.bodies = body_names(file);
  frame.is_boundary = file.has("Int64", "node");
  frame.points = file.reals("Points", 3 * points);
  for (std::size_t i = 0; i < frame.points.size(); ++i)
    if (!std::isfinite(frame.points[i]))
      file.fail(fmt::format("the position of its point {} is not finite", i / 3));
  read_cells(file, points, cells, frame);
  if (file.has_reals("velocity")) frame.velocity = file.reals("velocity", 3 * points);
  if (file.has_reals("contact_force"))
    frame.contact_force = file.reals("contact_force", 3 * points);
  if (file.has_reals("von_mises")) {
    frame.von_mises = file.reals("von_mises", cells);
    frame.von_mises.resize(frame.cell_body.size() - frame.lone.size());
  }
  take_half_spaces(file, frame);
  return frame;
}

Frame read_frame(const std::filesystem::path& file) {
  return parse_frame(read_file(file), file.string());
}

}  // namespace tactus::core
