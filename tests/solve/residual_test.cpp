// The measure that solvers of reactions stop on, against its definition, and the data that no solver
// can use.
#include <algorithm>
#include <catch2/catch.hpp>

#include "apps/solve/friction_problem.hpp"
#include "core/support/executor.hpp"
#include "tactus/reactions/block_sweeps.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A chain whose data a test may spoil.
struct Posed {
  explicit Posed(Index contacts)
      : chain(reaction_chain(contacts, ChainBlocks::symmetric)), W(chain) {
    data.dim = chain.dim;
    data.delassus = &W;
    data.diagonal_blocks = W.diagonal_blocks();
    data.resize(chain.contacts);
    data.free_velocity = chain.free_velocity;
    data.friction = chain.friction;
    std::fill(data.law.begin(), data.law.end(), 0);
  }
  core::FrictionProblem chain;
  core::StoredOperator W;
  core::ReactionData data;
};

}  // namespace

TEST_CASE("the incoming speed is that of free velocities and rebound, and 1 where there is none",
          "[solve][residual]") {
  Posed p(2);
  p.data.free_velocity = {3, 0, 0, 0};
  p.data.U_old = {-2, 7, 5, 0};
  p.data.restitution = {0.5, 1};  // q = (3 - 1, 0, 0, 0): what moves apart does not rebound
  CHECK(incoming_speed(p.data.problem()) == 2);
  p.data.free_velocity = {1, 0, 0, 0};
  CHECK(incoming_speed(p.data.problem()) == 1);  // q = 0
  p.data.free_velocity = {1, 3, 0, 4};
  CHECK(incoming_speed(p.data.problem()) == 5);
  ReactionProblem unknown = p.data.problem();
  unknown.U_old = {};
  CHECK(incoming_speed(unknown) == Approx(std::sqrt(1 + 9 + 16)));
}

TEST_CASE("the residual is the norm over the contacts, and its largest entry",
          "[solve][residual]") {
  const Index contacts = 1000;  // more than one part of the work
  Posed p(contacts);
  core::Runtime runtime(1);
  std::vector<Real> R(static_cast<std::size_t>(2 * contacts)), U(R.size());
  for (std::size_t k = 0; k < R.size(); ++k) R[k] = std::sin(static_cast<Real>(7 * k));
  for (std::size_t i = 0; i < static_cast<std::size_t>(contacts); ++i)
    p.data.restitution[i] = 0.5, p.data.U_old[2 * i] = -0.3;
  const ReactionProblem problem = p.data.problem();
  relative_velocities(problem, R, U, runtime.context());
  const ReactionResidual found = residual_of(problem, {}, U, R, runtime.context());
  Real squares = 0, largest = 0;
  for (Index i = 0; i < contacts; ++i) {
    Vec<2> u = point<2>(problem.free_velocity, i);
    for (Index j = std::max<Index>(0, i - 1); j <= std::min(contacts - 1, i + 1); ++j)
      u += (i == j ? 2.0 : -0.5) * point<2>(R, j);
    CHECK((u - point<2>(U, i)).norm() < 1e-14);
    const auto at = static_cast<std::size_t>(i);
    const Real f =
        natural_residual<2>(u, -0.3, point<2>(R, i), problem.friction[at], 0.5, 2.0 / 4.0);
    squares += f * f, largest = std::max(largest, f);
  }
  CHECK(found.squares == Approx(squares).epsilon(1e-12));
  CHECK(found.largest() == Approx(largest).epsilon(1e-12));
  CHECK(found.relative(4) == Approx(std::sqrt(squares) / 4).epsilon(1e-12));
  std::vector<Real> each(static_cast<std::size_t>(contacts));
  const ReactionResidual again = residuals_of(problem, {}, U, R, each, runtime.context());
  CHECK(again.squares == found.squares);  // to the bit
  CHECK(again.largest_square == found.largest_square);
  CHECK(*std::ranges::max_element(each) == found.largest());
  U[2 * 700] = std::nan("");
  CHECK(std::isnan(residual_of(problem, {}, U, R, runtime.context()).largest()));
}

TEST_CASE("a contact that no solver can use is named with its cause", "[solve][residual]") {
  Posed p(3);
  const auto said = [&](Blocks blocks = Blocks::definite) {
    return check_contacts(p.data.problem(), 1, blocks).message;
  };
  CHECK(said().empty());
  SECTION("friction") {
    p.data.friction[1] = -1;
    CHECK_THAT(said(), Catch::Contains("contact 1: friction is -1"));
  }
  SECTION("restitution") {
    p.data.restitution[2] = 1.5;
    CHECK_THAT(said(), Catch::Contains("contact 2: restitution is 1.5"));
  }
  SECTION("no law") {
    p.data.law[0] = -1;
    CHECK_THAT(said(), Catch::Contains("contact 0: it has no contact law"));
    p.data.law[0] = 1;
    CHECK_THAT(said(), Catch::Contains("contact 0: it has no contact law"));
  }
  SECTION("a block without an answer matters to those who ask for one") {
    std::vector<Real> blocks(p.data.diagonal_blocks.begin(), p.data.diagonal_blocks.end());
    blocks[3] = 0;
    p.data.diagonal_blocks = blocks;
    CHECK_THAT(said(), Catch::Contains("contact 0: its block W_ii is not positive definite"));
    CHECK(said(Blocks::any).empty());
    blocks[0] = blocks[3] = 1e-12;  // heavy bodies
    CHECK(said().empty());
  }
}

TEST_CASE("contacts of one colour share no block of W", "[solve][residual]") {
  const auto shape = GENERATE(ChainBlocks::symmetric, ChainBlocks::one_sided);
  const core::FrictionProblem chain = reaction_chain(50, shape);
  const core::StoredOperator W(chain);
  Posed p(50);
  p.data.delassus = &W;
  for (std::size_t i = 0; i < 50; ++i) p.data.friction[i] = static_cast<Real>(i);  // its number
  class Recorder final : public ContactLaw {
   public:
    mutable std::vector<std::vector<Index>> batches;

   private:
    Index do_solve(const LawBatch& batch, Context&) const override {
      auto& seen = batches.emplace_back();
      for (const Index k : batch.contacts)
        seen.push_back(static_cast<Index>(batch.problem->friction[static_cast<std::size_t>(k)]));
      return 1;
    }
  } first, second;
  for (std::size_t i = 0; i < 50; ++i) p.data.law[i] = i % 3 == 0;
  const ContactLaw* const laws[] = {&first, &second};
  core::Runtime runtime(1);
  BlockSweeps sweeps;
  const ReactionProblem problem = p.data.problem();
  REQUIRE(sweeps.prepare(problem, laws));
  CHECK(sweeps.colours() == 2);
  sweeps.start_from(p.data.reactions);
  CHECK(sweeps.sweep({}, runtime.context()).unsolved == 4);
  std::vector<Index> seen;
  for (const auto* law : {&first, &second}) {
    REQUIRE(law->batches.size() == 2);
    for (const auto& batch : law->batches)
      for (std::size_t k = 0; k < batch.size(); ++k) {
        seen.push_back(batch[k]);
        CHECK(problem.law[static_cast<std::size_t>(batch[k])] == (law == &second));
        if (k > 0) CHECK(batch[k] - batch[k - 1] > 1);
      }
  }
  std::sort(seen.begin(), seen.end());
  for (Index i = 0; i < 50; ++i) CHECK(seen[static_cast<std::size_t>(i)] == i);
  const auto forward = first.batches;
  first.batches.clear();
  (void)sweeps.sweep({.backwards = true}, runtime.context());
  CHECK(first.batches == std::vector<std::vector<Index>>(forward.rbegin(), forward.rend()));
}

TEST_CASE("a law sees its own data of every contact, whatever the order of the sweeps",
          "[solve][residual]") {
  const Index contacts = 40;
  Posed p(contacts);
  p.data.law_history = 2;
  p.data.resize(contacts);
  const auto number = [](std::size_t k) { return static_cast<Real>(k); };
  for (std::size_t i = 0; i < static_cast<std::size_t>(contacts); ++i) {
    p.data.key[i] = {.high = i, .low = 2 * i};
    p.data.law[i] = i % 2 ? 0 : 1;
    p.data.gap[i] = number(i), p.data.friction[i] = 100 + number(i);
    p.data.restitution[i] = number(i) / 100, p.data.area[i] = 3000 + number(i);
    for (std::size_t d : {2 * i, 2 * i + 1}) {
      p.data.free_velocity[d] = number(d), p.data.U_old[d] = 1000 + number(d);
      p.data.law_old[d] = 2000 + number(d);
    }
  }
  ReactionProblem problem = p.data.problem();
  std::vector<Real> blocks(static_cast<std::size_t>(4 * contacts));
  for (std::size_t k = 0; k < blocks.size(); ++k) blocks[k] = number(k);
  problem.delassus_diagonal = blocks;
  ContactOrder order;
  order.prepare(problem, *p.W.sparse(), 2);
  ReorderedProblem reordered;
  reordered.take(problem, order.contact_at());
  const ReactionProblem& seen = reordered.problem();
  REQUIRE(seen.contacts == contacts);
  bool moved = false;
  for (std::size_t k = 0; k < static_cast<std::size_t>(contacts); ++k) {
    const auto i = static_cast<std::size_t>(order.contact_at()[k]);
    moved = moved || i != k;
    CHECK(order.place_of()[i] == static_cast<std::int32_t>(k));
    CHECK(seen.key[k] == problem.key[i]);
    CHECK(seen.law[k] == problem.law[i]);
    CHECK(seen.gap[k] == problem.gap[i]);
    CHECK(seen.area[k] == problem.area[i]);
    CHECK(seen.friction[k] == problem.friction[i]);
    CHECK(seen.restitution[k] == problem.restitution[i]);
    for (const std::size_t d : {0, 1}) {
      CHECK(seen.free_velocity[2 * k + d] == problem.free_velocity[2 * i + d]);
      CHECK(seen.U_old[2 * k + d] == problem.U_old[2 * i + d]);
      CHECK(seen.history_old[2 * k + d] == problem.history_old[2 * i + d]);
      CHECK(seen.history_new[2 * k + d] == problem.history_new[2 * i + d]);
      seen.history_new[2 * k + d] = -number(2 * i + d);
    }
    for (const std::size_t d : {0, 1, 2, 3})
      CHECK(seen.delassus_diagonal[4 * k + d] == blocks[4 * i + d]);
  }
  CHECK(moved);
  reordered.hand_back_history();
  for (std::size_t d = 0; d < 2 * static_cast<std::size_t>(contacts); ++d)
    CHECK(p.data.law_new[d] == -number(d));
}

TEST_CASE("W in the order of the sweeps is the same operator", "[solve][residual]") {
  Posed p(30);
  core::Runtime runtime(1);
  const ReactionProblem problem = p.data.problem();
  ContactOrder order;
  order.prepare(problem, *p.W.sparse(), 1);
  ReorderedProblem reordered;
  reordered.take(problem, order.contact_at());
  std::vector<Real> x(60), y(60), x_seen(60), y_seen(60);
  for (std::size_t k = 0; k < 60; ++k) x[k] = std::sin(static_cast<Real>(3 * k));
  for (std::size_t k = 0; k < 60; ++k)
    x_seen[k] = x[2 * static_cast<std::size_t>(order.contact_at()[k / 2]) + k % 2];
  p.W.apply(x, y, runtime.context());
  reordered.problem().delassus->apply(x_seen, y_seen, runtime.context());
  for (std::size_t k = 0; k < 60; ++k)
    CHECK(y_seen[k] == y[2 * static_cast<std::size_t>(order.contact_at()[k / 2]) + k % 2]);
}
