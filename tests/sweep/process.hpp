/// \file process.hpp  Runs the program in a folder, with the fault library in front of it or without.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace tactus::sweep {

/// Which fault a run meets, and at which call.
struct FaultAt {
  long call = 0;  ///< 0: none
  std::string kind = "none";
};

struct Ended {
  int code = -1;  ///< the exit code, 128 + the signal that ended it, or kHung
  std::string out, err;
  std::vector<std::string> calls;  ///< "12 write out/history.csv", in order
  bool fault_met = false;
};
inline constexpr int kHung = 1000;

/// A folder in which the program runs: out/ is the folder of the run, the rest is its input.
class Place {
 public:
  /// `root` is made.
  explicit Place(std::filesystem::path root);

  std::filesystem::path work() const { return root_ / "work"; }
  std::filesystem::path out() const { return work() / "out"; }

  /// Makes out/ a copy of `folder`, or removes it where that is empty. `strange`: the program sees its
  /// plugins for the first time, and keeps its verdicts on them in work(), so that these calls count.
  void start_from(const std::filesystem::path& folder, bool strange = false);

  /// Runs the program with the library, which counts and logs the calls below work().
  Ended run(const std::vector<std::string>& arguments, const FaultAt& fault) const;

  /// Starts the program without the library; to be waited for. One at a time.
  /// @param settings  "NAME=value" of its environment besides ours
  pid_t start(const std::vector<std::string>& arguments,
              std::vector<std::string> settings = {}) const;
  Ended wait_for(pid_t process) const;

 private:
  std::filesystem::path home() const { return strange_ ? work() / "home" : root_; }

  std::filesystem::path root_;
  bool strange_ = false;
};

}  // namespace tactus::sweep
