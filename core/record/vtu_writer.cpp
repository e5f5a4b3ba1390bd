#include "core/record/vtu_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/record/vtu_text.hpp"

namespace tactus::core {
namespace {

// Type numbers of VTK
constexpr std::uint8_t kVertexCell = 1, kTriangleCell = 5, kTetrahedronCell = 10;
constexpr std::size_t kStressComponents = 6;
constexpr std::string_view kStressNames[kStressComponents] = {"XX", "YY", "ZZ", "XY", "YZ", "XZ"};

void expect(bool holds, const char* what) {
  if (!holds) throw PreconditionError(std::string("frame: ") + what);
}

/// Numbers as the frame has them: in double precision, or in single precision.
template <class Value>
void add_reals(VtuText& text, bool single, std::string_view name, std::size_t size, Value value,
               int components = 1, std::string_view attributes = "") {
  if (single)
    text.array<float>(name, size, value, components, attributes);
  else
    text.array<double>(name, size, value, components, attributes);
}

void check(const FrameMesh& mesh, const FrameState& state) {
  expect(mesh.dim == 2 || mesh.dim == 3, "the dimension is 2 or 3");
  const auto dim = static_cast<std::size_t>(mesh.dim);
  const std::size_t cells = mesh.elements.size() / mesh.corners();
  expect(mesh.elements.size() % mesh.corners() == 0, "an element has dim + 1 points");
  expect(mesh.cell_body.size() == cells + mesh.lone_points.size(), "one body a cell");
  expect(state.points.size() % dim == 0, "a point has dim coordinates");
  const auto all_points = static_cast<Index>(state.points.size() / dim);
  for (const Index p : mesh.kept)
    expect(0 <= p && p < all_points, "a point of the boundary is not there");
  expect(mesh.behind.size() == (mesh.is_boundary ? cells : 0), "one element behind a facet");
  const Index points = mesh.is_boundary ? static_cast<Index>(mesh.kept.size()) : all_points;
  const std::size_t elements = !mesh.is_boundary ? cells
                               : mesh.behind.empty()
                                   ? 0
                                   : static_cast<std::size_t>(std::ranges::max(mesh.behind)) + 1;
  const auto is_full = [&](std::size_t size, std::size_t components) {
    return mesh.is_boundary ? size >= components * elements : size == components * elements;
  };
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
  expect(state.stress.empty() || is_full(state.stress.size(), kStressComponents),
         "six stress components an element");
  for (const RememberedField& field : state.remembered)
    expect(is_full(field.values.size(), static_cast<std::size_t>(field.components)),
           "all numbers of a remembered field for each element");
}

/// Writes names as comments: ParaView can read arrays of strings, but meshio and others would
/// refuse the file.
void write_field_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  for (std::size_t b = 0; b < mesh.body_names.size(); ++b)
    text.line(xml_comment(fmt::format("body {}: {}", b, mesh.body_names[b])));
  for (const FrameHalfSpace& one : mesh.half_spaces)
    text.line(xml_comment(fmt::format("half_space {}: {} {} {}", one.body, one.normal[0],
                                      one.normal[1], mesh.dim == 3 ? one.normal[2] : 0)));
  for (const RememberedField& field : state.remembered)
    text.line(xml_comment(fmt::format("field {} [{}]: {}", field.name, field.unit, field.help)));
  text.line("<FieldData>");
  text.time_value(state.time);
  const auto origin = [&](std::size_t d) { return d < mesh.origin.size() ? mesh.origin[d] : 0; };
  text.line(fmt::format(R"(<DataArray type="Float64" Name="origin" NumberOfComponents="3" )"
                        R"(NumberOfTuples="1" format="ascii">{} {} {}</DataArray>)",
                        origin(0), origin(1), origin(2)));
  text.line("</FieldData>");
}

void write_cells(VtuText& text, const FrameMesh& mesh) {
  const std::size_t corners = mesh.corners(), in_cells = mesh.elements.size(),
                    cells = in_cells / corners, lone = mesh.lone_points.size();
  const std::uint8_t type = corners == 3 ? kTriangleCell : kTetrahedronCell;
  text.line("<Cells>");
  text.array<std::int64_t>("connectivity", in_cells + lone, [=, &mesh](std::size_t i) {
    return i < in_cells ? mesh.elements[i] : mesh.lone_points[i - in_cells];
  });
  text.array<std::int64_t>("offsets", cells + lone, [=](std::size_t i) {
    return i < cells ? (i + 1) * corners : in_cells + i + 1 - cells;
  });
  text.array<std::uint8_t>("types", cells + lone,
                           [=](std::size_t i) { return i < cells ? type : kVertexCell; });
  text.line("</Cells>");
}

/// Vectors with `dim` components as vectors with three.
void write_vectors(VtuText& text, const FrameMesh& mesh, std::string_view name,
                   View<Real> vectors) {
  const auto dim = static_cast<std::size_t>(mesh.dim);
  const std::size_t points = mesh.is_boundary ? mesh.kept.size() : vectors.size() / dim;
  add_reals(
      text, mesh.precision == FramesConfig::Precision::single, name, 3 * points,
      [=, &mesh](std::size_t i) {
        const std::size_t point =
            mesh.is_boundary ? static_cast<std::size_t>(mesh.kept[i / 3]) : i / 3;
        return i % 3 < dim ? vectors[dim * point + i % 3] : 0;
      },
      3);
}

void write_point_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  text.line(R"(<PointData Vectors="displacement">)");
  const auto vectors = [&](std::string_view name, View<Real> values) {
    if (!values.empty()) write_vectors(text, mesh, name, values);
  };
  vectors("displacement", state.displacement);
  vectors("velocity", state.velocity);
  vectors("contact_force", state.contact_force);
  vectors("position_from_origin", state.position_from_origin);
  const auto count = [&](auto values) {
    return mesh.is_boundary ? mesh.kept.size() : values.size();
  };
  const auto at = [&mesh](auto values) {
    return [values, &mesh](std::size_t i) {
      return values[mesh.is_boundary ? static_cast<std::size_t>(mesh.kept[i]) : i];
    };
  };
  const auto numbers = [&](std::string_view name, View<Real> values) {
    if (!values.empty())
      add_reals(text, mesh.precision == FramesConfig::Precision::single, name, count(values),
                at(values));
  };
  numbers("contact_pressure", state.contact_pressure);
  numbers("contact_shear", state.contact_shear);
  const auto marks = [&](std::string_view name, View<std::uint8_t> values) {
    if (!values.empty()) text.array<std::uint8_t>(name, count(values), at(values));
  };
  marks("contact_state", state.contact_state);
  marks("zone", state.zone);
  if (mesh.is_boundary)
    text.array<std::int64_t>("node", mesh.kept.size(), [&](std::size_t i) { return mesh.kept[i]; });
  text.line("</PointData>");
}

/// What elements have; particles have `without`.
void write_cell_reals(VtuText& text, const FrameMesh& mesh, std::string_view name,
                      std::size_t components, Real without, std::string_view attributes,
                      const auto& value) {
  const std::size_t cells = mesh.elements.size() / mesh.corners();
  add_reals(
      text, mesh.precision != FramesConfig::Precision::full, name,
      components * mesh.cell_body.size(),
      [=, &mesh](std::size_t i) {
        const std::size_t cell = i / components;
        if (cell >= cells) return without;
        const std::size_t element =
            mesh.is_boundary ? static_cast<std::size_t>(mesh.behind[cell]) : cell;
        return value(element, i % components);
      },
      static_cast<int>(components), attributes);
}

void write_cell_data(VtuText& text, const FrameMesh& mesh, const FrameState& state) {
  text.line(R"(<CellData Scalars="body">)");
  text.array<std::int32_t>("body", mesh.cell_body.size(),
                           [&](std::size_t i) { return mesh.cell_body[i]; });
  if (!state.stress.empty()) {
    std::string names;
    for (std::size_t k = 0; k < kStressComponents; ++k)
      names += fmt::format(R"( ComponentName{}="{}")", k, kStressNames[k]);
    const View<Real> stress = state.stress;
    write_cell_reals(
        text, mesh, "stress", kStressComponents, 0, names,
        [=](std::size_t e, std::size_t k) { return stress[kStressComponents * e + k]; });
    write_cell_reals(text, mesh, "von_mises", 1, 0, "", [=](std::size_t e, std::size_t) {
      return von_mises(stress.subspan(kStressComponents * e, kStressComponents));
    });
  }
  for (const RememberedField& field : state.remembered) {
    const auto components = static_cast<std::size_t>(field.components);
    write_cell_reals(
        text, mesh, field.name, components, std::numeric_limits<Real>::quiet_NaN(), "",
        [=, &field](std::size_t e, std::size_t k) { return field.values[components * e + k]; });
  }
  if (mesh.is_boundary)
    text.array<std::int64_t>("element", mesh.cell_body.size(), [&](std::size_t i) {
      return i < mesh.behind.size() ? mesh.behind[i] : kNone;
    });
  text.line("</CellData>");
}

}  // namespace

Real von_mises(View<Real> s) {
  const Real a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
  return std::sqrt((a * a + b * b + c * c) / 2 + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

void write_vtu(const FrameMesh& mesh, const FrameState& state, ByteSink& to, Executor* executor) {
  check(mesh, state);
  VtuText text;
  write_field_data(text, mesh, state);
  text.line(fmt::format(R"(<Piece NumberOfPoints="{}" NumberOfCells="{}">)",
                        mesh.is_boundary ? mesh.kept.size()
                                         : state.points.size() / static_cast<std::size_t>(mesh.dim),
                        mesh.cell_body.size()));
  text.line("<Points>");
  write_vectors(text, mesh, "Points", state.points);
  text.line("</Points>");
  write_cells(text, mesh);
  write_point_data(text, mesh, state);
  write_cell_data(text, mesh, state);
  text.line("</Piece>");
  text.line("</UnstructuredGrid>");
  text.write(to, executor);
}

std::string vtu(const FrameMesh& mesh, const FrameState& state) {
  struct Text final : ByteSink {
    void add(std::string_view bytes) override { text += bytes; }
    void replace(Index at, std::string_view bytes) override {
      text.replace(static_cast<std::size_t>(at), bytes.size(), bytes);
    }
    std::string text;
  } to;
  write_vtu(mesh, state, to);
  return std::move(to.text);
}

}  // namespace tactus::core
