// Contact laws that are wrong in one way each, and the sentence that names it. The sound one to start
// from is the projected gradient of the template.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <tactus/conformance/contact_law_promises.hpp>

#include "kill.hpp"
#include "sdk/template/contact_law/implicit/template_name.cpp"  // NOLINT

namespace {
using namespace tactus::conformance;

/// What may change: the batch that the sound law gets, and the reaction of each contact of it.
using Change = std::function<void(const LawBatch& batch, std::size_t k, Real* R)>;

class Wrong final : public ContactLaw {
 public:
  explicit Wrong(Change change) : change_(std::move(change)) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

  Real tolerance = 0;        ///< > 0: used in place of the one asked for
  bool counts_none = false;  ///< never reports a failure

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    LawBatch asked = batch;
    if (tolerance > 0) asked.tolerance = tolerance;
    const Index failures = sound_.solve(asked, context);
    const auto dim = static_cast<std::size_t>(batch.problem->dim);
    for (std::size_t k = 0; k < batch.contacts.size() && change_; ++k)
      change_(batch, k, batch.R.data() + static_cast<std::size_t>(batch.contacts[k]) * dim);
    return counts_none ? 0 : failures;
  }
  TemplateName sound_{TemplateName::Options{}};
  Change change_;
};

/// Relative velocity of the k-th contact of the batch.
Eigen::Vector2d velocity(const LawBatch& b, std::size_t k) {
  const auto i = b.contacts[k];
  return point<2>(b.free, static_cast<Index>(k)) +
         block<2>(b.problem->delassus_diagonal, i) * point<2>(b.R, i);
}

struct Case {
  std::string name;
  Expected expected;
  Change change;
  Real tolerance = 0;
  bool counts_none = false;
};

/// Faults that act in one place, in space or in a batch alone.
std::vector<Case> cases_in_places() {
  const std::string coulomb = "2D: solve() satisfies Coulomb's law";
  return {
      {"another reaction of every seventh contact of a batch",
       {"2D: contacts of a batch do not know each other", "another reaction than in a batch"},
       [](const LawBatch&, std::size_t k, Real* R) {
         if (k % 7 == 6) R[0] *= 1 + 1e-12;
       }},
      {"forgets restitution in space",
       {"3D: solve() satisfies Signorini's law without friction", "at most 1e-08"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         const auto i = static_cast<std::size_t>(b.contacts[k]);
         if (b.problem->dim == 3 && b.problem->restitution[i] > 0) R[0] *= 0.7;
       }},
      {"a static count of calls",
       {"2D: an answer depends on the question alone", "is not that of a fresh object"},
       [](const LawBatch&, std::size_t, Real* R) {
         static int calls = 0;
         R[0] *= 1 + 1e-14 * ++calls;
       }},
  };
}

std::vector<Case> cases() {
  return {
      {"beyond the cone",
       {"2D: reactions are in the cone of friction", "is outside of the cone"},
       [](const LawBatch&, std::size_t, Real* R) { R[1] *= 1.001; }},
      {"ignores the tolerance and counts no failure",
       {"2D: the tolerance is kept, or the failure counted", "contacts miss the tolerance 1e-06"},
       {},
       1e-4,
       true},
      {"no reaction deeper than 100 m",
       {"2D: deep contacts are contacts like others", "at most 1e-08"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         if (b.problem->gap[static_cast<std::size_t>(b.contacts[k])] < -100) R[0] *= 0.99;
       }},
      {"takes memory in every call",
       {"2D: warm calls allocate nothing", "allocations in five calls alike"},
       [](const LawBatch& b, std::size_t, Real* R) {
         const std::vector<Real> copy(b.R.begin(), b.R.end());
         R[0] += 0 * copy[0];
       }},
      {"another reaction from the two hundredth contact on",
       {"2D: some hundred contacts are answered as a few are", "has another reaction than"},
       [](const LawBatch&, std::size_t k, Real* R) {
         if (k >= 200) R[0] *= 1.001;
       }},
      {"sticks to what parts",
       {"2D: an open contact that separates has no reaction", "R_N = -1"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         if (R[0] == 0) R[0] = -b.free[k * static_cast<std::size_t>(b.problem->dim)];
       }},
      {"pushes too much",
       {"2D: it pushes what touches, and only that", "it pushes what parts"},
       [](const LawBatch&, std::size_t, Real* R) { R[0] *= 1.5, R[1] *= 1.5; }},
      {"lets bodies in",
       {"2D: it pushes what touches, and only that", "it lets them approach"},
       [](const LawBatch&, std::size_t, Real* R) { R[0] *= 0.9, R[1] *= 0.9; }},
      {"friction along the slip",
       {"2D: friction takes energy out", "friction adds energy"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         if (b.problem->dim == 2 && std::abs(velocity(b, k)[1]) > 1e-6) R[1] = -R[1];
       }},
      {"no friction at all",
       {"2D: solve() satisfies Coulomb's law", "at most 1e-08"},
       [](const LawBatch&, std::size_t, Real* R) { R[1] = 0; }},
      {"forgets restitution",
       {"2D: solve() satisfies Signorini's law without friction", "at most 1e-08"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         const auto i = static_cast<std::size_t>(b.contacts[k]);
         if (b.problem->restitution[i] > 0) R[0] *= 0.7;
       }},
      {"infinite at a gap",
       {"2D: reactions are finite", "NaN or infinity"},
       [](const LawBatch& b, std::size_t k, Real* R) {
         if (b.problem->gap[static_cast<std::size_t>(b.contacts[k])] > 0) R[0] /= 0.;
       }},
      {"writes over other contacts",
       {"2D: contacts of a batch do not know each other", "not asked for has changed"},
       [](const LawBatch& b, std::size_t, Real*) {
         if (b.contacts.size() > 1) b.R[0] = 7;
       }},
  };
}

}  // namespace

void tactus::conformance::add_contact_laws(Kills& kills, Sounds& sounds) {
  const auto run = [](const Case& c, Check& check) {
    contact_law_promises(
        [&] {
          auto law = std::make_unique<Wrong>(c.change);
          law->tolerance = c.tolerance, law->counts_none = c.counts_none;
          return law;
        },
        check);
  };
  add(kills, "contact law, implicit", "a wrong answer", cases(), run,
      {{"ignores the tolerance and counts no failure", "failures that are not counted"},
       {"no reaction deeper than 100 m", "only beyond 100 m"},
       {"takes memory in every call", "allocation in a warm call"},
       {"another reaction from the two hundredth contact on", "only with many"},
       {"no friction at all", "claim: law.implicit"}});
  add(kills, "contact law, implicit", "float in one place", cases_in_places(), run,
      {{"another reaction of every seventh contact of a batch", "only with many"},
       {"forgets restitution in space", "only in space"},
       {"a static count of calls", "static memory that objects share"}});
  sounds.push_back({"contact law of the template", 20, [](Check& check) {
                      contact_law_promises([] { return std::make_unique<Wrong>(Change{}); }, check);
                    }});
}
