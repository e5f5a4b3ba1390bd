/// \file constraint_list.hpp  Several constraints in one run, each between surfaces of its own, as
/// one.
///
/// Each keeps a set of rows of its own, in which it finds what it appended before, and is shown only
/// the candidates between its surfaces. Round particles that are none of its business are points to
/// it, so that a constraint without round particles serves beside one for them. The kernel sees one
/// constraint whose rows are all of theirs, those of a detection in the order of the list.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/model/surface_pairs.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

class ConstraintList final : public Constraint {
 public:
  struct Entry {
    Constraint* constraint = nullptr;  ///< set up by whoever makes the list, which it outlives
    const char* type = nullptr;        ///< for messages; outlives the list
  };
  /// @param pairs  which entry holds for two surfaces; outlives the list
  ConstraintList(const std::vector<Entry>& entries, const SurfacePairs& pairs,
                 const Surface& surface);

  /// The surface as an entry sees it; what its constraint is to be set up with. Lives as long as the list.
  const Surface& surface_of(std::size_t entry) const { return parts_[entry].surface; }

  /// What all of them provide, and what any of them needs.
  void capabilities(Capabilities& claims) const override;

 private:
  /// The pairs of one kind that are between a constraint's surfaces.
  using Pairs = std::vector<Pair>;

  struct Part {
    Constraint* constraint;
    const char* type;
    Index history = 0;  ///< numbers of a row that it keeps
    Surface surface{};
    std::vector<Real> radius{};  ///< of `surface`
    Detection wanted{};
    ContactSet set{};
    Index taken = 0;            ///< rows of `set` that stand in the set of all
    std::uint64_t pattern = 0;  ///< of `set`, when stencils were last copied
    std::array<Pairs, 6> pairs{};
    Candidates candidates() const;
  };
  /// Where a row of the set of all comes from.
  struct Source {
    std::size_t part;
    Index row;
  };

  Detection do_detection(const Scales& scales) const override;
  void do_setup(const Surface& surface, Context& context) override;
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override;
  void do_evaluate(const ContactSet& set, View<Index> rows, View<Real> y, const RowOutput& out,
                   Context& context) const override;
  void do_hessian(const ContactSet& set, View<Index> rows, View<Real> weights, View<Real> y,
                  BlockSink& sink, Context& context) const override;
  Real do_time_of_impact(const Surface& surface, const Candidates& candidates, View<Real> y0,
                         View<Real> y1, Context& context) const override;
  /// The most of any; a row's own numbers come first.
  Index do_history_size() const override;

  void make_surface(Part& part, Index entry, const Surface& surface) const;
  void start_anew();
  void share_out(const Surface& surface, const Candidates& all,
                 std::vector<std::array<Pairs, 6>>& lists) const;
  void take_rows(std::size_t part, ContactSet& set);
  void renew_stencils(std::size_t part, ContactSet& set);
  void lend_histories(std::size_t part, const ContactSet& set, ContactSet& own) const;
  void take_histories(std::size_t part, ContactSet& set) const;
  /// Calls `use(part, set of the part, rows in it, position of the first one in `rows`)` for each run of
  /// rows from one constraint.
  template <class Use>
  void for_runs(const ContactSet& set, View<Index> rows, Context& context, Use&& use) const;

  std::vector<Part> parts_;
  const SurfacePairs& pairs_;
  std::vector<std::int32_t> body_patch_;  ///< [bodies] of planes and elements, which have none
  std::vector<Source> source_;            ///< [rows]
  std::uint64_t list_ = 0;                ///< DetectQuery::list that the pairs were shared out of
  bool is_shared_ = false;
};

}  // namespace tactus::core
