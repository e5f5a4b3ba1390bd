#include "mixed_scene.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "tests/property/random_numbers.hpp"

namespace tactus::mixed {
namespace {

using nlohmann::json;

constexpr Real kCell = 1.6;  ///< bodies stand in cells of this size at the start [m]
constexpr Real kTurn = 2 * std::numbers::pi;  ///< [rad]

class MixedScene {
 public:
  explicit MixedScene(unsigned seed) : random_(seed) {}

  json configuration() {
    penalty_ = one_in(5);
    reactions_ = penalty_ || one_in(2);
    columns_ = 1 + pick(3);
    rows_ = 1 + pick(2);
    scene_["description"] = "A random scene of tests/mixed.";
    for (int column = 0; column < columns_; ++column)
      for (int row = 0; row < rows_; ++row) add_body(column, row);
    add_ground();
    if (!reactions_ && one_in(4)) add_particles();
    add_loads();
    add_probes();
    if (reactions_)
      reactions();
    else
      projection();
    add_time();
    return scene_;
  }

 private:
  int pick(int n) { return random_.pick(n); }
  bool one_in(int n) { return random_.one_in(n); }
  Real uniform(Real a, Real b) { return random_.uniform(a, b); }
  Real logarithmic(Real a, Real b) { return random_.logarithmic(a, b); }
  const char* one_of(std::initializer_list<const char*> words) {
    return *(words.begin() + pick(static_cast<int>(words.size())));
  }
  json pair(Real a, Real b) {
    const Real first = uniform(a, b), second = uniform(a, b);
    return {first, second};
  }

  // ---- bodies

  void add_body(int column, int row) {
    json body;
    const Real x = kCell * (column + 0.5), y = kCell * (row + 0.5);
    body["name"] = "body_" + std::to_string(column) + "_" + std::to_string(row);
    body["velocity"] = velocity();
    const bool rigid = one_in(3);
    if (rigid && one_in(2)) {
      body["type"] = "rigid";
      body["radius"] = uniform(0.3, 0.7);
      body["mass"] = logarithmic(50, 2000);
      body["translate"] = {x, y};
      round_.push_back(body["name"]);
    } else {
      place(body, x, y);
      if (rigid)
        body["type"] = "rigid";
      else
        make_deformable(body);
      body["density"] = uniform(500, 3000);
      if (one_in(4)) body["thickness"] = uniform(0.2, 2);
    }
    scene_["bodies"].push_back(body);
    names_.push_back(body["name"]);
    movable_.push_back(body["name"]);
  }

  /// Downwards and to either side, so that most bodies meet others or the ground.
  json velocity() {
    const Real across = uniform(-5, 5), up = uniform(-8, 1);
    const json constant{across, up};
    if (one_in(2)) return constant;
    json whole{{"constant", constant}, {"spin", uniform(-6, 6)}};
    return one_in(2) ? whole : json::array({whole, {{"spin", uniform(-2, 2)}}});
  }

  /// A mesh in the cell, turned about the middle of the cell.
  void place(json& body, Real x, Real y) {
    const Real turn = one_in(3) ? 0 : uniform(0, kTurn);
    Real half_x = 0, half_y = 0;  // from the origin of the mesh to its middle
    switch (pick(4)) {
      case 0:
        body["mesh"] = {{"type", "disk"}, {"radius", uniform(0.3, 0.7)}, {"rings", 1 + pick(3)}};
        break;
      case 1: {
        const Real outer = uniform(0.5, 0.72), inner = outer - uniform(0.1, 0.25);
        body["mesh"] = {{"type", "ring"}, {"inner", inner}, {"outer", outer}};
        body["mesh"]["cells"] = {10 + pick(8), 1 + pick(2)};
        break;
      }
      case 2: {
        json points = json::array();
        const int corners = 3 + pick(4);
        for (int c = 0; c < corners; ++c) {
          const Real angle = kTurn * (c + uniform(0, 0.6)) / corners, r = uniform(0.45, 0.72);
          points.push_back({r * std::cos(angle), r * std::sin(angle)});
        }
        body["mesh"] = {{"type", "polygon"}, {"points", points}, {"size", uniform(0.3, 0.6)}};
        break;
      }
      default: {
        const Real width = uniform(0.4, 1), height = uniform(0.4, 1);
        half_x = width / 2;
        half_y = height / 2;
        body["mesh"] = {{"type", "rectangle"}, {"size", {width, height}}};
        const int across = 1 + pick(4), along = 1 + pick(3);
        body["mesh"]["cells"] = {across, along};
        body["mesh"]["triangles"] = 2 + 2 * pick(2);
        if (one_in(3)) body["mesh"]["grading"] = pair(0.5, 2);
        if (one_in(5)) {  // two half as large, one above the other
          const Real apart = 0.55 * std::hypot(width, height);
          body["scale"] = 0.5;
          body["array"] = {{"count", {1, 2}}, {"spacing", {0, apart}}};
          arrays_.insert(body["name"].get<std::string>());
          half_x /= 2;
          half_y /= 2;
          y -= apart / 2;
        }
      }
    }
    body["rotate"] = turn;
    const Real cos = std::cos(turn), sin = std::sin(turn);
    body["translate"] = {x - half_x * cos + half_y * sin, y - half_x * sin - half_y * cos};
  }

  void make_deformable(json& body) {
    json& material = body["material"];
    material["type"] = one_of({"neo_hookean", "neo_hookean", "neo_hookean", "viscoelastic",
                               "viscoelastic", "linear_elastic"});
    if (one_in(4)) {
      material["lambda"] = logarithmic(2e6, 2e7);
      material["mu"] = logarithmic(1e6, 2e7);
    } else {
      material["young"] = logarithmic(2e6, 4e7);
      material["poisson"] = uniform(0, 0.45);
    }
    if (material["type"] == "viscoelastic") {
      material["fractions"] = {0.3, 0.2};
      material["relaxation_times"] = {logarithmic(1e-3, 1e-1), 1};
    }
    if (one_in(3)) body["self_contact"] = true;
    deformable_.push_back(body["name"]);
  }

  /// What the others fall on or are hit by: at rest, held at its feet, or on a path.
  void add_ground() {
    const Real width = kCell * columns_ + 2;
    json ground{{"name", "ground"}, {"translate", {-1, -0.6}}};
    ground["mesh"] = {{"type", "rectangle"}, {"size", {width, 0.5}}, {"cells", {4 + pick(5), 1}}};
    if (one_in(2)) {
      ground["type"] = "obstacle";
    } else {
      make_deformable(ground);
      ground.erase("self_contact");
      ground["density"] = 1000;
      json support{{"body", "ground"}};
      if (one_in(2))
        support["path"] = path();
      else
        support["group"] = "bottom";
      scene_["supports"] = json::array({support});
    }
    scene_["bodies"].push_back(ground);
    names_.emplace_back("ground");
  }

  json path() {
    if (one_in(2))
      return {{"type", "table"},
              {"times", {0, 0.05, 0.1}},
              {"displacements", {{0, 0}, {0, 0.2}, pair(-0.2, 0.2)}},
              {"interpolation", one_of({"linear", "smooth"})}};
    return {{"type", "rotation"},
            {"about", {kCell * columns_ / 2, -0.4}},
            {"rate", uniform(-1, 1)},
            {"ramp", 0.02}};
  }

  void add_particles() {
    json points = json::array();
    for (int i = 0; i < 6; ++i) points.push_back({0.5 * i, kCell * rows_ + 0.5});
    scene_["bodies"].push_back({{"name", "dust"},
                                {"type", "particles"},
                                {"points", points},
                                {"mass", 2},
                                {"radius", 0.1},
                                {"velocity", {{"gradient", {{-8, 0}, {0, 0}}}}}});
    round_.emplace_back("dust");
  }

  // ---- loads and probes

  void add_loads() {
    json& loads = scene_["loads"] = json::array();
    if (!one_in(4)) loads.push_back({{"type", "gravity"}, {"acceleration", {0, -9.81}}});
    if (one_in(3))
      loads.push_back({{"type", "force"},
                       {"body", any(movable_)},
                       {"force", pair(-2e4, 2e4)},
                       {"factor", factor()}});
    if (one_in(4)) loads.push_back({{"type", "damping"}, {"rate", uniform(0.5, 20)}});
    if (!deformable_.empty() && one_in(3)) {
      const std::string body = any(deformable_);
      const bool follows = one_in(2);
      loads.push_back({{"type", "pressure"},
                       {"body", body},
                       {"pressure", uniform(-2e4, 5e4)},
                       {"follows", follows},
                       {"factor", factor()}});
    }
    if (!deformable_.empty() && one_in(4)) {
      const std::string body = any(deformable_);
      loads.push_back({{"type", "traction"}, {"body", body}, {"traction", pair(-1e4, 1e4)}});
    }
  }

  json factor() {
    switch (pick(4)) {
      case 0:
        return {{"type", "constant"}, {"value", uniform(-1, 1)}};
      case 1:
        return {{"type", "ramp"}, {"end", 0.05}, {"smooth", one_in(2)}};
      case 2:
        return {{"type", "table"}, {"times", {0, 0.03, 0.06}}, {"values", {0, 1, -0.5}}};
      default:
        return {{"type", "sine"}, {"frequency", uniform(5, 50)}};
    }
  }

  std::string any(const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(pick(static_cast<int>(list.size())))];
  }

  void add_probes() {
    json& probes = scene_["probes"] = json::array();
    const std::string body = any(names_);
    if (arrays_.contains(body)) return;  // a probe names one copy
    for (const char* type : {"group", "contact", "energy"})
      if (one_in(2)) probes.push_back({{"type", type}, {"name", type}, {"body", body}});
    if (std::ranges::find(round_, body) == round_.end() && one_in(2))
      probes.push_back({{"type", "node"}, {"name", "node"}, {"body", body}, {"node", 1}});
  }

  // ---- contact

  void common(const char* integrator) {
    scene_["integrator"] = {{"type", integrator}};
    scene_["contact"]["broad_phase"]["type"] =
        one_of({"grid", "quadtree", "brute_force", "bsp_tree", "bvh", "sweep_and_prune",
                "heap_sort", "adaptive_grid", "body_cells"});
  }

  /// Newmark with exact non-penetration; no friction.
  void projection() {
    common("newmark");
    if (one_in(3)) scene_["integrator"]["impact"] = "stop";
    scene_["contact"]["constraint"] = constraints();
    scene_["contact"]["solver"]["type"] = round_.empty() && one_in(6) ? "ipopt" : "local_sqp";
  }

  /// The first entry that is between two surfaces holds there, and each has to hold somewhere: round
  /// bodies among themselves, each of them with all others, and the polygons if there are two.
  json constraints() {
    json list = json::array();
    const auto pair_of_round = [&](const std::string& a, const std::string& b) {
      list.push_back({{"type", "particle_gap"}, {"between", {a, b}}});
    };
    for (std::size_t i = 0; i < round_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pair_of_round(round_[j], round_[i]);
    if (particles()) pair_of_round("dust", "dust");
    for (const std::string& name : round_)
      list.push_back({{"type", "disk_edge"}, {"between", {name, "*"}}});
    if (polygons() < 2) return list;
    json edges{{"type", "vertex_edge"}};
    if (one_in(6)) {
      edges["selection"] = "random";
      scene_["random"]["seed"] = pick(1000);
    }
    list.push_back(edges);
    return list;
  }

  bool particles() const { return !round_.empty() && round_.back() == "dust"; }
  /// How many bodies have corners, the ground among them.
  std::size_t polygons() const { return names_.size() - (round_.size() - (particles() ? 1 : 0)); }

  /// Moreau's stepping with reactions by laws, or with forces of springs.
  void reactions() {
    common("moreau_jean");
    json& contact = scene_["contact"];
    contact["constraint"]["type"] = "node_to_facet";
    json law{{"between", {"*", "*"}}, {"friction", one_in(4) ? 0 : uniform(0, 1)}};
    if (penalty_) {
      contact["solver"]["type"] = "direct";
      law["type"] = "spring_dashpot";
      law["spring"] = logarithmic(1e6, 1e8);
      law["dashpot"] = logarithmic(1e2, 1e4);
      if (one_in(3)) law["cohesion"] = logarithmic(1e2, 1e5);
    } else {
      const char* solver = one_of({"gauss_seidel", "projected_newton", "interior_point", "hybrid"});
      contact["solver"]["type"] = solver;
      if (contact["solver"]["type"] == "hybrid")
        contact["solver"]["solvers"] = {{{"type", "projected_newton"}}, {{"type", "gauss_seidel"}}};
      law["type"] =
          one_of({"nonsmooth_force", "nonsmooth_velocity", "projected_gradient", "de_saxce_feng"});
      if (one_in(3)) law["restitution"] = uniform(0, 1);
    }
    contact["laws"] = json::array({law});
    if (penalty_ || names_.size() < 3 || !one_in(3)) return;
    law["between"] = {any(names_), "*"};  // other numbers for one body; the first entry holds
    law["friction"] = uniform(0, 0.5);
    contact["laws"].insert(contact["laws"].begin(), law);
  }

  void add_time() {
    const Real end = uniform(0.1, 0.25);
    scene_["time"] = {{"end", end}};
    // Nothing limits the step of rigid bodies but what they meet.
    if (deformable_.empty() && !penalty_) scene_["time"]["step"] = uniform(2e-4, 1e-3);
    scene_["output"] = {{"frames_every", end / (1 + pick(9))},
                        {"history_every", 1 + pick(20)},
                        {"checkpoint_every", end / (3 + pick(10))},
                        {"audit", one_in(10) ? "off" : one_of({"frames", "steps"})}};
    if (reactions_ && !penalty_) scene_["output"]["residuals"] = one_in(2);
  }

  property::RandomNumbers random_;
  json scene_;
  int columns_ = 0, rows_ = 0;
  bool reactions_ = false, penalty_ = false;
  std::vector<std::string> names_;  ///< of all bodies but particles
  std::vector<std::string> movable_, deformable_, round_;
  std::set<std::string> arrays_;
};

}  // namespace

std::string mixed_scene(unsigned seed) {
  json scene = MixedScene(seed).configuration();
  // When the broad phase searches changes no result. The last one has hardly a buffer.
  const json lists[] = {"auto",
                        {{"every", 1 + seed % 7}},
                        "off",
                        {{"reach", 0.3}},
                        {{"every", 5}, {"reach", 1e-9}, {"margin", -0.5}}};
  scene["contact"]["neighbour_list"] = lists[seed % std::size(lists)];
  return scene.dump(2);
}

}  // namespace tactus::mixed
