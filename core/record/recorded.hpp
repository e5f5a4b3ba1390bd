/// \file recorded.hpp  The numbers that the history of a run keeps, each declared once: name, unit, meaning, how it
/// adds up between two rows, and where it is read. The columns of history.csv, what a checkpoint keeps between
/// two rows and the tables of docs/output.md follow from these declarations.
#pragma once

#include <string>

#include "core/audit/audit.hpp"
#include "core/record/balance.hpp"
#include "core/record/metrics.hpp"

namespace tactus::core {

/// An accepted step. What is read from it is gathered once a step.
struct StepSource {
  const StepFacts& facts;
  const Account::Causes& account;  ///< changes of energy in this step, by cause
};

/// The moment at which a row is written. What is read from it describes that moment.
struct RowSource {
  Index steps = 0;
  const State& state;
  const StepFacts& last;
  const Balance& balance;
  const Metrics& metrics;
  const Model& model;
  Context& context;
};

template <class Source>
using Reader = Real (*)(const Source&, int axis);

struct Measure {
  /// moment: about z in the plane, about three axes in space
  enum class Shape : std::uint8_t { number, count, vector, moment };
  enum class Runs : std::uint8_t { all, reactions, dissipation, statics };
  /// How the values of steps become one of a row. largest begins at 0, largest_known with no value.
  enum class Adding : std::uint8_t { sum, largest, largest_known };

  std::string_view name{}, unit{};
  Reader<StepSource> of_step = nullptr;
  Reader<AuditResult> of_audit = nullptr;
  Reader<RowSource> of_row = nullptr;  ///< exactly one of these three is given
  /// For the page; empty: that of the measure before tells of this one, too.
  std::string_view text{};
  Shape shape = Shape::number;
  Adding adding = Adding::sum;
  Runs runs = Runs::all;
  bool (*known)(const RowSource&, Real value) = nullptr;  ///< otherwise the cell stays empty
};

/// All of them, in the order of their columns.
View<Measure> measures();

/// Adds the value of a step, or of an audit, to that of the row.
void add(Measure::Adding how, Real& row, Real step);

/// The axes of which a measure has a column: only 0 for a number, only 2 for a moment in the plane.
View<int> axes_of(const Measure& measure, int dim);
std::string column_of(const Measure& measure, int axis);

/// The rows of the page's table with the columns that these runs have, in the plane.
std::string page_of(Measure::Runs runs);

}  // namespace tactus::core
