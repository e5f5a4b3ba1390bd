// Tests what every probe promises, on points and elements made up for it in the plane and in space.
#include "tactus/conformance/probe_promises.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance {
namespace {

using Numbers = std::vector<Real>;

struct Declared final : ProbeVisitor {
  void column(std::string_view name, std::string_view unit, std::string_view help) override {
    columns.push_back(std::string(name) + " [" + std::string(unit) + "]");
    without_help = without_help || help.empty();
  }
  void field(std::string_view name) override { fields.emplace_back(name); }
  std::vector<std::string> columns, fields;
  bool without_help = false;
};

Declared declared_by(const Probe& probe, int dim) {
  Declared declared;
  probe.columns(dim, declared);
  return declared;
}

/// What a probe is of.
struct ProbeScene {
  int dim;
  Numbers reference, mass, volume, origin;

  ProbeScene(int of_dim, bool one_node) : dim(of_dim) {
    Random random(11);
    const std::size_t points = one_node ? 1 : 7, elements = one_node ? 0 : 3;
    for (std::size_t i = 0; i < points * static_cast<std::size_t>(dim); ++i)
      reference.push_back(random.between(-1, 1));
    for (std::size_t p = 0; p < points; ++p) mass.push_back(random.between(1, 2));
    for (std::size_t e = 0; e < elements; ++e) volume.push_back(random.between(0.1, 0.2));
    origin = {3, -2, 5};
    origin.resize(static_cast<std::size_t>(dim));
  }
  ProbeScene with_origin_moved(Real by) const {
    ProbeScene moved = *this;
    for (Real& o : moved.origin) o += by;
    for (Real& x : moved.reference) x -= by;
    return moved;
  }
  ProbeTarget target() const { return {dim, reference, mass, volume, origin}; }
};

/// Times, places, speeds and fields that a probe may be given.
struct Moment {
  Real time;
  Numbers position, velocity;
  std::vector<Numbers> field;

  Moment(const ProbeScene& scene, std::uint64_t number, std::size_t fields)
      : time(0.4 * static_cast<Real>(number)), position(scene.reference) {
    Random random(number);
    for (Real& x : position) x += random.between(-0.3, 0.3);
    for (std::size_t i = 0; i < position.size(); ++i) velocity.push_back(random.between(-4, 4));
    const std::size_t numbers = scene.dim == 2 ? 5 : 7;  // of a stress; other fields have fewer
    field.resize(fields);
    for (Numbers& f : field)
      for (std::size_t i = 0; i < scene.volume.size() * numbers; ++i)
        f.push_back(random.between(1e3, 1e6));
  }
};

constexpr Real kGuard = 1.25e77;

class ProbeTrial {
 public:
  ProbeTrial(const Make<Probe>& make, ProbeScene of) : scene(std::move(of)), probe_(make()) {
    const Declared declared = declared_by(*probe_, scene.dim);
    columns_ = declared.columns.size(), fields = declared.fields.size();
    probe_->setup(scene.target());
  }
  /// The row between two guards each of which has to stay.
  Numbers measure(const Moment& at, Real before = 7) {
    Numbers row(columns_ + 2 * kBeside, before);
    for (std::size_t k = 0; k < kBeside; ++k) row[k] = row[row.size() - 1 - k] = kGuard;
    std::vector<View<Real>> views(at.field.begin(), at.field.end());
    probe_->sample(
        {.time = at.time, .position = at.position, .velocity = at.velocity, .field = views},
        Out<Real>(row).subspan(kBeside, columns_), context_.context());
    beside = false;
    for (std::size_t k = 0; k < kBeside; ++k)
      beside = beside || row[k] != kGuard || row[row.size() - 1 - k] != kGuard;
    return {row.begin() + kBeside, row.end() - kBeside};
  }
  Moment moment(std::uint64_t number) const { return {scene, number, fields}; }
  Probe& probe() { return *probe_; }
  std::size_t columns() const { return columns_; }

  const ProbeScene scene;
  std::size_t fields = 0;
  bool beside = false;  ///< something was written beside the row

 private:
  static constexpr std::size_t kBeside = 4;
  std::unique_ptr<Probe> probe_;
  std::size_t columns_ = 0;
  SerialContext context_;
};

bool alike(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

Finding columns_are_told(const Make<Probe>& make, const ProbeScene& scene) {
  const auto probe = make();
  const Declared first = declared_by(*probe, scene.dim);
  if (first.columns.empty()) return broken("it has no columns");
  if (first.without_help) return broken("a column has no help text");
  for (const std::string& c : first.columns)
    if (std::ranges::count(first.columns, c) > 1) return broken("two columns are " + c);
  ProbeTrial used(make, scene);
  used.measure(used.moment(1));
  for (const Declared& again :
       {declared_by(*probe, scene.dim), declared_by(used.probe(), scene.dim)})
    if (again.columns != first.columns || again.fields != first.fields)
      return broken("asked once more, it tells others");
  return kept(text_of(first.columns.size(), " columns"));
}

Finding rows_are_written(const Make<Probe>& make, const ProbeScene& scene) {
  ProbeTrial trial(make, scene);
  const Moment at = trial.moment(2);
  const Numbers a = trial.measure(at, 7), b = trial.measure(at, -4e10);
  if (trial.beside) return broken("it writes beside its row");
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] == 7 && b[i] == -4e10) return broken(text_of("column ", i + 1, " is not written"));
  return alike(a, b) ? kept() : broken("it depends on what stood there before");
}

Finding rows_are_a_function(const Make<Probe>& make, const ProbeScene& scene) {
  ProbeTrial used(make, scene), fresh(make, scene);
  const Moment at = used.moment(3), other = used.moment(4);
  const Numbers first = used.measure(at);
  if (!alike(used.measure(at), first))
    return broken("asked the same once more, it gives another row");
  used.measure(other), used.probe().accept();
  if (!alike(used.measure(at), first)) return broken("after another row it gives another one");
  used.measure(other), used.probe().reject();
  if (!alike(used.measure(at), first)) return broken("after reject() it gives another row");
  if (!alike(fresh.measure(at), first)) return broken("a fresh object gives another row");
  return kept();
}

Finding origin_does_not_matter(const Make<Probe>& make, const ProbeScene& scene) {
  const Real by = 0.75;
  ProbeTrial here(make, scene), there(make, scene.with_origin_moved(by));
  const Moment at = here.moment(5);
  Moment moved = at;
  for (Real& x : moved.position) x -= by;
  const Numbers a = here.measure(at), b = there.measure(moved);
  Real worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    const Real off = std::abs(a[i] - b[i]) / std::max<Real>({1, std::abs(a[i]), std::abs(b[i])});
    raise_to(worst, off);
  }
  return within(worst, 1e-12);
}

Finding warm_calls(const Make<Probe>& make, const ProbeScene& scene,
                   FunctionRef<Finding(FunctionRef<void()>)> counted) {
  ProbeTrial trial(make, scene);
  const Moment at = trial.moment(6);
  const std::vector<View<Real>> views(at.field.begin(), at.field.end());
  Numbers row(trial.columns());
  SerialContext context;
  const ProbeState state{
      .time = at.time, .position = at.position, .velocity = at.velocity, .field = views};
  return counted([&] { trial.probe().sample(state, row, context.context()); });
}

std::string refusal(const Make<Probe>& make, const ProbeScene& scene) {
  try {
    ProbeTrial trial(make, scene);
    return "";
  } catch (const ConfigError& e) {
    return e.what();
  }
}

}  // namespace

void probe_promises(const Make<Probe>& make, Check& check) {
  const bool one_node = Claims(*make()).has(capability::probe_node);
  for (const int dim : {2, 3}) {
    const std::string where = dim == 2 ? "2D: " : "3D: ";
    const ProbeScene scene(dim, one_node);
    if (const std::string why = refusal(make, scene); !why.empty()) {
      check.skip(where + "every promise", "refused: " + why);
      continue;
    }
    const auto promise = [&](const std::string& what, auto test) {
      check.promise(where + what, [&] { return test(make, scene); });
    };
    promise("columns are told, always the same", columns_are_told);
    promise("a row is written, all of it and nothing else", rows_are_written);
    promise("a row is a function of what is given", rows_are_a_function);
    promise("where the origin is does not matter", origin_does_not_matter);
    warm_calls_promise(check, where + "warm calls allocate nothing",
                       [&](auto counted) { return warm_calls(make, scene, counted); });
  }
}

}  // namespace tactus::conformance
