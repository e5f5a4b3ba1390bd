// Probes that are wrong in one way each. The sound one to start from tells a mean place, a mean speed and
// a mean of stress by volume.
#include <tactus/conformance/probe_promises.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

struct ProbeChange {
  std::function<void(const ProbeState&, Out<Real>)> row{};
  std::function<void(int, ProbeVisitor&)> columns{};
  bool wrong_origin = false;
};

class Means final : public Probe {
 public:
  explicit Means(ProbeChange change) : change_(std::move(change)) {}

 private:
  void do_columns(int dim, ProbeVisitor& visitor) const override {
    visitor.column("x", "m", "mean place");
    visitor.column("v_x", "m/s", "mean velocity");
    visitor.column("s", "Pa", "mean of the first stress");
    visitor.field("stress");
    if (change_.columns) change_.columns(dim, visitor);
  }
  void do_setup(const ProbeTarget& target) override { target_ = target; }
  void do_sample(const ProbeState& at, Out<Real> row, Context&) const override {
    const auto dim = static_cast<std::size_t>(target_.dim);
    const auto points = static_cast<Real>(at.position.size() / dim);
    Real x = 0, v = 0, s = 0, volume = 0;
    for (std::size_t i = 0; i < at.position.size(); i += dim)
      x += at.position[i] + (change_.wrong_origin ? 0 : target_.origin[0]), v += at.velocity[i];
    const std::size_t numbers = dim == 2 ? 5 : 7;
    for (std::size_t e = 0; e < target_.volume.size(); ++e)
      s += target_.volume[e] * at.field[0][e * numbers], volume += target_.volume[e];
    row[0] = x / points, row[1] = v / points, row[2] = s / volume;
    if (change_.row) change_.row(at, row);
  }

  ProbeChange change_;
  ProbeTarget target_;
};

struct ProbeCase {
  std::string name;
  Expected expected;
  ProbeChange change;
};

std::vector<ProbeCase> cases_of_probes() {
  const std::string told = "2D: columns are told, always the same",
                    written = "2D: a row is written, all of it and nothing else",
                    function = "2D: a row is a function of what is given";
  return {
      {"a column more than it writes",
       {written, "column 4 is not written"},
       {.columns = [](int, ProbeVisitor& v) { v.column("more", "1", "never written"); }}},
      {"a number more than it has columns",
       {written, "beside its row"},
       {.row = [](const ProbeState&, Out<Real> row) { row.data()[row.size()] = 1; }}},
      {"two columns of one name",
       {told, "two columns are x [m]"},
       {.columns = [](int, ProbeVisitor& v) { v.column("x", "m", "once more"); }}},
      {"columns that change",
       {told, "tells others"},
       {.columns =
            [](int, ProbeVisitor& v) {
              static int calls = 0;
              v.field(++calls % 2 == 0 ? "even" : "odd");
            }}},
      {"a sum over all rows",
       {function, "another row"},
       {.row = [sum = std::make_shared<Real>(0)](const ProbeState&,
                                                 Out<Real> row) { row[1] = *sum += row[1]; }}},
      {"a place relative to the origin of the model",
       {"2D: where the origin is does not matter", "at most"},
       {.wrong_origin = true}},
      {"a vector in a warm call",
       {"2D: warm calls allocate nothing", "allocations"},
       {.row =
            [](const ProbeState& at, Out<Real> row) {
              const std::vector<Real> copy(at.position.begin(), at.position.end());
              row[0] += 0 * copy[0];
            }}},
  };
}

}  // namespace

void tactus::conformance::add_probes(Kills& kills, Sounds& sounds) {
  const auto run = [](const ProbeCase& c, Check& check) {
    probe_promises([&] { return std::make_unique<Means>(c.change); }, check);
  };
  add(kills, "probe", "a wrong row", cases_of_probes(), run);
  sounds.push_back({"means", 8, [](Check& check) {
                      probe_promises([] { return std::make_unique<Means>(ProbeChange{}); }, check);
                    }});
}
