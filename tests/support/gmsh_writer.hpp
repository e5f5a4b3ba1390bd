/// \file gmsh_writer.hpp  Writes a small mesh in each of the four Gmsh formats, for tests of the
/// reader: an encoder of its own, after the description of the format.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace tactus::testing {

struct GmshElement {
  int type = 2;      ///< Gmsh's number
  int physical = 0;  ///< 0: none; in version 4 the entity of that number in that group
  std::vector<std::int64_t> nodes;
};

struct GmshFileSpec {
  int version = 4;  ///< 2 or 4
  bool binary = false;
  std::vector<std::array<double, 3>> points;
  std::vector<std::int64_t> tags;  ///< empty: 1, 2, ...
  std::vector<GmshElement> elements;
  std::map<std::pair<int, int>, std::string> names;  ///< (dimension, number) of physical groups
};

class GmshWriter {
 public:
  explicit GmshWriter(const GmshFileSpec& spec) : spec_(spec) {}

  std::string write() {
    out_ << "$MeshFormat\n" << (spec_.version == 2 ? "2.2 " : "4.1 ") << spec_.binary << " 8\n";
    if (spec_.binary) put_int(1), out_ << "\n";
    out_ << "$EndMeshFormat\n";
    if (!spec_.names.empty()) {
      out_ << "$PhysicalNames\n" << spec_.names.size() << "\n";
      for (const auto& [tag, name] : spec_.names)
        out_ << tag.first << " " << tag.second << " \"" << name << "\"\n";
      out_ << "$EndPhysicalNames\n";
    }
    if (spec_.version == 2) {
      nodes2(), elements2();
    } else {
      entities4(), nodes4(), elements4();
    }
    return out_.str();
  }

 private:
  static int dimension(int type) { return type == 15 ? 0 : type == 1 ? 1 : type < 4 ? 2 : 3; }
  std::int64_t tag(std::size_t n) const {
    return spec_.tags.empty() ? static_cast<std::int64_t>(n) + 1 : spec_.tags[n];
  }
  template <class T>
  void put(T value) {
    if (spec_.binary)
      out_.write(reinterpret_cast<const char*>(&value), sizeof value);
    else
      out_ << value << " ";
  }
  void put_int(std::int64_t v) { put(static_cast<std::int32_t>(v)); }
  void put_size(std::int64_t v) { put(v); }
  void put_real(double v) { put(v); }
  void line() {
    if (!spec_.binary) out_ << "\n";
  }

  void nodes2() {
    out_ << "$Nodes\n" << spec_.points.size() << "\n";
    for (std::size_t n = 0; n < spec_.points.size(); ++n) {
      put_int(tag(n));
      for (const double x : spec_.points[n]) put_real(x);
      line();
    }
    out_ << "\n$EndNodes\n";
  }
  void elements2() {
    out_ << "$Elements\n" << spec_.elements.size() << "\n";
    std::int64_t number = 0;
    for (const GmshElement& e : spec_.elements) {
      if (spec_.binary)
        put_int(e.type), put_int(1), put_int(2), put_int(++number);
      else
        put_int(++number), put_int(e.type), put_int(2);
      put_int(e.physical), put_int(1);
      for (const std::int64_t n : e.nodes) put_int(n);
      line();
    }
    out_ << "\n$EndElements\n";
  }

  /// An entity for each pair of dimension and group; those of group 0 are in none.
  std::map<std::pair<int, int>, std::vector<const GmshElement*>> entities() const {
    std::map<std::pair<int, int>, std::vector<const GmshElement*>> all;
    for (const GmshElement& e : spec_.elements) all[{dimension(e.type), e.physical}].push_back(&e);
    return all;
  }
  void entities4() {
    const auto all = entities();
    std::array<std::int64_t, 4> count{};
    for (const auto& [entity, list] : all) ++count[entity.first];
    out_ << "$Entities\n";
    for (const std::int64_t n : count) put_size(n);
    line();
    for (const auto& [entity, list] : all) {
      put_int(entity.second + 1);
      for (int c = 0; c < (entity.first == 0 ? 3 : 6); ++c) put_real(0);
      put_size(entity.second != 0);
      if (entity.second != 0) put_int(entity.second);
      if (entity.first > 0) put_size(2), put_int(7), put_int(-8);
      line();
    }
    out_ << "\n$EndEntities\n";
  }
  void nodes4() {  // two blocks, the second one parametric
    const std::size_t total = spec_.points.size(), half = total / 2;
    out_ << "$Nodes\n";
    put_size(2), put_size(static_cast<std::int64_t>(total)), put_size(1), put_size(99), line();
    for (int block = 0; block < 2; ++block) {
      const std::size_t begin = block ? half : 0, end = block ? total : half;
      put_int(2), put_int(1), put_int(block), put_size(static_cast<std::int64_t>(end - begin));
      line();
      for (std::size_t n = begin; n < end; ++n) put_size(tag(n)), line();
      for (std::size_t n = begin; n < end; ++n) {
        for (const double x : spec_.points[n]) put_real(x);
        if (block) put_real(0.25), put_real(0.75);
        line();
      }
    }
    out_ << "\n$EndNodes\n";
  }
  void elements4() {
    const auto all = entities();
    out_ << "$Elements\n";
    put_size(static_cast<std::int64_t>(all.size()));
    put_size(static_cast<std::int64_t>(spec_.elements.size())), put_size(1), put_size(99), line();
    std::int64_t number = 0;
    for (const auto& [entity, list] : all) {
      put_int(entity.first), put_int(entity.second + 1), put_int(list[0]->type);
      put_size(static_cast<std::int64_t>(list.size())), line();
      for (const GmshElement* e : list) {
        put_size(++number);
        for (const std::int64_t n : e->nodes) put_size(n);
        line();
      }
    }
    out_ << "\n$EndElements\n";
  }

  const GmshFileSpec& spec_;
  std::ostringstream out_;
};

inline std::string write_gmsh(const GmshFileSpec& spec) { return GmshWriter(spec).write(); }

}  // namespace tactus::testing
