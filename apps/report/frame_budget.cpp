#include "apps/report/frame_budget.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/report/frames_pack.hpp"
#include "core/support/file_error.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kSample = 6;         // frames by which the cost of all frames is estimated
constexpr std::size_t kMostFrames = 1000;  // per cell
constexpr Real kInSpace = 2.5;             // surfaces take more; with them pages have 12 MB at most
constexpr std::size_t kMostInAll = 20'000;  // limit of the time to read a large study
using Files = std::vector<std::filesystem::path>;

class Sharing {
 public:
  Sharing(const std::vector<Files>& files, std::size_t characters)
      : files_(files), characters_(static_cast<Real>(characters)), costs_(files.size()) {
    share_.frames.resize(files.size());
    share_.problems.resize(files.size());
  }

  FrameShare take() {
    judge_costs();
    choose_cells();
    std::size_t count = frames_each();
    Real used = fill(count);
    // Frames closer to each other in time compress better than those of the sample.
    if (used < 0.7 * characters_ && count < most_frames())
      used = fill(count = std::min(most_frames(), grown(count, used)));
    for (int tries = 0; used > characters_ && count > 2 && tries < 8; ++tries)
      used = fill(count = std::max<std::size_t>(2, grown(count, used)));
    say(count);
    return std::move(share_);
  }

 private:
  void judge_costs() {
    for (std::size_t c = 0; c < files_.size(); ++c)
      if (!files_[c].empty())
        attempt(c, [&] {
          (void)to_json(pack_frames(files_[c], kSample), &costs_[c]);
          chosen_.push_back(c);
        });
    if (std::ranges::any_of(costs_, &FrameCost::spatial)) characters_ *= kInSpace;
  }

  /// Chooses as many cells from the start as fit with two frames each.
  void choose_cells() {
    Real sum = 0;
    std::size_t fitting = 0;
    for (const std::size_t c : chosen_) {
      sum += static_cast<Real>(costs_[c].once) + 2 * costs_[c].per_frame;
      if (sum > characters_) break;
      ++fitting;
    }
    left_out_ = chosen_.size() - fitting;
    chosen_.resize(fitting);
  }

  std::size_t most_frames() const {
    std::size_t most = 0;
    for (const std::size_t c : chosen_) most = std::max(most, files_[c].size());
    const std::size_t each = kMostInAll / std::max<std::size_t>(chosen_.size(), 1);
    return std::min({most, kMostFrames, std::max<std::size_t>(each, 2)});
  }

  Real expected(std::size_t count) const {
    Real sum = 0;
    for (const std::size_t c : chosen_)
      sum += static_cast<Real>(costs_[c].once) +
             costs_[c].per_frame * static_cast<Real>(std::min(count, files_[c].size()));
    return sum;
  }

  std::size_t frames_each() const {
    std::size_t low = 2, high = std::max<std::size_t>(2, most_frames());
    while (low < high) {
      const std::size_t middle = (low + high + 1) / 2;
      if (expected(middle) <= characters_)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  std::size_t grown(std::size_t count, Real used) const {
    return static_cast<std::size_t>(static_cast<Real>(count) * 0.93 * characters_ / used);
  }

  /// @return number of characters of all frames.
  Real fill(std::size_t count) {
    Real used = 0;
    for (const std::size_t c : chosen_)
      attempt(c, [&] {
        FrameCost cost;
        const std::size_t taken = std::min(count, files_[c].size());
        share_.frames[c] = to_json(pack_frames(files_[c], taken), &cost);
        used += static_cast<Real>(cost.once) + cost.per_frame * static_cast<Real>(taken);
      });
    return used;
  }

  template <class Read>
  void attempt(std::size_t cell, Read read) {
    try {
      read();
    } catch (const Error& e) {
      share_.problems[cell] = e.what();
      share_.frames[cell] = Json();
    }
  }

  void say(std::size_t count) {
    std::size_t total = 0;
    for (const std::size_t c : chosen_) total = std::max(total, files_[c].size());
    if (!chosen_.empty() && count < total)
      share_.notes.push_back(
          fmt::format("To keep the page small it holds at most {} frames of each cell, evenly "
                      "spread; the folders have all.",
                      count));
    if (left_out_ > 0)
      share_.notes.push_back(fmt::format(
          "Frames of the first {} cells are here; those of {} more would make the page too large. "
          "Write a report of their folders to see them.",
          chosen_.size(), left_out_));
  }

  const std::vector<Files>& files_;
  Real characters_;
  std::vector<FrameCost> costs_;
  std::vector<std::size_t> chosen_;
  std::size_t left_out_ = 0;
  FrameShare share_;
};

}  // namespace

FrameShare share_frames(const std::vector<Files>& files, std::size_t characters) {
  return Sharing(files, characters).take();
}

}  // namespace tactus::core
