/// \file options.hpp  Options: declared once, beside the member that uses them.
///
///     struct Options {
///       double young = 1e6, poisson = 0.3;
///       void describe(OptionVisitor& o) {
///         o.real("young", young).unit("Pa").above(0).help("Young's modulus E");
///         o.real("poisson", poisson).between(-1, 0.5).help("Poisson's ratio nu");
///       }
///     };
///
/// The kernel visits a default Options with one of two visitors: one reads declarations and
/// defaults (`explain`, schema, reference pages, resolved configuration), one writes the members
/// from the configuration and collects every error with its JSON pointer. JSON itself never crosses
/// the library boundary.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kind.hpp"

namespace tactus {

class Component;

/// Default of a real option that has none: declare it optional(), ask given().
inline constexpr Real kNotGiven = std::numeric_limits<Real>::quiet_NaN();
inline bool given(Real value) { return !std::isnan(value); }

/// Meaning and limits of one option. A length, time or mass that is a tolerance has unit "1" and
/// multiplies a number of `Scales` that the help text names: no plugin has an absolute tolerance.
struct OptionInfo {
  std::string_view name, unit = "1", help;
  Real lower = -std::numeric_limits<Real>::infinity();
  Real upper = std::numeric_limits<Real>::infinity();
  bool lower_open = false, upper_open = false, required = false;
  View<std::string_view> choices;
  std::string_view word{};  ///< real options: this JSON string is allowed too, and means word_value
  Real word_value = 0;
  Index least = 0, most = std::numeric_limits<Index>::max();  ///< lists: number of entries (rows)
  /// The default means "not given" (kNotGiven, an empty list): no limit holds for it, and it is not
  /// written into the resolved configuration.
  bool optional = false;
};

class OptionVisitor {
 public:
  /// An enum seen as a position in OptionInfo::choices.
  struct Choice {
    void* object;
    Index (*get)(const void*);
    void (*set)(void*, Index);
  };
  /// A slot for parts made by the kernel: a solver that falls back on others, a broad phase that
  /// chooses. The owner calls their setup() and sums up their needs and history sizes; accept,
  /// reject, save, load and measure are called by the kernel, under the name of the slot.
  struct Part {
    Kind kind;
    void* object;
    void (*add)(void*, std::unique_ptr<Component>);
  };
  /// Rows of `columns` numbers each, packed one after another: [[x, y], ...] in JSON.
  struct Rows {
    std::vector<Real>* values;
    Index columns;
  };
  using Target = std::variant<Real*, Index*, bool*, std::string*, std::vector<Real>*,
                              std::vector<std::string>*, Rows, Choice, Part>;

  /// A declaration in progress; it is passed to the visitor at the end of the statement.
  class Entry {
   public:
    Entry(OptionVisitor& visitor, Target target, std::string_view name)
        : visitor_(visitor), target_(target) {
      info_.name = name;
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { visitor_.visit(target_, info_); }
    Entry& unit(std::string_view u) { return info_.unit = u, *this; }
    Entry& help(std::string_view text) { return info_.help = text, *this; }
    Entry& above(Real v) { return info_.lower = v, info_.lower_open = true, *this; }
    Entry& below(Real v) { return info_.upper = v, info_.upper_open = true, *this; }
    Entry& at_least(Real v) { return info_.lower = v, *this; }
    Entry& at_most(Real v) { return info_.upper = v, *this; }
    Entry& between(Real a, Real b) { return above(a).below(b); }  ///< open interval
    Entry& required() { return info_.required = true, *this; }    ///< the member is no default
    Entry& optional() { return info_.optional = true, *this; }    ///< the default: "not given"
    Entry& choices(View<std::string_view> names) { return info_.choices = names, *this; }
    /// "auto" and the like: the JSON string `w` stands for `value`.
    Entry& or_word(std::string_view w, Real value) {
      return info_.word = w, info_.word_value = value, *this;
    }
    Entry& length(Index n) { return length(n, n); }  ///< of a list: exactly n entries
    Entry& length(Index least, Index most) { return info_.least = least, info_.most = most, *this; }

   private:
    OptionVisitor& visitor_;
    Target target_;
    OptionInfo info_;
  };

  Entry real(std::string_view name, Real& m) { return {*this, &m, name}; }
  Entry integer(std::string_view name, Index& m) { return {*this, &m, name}; }
  Entry flag(std::string_view name, bool& m) { return {*this, &m, name}; }
  Entry text(std::string_view name, std::string& m) { return {*this, &m, name}; }
  Entry reals(std::string_view name, std::vector<Real>& m) { return {*this, &m, name}; }
  Entry words(std::string_view name, std::vector<std::string>& m) { return {*this, &m, name}; }
  Entry rows(std::string_view name, std::vector<Real>& m, Index columns) {
    return {*this, Rows{&m, columns}, name};
  }
  template <class E>
  requires std::is_enum_v<E> Entry choice(std::string_view name, E& m) {
    return {*this,
            Choice{&m, [](const void* e) { return static_cast<Index>(*static_cast<const E*>(e)); },
                   [](void* e, Index i) { *static_cast<E*>(e) = static_cast<E>(i); }},
            name};
  }
  template <class T>  // T: one of the six interfaces
  Entry parts(std::string_view name, std::vector<std::unique_ptr<T>>& m) {
    return {*this,
            Part{T::kKind, &m,
                 [](void* v, std::unique_ptr<Component> c) {
                   static_cast<std::vector<std::unique_ptr<T>>*>(v)->emplace_back(
                       static_cast<T*>(c.release()));
                 }},
            name};
  }
  /// A condition on several options that ranges cannot express; an error is reported at `name`.
  virtual void require(bool holds, std::string_view name, std::string_view message) = 0;

 protected:
  virtual void visit(const Target& target, const OptionInfo& info) noexcept = 0;
  ~OptionVisitor() = default;
};

struct NoOptions {
  void describe(OptionVisitor&) {}
};

}  // namespace tactus
