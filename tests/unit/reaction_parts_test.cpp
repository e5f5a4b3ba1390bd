// Parts of the stage in reactions, each by itself: which rows are contacts, the operator of the step, the solver under
// the kernel's eye, gaps that close within a step, energy that laws store, and what is remembered of the step before.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "core/contact/reaction_past.hpp"
#include "core/contact/stored_energy.hpp"
#include "core/step/contact_choice.hpp"
#include "core/step/reaction_operator.hpp"
#include "core/step/reaction_solver.hpp"
#include "core/step/turning_gaps.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::SerialContext;

namespace {

/// A law that stores k/2 |free|^2 of each contact, and acts up to a gap.
class StoresEnergy final : public ContactLaw {
 public:
  explicit StoresEnergy(Real reach) : reach_(reach) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch&, Context&) const override { return 0; }
  Real do_reach(const Scales&) const override { return reach_; }
  Real do_stored_energy(const LawBatch& batch) const override {
    return map(batch.free).squaredNorm() / 2;
  }
  Real reach_;
};

/// Rows that are on top of each other, each of a vertex of the upper block and one of the lower.
class FlatRows final : public Constraint {
  void do_detection(const Scales&, Detection&) const override {}
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override { return {}; }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t i = 0; i < query.rows.size(); ++i) {
      for (std::size_t a = 0; a < 2; ++a) {
        const Real sign = a == 0 ? 1 : -1;
        if (out.weight) out.weight[2 * i + a] = sign;
        if (out.gradient) out.gradient[4 * i + 2 * a] = 0, out.gradient[4 * i + 2 * a + 1] = sign;
      }
      if (out.frame) Eigen::Map<Eigen::Matrix<Real, 4, 1>>(out.frame + 4 * i) << 0, 1, -1, 0;
    }
  }
};

/// What rows join of the lower block.
enum class Lower : std::uint8_t { vertex, facet };

/// Two blocks with a law between them, and rows with gaps that are given.
class BlocksInContact final : public ContactModel {
 public:
  explicit BlocksInContact(std::vector<Real> gaps, Real reach = 0, Lower lower = Lower::vertex)
      : gaps_(std::move(gaps)) {
    const std::size_t steel = scene.material();
    scene.body("lower", test::rectangle(1, 1, 1, 1), steel);
    scene.body("upper", test::rectangle(1, 1, 1, 1), steel).translate = {0, 1};
    LawConfig& entry = scene.configuration.contact.laws.emplace_back();
    entry.between = {
        {"*", "*"}, SurfaceName{"", {true, true}}, SurfaceName{"", {true, true}}, "/contact/laws"};
    entry.law = {"stores", std::make_unique<StoresEnergy>(reach)};
    model = scene.model();
    geometry.layout = &model->layout();
    geometry.surface = &model->surface();
    geometry.motion = &model->motion();
    context.context().scales = model->scales();
    laws.emplace(scene.configuration, model->law_pairs(), model->scales());
    step_rows.emplace(geometry, constraint, std::vector<Real>{});
    step_rows->set_laws(&*laws);
    zero.resize(static_cast<std::size_t>(model->layout().dofs));
    step_rows->begin({.q = model->initial_coordinates(), .v = zero}, {.frozen = zero}, {});
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      std::vector<Index> stencil{vertex(1, k), vertex(0, k)};
      if (lower == Lower::facet) {
        const View<Index> corners =
            geometry.surface->facet_vertices(geometry.surface->facets_of(stencil[1])[0]);
        stencil = {stencil[0], corners[0], corners[1]};
      }
      step_rows->set().add({.key = {k, 1}, .stencil = stencil});
    }
    step_rows->map_new();
  }
  Index vertex(std::int32_t body, std::size_t number) const {
    const Surface& s = *geometry.surface;
    std::vector<Index> own;
    for (Index v = 0; v < s.vertices; ++v)
      if (s.vertex_body[v] == body) own.push_back(v);
    return own[number % own.size()];
  }

  const ContactRows& rows() const override { return step_rows->rows(); }
  Outcome evaluate(View<Index> list, View<Real>, const RowBuffer& out, Context&) const override {
    for (std::size_t i = 0; i < list.size(); ++i)
      out.value[i] = gaps_[static_cast<std::size_t>(list[i])] * rows().scale[list[i]];
    return {};
  }
  const ContactVertices& vertices() const override { return vertices_; }
  const Violations& violations() const override { return step_rows->memory().set.violations; }
  Outcome detect(View<Real>, DetectResult&, Context&) override { return {}; }
  Outcome restart(View<Index>, Context&) override { return {}; }
  void lift_bans() override {}
  void allow(View<Remedy>) override {}
  Outcome hessian(View<Index>, View<Real>, View<Real>, BlockSink&, Context&) const override {
    return {};
  }
  Outcome safe_fraction(View<Real>, View<Real>, Real&, Context&) override { return {}; }

  test::Scene scene;
  std::unique_ptr<Model> model;
  ContactGeometry geometry;
  FlatRows constraint;
  SerialContext context;
  std::optional<PairLaws> laws;
  std::optional<StepRows> step_rows;
  std::vector<Real> zero;

 private:
  std::vector<Real> gaps_;
  ContactVertices vertices_;
};

/// A = diag(1, 2, 4, ...), and the second degree of freedom does not move.
class PowersOfTwo final : public StepProblem {
 public:
  explicit PowersOfTwo(std::size_t dofs) : fixed_(dofs, 0), diagonal_(dofs), predictor_(dofs) {
    for (std::size_t i = 0; i < dofs; ++i) diagonal_[i] = std::exp2(static_cast<Real>(i));
    fixed_[1] = 1;
  }
  Unknown unknown() const override { return Unknown::velocity; }
  Structure structure() const override { return Structure::diagonal; }
  const ContactPoint& contact() const override { return point_; }
  View<std::uint8_t> fixed() const override { return fixed_; }
  View<Real> predictor() const override { return predictor_; }
  Outcome residual(View<Real>, Out<Real>, Context&) const override { return {}; }
  Outcome potential(View<Real>, Real&, Context&) const override { return {}; }
  Outcome tangent(View<Real>, const LinearOperator*& result, Context&) override {
    result = &operator_;
    return {};
  }

 private:
  std::vector<std::uint8_t> fixed_;
  std::vector<Real> diagonal_, predictor_;
  DiagonalOperator operator_{diagonal_};
  ContactPoint point_;
};

/// One contact whose normal velocity is that of the first degree of freedom less that of the third.
ReactionRows row_of_three_dofs() {
  ReactionRows rows;
  rows.dim = 2;
  rows.row = {0}, rows.gap = {0};
  rows.start = {0, 3}, rows.dof = {0, 1, 2};
  rows.column = {1, 0, 0, 1, -1, 0};
  return rows;
}

/// SaysWhatItIsTold what it is told to.
class SaysWhatItIsTold final : public ContactSolver {
 public:
  Real reaction = 0;

 private:
  Outcome do_solve_reaction(const ReactionProblem&, View<const ContactLaw*>,
                            ReactionSolution& solution, Context&) override {
    for (Real& r : solution.reactions) r = reaction;
    solution.report.iterations = 3;
    if (solution.report.residuals) *solution.report.residuals = {0.5, 0.25};
    return {};
  }
};

}  // namespace

TEST_CASE("rows are contacts within the reach of their law, and a gap ahead of them",
          "[reaction]") {
  BlocksInContact blocks({0.2, 0.05, -0.01, 0.3}, 0.1);
  ContactChoice choice(blocks, *blocks.step_rows, *blocks.laws, *blocks.geometry.surface);
  const TouchRecord touches(blocks.geometry.surface->vertex_body);
  ReactionRows rows;
  REQUIRE(choice.choose(blocks.zero, nullptr, touches, rows, blocks.context.context()));
  CHECK(rows.row == std::vector<Index>{1, 2});
  CHECK(rows.gap[0] == Approx(0.05));
  CHECK(choice.is_closed(0, 0.1));
  CHECK_FALSE(choice.is_closed(0, 0.11));
  CHECK(choice.immovable() == 0);
}

TEST_CASE(
    "a contact deeper than half of what lies behind it is told to be new or deeper than before",
    "[reaction]") {
  const Real depth = GENERATE(0.49, 0.51);  // the altitude of each triangle over a side is 1 m
  BlocksInContact blocks({-depth}, 0, Lower::facet);
  ContactChoice choice(blocks, *blocks.step_rows, *blocks.laws, *blocks.geometry.surface);
  TouchRecord touches(blocks.geometry.surface->vertex_body);
  ReactionRows rows;
  const auto said = [&] {
    return choice.choose(blocks.zero, nullptr, touches, rows, blocks.context.context()).message;
  };
  if (depth < 0.5) {
    CHECK(said().empty());
    return;
  }
  CHECK(
      said() ==
      "a contact is 0.51 m deep, more than half of the 1 m that lie behind it: in the step before "
      "there was no contact at this vertex, so that the step is too long for the speed, or contact "
      "has not seen the bodies meet");
  touches.begin();
  touches.add(blocks.step_rows->set().stencil(0));
  touches.accept();
  CHECK_THAT(said(),
             Catch::EndsWith("behind it: the step is too long for the speed, or what presses "
                             "is too strong for the mesh or for the stiffness of springs"));
}

TEST_CASE(
    "a contact may begin before its gap is closed, and its law then has the speed that closes it",
    "[reaction]") {
  BlocksInContact blocks({0.25, 2});
  ReactionContacts contacts(*blocks.step_rows);
  const DepthLimit depth(*blocks.geometry.surface);
  ReactionRows rows;
  ReactionData data;
  rows.dim = data.dim = 2;
  TurningGaps gaps(blocks.geometry, *blocks.laws, {*blocks.step_rows, depth, contacts, rows, data});
  std::vector<Real> velocity(blocks.zero.size(), 1);
  const Real h = 0.5;
  gaps.begin(blocks.model->initial_coordinates(), velocity, h);
  const Real reach = 2 * h * std::sqrt(2.);  // both blocks move by (1, 1)
  CHECK(gaps.furthest() == Approx(reach));
  CHECK(gaps.begins(0, 0.25));
  CHECK(gaps.begins(1, 0.99 * reach));
  CHECK_FALSE(gaps.begins(1, 1.01 * reach));

  ContactChoice choice(blocks, *blocks.step_rows, *blocks.laws, *blocks.geometry.surface);
  const TouchRecord touches(blocks.geometry.surface->vertex_body);
  REQUIRE(choice.choose(velocity, &gaps, touches, rows, blocks.context.context()));
  REQUIRE(rows.row == std::vector<Index>{0});
  REQUIRE(contacts.evaluate(rows, nullptr, blocks.context.context()));
  data.resize(1);
  data.law = {0}, data.gap = rows.gap, data.free_velocity = {-3, 1};
  const Real W[] = {1, 0, 0, 1};
  data.diagonal_blocks = W;
  REQUIRE(gaps.find_turning(velocity, blocks.context.context()));
  gaps.pose(0);
  CHECK(data.gap_speed[0] == Approx(0.25 / h));
  CHECK(data.free_velocity[0] == Approx(-3 + 0.25 / h));
  CHECK(data.free_velocity[1] == 1);

  // Nodes do not turn: nothing is posed anew.
  data.reactions = {2.5, 0};
  const std::vector<Real> solved(velocity), at_contacts{-0.5, 1};
  int again = 0;
  const auto solve = [&] { return ++again, Outcome{}; };
  REQUIRE(gaps.settle({solved, at_contacts, [] { return true; }, solve}, blocks.context.context()));
  CHECK(again == 0);
}

TEST_CASE("the operator of a stage moves what reactions can move", "[reaction]") {
  SerialContext context;
  PowersOfTwo problem(4);
  const ReactionRows rows = row_of_three_dofs();
  ReactionOperator a(4);
  const std::vector<Real> start(4, 1);
  REQUIRE(a.form(problem, rows, start, context.context()));
  const View<Real> W = a.delassus().diagonal_blocks();
  REQUIRE(W.size() == 4);
  CHECK(W[0] == Approx(1 + 1. / 4));  // of the first and the third
  CHECK(W[3] == 0);                   // the second is fixed
  std::vector<Real> impulse(4, 0), velocity = start;
  const Real R[] = {2, 5};
  REQUIRE(a.move(problem, rows, R, impulse, velocity, context.context()));
  CHECK(impulse == std::vector<Real>{2, 5, -2, 0});
  CHECK(velocity == std::vector<Real>{3, 1, 0.5, 1});
  a.form_empty(2);
  CHECK(a.delassus().size() == 0);
  CHECK(a.delassus().largest_normal() == 0);
}

TEST_CASE("a solver of reactions is told to be at fault where it gives no numbers", "[reaction]") {
  BlocksInContact blocks({0});
  const NotConvergedConfig accepts;
  SaysWhatItIsTold says;
  ReactionSolver solver(&says, "says", accepts, *blocks.laws);
  CHECK(solver);
  CHECK_FALSE(ReactionSolver(nullptr, "", accepts, *blocks.laws));
  CHECK_FALSE(solver.had_contacts());
  ReactionOperator a(4);
  PowersOfTwo problem(4);
  const ReactionRows rows = row_of_three_dofs();
  REQUIRE(a.form(problem, rows, blocks.zero, blocks.context.context()).status != Status::ok);
  REQUIRE(a.form(problem, rows, std::vector<Real>(4), blocks.context.context()));
  ReactionData data;
  data.dim = 2;
  data.resize(1);
  data.law = {0}, data.delassus = &a.delassus();
  data.diagonal_blocks = a.delassus().diagonal_blocks();
  SolverFacts facts;
  says.reaction = std::nan("");
  const Outcome bad = solver.solve(data, rows.row, facts, blocks.context.context());
  CHECK(bad.cause == Cause::not_finite);
  CHECK(bad.message.find("\"says\"") != std::string::npos);
  CHECK(bad.where.item == Item::contact);
  CHECK(solver.had_contacts());
  CHECK(facts.iterations == 3);
  CHECK(facts.residual == 0.25);
  CHECK(solver.residuals().size() == 2);
  solver.clear();
  CHECK(solver.residuals().empty());
}

TEST_CASE("laws store energy by the velocities that contacts have without their own reactions",
          "[reaction]") {
  const BlocksInContact blocks({0, 0});
  ReactionData data;
  data.dim = 2;
  data.resize(2);
  data.law = {0, -1};  // no law, no energy
  const Real W[] = {2, 0, 0, 1, 1, 0, 0, 1};
  data.diagonal_blocks = W;
  data.reactions = {1, 3, 7, 7};
  const Real velocity[] = {4, 4, 9, 9};
  CHECK(StoredEnergy().of(data, *blocks.laws, velocity) == Approx((2 * 2 + 1 * 1) / 2.));
}

TEST_CASE("a step in reactions is remembered when it is accepted, and in a checkpoint",
          "[reaction]") {
  const BlocksInContact blocks({0, 0});
  const View<std::int32_t> bodies = blocks.geometry.surface->vertex_body;
  ReactionPast past(3, *blocks.laws, {}, bodies), copy(3, *blocks.laws, {}, bodies);
  CHECK(ReactionPast(2, *blocks.laws, {}, bodies).frames() == nullptr);
  REQUIRE(past.frames());
  ReactionData data;
  data.dim = 3;
  data.resize(2);
  data.key = {{1, 1}, {2, 1}}, data.law = {0, 0};
  data.reactions = {1, 2, 3, 4, 5, 6};
  ReactionRows rows;
  rows.frame = {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0};
  const Index touching[] = {blocks.vertex(1, 0), blocks.vertex(0, 0), blocks.vertex(0, 1)};
  past.begin();
  past.add(true, touching);
  past.add(false, touching);
  CHECK(past.fresh()[0] == 1);
  CHECK(past.fresh()[1] == 0);
  past.accept(data, rows, 0.5);
  CHECK(past.largest_normal() == 0.5);
  past.begin();
  CHECK(past.fresh().empty());
  past.add(true, touching);
  CHECK(past.fresh()[0] == 0);  // it touched in the step before

  conformance::MemoryArchive archive;
  past.save(archive);
  copy.load(archive);
  CHECK(copy.largest_normal() == 0.5);
  CHECK(copy.memory().known() == past.memory().known());
  CHECK_FALSE(copy.touches().is_new(touching));
  past.accept(data, rows, 0);
  CHECK(past.largest_normal() == 0.5);  // a step without contacts says nothing
}
