#include "core/mesh/gmsh_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/mesh/gmsh_types.hpp"
#include "core/support/printable.hpp"

namespace tactus::core {
namespace {

/// Limit of the number of groups per entity. Elements are listed once for each group, so that this
/// bounds the memory.
constexpr Index kMostGroups = 64;

constexpr std::string_view kReadable =
    "2.2 and 4.1 can be read. Convert it: gmsh OLD.msh -save -format msh41 -o NEW.msh";

/// Parses one file, section by section.
class GmshParser {
 public:
  GmshParser(GmshCursor& in, int dim) : in_(in), dim_(dim) {}
  GmshData parse();

 private:
  void read_section(std::string_view name);
  void once(bool present, std::string_view section);
  void read_format();
  void read_names();
  void read_entities();
  void read_nodes2(std::string_view section);
  void read_nodes4();
  void read_elements2();
  void read_elements4();
  void add_node(Index tag);
  void index_nodes();
  Index node(Index tag);
  void add_simplex(int dim, Index entity, Index (GmshCursor::*number)());
  int checked_type(Index type);

  GmshCursor& in_;
  int dim_;
  GmshData data_;
  int version_ = 0;  ///< 2 or 4; 0: not known yet
  /// in the sections with nodes, elements and entities
  GmshMode mode_ = GmshMode::ascii;
  std::vector<Index> tags_;                      ///< of the nodes
  std::vector<std::pair<Index, Index>> by_tag_;  ///< tag, position; empty: tags are 1, 2, ...
  bool has_nodes_ = false, has_elements_ = false, has_entities_ = false;
};

GmshData GmshParser::parse() {
  for (std::string_view name = in_.section(); !name.empty(); name = in_.section())
    read_section(name);
  if (version_ == 0) in_.fail_file("the file has no $MeshFormat; is this a Gmsh file?");
  if (!has_nodes_ || !has_elements_)
    in_.fail_file(fmt::format("the file has no ${}: it is cut off or was saved before meshing",
                              has_nodes_ ? "Elements" : "Nodes"));
  data_.repeats_elements = version_ == 2;
  return std::move(data_);
}

void GmshParser::read_section(std::string_view name) {
  if (name == "MeshFormat") {
    once(version_ != 0, name);
    return read_format();
  }
  if (name == "Comments") return in_.skip(name);
  if (version_ == 0 && name == "NOD")
    in_.fail_at(name, fmt::format("the format is MSH 1; {}", kReadable));
  if (version_ == 0) in_.fail_at(name, "a section stands before $MeshFormat; is this a Gmsh file?");
  if (name == "PhysicalNames") return read_names();
  if (name == "Entities" && version_ == 4) {
    once(has_entities_, name);
    has_entities_ = true;
    return read_entities();
  }
  if (name == "Nodes" || (name == "ParametricNodes" && version_ == 2)) {
    once(has_nodes_, name);
    version_ == 2 ? read_nodes2(name) : read_nodes4();
    index_nodes();
    has_nodes_ = true;
  } else if (name == "Elements") {
    once(has_elements_, name);
    if (!has_nodes_) in_.fail_at(name, "$Elements stands before $Nodes; write the file again");
    version_ == 2 ? read_elements2() : read_elements4();
    has_elements_ = true;
  } else if (name == "PartitionedEntities") {
    in_.fail_at(name, "the mesh is cut into partitions; save it whole (Gmsh: Unpartition Mesh)");
  } else {
    in_.skip(name);
  }
}

void GmshParser::once(bool present, std::string_view section) {
  if (present)
    in_.fail_at(section, fmt::format("a second ${} follows; write the mesh into a file of its own",
                                     section));
}

void GmshParser::read_format() {
  const Real version = in_.real();
  const Index binary = in_.size(), width = in_.size();
  if (version != 2.2 && version != 4.1)
    in_.fail(fmt::format("the format is MSH {}; {}", version, kReadable));
  if (binary > 1 || width != 8)
    in_.fail(
        fmt::format("the format is \"{} {} {}\"; 0 or 1 (ASCII or binary) and 8 bytes are "
                    "expected; save the mesh again with Gmsh",
                    version, binary, width));
  version_ = version == 2.2 ? 2 : 4;
  if (binary) {
    mode_ = GmshMode::binary;
    in_.line();
    in_.mode = mode_;
    const Index one = in_.int32();
    if (one != 1)
      in_.fail("the file is from a machine of another byte order; save it as ASCII there");
    in_.mode = GmshMode::ascii;
  }
  in_.end("MeshFormat");
}

void GmshParser::read_names() {
  const Index count = in_.checked(in_.size(), 6, 6, "physical names");
  std::set<std::string> seen;
  for (Index k = 0; k < count; ++k) {
    const Index dim = in_.int32(), tag = in_.int32();
    const std::string name(in_.quoted());
    if (dim < 0 || dim > 3) in_.fail(fmt::format("dimension {} cannot be; 0 to 3 can", dim));
    if (name.empty()) in_.fail("a physical group has an empty name; give it one");
    if (!is_printable(name))
      in_.fail(
          fmt::format("the name of physical group {} is no text in UTF-8, or holds control "
                      "characters; rename it where the mesh is made",
                      tag));
    if (is_formula(name))
      in_.fail(
          fmt::format("a physical group is called \"{}\", which spreadsheets take for a formula "
                      "in the tables of a run; rename it where the mesh is made",
                      name));
    if (!seen.insert(name).second)
      in_.fail(
          fmt::format("two physical groups are called \"{}\", so that a configuration cannot "
                      "tell them apart; rename one",
                      name));
    data_.names[{static_cast<int>(dim), tag}] = name;
  }
  in_.end("PhysicalNames");
}

void GmshParser::read_entities() {
  in_.mode = mode_;
  std::array<Index, 4> count{};
  for (Index& n : count) n = in_.checked(in_.size(), 10, 36, "geometric entities");
  for (int dim = 0; dim < 4; ++dim)
    for (Index k = 0; k < count[dim]; ++k) {
      const Index tag = in_.int32();
      for (int c = 0; c < (dim == 0 ? 3 : 6); ++c) in_.real();
      std::vector<Index>& groups = data_.physical[{dim, tag}];
      const Index physical = in_.checked(in_.size(), 2, 4, "physical groups");
      if (physical > kMostGroups)
        in_.fail(fmt::format("an entity is in {} physical groups; at most {} are allowed", physical,
                             kMostGroups));
      for (Index p = 0; p < physical; ++p) groups.push_back(std::abs(in_.int32()));
      if (dim == 0) continue;
      const Index bounding = in_.checked(in_.size(), 2, 4, "bounding entities");
      for (Index b = 0; b < bounding; ++b) in_.int32();
    }
  in_.mode = GmshMode::ascii;
  in_.end("Entities");
}

void GmshParser::add_node(Index tag) {
  if (tag < 1) in_.fail(fmt::format("node number {} cannot be; they count from 1", tag));
  tags_.push_back(tag);
}

/// In $ParametricNodes the entity of a node follows its coordinates, and where the node is on a curve or surface its
/// parameters there, none of which is needed.
void GmshParser::read_nodes2(std::string_view section) {
  const bool parametric = section != "Nodes";
  const Index count = in_.checked(in_.size(), 8, 28, "nodes");
  if (mode_ == GmshMode::binary) in_.line();
  in_.mode = mode_;
  tags_.reserve(static_cast<std::size_t>(count));
  data_.points.reserve(static_cast<std::size_t>(3 * count));
  for (Index n = 0; n < count; ++n) {
    add_node(in_.int32());
    for (int d = 0; d < 3; ++d) data_.points.push_back(in_.real());
    if (!parametric) continue;
    const Index dim = in_.int32();
    in_.int32();
    if (dim < 0 || dim > 3) in_.fail(fmt::format("dimension {} cannot be; 0 to 3 can", dim));
    for (Index d = 0; d < dim % 3; ++d) in_.real();
  }
  in_.mode = GmshMode::ascii;
  in_.end(section);
}

void GmshParser::read_nodes4() {
  in_.mode = mode_;
  const Index blocks = in_.size(), announced = in_.checked(in_.size(), 8, 32, "nodes");
  in_.size(), in_.size();  // lowest and highest number, not needed
  tags_.reserve(static_cast<std::size_t>(announced));
  data_.points.reserve(static_cast<std::size_t>(3 * announced));
  for (Index b = 0; b < blocks; ++b) {
    const Index dim = in_.int32();
    in_.int32();
    const Index parametric = in_.int32();
    const Index count = in_.checked(in_.size(), 8, 32, "nodes");
    if (dim < 0 || dim > 3 || parametric < 0 || parametric > 1)
      in_.fail("the head of a block of nodes is damaged; write the file again");
    for (Index n = 0; n < count; ++n) add_node(in_.size());
    for (Index n = 0; n < count; ++n) {
      for (int d = 0; d < 3; ++d) data_.points.push_back(in_.real());
      for (Index d = 0; d < parametric * dim; ++d) in_.real();
    }
  }
  if (static_cast<Index>(tags_.size()) != announced)
    in_.fail(fmt::format("{} nodes are announced and {} are there; the file is damaged", announced,
                         tags_.size()));
  in_.mode = GmshMode::ascii;
  in_.end("Nodes");
}

void GmshParser::index_nodes() {
  bool counted = true;
  for (std::size_t n = 0; n < tags_.size(); ++n) counted &= tags_[n] == static_cast<Index>(n) + 1;
  if (counted) return;
  by_tag_.reserve(tags_.size());
  for (std::size_t n = 0; n < tags_.size(); ++n)
    by_tag_.push_back({tags_[n], static_cast<Index>(n)});
  std::sort(by_tag_.begin(), by_tag_.end());
  for (std::size_t n = 1; n < by_tag_.size(); ++n)
    if (by_tag_[n].first == by_tag_[n - 1].first)
      in_.fail(
          fmt::format("node number {} is there twice; the file is damaged, mesh the body "
                      "again",
                      by_tag_[n].first));
}

Index GmshParser::node(Index tag) {
  if (by_tag_.empty()) {
    if (tag >= 1 && tag <= static_cast<Index>(tags_.size())) return tag - 1;
  } else {
    const auto found = std::lower_bound(by_tag_.begin(), by_tag_.end(), std::pair{tag, Index{0}});
    if (found != by_tag_.end() && found->first == tag) return found->second;
  }
  in_.fail(
      fmt::format("an element has node {}, which is not among the {} nodes; save the mesh with "
                  "all its nodes",
                  tag, tags_.size()));
}

int GmshParser::checked_type(Index type) {
  const int dim = simplex_dimension(type);
  if (dim >= 0) {
    if (dim > dim_)
      in_.fail(
          "the mesh has tetrahedra, but the configuration's dimension is 2; mesh the body in "
          "2 dimensions");
    return dim;
  }
  in_.fail(refused_element(type));
}

void GmshParser::add_simplex(int dim, Index entity, Index (GmshCursor::*number)()) {
  GmshSimplices& s = data_.simplices[dim];
  for (int k = 0; k <= dim; ++k) s.nodes.push_back(node((in_.*number)()));
  s.entity.push_back(entity);
}

void GmshParser::read_elements2() {
  const Index count = in_.checked(in_.size(), 6, 8, "elements");
  if (mode_ == GmshMode::binary) in_.line();
  in_.mode = mode_;
  const bool binary = mode_ == GmshMode::binary;
  for (Index done = 0; done < count;) {
    // ASCII: number, type, tags of each element; binary: type, number of elements that follow,
    // number of tags.
    if (!binary) in_.int32();
    const int dim = checked_type(in_.int32());
    const Index follow = binary ? in_.int32() : 1;
    const Index tags = in_.checked(in_.int32(), 2, 4, "tags of an element");
    if (follow < 1 || follow > count - done)
      in_.fail(
          fmt::format("a block of {} elements does not fit the {} announced; the file is "
                      "damaged",
                      follow, count));
    for (Index e = 0; e < follow; ++e, ++done) {
      if (binary) in_.int32();
      Index physical = 0;
      for (Index t = 0; t < tags; ++t) {
        const Index tag = in_.int32();
        if (t == 0) physical = tag;
      }
      if (data_.simplices[dim].entity.empty() || data_.simplices[dim].entity.back() != physical)
        data_.physical[{dim, physical}].assign(1, std::abs(physical));
      add_simplex(dim, physical, &GmshCursor::int32);
    }
  }
  in_.mode = GmshMode::ascii;
  in_.end("Elements");
}

void GmshParser::read_elements4() {
  in_.mode = mode_;
  const Index blocks = in_.size(), announced = in_.checked(in_.size(), 4, 16, "elements");
  in_.size(), in_.size();
  Index done = 0;
  for (Index b = 0; b < blocks; ++b) {
    in_.int32();  // dimension of the entity, which also follows from the type
    const Index entity = in_.int32();
    const int dim = checked_type(in_.int32());
    const Index count = in_.checked(in_.size(), 2 * (dim + 2), 8 * (dim + 2), "elements");
    for (Index e = 0; e < count; ++e, ++done) {
      in_.size();
      add_simplex(dim, entity, &GmshCursor::size);
    }
  }
  if (done != announced)
    in_.fail(fmt::format("{} elements are announced and {} are there; the file is damaged",
                         announced, done));
  in_.mode = GmshMode::ascii;
  in_.end("Elements");
}

}  // namespace

GmshData parse_gmsh(GmshCursor& in, int dim) { return GmshParser(in, dim).parse(); }

}  // namespace tactus::core
