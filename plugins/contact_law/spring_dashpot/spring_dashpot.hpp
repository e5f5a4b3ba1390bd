// The law spring_dashpot: a spring and a dashpot along the normal, friction that stops sliding
// within its limit, and bonds. Solfec (88)-(90) and the algorithm SPRING_DASHPOT_CONTACT, corrected
// where its listing differs from its description (see README.md).
#pragma once

#include <array>
#include <tactus/contact_law.hpp>

namespace spring_dashpot {

using namespace tactus;

/// The normal force: the one that conserves energy (conserving_force.hpp), that of (90), lines 3 to 5,
/// or that of line 6.
enum class Scheme { conserving, semi_explicit, line_6 };
inline constexpr std::array<std::string_view, 3> kSchemes{"conserving", "semi_explicit",
                                                          "explicit"};

class SpringDashpot final : public ContactLaw {
 public:
  struct Options {
    Real spring = 1e6, dashpot = 0, power = 1, depth = kNotGiven, cohesion = 0, steps = 20;
    Real largest_area = kNotGiven;
    Scheme scheme = Scheme::conserving;
    void describe(OptionVisitor& o) {
      o.real("spring", spring)
          .unit("N/m^power")
          .above(0)
          .required()
          .help("stiffness s of one contact; no default suits every material and size");
      o.real("dashpot", dashpot).unit("N s/m").at_least(0).help("damping d of one contact");
      o.real("power", power)
          .at_least(1)
          .at_most(4)
          .help("of the depth in the spring's force; 1.5: Hertz");
      o.real("depth", depth)
          .unit("m")
          .above(0)
          .optional()
          .help(
              "largest depth expected; needed where \"power\" is above 1, as stiffness then grows "
              "with depth");
      o.real("cohesion", cohesion)
          .unit("N")
          .at_least(0)
          .help(
              "pull of one contact at which a bond breaks (in Pa with \"largest_area\"); bodies "
              "that touch at the start are bonded");
      o.real("largest_area", largest_area)
          .unit("m^2")
          .above(0)
          .optional()
          .help(
              "given: spring, dashpot and cohesion are those of a square metre, and each contact "
              "has its share; this is the largest share expected");
      o.real("steps", steps).at_least(7).help("time steps that a contact lasts at least");
      o.choice("scheme", scheme)
          .choices(kSchemes)
          .help(
              "force that takes from the motion what the spring stores, that of (90), or that of "
              "line 6");
      o.require(
          power == 1 || given(depth), "depth",
          "with \"power\" above 1 the stiffness grows with depth: give the largest depth that "
          "you expect, in metres, from which the stable time step follows");
      o.require(power == 1 || cohesion == 0, "cohesion",
                "a bond pulls in proportion to the gap and needs \"power\" 1");
    }
  };
  explicit SpringDashpot(const Options& o);

  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override;
  Real do_reach(const Scales&) const override { return reach_; }
  bool do_keeps_absent_history() const override { return bonds_; }
  void do_history(HistoryVisitor& columns) const override;
  Real do_time_step_limit(Real w_nn) const override;
  Real do_stored_energy(const LawBatch& batch) const override;

  template <int D>
  void solve_one(const LawBatch& batch, std::size_t k, const Context& context) const;
  bool has_history() const { return bonds_ || o_.scheme == Scheme::conserving; }
  bool is_per_area() const { return given(o_.largest_area); }
  Real area_of(const ReactionProblem& p, Index i) const;
  template <class PointType>
  Real normal_force(const PointType& c, Real B_n) const;
  bool acted_before(const ReactionProblem& p, Index i, const Context& context) const;
  bool is_bonded(const ReactionProblem& p, Index i, Real gap, const Context& context) const;
  static Real* history_of(const ReactionProblem& p, Index i);

  Options o_;
  bool bonds_ = false;
  Real reach_ = 0;  ///< m
};

}  // namespace spring_dashpot
