/// \file option_binder.hpp  Binds the members of Options to values of an object of the
/// configuration.
#pragma once

#include <exception>

#include "core/plugin/option_target.hpp"
#include "core/scene/options/declared_option.hpp"
#include "core/scene/options/object_reader.hpp"

namespace tactus::core {

/// Makes two passes over a component, because it must not be constructed from options with errors.
/// The first pass checks, reports and resolves. The second one binds the options again, creates
/// nested components, and expects no error.
class OptionBinder final : public OptionVisitor {
 public:
  /// For the first pass.
  explicit OptionBinder(ObjectReader& object) : object_(object) { dim_ = object.reading().dim; }
  /// For the second pass; nested components are appended to `parts`, with slots named from `slot`
  /// on.
  OptionBinder(ObjectReader& object, std::vector<PartConfig>& parts, std::string slot)
      : object_(object), parts_(&parts), slot_(std::move(slot)) {
    dim_ = object.reading().dim;
  }

  /// A condition on several options; not checked if one of them could not be read.
  void require(bool holds, std::string_view name, std::string_view message) override;
  bool failed() const { return failed_; }
  /// Rethrows an exception from inside a declaration, which itself must not throw.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void visit(const Target& target, const OptionInfo& info) noexcept override;
  void bind(const Target& target, const OptionInfo& info);
  /// Reports that `given` is not allowed. @returns false
  bool refuse(const Json& given, const std::string& pointer);
  bool in_range(Real v) const;
  bool fits_length(const Json& value, std::size_t entries);
  /// Checks a file and records its SHA-256 under `key`. @param wanted  the SHA-256 that is given
  bool identify(const std::string& path, const std::string& key, const Json* wanted);
  bool read_real(const Json& value, const std::string& pointer, Real& out);

  bool read(const Json& value, Real& out);
  bool read(const Json& value, Index& out);
  bool read(const Json& value, bool& out);
  bool read(const Json& value, std::string& out);
  bool read(const Json& value, const FileTarget& file);
  bool read(const Json& value, std::vector<Real>& out);
  bool read(const Json& value, std::vector<std::string>& out);
  bool read(const Json& value, const RowsTarget& rows);
  bool read(const Json& value, const ChoiceTarget& choice);
  bool read(const Json& value, const PartTarget& part);
  bool read(const Json& value, const AxesTarget& axes);
  bool read(const Json& value, const TurnTarget& turn);
  bool read(const Json& value, const ObjectTarget& object);
  /// Three numbers, appended to `out`.
  bool read_vector(const Json& value, const std::string& pointer, std::vector<Real>& out);
  DeclaredOption described() const { return declared(*target_, *info_, dim_); }
  /// Resolves a value that is given, or the default, and notes what it asks for.
  void settle(DeclaredOption option);

  ObjectReader& object_;
  std::vector<PartConfig>* parts_ = nullptr;
  std::string slot_;
  bool failed_ = false;
  std::exception_ptr thrown_;
  // of the current declaration
  const Target* target_ = nullptr;
  const OptionInfo* info_ = nullptr;
  std::string pointer_;
  Json resolved_nested_;  ///< of parts and of an object
};

/// First pass over a component; reports all its errors. @returns null if there were any.
const Registration* check_component(Reading& reading, const Json& value, const std::string& pointer,
                                    Kind kind, FunctionRef<void(ObjectReader&)> beside,
                                    Json& resolved);
/// Second pass. @pre check_component found no error. @throws what the constructor throws.
std::unique_ptr<Component> make_component(Reading& reading, const Json& value,
                                          const std::string& pointer, const Registration& what,
                                          std::vector<PartConfig>& parts, const std::string& slot);

}  // namespace tactus::core
