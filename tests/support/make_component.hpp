// Components of the built plugins by name, with a few options set: no configuration file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "core/plugin/registry.hpp"
#include "tactus/options.hpp"

namespace tactus::testing {

using OptionValue = std::variant<double, bool, std::string, std::vector<double>>;
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

/// Writes the given values into the bound members; a value that nobody declared is an error.
class ValueSetter final : public OptionVisitor {
 public:
  explicit ValueSetter(OptionValues values) : values_(std::move(values)) {}
  void require(bool holds, std::string_view name, std::string_view message) override {
    if (!holds) error_ += std::string(name) + ": " + std::string(message) + "\n";
  }
  void check_all_used() const {
    if (!error_.empty()) throw std::invalid_argument(error_);
    if (!values_.empty()) throw std::invalid_argument("no option " + values_.begin()->first);
  }

 protected:
  void visit(const Target& target, const OptionInfo& info) noexcept override {
    const auto at = values_.find(info.name);
    if (at == values_.end()) return;
    const OptionValue value = at->second;
    values_.erase(at);
    switch (target.type) {
      case Type::real:
        target.as<Real>() = std::get<double>(value);
        break;
      case Type::integer:
        target.as<Index>() = static_cast<Index>(std::get<double>(value));
        break;
      case Type::flag:
        target.as<bool>() = std::get<bool>(value);
        break;
      case Type::text:
      case Type::file:
        target.as<std::string>() = std::get<std::string>(value);
        break;
      case Type::reals:
      case Type::axes:
        target.as<std::vector<Real>>() = std::get<std::vector<double>>(value);
        break;
      case Type::choice:
        for (std::size_t i = 0; i < info.choices.size(); ++i)
          if (info.choices[i] == std::get<std::string>(value))
            target.set(target.object, static_cast<Index>(i));
        break;
      default:  // no test sets others
        break;
    }
  }

 private:
  OptionValues values_;
  std::string error_;
};

/// The registry of this build; one a test program, as libraries are never unloaded.
inline core::Registry& registry() {
  static core::Registry plugins(
      core::PluginSearch{{TACTUS_PLUGIN_DIR, TACTUS_TEST_PLUGIN_DIR}, {}});
  return plugins;
}

/// Whether the plugin is part of this build: one that needs a library that is not there is left out.
inline bool built(const std::string& plugin) {
  return std::filesystem::exists(std::string(TACTUS_PLUGIN_DIR "/") + plugin + ".so");
}

template <class T>
std::unique_ptr<T> make_component(std::string_view name, OptionValues values = {}) {
  ValueSetter setter(std::move(values));
  std::unique_ptr<Component> component(registry().find(T::kKind, name).make(setter));
  setter.check_all_used();
  return std::unique_ptr<T>(static_cast<T*>(component.release()));
}

}  // namespace tactus::testing
