#include "apps/report/frames_pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "apps/report/blob.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/sheets.hpp"
#include "apps/report/surface.hpp"
#include "core/support/file_error.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

// Limit of the bytes of frames kept in memory between two passes
constexpr std::size_t kKept = 128'000'000;

Real size_of(View<Real> vectors, std::size_t i, std::size_t dim) {
  const Real size = dim == 2 ? std::hypot(vectors[3 * i], vectors[3 * i + 1])
                             : std::hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
  return std::isfinite(size) ? size : 0;
}

Real finite(Real value) { return std::isfinite(value) ? value : 0; }

template <class T>
T quantised(Real value, Real greatest, Real steps) {
  return greatest > 0 ? static_cast<T>(std::lround(value / greatest * steps)) : T{0};
}

/// Particles alone have no elements that would tell.
bool is_in_space(const Frame& frame) {
  if (frame.spatial() || frame.is_boundary) return true;
  for (const HalfSpacePlace& plane : frame.half_spaces)
    if (plane.normal[2] != 0) return true;
  for (std::size_t i = 2; i < frame.points.size(); i += 3)
    if (frame.points[i] != 0) return frame.triangles.empty();
  return false;
}

void check_same(const Frame& frame, const fs::path& file, const FramePack& pack) {
  if (frame.points.size() != 3 * pack.points || frame.spatial() ||
      frame.triangles != pack.corners || frame.lone != pack.lone ||
      frame.von_mises.empty() == pack.has_stress)
    throw FileError(fmt::format(
        "the frame '{}' does not have the mesh and the fields of the first frame", file.string()));
}

void check_same(const Sheets::Planes& first, const Frame& frame, const fs::path& file) {
  if (!std::ranges::equal(first, frame.half_spaces, {}, &HalfSpacePlace::body,
                          &HalfSpacePlace::body))
    throw FileError(fmt::format("the frame '{}' does not have the half-spaces of the first frame",
                                file.string()));
}

/// Extends the ranges of values to include this frame.
void take_measure(const Frame& frame, const fs::path& file, FramePack& pack) {
  const bool first = pack.times.empty();
  if (first) {
    pack.bodies = frame.bodies;
    pack.points = frame.points.size() / 3;
    pack.triangles = frame.triangles.size() / 3;
    pack.corners = frame.triangles;
    pack.lone = frame.lone;
    pack.cell_body = frame.cell_body;
    pack.has_stress = !frame.von_mises.empty();
    pack.low.assign(pack.dim, 0);
    pack.high.assign(pack.dim, 0);
  }
  check_same(frame, file, pack);
  for (std::size_t i = 0; i < pack.points; ++i) {
    for (std::size_t d = 0; d < pack.dim; ++d) {
      const Real x = frame.points[3 * i + d];
      pack.low[d] = first && i == 0 ? x : std::min(pack.low[d], x);
      pack.high[d] = first && i == 0 ? x : std::max(pack.high[d], x);
    }
    if (!frame.velocity.empty())
      pack.speed = std::max(pack.speed, size_of(frame.velocity, i, pack.dim));
    if (frame.contact_force.empty()) continue;
    for (std::size_t d = 0; d < pack.dim; ++d)
      pack.force = std::max(pack.force, std::abs(finite(frame.contact_force[3 * i + d])));
  }
  for (const Real stress : frame.von_mises) pack.stress = std::max(pack.stress, finite(stress));
  pack.times.push_back(frame.time);
}

void quantise(const Frame& frame, const fs::path& file, FramePack& pack) {
  check_same(frame, file, pack);  // the file is read a second time
  for (std::size_t d = 0; d < pack.dim; ++d)
    for (std::size_t i = 0; i < pack.points; ++i)
      pack.positions.push_back(quantised<std::uint16_t>(frame.points[3 * i + d] - pack.low[d],
                                                        pack.high[d] - pack.low[d], 65535));
  std::vector<FramePack::Force>& forces = pack.forces.emplace_back();
  for (std::size_t i = 0; i < pack.points; ++i) {
    const Real speed = frame.velocity.empty() ? 0 : size_of(frame.velocity, i, pack.dim);
    pack.speeds.push_back(quantised<std::uint8_t>(speed, pack.speed, 255));
    if (frame.contact_force.empty()) continue;
    FramePack::Force force{static_cast<std::uint32_t>(i)};
    for (std::size_t d = 0; d < pack.dim; ++d)
      force.along[d] =
          quantised<std::int16_t>(finite(frame.contact_force[3 * i + d]), pack.force, 32767);
    if (std::ranges::any_of(force.along, [](std::int16_t part) { return part != 0; }))
      forces.push_back(force);
  }
  for (const Real stress : frame.von_mises)
    pack.stresses.push_back(quantised<std::uint8_t>(finite(stress), pack.stress, 255));
}

std::string force_blob(const FramePack& pack) {
  std::vector<std::uint32_t> counts, points;
  std::vector<std::int16_t> along[3];
  for (const auto& frame : pack.forces) {
    counts.push_back(static_cast<std::uint32_t>(frame.size()));
    for (const FramePack::Force& force : frame) {
      points.push_back(force.point);
      for (std::size_t d = 0; d < pack.dim; ++d) along[d].push_back(force.along[d]);
    }
  }
  Bytes bytes;
  append<std::uint32_t>(bytes, counts);
  append<std::uint32_t>(bytes, points);
  for (std::size_t d = 0; d < pack.dim; ++d) append<std::int16_t>(bytes, along[d]);
  return blob(bytes);
}

/// In space corners are differences, shuffled: neighbouring facets have neighbouring points.
std::string mesh_blob(const FramePack& pack) {
  Bytes bytes;
  if (pack.dim == 2) {
    append<std::uint32_t>(bytes, pack.corners);
  } else {
    Bytes corners;
    append<std::uint32_t>(corners, differences_of<std::uint32_t>(pack.corners, 1));
    bytes = shuffled(corners, sizeof(std::uint32_t));
  }
  append<std::uint32_t>(bytes, pack.lone);
  append<std::uint16_t>(bytes, pack.cell_body);
  return blob(bytes);
}

template <class Number>
Json numbers_json(std::span<const Number> numbers) {
  std::vector<Json> values;
  for (const Number number : numbers) values.push_back(Json::of(static_cast<Real>(number)));
  return json_list(std::move(values));
}

}  // namespace

std::vector<fs::path> frame_files(const fs::path& run) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(run / "frames", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    if (digits >= 6 && digits <= 12 && name.substr(digits) == ".vtu") files.push_back(at->path());
  }
  if (error && error != std::errc::no_such_file_or_directory)
    throw FileError(
        fmt::format("cannot list '{}': {}", (run / "frames").string(), error.message()));
  std::ranges::sort(files, {},
                    [](const fs::path& file) { return std::stoll(file.filename().string()); });
  return files;
}

std::vector<std::size_t> spread(std::size_t total, std::size_t count) {
  std::vector<std::size_t> numbers;
  count = std::min(count, total);
  for (std::size_t k = 0; k < count; ++k)
    numbers.push_back(count == 1 ? total - 1 : k * (total - 1) / (count - 1));
  return numbers;
}

FramePack pack_frames(const std::vector<fs::path>& files, std::size_t count) {
  FramePack pack;
  pack.total = files.size();
  const std::vector<std::size_t> numbers = spread(files.size(), count);
  std::error_code ignored;
  const bool keeps =
      !files.empty() && fs::file_size(files.front(), ignored) < kKept / numbers.size();
  std::optional<Surface> surface;  // of a run in space
  const auto read = [&](const fs::path& file) {
    Frame frame = read_frame(file);
    if (pack.times.empty() && is_in_space(frame)) surface.emplace(frame);
    if (surface)
      surface->reduce(frame, file.string());
    else
      hide_points_of_half_spaces(frame);
    return frame;
  };
  std::vector<Frame> kept;
  std::vector<Sheets::Planes> planes;
  for (const std::size_t n : numbers) {
    Frame frame = read(files[n]);
    if (pack.times.empty()) pack.dim = surface ? 3 : 2;
    take_measure(frame, files[n], pack);
    planes.push_back(frame.half_spaces);
    check_same(planes.front(), frame, files[n]);
    if (keeps) kept.push_back(std::move(frame));
  }
  // The ranges are known now. Frames that were too large to be kept are read again.
  const Sheets sheets(pack, planes);
  sheets.extend(pack);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Frame frame = keeps ? std::move(kept[k]) : read(files[numbers[k]]);
    check_same(planes.front(), frame, files[numbers[k]]);
    sheets.add_to(frame);
    quantise(frame, files[numbers[k]], pack);
  }
  return pack;
}

Json to_json(const FramePack& pack, FrameCost* cost) {
  const auto positions = differences_of<std::uint16_t>(pack.positions, pack.dim * pack.points);
  Bytes bytes;
  append<std::uint16_t>(bytes, positions);
  Bytes time_bytes;
  append<Real>(time_bytes, pack.times);
  const std::string times = blob(shuffled(time_bytes, sizeof(Real)));
  const std::string mesh = mesh_blob(pack), forces = force_blob(pack),
                    moved = blob(shuffled(bytes, sizeof(std::uint16_t))),
                    speeds = blob(differences_of<std::uint8_t>(pack.speeds, pack.points)),
                    stresses = blob(differences_of<std::uint8_t>(pack.stresses, pack.triangles));
  if (cost) {
    const std::size_t frames = std::max<std::size_t>(pack.times.size(), 1);
    cost->once = mesh.size() + times.size() + 400;  // keys and names
    cost->per_frame =
        static_cast<Real>(moved.size() + speeds.size() + stresses.size() + forces.size()) /
        static_cast<Real>(frames);
    cost->spatial = pack.dim == 3;
  }
  Json json = Json::object();
  json.set("dim", json_count(pack.dim));
  json.set("total", json_count(pack.total));
  json.set("count", json_count(pack.times.size()));
  json.set("times", Json::of(times));
  json.set("points", json_count(pack.points));
  json.set("triangles", json_count(pack.triangles));
  json.set("sheets", json_count(pack.sheets));
  json.set("bodies", json_list(pack.bodies));
  std::vector<Real> box = pack.low;
  box.insert(box.end(), pack.high.begin(), pack.high.end());
  json.set("box", numbers_json<Real>(box));
  json.set("speed", Json::of(pack.speed));
  json.set("stress", pack.has_stress ? Json::of(pack.stress) : Json());
  json.set("force", Json::of(pack.force));
  json.set("mesh", Json::of(mesh));
  json.set("positions", Json::of(moved));
  json.set("speeds", Json::of(speeds));
  json.set("stresses", Json::of(stresses));
  json.set("forces", Json::of(forces));
  return json;
}

}  // namespace tactus::core
