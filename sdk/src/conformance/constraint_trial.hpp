/// One constraint under test in a ContactScene, and its rows.
#pragma once

#include <map>
#include <numeric>
#include <set>

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/contact_scene.hpp"
#include "tactus/conformance/serial_context.hpp"

namespace tactus::conformance {

/// Adds up the blocks of Hessians in a dense matrix, [coordinates x coordinates].
class DenseSink final : public BlockSink {
 public:
  explicit DenseSink(Index size) : H(Eigen::MatrixXd::Zero(size, size)) {}
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    if (value.size() != rows.size() * columns.size())
      throw Error("the Hessian has a block of another size than its rows and columns");
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j) {
        if (std::min(rows[i], columns[j]) < 0 || std::max(rows[i], columns[j]) >= H.rows())
          throw Error("the Hessian has an entry outside of the coordinates");
        H(rows[i], columns[j]) += value[i * columns.size() + j];
      }
  }
  Eigen::MatrixXd H;
};

/// One constraint under test, set up for its own scene, and the rows it finds.
class ConstraintTrial {
 public:
  using Positions = std::vector<Real>;
  /// Inputs of a detection other than positions.
  struct Ask {
    Index pass = 0;
    std::vector<std::uint8_t> moved{};
    std::vector<ContactKey> banned{};
    std::vector<std::uint8_t> movable{};  ///< empty: all
    std::vector<Remedy> remedy{};         ///< empty: any row
    Real reach = 0;                       ///< m, of laws
    bool keep_start = false;
    bool same_list = false;  ///< use the candidates of the previous call; otherwise make a new list
  };
  /// One row on its own.
  struct Row {
    ContactKey key;
    std::vector<Index> stencil;
    Real lower, scale, value;
    Eigen::VectorXd gradient;  ///< [stencil * dim]
    bool operator==(const Row&) const = default;
  };
  using Rows = std::map<ContactKey, Row>;

  ConstraintTrial(const Make<Constraint>& make, int dim, const Similarity& world = {})
      : constraint_(make()), scene_(dim, sees_radii(detection_of(*constraint_, Scales{})), world),
        wanted_(detection_of(*constraint_, scene_.scales())), pairs(scene_.surface(), wanted_) {
    context().scales = scene_.scales();
    set.dim = dim;
    constraint_->setup({.surface = &scene_.surface(), .pairs = all_pairs()}, context());
  }
  /// Of all surfaces, with each other and with what is outside.
  std::vector<PatchPair> all_pairs() const {
    std::vector<PatchPair> all;
    const auto patches = static_cast<std::int32_t>(surface().patch_name.size()),
               outside = static_cast<std::int32_t>(constraint_->outside().size());
    for (std::int32_t own = 0; own < patches; ++own) {
      for (std::int32_t other = own; other < patches; ++other) all.push_back({own, other});
      for (std::int32_t k = 0; k < outside; ++k) all.push_back({own, -1 - k});
    }
    return all;
  }
  /// Constraints for facets treat particles as points; those for particles only use their radii.
  static bool sees_radii(const Detection& d) {
    return d.vertex_vertex || (d.facet_vertex && !d.facet_facet && !d.every_vertex);
  }
  Constraint& constraint() { return *constraint_; }
  const ContactScene& scene() const { return scene_; }
  const Detection& wanted() const { return wanted_; }
  const Surface& surface() const { return scene_.surface(); }
  Context& context() { return context_.context(); }
  int dim() const { return scene_.dim(); }
  DetectResult detect(const Positions& y, const Ask& ask) {
    if (ask.pass == 0 && !ask.keep_start) y_old_ = scene_.apart();
    if (!ask.same_list) ++list_, y_list_ = y;
    std::vector<std::uint8_t> movable = ask.movable;
    if (movable.empty()) movable.assign(static_cast<std::size_t>(surface().vertices), 1);
    DetectQuery query{.surface = &surface(), .candidates = pairs.view(), .list = list_};
    query.y_list = y_list_, query.y_old = y_old_, query.y = y, query.pass = ask.pass;
    query.moved = ask.moved, query.movable = movable, query.banned = ask.banned;
    query.remedy = ask.remedy, query.reach = ask.reach;
    const Scratch::Frame frame(*context().scratch);
    return constraint_->detect(query, set, context());
  }
  DetectResult detect(const Positions& y) { return detect(y, {}); }
  /// The first pass of a step that starts elsewhere.
  DetectResult detect_from(const Positions& y_old, const Positions& y) {
    y_old_ = y_old;
    return detect(y, {.keep_start = true});
  }

  std::vector<Index> all_rows() const {
    std::vector<Index> rows(set.key.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }
  /// Values of these rows. The buffer has room for one more, so that a constraint that writes too
  /// many breaks its promise but not the memory of the test.
  std::vector<Real> values(const Positions& y, View<Index> rows) {
    const Scratch::Frame frame(*context().scratch);
    std::vector<Real> value(rows.size() + 1);
    constraint_->evaluate({.set = &set, .rows = rows, .y = y}, {.value = value.data()}, context());
    value.pop_back();
    return value;
  }
  std::vector<Real> values(const Positions& y) { return values(y, all_rows()); }
  /// Gradients of all rows, one after another.
  std::vector<Real> gradients(const Positions& y) {
    const Scratch::Frame frame(*context().scratch);
    std::vector<Real> gradient(set.stencils.all().size() * static_cast<std::size_t>(dim()));
    constraint_->evaluate({.set = &set, .rows = all_rows(), .y = y}, {.gradient = gradient.data()},
                          context());
    return gradient;
  }
  /// Values at the places where the bodies of a row touch; NaN if nothing was written.
  struct Places {
    std::vector<Real> frame, weight, point;
  };
  Places places(const Positions& y) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    const auto D = static_cast<std::size_t>(dim());
    Places p{std::vector<Real>(set.key.size() * D * D, nan),
             std::vector<Real>(set.stencils.all().size(), nan),
             std::vector<Real>(set.key.size() * D, nan)};
    constraint_->evaluate(
        {.set = &set, .rows = all_rows(), .y = y},
        {.frame = p.frame.data(), .weight = p.weight.data(), .point = p.point.data()}, context());
    return p;
  }
  Rows rows(const Positions& y) {
    Rows rows;
    const std::vector<Real> value = values(y), gradient = gradients(y);
    for (Index r = 0; r < set.rows(); ++r) {
      const auto at = static_cast<std::size_t>(r);
      const View<Index> s = set.stencil(r);
      rows[set.key[at]] = {set.key[at],
                           {s.begin(), s.end()},
                           set.lower[at],
                           set.scale[at],
                           value[at],
                           ConstMap(gradient.data() + set.stencils.range(r).begin * dim(),
                                    static_cast<Eigen::Index>(s.size()) * dim())};
    }
    return rows;
  }
  /// [coordinates] sum of weight * gradient over all rows.
  Eigen::VectorXd pull(const std::vector<Real>& weight, const Positions& y) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(y.size()));
    const std::vector<Real> gradient = gradients(y);
    std::size_t entry = 0;
    for (std::size_t r = 0; r < weight.size(); ++r)
      for (const Index v : set.stencil(static_cast<Index>(r)))
        for (int d = 0; d < dim(); ++d) sum[v * dim() + d] += weight[r] * gradient[entry++];
    return sum;
  }
  Eigen::MatrixXd hessian(const std::vector<Real>& weight, const Positions& y) {
    DenseSink sink(static_cast<Index>(y.size()));
    constraint_->hessian({.set = &set, .rows = all_rows(), .y = y}, weight, sink, context());
    return sink.H;
  }
  /// 1/scale of each row.
  std::vector<Real> in_metres() const {
    std::vector<Real> weight;
    for (const Real scale : set.scale) weight.push_back(1 / scale);
    return weight;
  }

 private:
  std::unique_ptr<Constraint> constraint_;
  ContactScene scene_;
  SerialContext context_;
  Detection wanted_;
  std::uint64_t list_ = 0;
  Positions y_list_, y_old_;

 public:
  ScenePairs pairs;  ///< candidates: all pairs of different bodies
  ContactSet set;
};

namespace constraint_tests {

using Trial = ConstraintTrial;
using Positions = Trial::Positions;

/// The k-th of many placements. The first ones have particles exactly beside and above each other
/// and upright corners, which random placements never have.
inline Placement place_of(int k, Random& random, int dim) {
  const Placement anywhere = Placement::random(random, dim);
  if (k >= 4) return anywhere;
  const Real quarter = std::numbers::pi / 2;
  return {.tip = k % 2 ? 0.25 : -0.25, .tilt = 0, .direction = (k - 1) * quarter, .twist = 0};
}

inline std::string text_of_key(const ContactKey& key) {
  return text_of("(", key.high, ", ", key.low, ")");
}

/// Describes how two sets of rows differ in number, meaning, scales, margins, values or gradients, with a
/// tolerance of `limit`; "" if they agree.
inline std::string difference(const Trial::Rows& expected, const Trial::Rows& found, Real limit) {
  for (const auto& [key, row] : expected)
    if (!found.contains(key)) return "the row " + text_of_key(key) + " is missing";
  for (const auto& [key, row] : found) {
    if (!expected.contains(key)) return "the row " + text_of_key(key) + " is there too";
    const Trial::Row& other = expected.at(key);
    if (row.stencil != other.stencil) return "the row " + text_of_key(key) + " has other vertices";
    const auto alike = [&](Real a, Real b) { return std::abs(a - b) <= limit * std::abs(a); };
    if (!alike(other.scale, row.scale)) return "the row " + text_of_key(key) + " has another scale";
    if (!alike(other.lower, row.lower))
      return "the row " + text_of_key(key) + " has another margin";
    if (!(std::abs(row.value - other.value) <= limit * row.scale) ||
        !((row.gradient - other.gradient).norm() <= limit * row.scale))
      return "the row " + text_of_key(key) + " has another value or gradient";
  }
  return "";
}

}  // namespace constraint_tests
}  // namespace tactus::conformance
