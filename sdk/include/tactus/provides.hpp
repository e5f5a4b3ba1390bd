/// \file provides.hpp  Asks a component for one capability.
#pragma once

#include "capability.hpp"
#include "component.hpp"

namespace tactus {

/// Whether a component claims a capability.
inline bool provides(const Component& component, std::string_view capability) {
  class Finder final : public Capabilities {
   public:
    explicit Finder(std::string_view wanted) : wanted_(wanted) {}
    bool found() const { return found_; }

   private:
    void provides(std::string_view name) override { found_ = found_ || name == wanted_; }
    void needs(std::string_view) override {}
    void needs_one_of(std::initializer_list<std::string_view>) override {}
    void prefers(std::string_view, std::string_view) override {}
    std::string_view wanted_;
    bool found_ = false;
  };
  Finder finder(capability);
  component.capabilities(finder);
  return finder.found();
}

}  // namespace tactus
