// Materials that are wrong in one way each, and the sentence that names it.
#include <tactus/plugin.hpp>
#include <thread>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <tactus/conformance/material_promises.hpp>

#include "kill.hpp"
#include "many_calls.hpp"
#include "sdk/template/material/plain/template_name.cpp"  // NOLINT: the sound law to start from

namespace {
using namespace tactus::conformance;

/// A law and the context in which it is called.
struct Asked {
  const Material& law;
  Context& context;
  void evaluate(const MaterialBatch& batch) const { law.evaluate(batch, context); }
};
using Change = std::function<void(const Asked& sound, const MaterialBatch& batch)>;

/// The sound law, and then something else.
class Wrong final : public Material {
 public:
  explicit Wrong(Change change, Real modulus = 1, Index history = 0, bool careless = false)
      : change_(std::move(change)), modulus_(modulus), history_(history), careless_(careless) {
    TemplateName::Options o;
    o.elastic.lambda = 1.5, o.elastic.mu = 1;
    sound_ = std::make_unique<TemplateName>(o);
  }
  void capabilities(Capabilities& c) const override { sound_->capabilities(c); }

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    MaterialBatch elastic = batch;  // what it remembers is its own
    elastic.columns = 0, elastic.history = {}, elastic.history_next = {};
    if (careless_) *batch.history_next.data() = 1;
    std::fill(batch.history_next.begin(), batch.history_next.end(), Real(1));
    if (lanes_left_ && !batch.history_next.empty()) batch.history_next[kLanes - 1] = kNotGiven;
    const Asked sound{*sound_, context};
    if (change_)
      change_(sound, elastic);
    else
      sound.evaluate(elastic);
  }
  Real do_p_wave_modulus() const override { return modulus_ * sound_->p_wave_modulus(); }
  void do_history(HistoryVisitor& columns) const override {
    if (history_ != 0) columns.column("memory", "1", std::abs(history_));
  }
  std::unique_ptr<Material> sound_;
  Change change_;
  Real modulus_;
  Index history_;
  bool careless_;  ///< writes where nothing was asked for
  bool lanes_left_ = history_ < 0;
};

/// Evaluates soundly, then changes the answers of each tile.
template <class F>
Change then(F change) {
  return [change](const Asked& sound, const MaterialBatch& b) {
    sound.evaluate(b);
    for (std::size_t t = 0; t < b.F.size(); ++t)
      change(b.F[t], b.W.empty() ? nullptr : &b.W[t], b.P.empty() ? nullptr : &b.P[t],
             b.A.empty() ? nullptr : &b.A[t]);
  };
}

const std::string kStress = "P = dW/dF (central differences)",
                  kTangent = "A = dP/dF (central differences)",
                  kInverted = "an inverted point is named by an EvaluationError";

struct Case {
  std::string name;
  Expected expected;
  Change change;
  Real modulus = 1;
  Index history = 0;  ///< negative: of so many numbers, and one lane is left as it was
  bool careless = false;
};

/// Faults in one component or lane, or of one output.
std::vector<Case> cases_in_places() {
  return {
      {"an energy that is a millionth at rest",
       {"at F = I there is neither stress nor energy", "an energy of"},
       then([](const Tensor&, Lanes* W, Tensor*, Tangent*) {
         if (W) *W += 3.5e-6;
       })},
      {"takes memory for the tangent alone",
       {"warm calls allocate nothing", "allocations in five calls alike"},
       [](const Asked& sound, const MaterialBatch& b) {
         sound.evaluate(b);
         if (b.A.empty()) return;
         const std::vector<Tangent> copy(b.A.begin(), b.A.end());
         b.A[0] = copy[0];
       }},
      {"writes beyond its scratch memory",
       {"answers are finite near F = I", "beyond the scratch memory"},
       [](const Asked& sound, const MaterialBatch& b) {
         const Out<Real> work = sound.context.scratch->take<Real>(8);
         work.data()[work.size()] = 0;
         sound.evaluate(b);
       }},
      {"a static count of calls",
       {"an answer depends on the question alone", "is not that of a fresh object"},
       [](const Asked& sound, const MaterialBatch& b) {
         static int calls = 0;
         sound.evaluate(b);
         ++calls;
         for (Tensor& P : b.P) P *= 1 + 1e-14 * calls;
       }},
  };
}

std::vector<Case> cases() {
  return {
      {"writes what it remembers for some lanes only",
       {"answers are finite near F = I", "NaN or infinity"},
       {},
       1,
       -2},
      {"writes a history that nobody asked for",
       {"an empty history_next is left alone", "was written"},
       {},
       1,
       2,
       true},
      {"another law from the two hundredth tile on",
       {"many points are answered as a few are", "has another stress"},
       [](const Asked& sound, const MaterialBatch& b) {
         sound.evaluate(b);
         for (std::size_t t = 200; t < b.P.size(); ++t) b.P[t] *= 1.001;
       }},
      {"another law after two hundred thousand calls",
       {"many calls change nothing", "calls it answers otherwise"},
       [calls = 0](const Asked& sound, const MaterialBatch& b) mutable {
         sound.evaluate(b);
         if (++calls > kManyCalls)
           for (Tensor& P : b.P) P *= 1.001;
       }},
      {"energy off by a factor",
       {kStress, "at most 1e-08"},
       then([](const Tensor&, Lanes* W, Tensor*, Tangent*) {
         if (W) *W *= 1 + 1e-6;
       })},
      {"an objective law that is not",
       {"P(QF) = Q P(F) for a rotation Q", "at most 1e-12"},
       then([](const Tensor& F, Lanes* W, Tensor* P, Tangent* A) {
         if (W) *W += F.col(3) * F.col(3) / 2;
         if (P) P->col(3) += F.col(3);
         if (A) A->col(3 + 27) += 1;
       })},
      {"a tangent that is not symmetric",
       {"A is symmetric where P has an energy", "at most 1e-12"},
       then([](const Tensor&, Lanes*, Tensor*, Tangent* A) {
         if (A) A->col(11) += 1e-10;
       })},
      {"a tangent off by 1e-6",
       {kTangent, "at most 1e-08"},
       then([](const Tensor&, Lanes*, Tensor*, Tangent* A) {
         if (A) A->col(40) *= 1 + 1e-6;
       })},
      {"a body that is blown up at rest",
       {"at F = I there is neither stress nor energy", "a stress of 0.01"},
       then([](const Tensor& F, Lanes* W, Tensor* P, Tangent* A) {
         const Tensor cof = cofactor(F);
         if (W)
           *W +=
               0.035 * (F.col(0) * cof.col(0) + F.col(1) * cof.col(1) + F.col(2) * cof.col(2) - 1);
         if (P) *P += 0.035 * cof;
         if (A) A->col(40) += 0;
       })},
      {"softer where strains are large",
       {"P and A are slopes where strains are large, too", "P is not dW/dF at F ="},
       then([](const Tensor& F, Lanes*, Tensor* P, Tangent* A) {
         const Lanes factor = (dot(F, F) > 3.8).select(Lanes::Constant(0.99), Lanes::Ones());
         if (P) *P = scaled(*P, factor);
         if (A) *A = A->colwise() * factor;
       })},
      {"a tangent that is off where strains are large",
       {"P and A are slopes where strains are large, too", "A is not dP/dF at F ="},
       then([](const Tensor& F, Lanes*, Tensor*, Tangent* A) {
         if (A) A->col(40) *= (dot(F, F) > 3.8).select(Lanes::Constant(0.999), Lanes::Ones());
       })},
      {"a modulus without a factor of two",
       {"p_wave_modulus() bounds dP_11/dF_11 at F = I", "2 times what it says: steps would not be"},
       {},
       0.5},
      {"a modulus with half a Lame constant too much",
       {"p_wave_modulus() bounds dP_11/dF_11 at F = I", "0.8 times what it says"},
       {},
       1.25},
      {"a modulus that is negative",
       {"p_wave_modulus() is positive and finite", "it is -3.5"},
       {},
       -1},
      {"throws",
       {"answers are finite near F = I", "threw: the table is missing"},
       [](const Asked&, const MaterialBatch&) {
         throw std::runtime_error("the table is missing");
       }},
      {"looks at its neighbour",
       {"a point's answer does not depend on its neighbours", "depends on its place in the batch"},
       then([](const Tensor& F, Lanes*, Tensor* P, Tangent*) {
         if (P) P->row(7) += 1e-13 * F.row(0);
       })},
      {"writes stress only beside energy",
       {"energy, stress and tangent are the same alone and together", "at most 1e-13"},
       [](const Asked& sound, const MaterialBatch& b) {
         sound.evaluate(b);
         if (b.W.empty())
           for (Tensor& P : b.P) P.setZero();
       }},
      {"another law in the plane",
       {"in the plane, answers are those of space", "at most 1e-13"},
       [](const Asked& sound, const MaterialBatch& b) {
         sound.evaluate(b);
         if (b.plane)
           for (Tensor& P : b.P) P *= 1 + 1e-9;
       }},
      {"keeps its work in a member",
       {"one object serves four threads", "get other answers"},
       [shared = std::make_shared<std::vector<Tensor>>()](const Asked& sound,
                                                          const MaterialBatch& b) {
         static thread_local int turn = 0;
         shared->resize(64);  // as a member would be: never moved, so that nothing crashes
         volatile Real* first = (*shared)[0].data();
         first[0] = b.F[0](0, 0);
         sound.evaluate(b);
         if (++turn % 8 == 0) std::this_thread::yield();
         if (!b.P.empty()) b.P[0](0, 0) += first[0] - b.F[0](0, 0);
       }},
      {"names another point than the inverted one",
       {kInverted, "not at the point where J < 0"},
       [](const Asked& sound, const MaterialBatch& b) {
         try {
           sound.evaluate(b);
         } catch (const EvaluationError& e) {
           throw EvaluationError(e.what(), {Item::element, e.where.index / kLanes});
         }
       }},
      {"is silent at J = 0",
       {"a point with J = 0 is named by an EvaluationError", "NaN or infinity for J = 0"},
       [](const Asked& sound, const MaterialBatch& b) {
         try {
           sound.evaluate(b);
         } catch (const EvaluationError& e) {
           const Tensor& F = b.F[static_cast<std::size_t>(e.where.index / kLanes)];
           if (!F.row(e.where.index % kLanes).isZero(0)) throw;
           for (Tensor& P : b.P) P.setConstant(std::numeric_limits<Real>::infinity());
         }
       }},
  };
}

}  // namespace

void tactus::conformance::add_materials(Kills& kills, Sounds& sounds) {
  const auto run = [](const Case& c, Check& check) {
    material_promises(
        [&] { return std::make_unique<Wrong>(c.change, c.modulus, c.history, c.careless); }, check);
  };
  add(kills, "material", "a wrong answer", cases(), run,
      {{"writes what it remembers for some lanes only", "histories of some lanes only"},
       {"writes a history that nobody asked for", "memory"},
       {"energy off by a factor", "claim: material.energy"},
       {"a tangent off by 1e-6", "claim: material.tangent"},
       {"an objective law that is not", "claim: material.objective"},
       {"another law from the two hundredth tile on", "only with many"},
       {"another law after two hundred thousand calls", "only after many calls"},
       {"softer where strains are large", "only where strains are large"},
       {"a tangent that is off where strains are large", "only where strains are large"},
       {"keeps its work in a member", "threads"},
       {"looks at its neighbour", "other points"}});
  add(kills, "material", "a wrong answer", cases_in_places(), run,
      {{"an energy that is a millionth at rest", "an offset of energy"},
       {"takes memory for the tangent alone", "allocation in a warm call"},
       {"writes beyond its scratch memory", "memory"},
       {"a static count of calls", "static memory that objects share"}});
  survives(kills, "material",
           Case{"another law after a million calls",
                {"many calls change nothing", ""},
                [calls = 0](const Asked& sound, const MaterialBatch& b) mutable {
                  sound.evaluate(b);
                  if (++calls > 1000000)
                    for (Tensor& P : b.P) P *= 1.001;
                }},
           run, "250,000 calls are made");
  survives(kills, "material",
           Case{"takes memory in one call of twenty",
                {"warm calls allocate nothing", ""},
                [calls = 0](const Asked& sound, const MaterialBatch& b) mutable {
                  if (++calls % 20 == 0) (void)std::vector<Real>(b.F.size(), 1);
                  sound.evaluate(b);
                }},
           run, "five calls are counted after three");
  sounds.push_back({"material of the template", 15, [](Check& check) {
                      material_promises([] { return std::make_unique<Wrong>(Change{}, 1, 3); },
                                        check);
                    }});
}
