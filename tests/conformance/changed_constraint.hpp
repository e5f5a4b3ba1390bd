// A sound constraint with something changed on the way to it or back, and the check that the kit names
// what was changed.
#pragma once

#include <functional>
#include <memory>
#include <tactus/conformance/constraint_promises.hpp>

#include "kill.hpp"

namespace tactus::conformance {

/// One evaluation: what was asked, and where the sound answer is.
struct Asked {
  const ContactSet& set;
  View<Index> rows;
  View<Real> y;
  const RowOutput& out;

  /// Position of the i-th vertex of the k-th row of the list.
  const Real* vertex(std::size_t k, std::size_t i) const {
    return y.data() + set.dim * set.stencil(rows[k])[i];
  }
};

/// What may change on the way to the sound constraint and back.
struct Changes {
  std::function<void(ConstraintSetup&)> setup{};
  std::function<void(DetectQuery&)> before{};
  std::function<void(const DetectQuery&, ContactSet&, DetectResult&)> after{};
  std::function<bool(const Asked&)> instead{};  ///< true: answered
  std::function<void(const Asked&)> answer{};
  std::function<void(Eigen::Map<Eigen::Matrix<Real, 6, 6, Eigen::RowMajor>>)> hessian{};
  std::string_view claims{};  ///< beside those of the sound one
  std::string_view hides{};   ///< of those of the sound one
  Real reach = 0;             ///< m, more than that of the sound one
  bool nameless = false;      ///< of what is outside
  bool edges = false;         ///< of the gap of edge and edge, for tests that start from two gaps
};

class ChangedConstraint final : public Constraint {
 public:
  ChangedConstraint(std::unique_ptr<Constraint> sound, Changes changes)
      : sound_(std::move(sound)), changes_(std::move(changes)) {}
  void capabilities(Capabilities& c) const override {
    Hiding(c, changes_.hides).pass(*sound_);
    if (!changes_.claims.empty()) c.provides(changes_.claims);
  }

 private:
  /// Capabilities without one of them.
  struct Hiding final : Capabilities {
    Hiding(Capabilities& c, std::string_view name) : to(c), hidden(name) {}
    void pass(const Constraint& from) { from.capabilities(*this); }
    void provides(std::string_view name) override {
      if (name != hidden) to.provides(name);
    }
    void needs(std::string_view name) override { to.needs(name); }
    void needs_one_of(std::initializer_list<std::string_view> names) override {
      to.needs_one_of(names);
    }
    void prefers(std::string_view name, std::string_view otherwise) override {
      to.prefers(name, otherwise);
    }
    Capabilities& to;
    std::string_view hidden;
  };
  struct Sink final : BlockSink {
    Sink(const Changes& c, BlockSink& s) : changes(c), sink(s) {}
    const Changes& changes;
    BlockSink& sink;
    void add(View<Index> rows, View<Index> columns, View<Real> value) override {
      std::vector<Real> H(value.begin(), value.end());
      changes.hessian(Eigen::Map<Eigen::Matrix<Real, 6, 6, Eigen::RowMajor>>(H.data()));
      sink.add(rows, columns, H);
    }
  };
  void do_detection(const Scales& scales, Detection& wanted) const override {
    sound_->detection(scales, wanted);
    wanted.reach += changes_.reach;
  }
  View<std::string_view> do_outside() const override {
    static constexpr std::string_view kNone[] = {""};
    return changes_.nameless ? View<std::string_view>(kNone) : sound_->outside();
  }
  void do_setup(const ConstraintSetup& setup, Context& c) override {
    ConstraintSetup changed = setup;
    if (changes_.setup) changes_.setup(changed);
    sound_->setup(changed, c);
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& c) override {
    DetectQuery changed = query;
    if (changes_.before) changes_.before(changed);
    DetectResult result = sound_->detect(changed, set, c);
    if (changes_.after) changes_.after(query, set, result);
    return result;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& c) const override {
    if (changes_.instead && changes_.instead({*query.set, query.rows, query.y, out})) return;
    sound_->evaluate(query, out, c);
    if (changes_.answer) changes_.answer({*query.set, query.rows, query.y, out});
  }
  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context& c) const override {
    Sink through(changes_, sink);
    sound_->hessian(query, weights, changes_.hessian ? through : sink, c);
  }
  Real do_time_of_impact(const Surface&, const Candidates&, View<Real>, View<Real>,
                         Context&) const override {
    return 1;
  }
  std::unique_ptr<Constraint> sound_;
  Changes changes_;
};

struct Case {
  std::string name;
  Expected expected;
  Changes changes;
};

/// @param sound  makes the constraint that a case starts from, given its changes
template <class Sound>
auto run_changed(const Sound& sound) {
  return [sound](const Case& c, Check& check) {
    constraint_promises(
        [&] { return std::make_unique<ChangedConstraint>(sound(c.changes), c.changes); }, check);
  };
}

}  // namespace tactus::conformance
