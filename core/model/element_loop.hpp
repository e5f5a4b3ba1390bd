/// \file element_loop.hpp  The loop over all elements: it takes positions and returns energies, forces, stiffness
/// and stresses. The dimension is a run-time number in this interface and a constant inside.
#pragma once

#include <memory>

#include "core/model/block_matrix.hpp"
#include "core/model/model.hpp"
#include "tactus/system.hpp"

namespace tactus::core {

/// Reports an element for which a material has no value or an unusable one. what() names body,
/// plugin and element; `where` contains the number of the element in the model.
class ElementError : public Error {
 public:
  ElementError(Cause what, const std::string& message, Index element)
      : Error(message, {Item::element, element}), cause(what) {}
  Cause cause;
};

/// The configuration q + fraction * u, and what materials need in addition.
struct ElementQuery {
  View<Real> q{};  ///< [dofs] m
  View<Real> u{};  ///< [dofs] m, or empty
  Real fraction = 1;
  const StressRule* rule = nullptr;
  Real dt = 0;           ///< s, since t_n
  Real time = 0;         ///< s, of the configuration
  View<Real> history{};  ///< [history_size()] at t_n
};

class ElementLoop {
 public:
  virtual ~ElementLoop() = default;

  /// Number of history values of all quadrature points together.
  virtual Index history_size() const = 0;
  /// Writes the histories of points to which nothing has happened yet.
  /// @param history  [history_size()] out
  virtual void start_history(Out<Real> history) const = 0;

  /// force = mass * gravity - f_int at each degree of freedom of the model.
  /// @param gravity       [dim] m/s^2; empty: without this term
  /// @param history_next  [history_size()] out, or empty
  /// @param energy        [bodies] out, J
  virtual void force(const ElementQuery& query, View<Real> gravity, Out<Real> history_next,
                     Out<Real> force, Out<Real> energy, Context& context) const = 0;
  virtual void energy(const ElementQuery& query, Out<Real> energy, Context& context) const = 0;
  /// What bodies have dissipated since the start, by materials that claim to tell it.
  /// @param history  [history_size()]
  /// @param energy   [bodies] out, J
  virtual void dissipation(View<Real> history, Out<Real> energy, Context& context) const = 0;
  /// A material of the model claims to dissipate.
  virtual bool dissipates() const = 0;
  /// The column of this name of each element's history, where its material has one.
  /// @param table  [elements * columns] out; entries of other elements are not changed
  virtual void remembered(View<Real> history, std::string_view name, Out<Real> table,
                          Context& context) const = 0;

  /// matrix = weight * d f_int / d position + mass_weight * consistent mass.
  virtual void stiffness(const ElementQuery& query, Real weight, Real mass_weight,
                         BlockMatrix& matrix, Context& context) const = 0;
  /// y = consistent mass times x, at nodes of elements; 0 elsewhere.
  virtual void consistent_mass(View<Real> x, Out<Real> y, Context& context) const = 0;

  /// Cauchy stress and von Mises stress [Pa], one row per element of the model; 0 in obstacles.
  /// Plane: xx, yy, xy, zz, von Mises. Space: xx, yy, zz, xy, yz, xz, von Mises.
  virtual void stress(const ElementQuery& query, Out<Real> table, Context& context) const = 0;

  /// rad, largest angle of the rotation R in F = R U in each body.
  /// @param of       [bodies] 1: bodies to look at
  /// @param largest  [bodies] out; 0 for all others
  virtual void rotation(const ElementQuery& query, View<std::uint8_t> of, Out<Real> largest,
                        Context& context) const = 0;
};

/// Turns a failure at an element into the outcome of a step. By default the step is tried again
/// with a smaller dt; a failure that no smaller step can avoid becomes `failed`.
template <class Call>
Outcome outcome_of(const Call& call) {
  try {
    call();
  } catch (const ElementError& error) {
    if (error.cause == Cause::unsupported)
      return Outcome::failed(error.cause, error.what(), error.where);
    return Outcome::retry(error.cause, error.what(), error.where);
  }
  return {};
}

/// @throws ElementError from all functions that evaluate materials, for the first failing element
/// of
///         the first failing chunk.
std::unique_ptr<ElementLoop> make_element_loop(const Model& model);

}  // namespace tactus::core
