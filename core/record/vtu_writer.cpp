#include "core/record/vtu_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/support/checksum.hpp"

namespace tactus::core {
namespace {

// Type numbers of VTK
constexpr std::uint8_t kVertexCell = 1, kTriangleCell = 5, kTetrahedronCell = 10;
constexpr std::size_t kStressComponents = 6;
constexpr std::string_view kStressNames[kStressComponents] = {"XX", "YY", "ZZ", "XY", "YZ", "XZ"};

void expect(bool holds, const char* what) {
  if (!holds) throw PreconditionError(std::string("frame: ") + what);
}

/// Builds the XML text and the binary block to which it refers side by side.
class VtuText {
 public:
  /// @param bytes  expected size of the block, to avoid moving it while it grows
  explicit VtuText(std::size_t bytes) { block_.reserve(bytes); }

  void line(std::string_view text) { header_.append(text).append("\n"); }

  /// Appends an array to the block: its size in bytes as UInt64, then the bytes.
  template <class T>
  void array(std::string_view type, std::string_view name, const std::vector<T>& data,
             int components = 1, std::string_view attributes = "") {
    begin_array(type, name, components, attributes, data.size() * sizeof(T));
    append(data.data(), data.size() * sizeof(T));
  }

  /// Appends vectors with `dim` components as vectors with three components.
  void vectors(std::string_view name, View<Real> vectors, int dim) {
    const std::size_t count = vectors.size() / static_cast<std::size_t>(dim);
    begin_array("Float64", name, 3, "", 3 * count * sizeof(Real));
    if (dim == 3) return append(vectors.data(), vectors.size_bytes());
    for (std::size_t i = 0; i < count; ++i) {
      const Real vector[3] = {vectors[2 * i], vectors[2 * i + 1], 0};
      append(vector, sizeof vector);
    }
  }

  std::string finish() && {
    constexpr std::string_view kEnd = "\n</AppendedData>\n</VTKFile>\n";
    line(R"(<AppendedData encoding="raw">)");
    header_.reserve(header_.size() + 1 + block_.size() + kEnd.size());
    return std::move(header_.append("_").append(block_).append(kEnd));
  }

 private:
  void begin_array(std::string_view type, std::string_view name, int components,
                   std::string_view attributes, std::uint64_t bytes) {
    line(
        fmt::format(R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}"{} format="appended" )"
                    R"(offset="{}"/>)",
                    type, name, components, attributes, block_.size()));
    append(&bytes, sizeof bytes);
  }
  void append(const void* data, std::size_t bytes) {
    if (bytes > 0) block_.append(static_cast<const char*>(data), bytes);
  }
  std::string header_, block_;
};

void check(const FrameMesh& mesh, const FrameState& state) {
  expect(mesh.dim == 2 || mesh.dim == 3, "the dimension is 2 or 3");
  const auto dim = static_cast<std::size_t>(mesh.dim);
  const std::size_t elements = mesh.elements.size() / (dim + 1);
  expect(mesh.elements.size() % (dim + 1) == 0, "an element has dim + 1 points");
  expect(mesh.cell_body.size() == elements + mesh.lone_points.size(), "one body a cell");
  expect(state.points.size() % dim == 0, "a point has dim coordinates");
  const auto points = static_cast<Index>(state.points.size() / dim);
  for (const View<Index> list : {mesh.elements, mesh.lone_points})
    for (const Index p : list) expect(0 <= p && p < points, "a cell has a point that is not there");
  for (const std::int32_t b : mesh.cell_body)
    expect(0 <= b && b < static_cast<std::int32_t>(mesh.body_names.size()), "a body without name");
  for (const FrameHalfSpace& one : mesh.half_spaces)
    expect(one.normal.size() == dim, "a normal has dim components");
  expect(mesh.origin.empty() || mesh.origin.size() == dim, "the origin has dim coordinates");
  for (const View<Real> field :
       {state.displacement, state.velocity, state.contact_force, state.position_from_origin})
    expect(field.empty() || field.size() == state.points.size(), "one vector a point");
  for (const View<std::uint8_t> marks : {state.zone, state.contact_state})
    expect(marks.empty() || marks.size() * dim == state.points.size(), "one mark a point");
  for (const View<Real> numbers : {state.contact_pressure, state.contact_shear})
    expect(numbers.empty() || numbers.size() * dim == state.points.size(), "one number a point");
  expect(state.stress.empty() || state.stress.size() == kStressComponents * elements,
         "six stress components an element");
  for (const RememberedField& field : state.remembered)
    expect(field.values.size() == static_cast<std::size_t>(field.components) * elements,
           "all numbers of a remembered field for each element");
}

/// Makes a text valid as an XML comment, which must not contain "--", end with '-' or contain
/// control characters.
std::string comment(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at))
    text.replace(at, 2, "- -");
  return "<!-- " + std::move(text) + " -->";
}

/// Writes names as comments: ParaView can read arrays of strings, but meshio and others would
/// refuse the file.
void write_field_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  for (std::size_t b = 0; b < mesh.body_names.size(); ++b)
    text.line(comment(fmt::format("body {}: {}", b, mesh.body_names[b])));
  for (const FrameHalfSpace& one : mesh.half_spaces)
    text.line(comment(fmt::format("half_space {}: {} {} {}", one.body, one.normal[0], one.normal[1],
                                  mesh.dim == 3 ? one.normal[2] : 0)));
  for (const RememberedField& field : state.remembered)
    text.line(comment(fmt::format("field {} [{}]: {}", field.name, field.unit, field.help)));
  text.line("<FieldData>");
  text.line(fmt::format(R"(<DataArray type="Float64" Name="TimeValue" NumberOfComponents="1" )"
                        R"(NumberOfTuples="1" format="ascii">{}</DataArray>)",
                        state.time));
  const auto origin = [&](std::size_t d) { return d < mesh.origin.size() ? mesh.origin[d] : 0; };
  text.line(fmt::format(R"(<DataArray type="Float64" Name="origin" NumberOfComponents="3" )"
                        R"(NumberOfTuples="1" format="ascii">{} {} {}</DataArray>)",
                        origin(0), origin(1), origin(2)));
  text.line("</FieldData>");
}

void write_cells(VtuText& text, const FrameMesh& mesh) {
  const Index corners = mesh.dim + 1;
  const Index elements = static_cast<Index>(mesh.elements.size()) / corners;
  std::vector<std::int64_t> connectivity(mesh.elements.begin(), mesh.elements.end()), offsets;
  connectivity.insert(connectivity.end(), mesh.lone_points.begin(), mesh.lone_points.end());
  std::vector<std::uint8_t> types(elements, mesh.dim == 2 ? kTriangleCell : kTetrahedronCell);
  types.resize(elements + mesh.lone_points.size(), kVertexCell);
  offsets.reserve(types.size());
  for (Index e = 1; e <= elements; ++e) offsets.push_back(e * corners);
  for (std::size_t i = 1; i <= mesh.lone_points.size(); ++i)
    offsets.push_back(elements * corners + static_cast<Index>(i));
  text.line("<Cells>");
  text.array("Int64", "connectivity", connectivity);
  text.array("Int64", "offsets", offsets);
  text.array("UInt8", "types", types);
  text.line("</Cells>");
}

void write_point_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  text.line(R"(<PointData Vectors="displacement">)");
  const auto field = [&](std::string_view name, View<Real> vectors) {
    if (!vectors.empty()) text.vectors(name, vectors, mesh.dim);
  };
  field("displacement", state.displacement);
  field("velocity", state.velocity);
  field("contact_force", state.contact_force);
  field("position_from_origin", state.position_from_origin);
  const auto numbers = [&](std::string_view type, std::string_view name, const auto& values) {
    if (!values.empty()) text.array(type, name, std::vector(values.begin(), values.end()));
  };
  numbers("Float64", "contact_pressure", state.contact_pressure);
  numbers("Float64", "contact_shear", state.contact_shear);
  numbers("UInt8", "contact_state", state.contact_state);
  numbers("UInt8", "zone", state.zone);
  text.line("</PointData>");
}

void write_cell_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  text.line(R"(<CellData Scalars="body">)");
  text.array("Int32", "body",
             std::vector<std::int32_t>(mesh.cell_body.begin(), mesh.cell_body.end()));
  if (!state.stress.empty()) {
    std::string names;
    for (std::size_t k = 0; k < kStressComponents; ++k)
      names += fmt::format(R"( ComponentName{}="{}")", k, kStressNames[k]);
    std::vector<Real> stress(state.stress.begin(), state.stress.end()), equivalent;
    for (std::size_t i = 0; i < stress.size(); i += kStressComponents)
      equivalent.push_back(von_mises(state.stress.subspan(i, kStressComponents)));
    stress.resize(kStressComponents * mesh.cell_body.size(), 0);  // particles have no stress
    equivalent.resize(mesh.cell_body.size(), 0);
    text.array("Float64", "stress", stress, kStressComponents, names);
    text.array("Float64", "von_mises", equivalent);
  }
  for (const RememberedField& field : state.remembered) {
    std::vector<Real> values = field.values;  // particles remember nothing
    values.resize(static_cast<std::size_t>(field.components) * mesh.cell_body.size(),
                  std::numeric_limits<Real>::quiet_NaN());
    text.array("Float64", field.name, values, field.components);
  }
  text.line("</CellData>");
}

/// The number in the name of a frame, "000012.vtu" or its unfinished "000012.vtu.part"; otherwise
/// -1.
Index frame_number(const std::string& file) {
  const std::size_t digits = file.find_first_not_of("0123456789");
  if (digits == std::string::npos || digits < 6 || digits > 12) return -1;
  const std::string_view ending = std::string_view(file).substr(digits);
  return ending == ".vtu" || ending == ".vtu.part" ? std::stoll(file) : -1;
}

}  // namespace

Real von_mises(View<Real> s) {
  const Real a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
  return std::sqrt((a * a + b * b + c * c) / 2 + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

/// Estimated size: up to five vectors per point; nodes, stress, body and type per cell; lengths.
std::size_t likely_bytes(const FrameMesh& mesh, const FrameState& state) {
  const std::size_t points = state.points.size() / static_cast<std::size_t>(mesh.dim);
  std::size_t remembered = 0;
  for (const RememberedField& field : state.remembered) remembered += field.values.size();
  return 1024 + sizeof(Real) * (5 * 3 * points + 14 * mesh.cell_body.size() + remembered);
}

std::string vtu(const FrameMesh& mesh, const FrameState& state) {
  check(mesh, state);
  VtuText text(likely_bytes(mesh, state));
  text.line(R"(<?xml version="1.0"?>)");
  text.line(fmt::format(
      R"(<VTKFile type="UnstructuredGrid" version="1.0" byte_order="{}" header_type="UInt64">)",
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian"));
  text.line("<UnstructuredGrid>");
  write_field_data(text, mesh, state);
  text.line(fmt::format(R"(<Piece NumberOfPoints="{}" NumberOfCells="{}">)",
                        state.points.size() / mesh.dim, mesh.cell_body.size()));
  text.line("<Points>");
  text.vectors("Points", state.points, mesh.dim);
  text.line("</Points>");
  write_cells(text, mesh);
  write_point_data(text, mesh, state);
  write_cell_data(text, mesh, state);
  text.line("</Piece>");
  text.line("</UnstructuredGrid>");
  return std::move(text).finish();
}

FrameWriter::FrameWriter(std::filesystem::path folder, FrameMesh mesh,
                         std::vector<FrameMark> frames)
    : folder_(std::move(folder)), mesh_(std::move(mesh)), frames_(std::move(frames)),
      synced_(frames_.size()) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(folder_ / "frames", ignored))
    throw FileError(
        fmt::format("cannot write to '{}': it is a symbolic link, and a run writes to no place but "
                    "its folder; give that folder with --out",
                    (folder_ / "frames").string()));
  for (std::size_t i = 0; i < frames_.size(); ++i) check(i);
  if (frames_.empty()) go_on();
}

void FrameWriter::go_on() {
  try {
    std::filesystem::create_directories(folder_ / "frames");
    remove_later_frames();
  } catch (const std::filesystem::filesystem_error& e) {
    throw FileError(fmt::format("cannot use '{}': {}", e.path1().string(), e.code().message()));
  }
  if (!frames_.empty()) list_.emplace(folder_ / "frames.pvd", times());
}

bool FrameWriter::is_current() const {
  const std::filesystem::path list = folder_ / "frames.pvd";
  return is_there(list) && read_file(list) == frame_list(times());
}

std::vector<Real> FrameWriter::times() const {
  std::vector<Real> times;
  for (const FrameMark& frame : frames_) times.push_back(frame.time);
  return times;
}

void FrameWriter::remove_later_frames() const {
  if (frames_.empty()) std::filesystem::remove(folder_ / "frames.pvd");
  std::vector<std::filesystem::path> later;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "frames"))
    if (frame_number(entry.path().filename().string()) >= static_cast<Index>(frames_.size()))
      later.push_back(entry.path());
  for (const std::filesystem::path& path : later) std::filesystem::remove(path);
}

void FrameWriter::check(std::size_t number) const {
  constexpr const char* kRemedy =
      "; put it back as it was, or run again with --force instead of --resume";
  const std::filesystem::path path = frame_path(number);
  if (!is_there(path))
    throw FileError(
        fmt::format("'{}' is missing, which the checkpoint counts on{}", path.string(), kRemedy));
  const std::string content = read_file(path);
  if (static_cast<Index>(content.size()) != frames_[number].bytes ||
      checksum(content) != frames_[number].checksum)
    throw FileError(fmt::format("'{}' was edited or cut off since the checkpoint was written{}",
                                path.string(), kRemedy));
}

void FrameWriter::write(const FrameState& state) {
  const std::string content = vtu(mesh_, state);
  write_file(frame_path(frames_.size()), content, Durable::no);
  if (!list_) list_.emplace(folder_ / "frames.pvd", View<Real>{});
  list_->add(state.time);
  frames_.push_back({state.time, static_cast<Index>(content.size()), checksum(content)});
}

void FrameWriter::sync() {
  for (; synced_ < frames_.size(); ++synced_) sync_file(frame_path(synced_));
  if (!list_) return;
  list_->sync();
  sync_file(folder_ / "frames");
  sync_file(folder_);
}

std::filesystem::path FrameWriter::frame_path(std::size_t number) const {
  return folder_ / "frames" / fmt::format("{:06}.vtu", number);
}

}  // namespace tactus::core
