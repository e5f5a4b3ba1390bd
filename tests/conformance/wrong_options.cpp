// Plugins that are wrong only with some values of their options, and what finds that: check-plugin's values to try.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <numeric>

#include "apps/kit/promises.hpp"
#include "kill.hpp"
#include "sdk/template/material/plain/template_name.cpp"  // NOLINT: the sound law to start from
#include "tactus/load.hpp"
#include "values.hpp"

namespace {
using namespace tactus::conformance;

std::unique_ptr<Material> sound_law() {
  TemplateName::Options options;
  options.elastic.lambda = 1.5, options.elastic.mu = 1;
  return std::make_unique<TemplateName>(options);
}

/// Off by a factor where `excess` is exactly 1, the end of its range, or near 0.
template <bool wrong>
class AtAnEnd final : public Material {
 public:
  struct Options {
    Real excess = 0.5;
    void describe(OptionVisitor& o) {
      o.real("excess", excess).above(0).at_most(1).help("for the test");
    }
  };
  explicit AtAnEnd(const Options& o) : excess_(o.excess) {}
  void capabilities(Capabilities& c) const override { sound_->capabilities(c); }

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    sound_->evaluate(batch, context);
    if (wrong && excess_ == 1)
      for (Tensor& P : batch.P) P *= 1.001;
  }
  Real do_p_wave_modulus() const override { return sound_->p_wave_modulus(); }
  Real excess_;
  std::unique_ptr<Material> sound_ = sound_law();
};

/// As stiff as the sum of the numbers of a list says. The wrong one takes its first number for each, in its
/// stresses alone.
template <bool wrong>
class FromAList final : public Material {
 public:
  struct Options {
    std::vector<Real> parts;
    void describe(OptionVisitor& o) {
      o.reals("parts", parts).required().length(1, 4).above(0).below(1).help("for the test");
      o.require(std::accumulate(parts.begin(), parts.end(), Real{0}) < 1, "parts", "too many");
    }
  };
  explicit FromAList(const Options& o) : count_(static_cast<Real>(o.parts.size())) {
    first_ = o.parts.front(), sum_ = std::accumulate(o.parts.begin(), o.parts.end(), Real{0});
  }
  void capabilities(Capabilities& c) const override { unit_->capabilities(c); }

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    unit_->evaluate(batch, context);
    for (Tensor& P : batch.P) P *= wrong ? count_ * first_ : sum_;
    for (Lanes& W : batch.W) W *= sum_;
    for (Tangent& A : batch.A) A *= sum_;
  }
  Real do_p_wave_modulus() const override { return sum_ * unit_->p_wave_modulus(); }
  Real count_, first_ = 0, sum_ = 0;
  std::unique_ptr<Material> unit_ = sound_law();
};

template <bool wrong>
void run_with_list(Check& check) {
  const auto made = tactus::registration<FromAList<wrong>>("from_a_list", "For a test");
  tactus::core::promise_test_of(made.kind)(
      [&] { return tactus::core::make_sample(made).component; }, check);
}

/// The same force on each point. The wrong one forgets its part along x.
template <bool wrong>
class Push final : public Load {
 public:
  struct Options {
    std::vector<Real> force;
    void describe(OptionVisitor& o) {
      o.axes("force", force).unit("N").required().help("for the test");
    }
  };
  explicit Push(const Options& o) : force_(o.force) {}
  void capabilities(Capabilities&) const override {}

 private:
  void do_setup(const LoadTarget& target) override {
    dim_ = static_cast<std::size_t>(target.dim);
    if (force_.size() < dim_) throw ConfigError("a force has a number for each axis");
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context&) const override {
    for (std::size_t i = 0; i < force.size(); ++i)
      force[i] = wrong && i % dim_ == 0 ? 0 : at.factor * force_[i % dim_];
  }
  Real do_largest() const override {
    Real most = 0;
    for (const Real f : force_) most += 10 * std::abs(f);
    return most;
  }
  std::vector<Real> force_;
  std::size_t dim_ = 2;
};

template <bool wrong>
void run_with_push(Check& check) {
  const auto made = tactus::registration<Push<wrong>>("push", "For a test");
  tactus::core::promise_test_of(made.kind)(
      [&] { return tactus::core::make_sample(made).component; }, check);
  check_values(made, check);
}

template <bool wrong>
void run(Check& check) {
  check_values(tactus::registration<AtAnEnd<wrong>>("at_an_end", "For a test"), check);
}

}  // namespace

void tactus::conformance::add_options(Kills& kills, Sounds& sounds) {
  kills.push_back({"material",
                   "wrong where an option is at the end of its range",
                   "only at the end of an option",
                   {"with excess = 1", "is 1.001 times what it says"},
                   run<true>});
  sounds.push_back({"a material at all values of its option", 4, run<false>});
  kills.push_back({"material",
                   "takes the first number of a list for all of them",
                   "stress is not the slope of energy",
                   {"P = dW/dF (central differences)", "at most"},
                   run_with_list<true>});
  sounds.push_back({"a material whose option is a list", 4, run_with_list<false>});
  kills.push_back({"load",
                   "takes no part of a force along the first axis",
                   "a wrong force",
                   {"with force = 0.25,-0.5,0.75", "number 0 of the list changes nothing"},
                   run_with_push<true>});
  sounds.push_back({"a load along all axes", 2, run_with_push<false>});
}
