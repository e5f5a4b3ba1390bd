// A hybrid of solvers that a test has made, without a configuration file.
#pragma once

#include "tactus/contact_solver.hpp"
#include "tests/support/make_component.hpp"

namespace tactus::testing {

using Parts = std::vector<std::unique_ptr<ContactSolver>>;

/// Hands solvers to the slot that hybrid declares, as the kernel does.
class PartGiver final : public OptionVisitor {
 public:
  explicit PartGiver(Parts parts) : parts_(std::move(parts)) {}
  void require(bool, std::string_view, std::string_view) override {}

 private:
  void visit(const Target& target, const OptionInfo&) noexcept override {
    if (target.type == Type::parts)
      for (auto& part : parts_) target.add(target.object, std::move(part));
  }
  Parts parts_;
};

template <class... S>
std::unique_ptr<ContactSolver> hybrid_of(std::unique_ptr<S>... solvers) {
  Parts parts;
  (parts.push_back(std::move(solvers)), ...);
  PartGiver giver(std::move(parts));
  return std::unique_ptr<ContactSolver>(
      static_cast<ContactSolver*>(registry().find(Kind::contact_solver, "hybrid").make(giver)));
}

}  // namespace tactus::testing
