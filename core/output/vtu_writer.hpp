/// \file vtu_writer.hpp  Frames for ParaView: VTU files (VTK XML, raw appended binary) and the PVD
/// file that lists them by time.
///
/// Positions in a frame are the current ones: no "warp by vector" is needed, and the mesh at the
/// start is the position less `displacement`. In the plane the third component is 0.
///
/// Points are coordinates of the configuration, as one wants to see them, and therefore rounded: a run
/// keeps positions relative to its origin. The field position_from_origin has those as they are, which
/// is what contact and the audit saw; the field data `origin` is what to add.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/output/frame_list.hpp"

namespace tactus::core {

/// What never changes in a run: cells and who they belong to. Views stay valid for the writer.
struct FrameMesh {
  int dim = 2;
  View<Index> elements{};          ///< [elements * (dim + 1)] triangles or tetrahedra
  View<Index> lone_points{};       ///< particles; each becomes a vertex cell after the elements
  View<std::int32_t> cell_body{};  ///< [elements + lone points] position in body_names
  std::vector<std::string> body_names;
  std::vector<Real> origin{};  ///< [dim] m, field data; empty: (0, 0, 0)
};

/// One moment. An empty view leaves its field out.
struct FrameState {
  Real time = 0;
  View<Real> points{};         ///< [points * dim] m, current positions
  View<Real> displacement{};   ///< [points * dim] m
  View<Real> velocity{};       ///< [points * dim] m/s
  View<Real> contact_force{};  ///< [points * dim] N
  /// [elements * 6] Pa, Cauchy stress xx yy zz xy yz xz, element means. A particle has zero.
  View<Real> stress{};
  View<Real> position_from_origin{};  ///< [points * dim] m
  View<std::uint8_t> zone{};          ///< [points] 1: was in a rigid impact zone
};

/// sqrt(3/2 s:s), s the deviator of a symmetric stress xx yy zz xy yz xz [Pa].
Real von_mises(View<Real> stress);

/// The whole file as bytes.
/// Point fields displacement, velocity, contact_force, position_from_origin (3 components), zone; cell
/// fields body, stress (6), von_mises; field data TimeValue, origin (3); body names in comments.
/// @throws PreconditionError where sizes do not fit or a number is out of range.
std::string vtu(const FrameMesh& mesh, const FrameState& state);

/// What a checkpoint keeps of a frame that was written.
struct FrameMark {
  Real time = 0;       ///< s
  Index bytes = 0;     ///< size of its file
  Index checksum = 0;  ///< of its bytes: tells that a file was damaged, not that somebody forged it
};

/// FOLDER/frames.pvd and FOLDER/frames/NNNNNN.vtu.
class FrameWriter {
 public:
  /// `frames`: those that are there already (a resumed run), as given by frames() when the checkpoint
  /// was written. They are only looked at until go_on() is called. Empty: a new run, which starts with
  /// no frame.
  /// @throws FileError where one of them is missing or was edited, or the folder is a symbolic link.
  FrameWriter(std::filesystem::path folder, FrameMesh mesh, std::vector<FrameMark> frames = {});

  /// Whether the list is there and right: a run that came to its end may leave it so.
  bool is_current() const;

  /// Deletes later frames and writes the list anew.
  void go_on();

  /// Writes the next frame, then enters it in the list. @throws FileError, PreconditionError.
  void write(const FrameState& state);

  /// All frames and the list onto the disk: before a checkpoint that holds frames().
  void sync();
  const std::vector<FrameMark>& frames() const { return frames_; }

 private:
  std::filesystem::path frame_path(std::size_t number) const;
  std::vector<Real> times() const;
  void check(std::size_t number) const;
  void remove_later_frames() const;

  std::filesystem::path folder_;
  FrameMesh mesh_;
  std::vector<FrameMark> frames_;
  std::optional<FrameList> list_;  ///< from the first frame on
  std::size_t synced_ = 0;         ///< frames that are on the disk for sure
};

}  // namespace tactus::core
