// Divides the rows of a step into components: rows that share a free degree of freedom belong
// together.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tactus/projection/component.hpp"

namespace tactus::projection {

class Partition {
 public:
  using Make = std::function<std::unique_ptr<ProjectionComponent>()>;

  void setup(Index dofs, Make make);

  /// Removes all rows; memory is kept.
  void clear();
  /// Adds the rows that are new since the last call to the component that contains one of their
  /// degrees of freedom. If they connect several components, these are merged.
  void add_new_rows(const ContactRows& rows);

  /// Number of components. Some have no rows because they were merged into others.
  std::size_t size() const { return used_; }
  ProjectionComponent& operator[](std::size_t i) { return *pool_[i]; }
  const ProjectionComponent& operator[](std::size_t i) const { return *pool_[i]; }

  /// [dofs] component of a degree of freedom, or kNone.
  View<Index> component_of() const { return component_of_; }
  /// Degrees of freedom that have a component.
  View<Index> touched() const { return touched_; }

 private:
  Index new_component();
  void merge(Index into, Index from, const ContactRows& rows);

  Make make_;
  std::vector<std::unique_ptr<ProjectionComponent>> pool_;
  std::size_t used_ = 0;
  std::vector<Index> component_of_, touched_;
  Index seen_ = 0;             ///< rows that have been assigned to a component
  std::uint64_t pattern_ = 0;  ///< ContactRows::pattern of these
};

}  // namespace tactus::projection
