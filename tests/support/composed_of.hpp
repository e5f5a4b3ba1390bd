// A component that consists of others (hybrid, auto), of parts that a test has made, without a configuration file.
#pragma once

#include "tests/support/make_component.hpp"

namespace tactus::testing {

template <class Interface>
using Parts = std::vector<std::unique_ptr<Interface>>;

/// Hands parts to the slot that a component declares, as the kernel does.
template <class Interface>
class PartGiver final : public OptionVisitor {
 public:
  explicit PartGiver(Parts<Interface> parts) : parts_(std::move(parts)) {}
  void require(bool, std::string_view, std::string_view) override {}

 private:
  void visit(const Target& target, const OptionInfo&) noexcept override {
    if (target.type == Type::parts)
      for (auto& part : parts_) target.add(target.object, std::move(part));
  }
  Parts<Interface> parts_;
};

template <class Interface>
std::unique_ptr<Interface> composed_of(Kind kind, const char* name, Parts<Interface> parts) {
  PartGiver<Interface> giver(std::move(parts));
  return std::unique_ptr<Interface>(
      static_cast<Interface*>(registry().find(kind, name).make(giver)));
}

}  // namespace tactus::testing
