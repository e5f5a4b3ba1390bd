/// \file constraint_list.hpp  Several constraints of one run, each for certain pairs of surfaces,
/// presented to the kernel as a single constraint.
///
/// Each constraint has its own set of rows, so that it finds the rows that it has added earlier, and it is shown
/// only the candidates between its surfaces. Round particles that belong to another constraint are shown to it as
/// points, so that a constraint that cannot handle round particles can be used beside one that can. The combined
/// set contains the rows of all constraints; the rows of one detection appear in the order of the list.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/model/surface_pairs.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

/// Adds the pairs that another constraint asks for.
void widen(Detection& wanted, const Detection& by);

class ConstraintList final : public Constraint {
 public:
  /// @param entries  set up by the creator of the list; they outlive it
  /// @param pairs  tells which entry is responsible for two surfaces; outlives the list
  ConstraintList(const std::vector<Constraint*>& entries, const SurfacePairs& pairs,
                 const Surface& surface);

  /// The surface as this entry sees it, with which its constraint has to be set up. It lives as long as the list.
  const Surface& surface_of(std::size_t entry) const { return parts_[entry].surface; }

  /// The entry that found a row of the combined set.
  std::size_t entry_of(Index row) const { return source_[static_cast<std::size_t>(row)].part; }
  std::size_t entries() const { return parts_.size(); }
  /// Positions in outside() of what the rows of an entry may push against.
  const std::vector<std::int32_t>& outside_of(std::size_t entry) const {
    return parts_[entry].outside;
  }
  /// Forgets the rows of all entries, before those of another step or attempt.
  void start_anew();
  /// Appends a row that an entry has not found itself, as if it had. `row` is one of the combined set.
  void add(std::size_t entry, const ContactSet::Row& row, ContactSet& set);

  /// Provides what all constraints provide, and needs what any of them needs.
  void capabilities(Capabilities& claims) const override;

 private:
  /// The pairs of one kind between the surfaces of one constraint.
  using Pairs = std::vector<Pair>;

  struct Part {
    Constraint* constraint;
    Surface surface{};
    std::vector<Real> radius{};  ///< radii for `surface`
    Detection wanted{};
    ContactSet set{};
    std::vector<std::int32_t> outside{};  ///< positions in outside() of the list of its own
    Index taken = 0;            ///< rows of `set` that have been copied to the combined set
    std::uint64_t pattern = 0;  ///< pattern of `set` when its stencils were last copied
    std::array<Pairs, 6> pairs{};
    Candidates candidates() const;
  };
  /// The origin of a row of the combined set.
  struct Source {
    std::size_t part;
    Index row;
  };

  void do_detection(const Scales& scales, Detection& wanted) const override;
  View<std::string_view> do_outside() const override { return outside_; }
  void do_setup(const ConstraintSetup& setup, Context& context) override;
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override;
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& context) const override;
  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context& context) const override;
  Real do_time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                         View<Real> y1, Context& context) const override;

  void make_surface(Part& part, Index entry, const Surface& surface) const;
  void share_out(const Surface& surface, const Candidates& all,
                 std::vector<std::array<Pairs, 6>>& lists) const;
  void take_rows(std::size_t part, ContactSet& set);
  void renew_stencils(ContactSet& set);
  /// Calls `use(part, rows in its set, position of the first one in `rows`)` for each sequence of
  /// consecutive rows that belong to one constraint.
  template <class Use>
  void for_runs(View<Index> rows, Context& context, Use&& use) const;

  std::vector<Part> parts_;
  std::vector<std::string_view> outside_;  ///< of all parts, each name once
  const SurfacePairs& pairs_;
  /// [bodies] for planes and elements, which have no surface of their own
  std::vector<std::int32_t> body_patch_;
  std::vector<Source> source_;  ///< [rows]
  /// DetectQuery::list from which the pairs were distributed
  std::uint64_t list_ = 0;
  bool is_shared_ = false;
};

}  // namespace tactus::core
