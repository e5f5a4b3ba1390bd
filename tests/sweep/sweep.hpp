/// \file sweep.hpp  Every fault at every call of a run: what is tried, and what has to hold after it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "process.hpp"
#include "results.hpp"

namespace tactus::sweep {

/// What a run finds in its folder.
enum class Start {
  nothing,      ///< there is no folder
  killed,       ///< this run, killed soon after its first checkpoint
  cut,          ///< this run, stopped by a power cut before its last checkpoint was in place
  interrupted,  ///< this run, interrupted with a checkpoint
  finished,     ///< this run, finished
  other,        ///< another configuration, finished
};

/// A run that is swept: where it starts from, and what it has to end in.
struct Scenario {
  std::string name;
  Start start = Start::nothing;
  std::vector<std::string> arguments;  ///< besides the configuration and --out
  bool refused = false;                ///< without a fault, too: all that is there stays
  bool strange = false;  ///< plugins are seen for the first time; faults at calls for that alone
};
const std::vector<Scenario>& scenarios();

/// One fault at one call of a scenario.
struct Point {
  const Scenario* scenario = nullptr;
  FaultAt fault;
  std::string call;  ///< as the log of the run without a fault has it
};

/// A place of its own with the folders that scenarios start from; one for each thread.
class Bench {
 public:
  /// @throws std::runtime_error where runs without a fault do not do what they should.
  explicit Bench(const std::filesystem::path& root);

  /// All points: the scenario is run once without a fault, and its calls are read.
  std::vector<Point> points(const Scenario& scenario);

  /// Tries one point. Says what is wrong, or nothing: "".
  std::string fault_of(const Point& point);

  /// Tries a point, and then another fault while its results are recovered.
  std::string fault_of(const Point& first, const FaultAt& second);

 private:
  void prepare();
  void start(const Scenario& scenario) {
    place_.start_from(start_folder(scenario.start), scenario.strange);
  }
  Ended run(const std::vector<std::string>& more, const FaultAt& fault = {}) const;
  std::string judge_end(const Point& point, const Ended& ended) const;
  std::string judge_folder(const Scenario& scenario) const;
  std::string recover(const Scenario& scenario) const;
  std::filesystem::path start_folder(Start start) const;
  void keep_as(Start start) const;

  std::filesystem::path root_;
  Place place_;
  Files reference_;
};

}  // namespace tactus::sweep
