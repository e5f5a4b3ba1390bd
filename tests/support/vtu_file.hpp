/// \file vtu_file.hpp  A reader of frames of its own, from VTK's description of the format, and a frame to try it.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "core/record/vtu_writer.hpp"
#include "tests/support/vtu_blocks.hpp"

namespace tactus::test {

struct Array {
  std::string type;
  int components = 1;
  std::vector<double> values;
  std::string attributes;
};

struct VtuFile {
  std::map<std::string, Array> points, cells, point_data, cell_data;
  std::string header;
  std::size_t point_count = 0, cell_count = 0;
};

template <class T>
void take(const std::string& bytes, std::vector<double>& out) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    out.push_back(static_cast<double>(value));
  }
}

inline std::string attribute(const std::string& tag, const std::string& name) {
  std::smatch match;
  const bool found = std::regex_search(tag, match, std::regex(" " + name + "=\"([^\"]*)\""));
  return found ? match[1].str() : "";
}

inline std::map<std::string, Array> section(const VtuFile& file, const std::string& content,
                                            const std::string& name) {
  const std::size_t begin = file.header.find("<" + name), end = file.header.find("</" + name + ">");
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::string text = file.header.substr(begin, end - begin);
  const std::size_t block = file.header.size();
  std::map<std::string, Array> result;
  const std::regex tag("<DataArray[^>]*>");
  for (std::sregex_iterator it(text.begin(), text.end(), tag), last; it != last; ++it) {
    const std::string head = it->str();
    CHECK(attribute(head, "format") == "appended");
    Array array{
        attribute(head, "type"), std::stoi(attribute(head, "NumberOfComponents")), {}, head};
    const std::string bytes =
        unpacked_array(content, block + std::stoul(attribute(head, "offset")));
    if (array.type == "Float64") take<double>(bytes, array.values);
    if (array.type == "Float32") take<float>(bytes, array.values);
    if (array.type == "Int64") take<std::int64_t>(bytes, array.values);
    if (array.type == "Int32") take<std::int32_t>(bytes, array.values);
    if (array.type == "UInt8") take<std::uint8_t>(bytes, array.values);
    result[attribute(head, "Name")] = array;
  }
  return result;
}

inline VtuFile parse(const std::string& content) {
  VtuFile file;
  const std::string mark = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t at = content.find(mark);
  REQUIRE(at != std::string::npos);
  file.header = content.substr(0, at + mark.size());
  CHECK(content.ends_with("</AppendedData>\n</VTKFile>\n"));
  std::smatch piece;
  REQUIRE(std::regex_search(file.header, piece, std::regex("<Piece[^>]*>")));
  file.point_count = std::stoul(attribute(piece.str(), "NumberOfPoints"));
  file.cell_count = std::stoul(attribute(piece.str(), "NumberOfCells"));
  file.points = section(file, content, "Points");
  file.cells = section(file, content, "Cells");
  file.point_data = section(file, content, "PointData");
  file.cell_data = section(file, content, "CellData");
  return file;
}

/// Two triangles of two bodies and a particle.
struct PlaneFrame {
  std::vector<Index> elements{0, 1, 2, 3, 4, 5}, lone{6};
  std::vector<std::int32_t> bodies{0, 1, 2};
  std::vector<Real> points{0, 0, 1, 0, 0, 1, 2, 0, 3, 0, 2, 1, 5, 5};
  std::vector<Real> displacement, velocity, force;
  std::vector<std::uint8_t> zone{0, 0, 1, 1, 0, 0, 1};
  std::vector<Real> stress{1e6, 2e6, 3e6, 4e6, 5e6, 6e6, 7, 7, 7, 0, 0, 0};

  PlaneFrame() {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Real x = static_cast<Real>(i);
      displacement.push_back(x / 3), velocity.push_back(-x), force.push_back(100 * x);
    }
  }
  core::FrameMesh mesh() const {
    return {2, elements, lone, bodies, {"mover", "<\"t&t---\">", "grain"}, {0.1, -1e6}};
  }
  core::FrameState state(Real time = 0.25) const {
    return {time, points, displacement, velocity, force, stress, points, zone};
  }
};

}  // namespace tactus::test
