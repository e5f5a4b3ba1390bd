/// \file vtu_writer.hpp  Writes frames for ParaView: VTU files (VTK XML with appended binary data that zlib
/// compressed) and the PVD file that lists them by time (docs/output.md). Points are given in coordinates of the
/// configuration, as users expect, and are therefore rounded; position_from_origin is not. In the plane the third
/// component is 0.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/record/frame_list.hpp"
#include "core/scene/frames_config.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// A body that fills all behind a plane, which goes through the body's only point.
struct FrameHalfSpace {
  std::int32_t body = 0;
  std::vector<Real> normal;  ///< [dim] outward, of length 1
};

/// What does not change during a run: cells and the bodies they belong to. The writer keeps the
/// views. A frame may be of the boundary alone: its cells are facets then, and its points some of those
/// of FrameState.
struct FrameMesh {
  int dim = 2;
  /// [elements * (dim + 1)] triangles or tetrahedra; of a boundary [facets * dim], numbered as `kept`
  View<Index> elements{};
  View<Index> lone_points{};       ///< particles; each becomes a vertex cell after the elements
  View<std::int32_t> cell_body{};  ///< [elements + lone points] position in body_names
  std::vector<std::string> body_names;
  std::vector<Real> origin{};  ///< [dim] m, field data; empty: (0, 0, 0)
  std::vector<FrameHalfSpace> half_spaces{};
  FramesConfig::Precision precision = FramesConfig::Precision::full;
  bool is_boundary = false;
  View<Index> kept{};    ///< of a boundary: [points of the frame] their numbers in FrameState
  View<Index> behind{};  ///< of a boundary: [facets] the element behind each, in FrameState

  std::size_t corners() const { return static_cast<std::size_t>(is_boundary ? dim : dim + 1); }
};

/// What materials remember, for each element: a field by the name of the history column.
struct RememberedField {
  std::string name, unit, help;
  int components = 1;
  std::vector<Real> values{};  ///< [elements * components], NaN where there is none
};

/// One moment in time. A field whose view is empty is left out.
struct FrameState {
  Real time = 0;
  View<Real> points{};         ///< [points * dim] m, current positions
  View<Real> displacement{};   ///< [points * dim] m
  View<Real> velocity{};       ///< [points * dim] m/s
  View<Real> contact_force{};  ///< [points * dim] N
  /// [elements * 6] Pa, Cauchy stress xx yy zz xy yz xz, element means; zero for particles.
  View<Real> stress{};
  View<Real> position_from_origin{};  ///< [points * dim] m
  View<std::uint8_t> zone{};          ///< [points] 1: in a rigid impact zone
  View<RememberedField> remembered{};
  View<Real> contact_pressure{};       ///< [points] Pa, positive where pressed
  View<Real> contact_shear{};          ///< [points] Pa
  View<std::uint8_t> contact_state{};  ///< [points] 0 open, 1 sticks, 2 slips
};

/// sqrt(3/2 s:s) with the deviator s of a symmetric stress xx yy zz xy yz xz [Pa].
Real von_mises(View<Real> stress);

/// Writes the whole file. Point fields are displacement, velocity, contact_force,
/// position_from_origin (3 components), contact_pressure, contact_shear, contact_state and zone. Cell fields are body, stress (6), von_mises and
/// those that materials remember. Of a boundary points have `node` and cells `element`, their numbers in a
/// frame of all, too. Field data are TimeValue and origin (3). Names of bodies, normals of
/// half-spaces, units and meanings of remembered fields are in comments.
/// @param executor  null: one thread. The bytes are the same for any number of them
/// @throws PreconditionError if sizes do not match or a number is out of range.
void write_vtu(const FrameMesh& mesh, const FrameState& state, ByteSink& to,
               Executor* executor = nullptr);

/// The bytes of the file.
std::string vtu(const FrameMesh& mesh, const FrameState& state);

/// Identifies a frame that was written, as stored in a checkpoint.
struct FrameMark {
  Real time = 0;       ///< s
  Index bytes = 0;     ///< size of its file
  Index checksum = 0;  ///< detects damage of the file, not forgery
};

/// Writes FOLDER/frames.pvd and FOLDER/frames/NNNNNN.vtu.
class FrameWriter {
 public:
  /// `frames`: those that already exist in a resumed run, as frames() gave them when the checkpoint
  /// was written. They are only inspected until go_on() is called. Empty for a new run, which has
  /// no frames.
  /// @throws FileError if one of them is missing or was edited, or the folder is a symbolic link.
  FrameWriter(std::filesystem::path folder, FrameMesh mesh, std::vector<FrameMark> frames = {});

  /// Whether the list exists and is correct, so that a completed run can leave it as it is.
  bool is_current() const;

  /// Deletes later frames and rewrites the list.
  void go_on();

  /// Writes the next frame and then adds it to the list. @throws FileError, PreconditionError.
  void write(const FrameState& state, Executor* executor = nullptr);

  /// Flushes all frames and the list to disk: needed before a checkpoint with frames() is written.
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
  std::optional<FrameList> list_;  ///< exists after the first frame
  std::size_t synced_ = 0;         ///< number of frames that are certainly on disk
};

}  // namespace tactus::core
