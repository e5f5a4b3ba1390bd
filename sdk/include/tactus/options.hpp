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

#include <string>
#include <string_view>
#include <vector>

#include "option_info.hpp"
#include "option_target.hpp"

namespace tactus {

class OptionVisitor {
 public:
  using Type = OptionType;
  using Target = OptionTarget;

  /// A declaration in progress; it is passed to the visitor at the end of the statement.
  class Entry {
   public:
    Entry(OptionVisitor& visitor, const Target& target, std::string_view name)
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
    Entry& length(Index n) { return length(n, n); }  ///< of a list: exactly n entries, or kPerAxis
    Entry& length(Index least, Index most) { return info_.least = least, info_.most = most, *this; }

   private:
    OptionVisitor& visitor_;
    Target target_;
    OptionInfo info_;
  };

  Entry real(std::string_view name, Real& m) { return {*this, {Type::real, &m}, name}; }
  Entry integer(std::string_view name, Index& m) { return {*this, {Type::integer, &m}, name}; }
  Entry flag(std::string_view name, bool& m) { return {*this, {Type::flag, &m}, name}; }
  Entry text(std::string_view name, std::string& m) { return {*this, {Type::text, &m}, name}; }
  /// A path, relative to the configuration's folder, absolute when the plugin gets it; "": none. The
  /// file can be read, and its SHA-256 is part of the run's identity.
  Entry file(std::string_view name, std::string& m) { return {*this, {Type::file, &m}, name}; }
  Entry reals(std::string_view name, std::vector<Real>& m) {
    return {*this, {Type::reals, &m}, name};
  }
  /// One number per axis of the scene: 2 or 3 of them, by "dimension".
  Entry axes(std::string_view name, std::vector<Real>& m) {
    return {*this, {Type::axes, &m}, name};
  }
  /// A rotation [rad] or a rate of rotation [rad/s]: in the plane one number, counter-clockwise; in
  /// space 3 of them, the axis times the angle. An empty list stands for no rotation.
  Entry turn(std::string_view name, std::vector<Real>& m) {
    return {*this, {Type::turn, &m}, name};
  }
  Entry words(std::string_view name, std::vector<std::string>& m) {
    return {*this, {Type::words, &m}, name};
  }
  /// Rows of `columns` numbers each, or of kPerAxis: [[x, y], ...] in JSON.
  Entry rows(std::string_view name, std::vector<Real>& m, Index columns) {
    return {*this, {.type = Type::rows, .object = &m, .columns = columns}, name};
  }
  template <class E>
  requires std::is_enum_v<E> Entry choice(std::string_view name, E& m) {
    return {*this,
            {.type = Type::choice,
             .object = &m,
             .get = [](const void* e) { return static_cast<Index>(*static_cast<const E*>(e)); },
             .set = [](void* e, Index i) { *static_cast<E*>(e) = static_cast<E>(i); }},
            name};
  }
  /// A nested object with a describe() of its own: "newton": {"iterations": 40}.
  template <class T>
  Entry object(std::string_view name, T& m) {
    return {*this,
            {.type = Type::object,
             .object = &m,
             .describe = [](void* o, OptionVisitor& v) { static_cast<T*>(o)->describe(v); }},
            name};
  }
  /// A list of components. Where it is optional() and not given it holds one of each installed type that needs
  /// no option and takes no parts itself.
  template <class T>  // T: one of the interfaces
  Entry parts(std::string_view name, std::vector<std::unique_ptr<T>>& m) {
    return {*this,
            {.type = Type::parts,
             .object = &m,
             .kind = T::kKind,
             .add =
                 [](void* v, std::unique_ptr<Component> c) {
                   static_cast<std::vector<std::unique_ptr<T>>*>(v)->emplace_back(
                       static_cast<T*>(c.release()));
                 }},
            name};
  }
  /// Axes of the scene for which options are read: 2 or 3; 0 where they are only listed.
  int dim() const { return dim_; }
  /// A condition on several options that ranges cannot express; an error is reported at `name`.
  virtual void require(bool holds, std::string_view name, std::string_view message) = 0;

 protected:
  virtual void visit(const Target& target, const OptionInfo& info) noexcept = 0;
  ~OptionVisitor() = default;
  int dim_ = 0;
};

struct NoOptions {
  void describe(OptionVisitor&) {}
};

}  // namespace tactus
