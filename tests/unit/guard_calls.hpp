/// \file guard_calls.hpp  Components that throw, crash or give numbers that are none in one of their
/// functions, calls of each function of an interface, and who has to be blamed.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/support/component_watch.hpp"
#include "core/support/guard/guard.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/broad_phase.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/constraint.hpp"
#include "tactus/contact_law.hpp"
#include "tactus/integrator.hpp"
#include "tactus/material.hpp"

namespace tactus::guard_tests {

using namespace tactus::core;

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

/// What the doubles do in one of their functions.
enum class Deed { none, throws, looks, spoils };
struct Doing {
  std::string at;
  Deed deed = Deed::none;
  std::optional<Called> seen{};  ///< who a handler of signals would have named there

  void in(std::string_view function) {
    if (function != at) return;
    if (deed == Deed::throws) throw std::runtime_error("my bug");
    if (deed == Deed::looks) seen = called_here();
  }
  Real number(std::string_view function) {
    in(function);
    return function == at && deed == Deed::spoils ? kNan : 1;
  }
  void spoil(std::string_view function, Out<Real> numbers) {
    const Real value = number(function);
    for (Real& x : numbers) x = value;
  }
};
inline Doing doing;  ///< of all doubles: they share it with those who make them

template <class Interface>
class Double : public Interface {
 public:
  void capabilities(Capabilities&) const override { doing.in("capabilities"); }
  void measure(MetricVisitor&) const override { doing.in("measure"); }
  void accept() override { doing.in("accept"); }
  void reject() override { doing.in("reject"); }
  void save(Archive&) const override { doing.in("save"); }
  void load(Archive&) override { doing.in("load"); }
};

/// What functions are called with: as little as they accept.
struct Given {
  Context context;
  conformance::MassSystem system{{1, 1}};
  std::vector<Real> q = {0, 0}, v = {0, 0}, a = {0, 0}, w = {0, 0}, force = {0, 0}, R = {0, 0},
                    U = {0, 0}, C = {0, 0};
  StateOut state{.q = q, .v = v, .a = a};
  StepReport report;
  Tensor F = Tensor::Zero();
  Surface surface;
  ContactSet set;
  Boxes boxes{.dim = 2};
  std::vector<Pair> pairs;
  std::vector<Real> multiplier, weights;
  std::vector<Index> row = {0}, contact = {0};
  std::vector<Real> value = {0};
  ReactionProblem reactions{.dim = 2, .contacts = 1};
  conformance::RowContact rows{{}};
  conformance::MemoryArchive archive;

  Given() {
    surface.dim = set.dim = 2;
    const Index stencil[] = {0};
    set.add({.key = {}, .stencil = stencil});
  }
};

struct NoClaims final : Capabilities {
  void provides(std::string_view) override {}
  void needs(std::string_view) override {}
  void needs_one_of(std::initializer_list<std::string_view>) override {}
  void prefers(std::string_view, std::string_view) override {}
};
struct NoMetrics final : MetricVisitor {
  void integer(std::string_view, const Index&, Reduce, std::string_view) override {}
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
};

struct NoColumns final : HistoryVisitor {
  void column(std::string_view, std::string_view, Index, Real, std::string_view) override {}
};

/// A call of one function of an interface; those that return no Outcome succeed.
struct Call {
  std::string function;
  std::function<Outcome()> make;
  bool counts = false;  ///< whether it gives numbers that are checked
};
using Calls = std::vector<Call>;

template <class F>
inline Call call(std::string function, F&& f) {
  return {std::move(function), [f] {
            f();
            return Outcome{};
          }};
}
template <class F>
inline Call numbers(std::string function, F&& f) {
  return {std::move(function),
          [f] {
            if constexpr (std::is_same_v<decltype(f()), Outcome>) return f();
            (void)f();
            return Outcome{};
          },
          true};
}

inline Calls calls_of_any(Component& c, Given& g) {
  return {call("capabilities",
               [&] {
                 NoClaims none;
                 c.capabilities(none);
               }),
          call("measure",
               [&] {
                 NoMetrics none;
                 c.measure(none);
               }),
          call("accept", [&] { c.accept(); }),
          call("reject", [&] { c.reject(); }),
          call("save", [&] { c.save(g.archive); }),
          call("load", [&] { c.load(g.archive); })};
}

/// The fault of a call in which a double does something; empty if there is none.
inline std::optional<PluginFault> fault_of(const Call& call, Deed deed) {
  doing = {.at = call.function, .deed = deed};
  try {
    (void)call.make();
    return {};
  } catch (const PluginFault& fault) {
    return fault;
  }
}

/// What is said of a call that gives no number: a fault's component, an outcome's or an error's words.
inline std::string complaint_about(const Call& call) {
  doing = {.at = call.function, .deed = Deed::spoils};
  try {
    const Outcome outcome = call.make();
    return outcome ? "" : outcome.message;
  } catch (const PluginFault& fault) {
    return std::string(kind_name(fault.kind)) + " \"" + fault.type + "\": " + fault.what();
  } catch (const EvaluationError& error) {
    return error.what();
  }
}

inline void expect_blame(const Calls& calls, Kind kind) {
  const std::string who = std::string(kind_name(kind)) + " \"mine\"";
  for (const Call& call : calls) {
    CAPTURE(who, call.function);
    const std::optional<PluginFault> fault = fault_of(call, Deed::throws);
    REQUIRE(fault);
    CHECK(fault->kind == kind);
    CHECK(fault->type == "mine");
    CHECK(std::string(fault->what()) == "my bug");
    CHECK_FALSE(fault_of(call, Deed::looks));
    REQUIRE(doing.seen);
    CHECK(doing.seen->kind == kind);
    CHECK(std::string(doing.seen->type) == "mine");
    CHECK_FALSE(called_here());
    if (call.counts) CHECK_THAT(complaint_about(call), Catch::StartsWith(who));
    CHECK_FALSE(fault_of(call, Deed::none));
  }
}

template <class Interface, class Made>
std::unique_ptr<Interface> mine(std::unique_ptr<Made> made) {
  return guard(std::unique_ptr<Interface>(std::move(made)), "mine");
}
template <class Interface, class Made>
std::unique_ptr<Interface> mine() {
  return mine<Interface>(std::make_unique<Made>());
}

/// Names of the virtual functions of an interface, as the calls above write them: of the layout that
/// `./dev check abi` compares with the headers.
inline std::set<std::string> functions_of(const std::string& interface,
                                          const std::string& before = "") {
  static const nlohmann::json layout =
      nlohmann::json::parse(std::ifstream(TACTUS_SOURCE_DIR "/sdk/abi.json"));
  std::set<std::string> names;
  for (const auto& [signature, place] :
       layout.at("types").at("tactus::" + interface).at("functions").items()) {
    const std::string name = signature.substr(0, signature.find('('));
    names.insert(before + (name.starts_with("do_") ? name.substr(3) : name));
  }
  return names;
}

/// No function of the interface is left out.
inline void expect_all_called(const Calls& calls, const std::set<std::string>& functions) {
  std::set<std::string> left = functions;
  for (const Call& call : calls) {
    std::string name = call.function;
    if (name.starts_with("solve ")) name.replace(5, 1, "_");
    left.erase(name);
  }
  CHECK(left == std::set<std::string>{});
}

/// @param calls  of all functions of the interface
template <class Interface>
void expect_blame_of_all(Interface& object, const Calls& calls, const std::string& interface) {
  Given given;
  expect_all_called(calls_of_any(object, given), functions_of("Component"));
  expect_all_called(calls, functions_of(interface));
  expect_blame(calls_of_any(object, given), Interface::kKind);
  expect_blame(calls, Interface::kKind);
}

}  // namespace tactus::guard_tests
