/// \file option_target.hpp  The target of an option as one of these types, chosen at run time:
///
///     visit_target(target, Overloaded{[](Real& m) { ... }, [](const PartTarget& m) { ... }, ...});
#pragma once

#include <string>
#include <vector>

#include "tactus/error.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

struct FileTarget {
  std::string& path;
};
struct RowsTarget {
  std::vector<Real>& values;
  Index columns;
};
struct AxesTarget {
  std::vector<Real>& values;
};
struct TurnTarget {
  std::vector<Real>& values;
};
struct ObjectTarget {
  const OptionVisitor::Target& target;
  void describe(OptionVisitor& o) const { target.describe(target.object, o); }
};
struct ChoiceTarget {
  const OptionVisitor::Target& target;
  Index get() const { return target.get(target.object); }
  void set(Index position) const { target.set(target.object, position); }
};
struct PartTarget {
  const OptionVisitor::Target& target;
  Kind kind() const { return target.kind; }
  void add(std::unique_ptr<Component> part) const { target.add(target.object, std::move(part)); }
};

/// @throws PreconditionError for a type that this kernel does not know
template <class Visitor>
decltype(auto) visit_target(const OptionVisitor::Target& target, Visitor&& visitor) {
  using Type = OptionVisitor::Type;
  switch (target.type) {
    case Type::real:
      return visitor(target.as<Real>());
    case Type::integer:
      return visitor(target.as<Index>());
    case Type::flag:
      return visitor(target.as<bool>());
    case Type::text:
      return visitor(target.as<std::string>());
    case Type::file:
      return visitor(FileTarget{target.as<std::string>()});
    case Type::reals:
      return visitor(target.as<std::vector<Real>>());
    case Type::words:
      return visitor(target.as<std::vector<std::string>>());
    case Type::rows:
      return visitor(RowsTarget{target.as<std::vector<Real>>(), target.columns});
    case Type::choice:
      return visitor(ChoiceTarget{target});
    case Type::parts:
      return visitor(PartTarget{target});
    case Type::axes:
      return visitor(AxesTarget{target.as<std::vector<Real>>()});
    case Type::turn:
      return visitor(TurnTarget{target.as<std::vector<Real>>()});
    case Type::object:
      return visitor(ObjectTarget{target});
  }
  throw PreconditionError("an option of a type that does not exist");
}

}  // namespace tactus::core
