#include "core/record/overlap_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>
#include <map>

#include "core/record/vtu_text.hpp"
#include "core/scene/capabilities.hpp"
#include "core/support/atomic_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// A facet, or a point, of a body that is in another one.
struct Cell {
  std::int32_t body = 0, other = 0;
  bool is_facet = true;
  Index number = 0;
  auto operator<=>(const Cell&) const = default;
};

class OverlapFile {
 public:
  OverlapFile(const Model& model, View<Real> points, const AuditResult& result)
      : model_(model), points_(points) {
    for (const AuditOverlap& o : result.overlaps) {
      if (o.touching) continue;
      Real& depth = depth_[std::minmax(o.inner, o.outer)];
      depth =
          o.inner == o.outer ? std::numeric_limits<Real>::quiet_NaN() : std::max(depth, o.depth);
    }
    for (const AuditFinding& f : result.findings) {
      if (!depth_.contains(std::minmax(f.body_first, f.body_second))) continue;
      cells_.push_back(
          {f.body_first, f.body_second, f.what == AuditFinding::What::crossing, f.first});
      if (f.second == kNone) continue;
      const View<std::int32_t> body = model.surface().facet_body;
      const bool is_facet = f.second < static_cast<Index>(body.size()) &&
                            body[f.second] == f.body_second;  // else of particles the other one
      cells_.push_back({f.body_second, f.body_first, is_facet, f.second});
    }
    std::ranges::sort(cells_);
    const auto repeated = std::ranges::unique(cells_);
    cells_.erase(repeated.begin(), repeated.end());
    for (const Cell& cell : cells_) {
      const Index* const corners =
          cell.is_facet ? model.surface().facet_vertices(cell.number).data() : &cell.number;
      vertices_.insert(vertices_.end(), corners, corners + size(cell));
      ends_.push_back(static_cast<Index>(vertices_.size()));
    }
  }

  void write(Real time, ByteSink& to) const {
    VtuText text;
    for (std::size_t b = 0; b < model_.bodies().size(); ++b)
      text.line(xml_comment(fmt::format("body {}: {}", b, model_.bodies()[b].name)));
    text.line("<FieldData>");
    text.time_value(time);
    text.line("</FieldData>");
    text.line(fmt::format(R"(<Piece NumberOfPoints="{}" NumberOfCells="{}">)", vertices_.size(),
                          cells_.size()));
    write_points(text, "Points", true);
    write_cells(text);
    write_points(text, "PointData", false);
    text.line("<CellData>");
    text.array<std::int32_t>("body", cells_.size(),
                             [this](std::size_t i) { return cells_[i].body; });
    text.array<std::int32_t>("other", cells_.size(),
                             [this](std::size_t i) { return cells_[i].other; });
    text.array<double>("depth", cells_.size(), [this](std::size_t i) {
      return depth_.at(std::minmax(cells_[i].body, cells_[i].other));
    });
    text.line("</CellData>");
    text.line("</Piece>");
    text.line("</UnstructuredGrid>");
    text.write(to, nullptr);
  }

 private:
  /// Of the configuration, or as they were audited. A cell shares no point with another one.
  void write_points(VtuText& text, std::string_view section, bool from_zero) const {
    const auto dim = static_cast<std::size_t>(model_.dim());
    text.line(fmt::format("<{}>", section));
    text.array<double>(
        from_zero ? "Points" : "position_from_origin", 3 * vertices_.size(),
        [=, this](std::size_t i) {
          if (i % 3 >= dim) return Real{0};
          return points_[static_cast<std::size_t>(vertices_[i / 3]) * dim + i % 3] +
                 (from_zero ? model_.surface().origin[i % 3] : 0);
        },
        3);
    text.line(fmt::format("</{}>", section));
  }

  /// Type numbers of VTK: 1 a vertex, 3 a line, 5 a triangle.
  void write_cells(VtuText& text) const {
    text.line("<Cells>");
    text.array<std::int64_t>("connectivity", vertices_.size(), [](std::size_t i) { return i; });
    text.array<std::int64_t>("offsets", ends_.size(), [this](std::size_t i) { return ends_[i]; });
    text.array<std::uint8_t>("types", cells_.size(),
                             [this](std::size_t i) { return 2 * size(cells_[i]) - 1; });
    text.line("</Cells>");
  }

  int size(const Cell& cell) const { return cell.is_facet ? model_.dim() : 1; }

  const Model& model_;
  View<Real> points_;
  std::map<std::pair<std::int32_t, std::int32_t>, Real> depth_;
  std::vector<Cell> cells_;
  std::vector<Index> vertices_, ends_;
};

/// How many files of earlier steps there are.
Index files_before(Index step, const fs::path& folder) {
  Index count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const bool is_number =
        !name.empty() && name.size() <= 12 && name.find_first_not_of("0123456789") == name.npos;
    count += is_number && std::stoll(name) < step;
  }
  return count;
}

}  // namespace

bool is_at_fault(const AuditResult& result, const Configuration& configuration) {
  return !result.only_touches() &&
         !is_by_design(leaves_no_overlap(configuration), result.depth_in_facets,
                       configuration.contact.depth_limit);
}

void write_overlaps(const fs::path& run, const Model& model, Index step, Real time,
                    View<Real> points, const AuditResult& result) {
  const fs::path folder = run / "intersections";
  refuse_link(folder);
  try {
    fs::create_directories(folder);
    if (files_before(step, folder) >= kOverlapFiles) return;
  } catch (const fs::filesystem_error& e) {
    throw FileError(fmt::format("cannot use '{}': {}", e.path1().string(), e.code().message()));
  }
  NewFile file(folder / fmt::format("{:06}.vtu", step));
  OverlapFile(model, points, result).write(time, file);
  file.commit(Durable::no);
}

}  // namespace tactus::core
