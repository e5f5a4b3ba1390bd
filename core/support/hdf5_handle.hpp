/// \file hdf5_handle.hpp  HDF5 objects that close themselves, and names in a form that HDF5 can
/// store. Used by checkpoints and by FCLIB files.
#pragma once

#include <fmt/format.h>
#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/support/last_words.hpp"

namespace tactus::core::hdf5 {

/// Marks that this thread is inside HDF5 while the object lives, so that the message after a crash
/// names HDF5.
class InHdf5 : InLibrary {
 public:
  InHdf5() : InLibrary("HDF5", "at a checkpoint or a problem file") {}
};

/// Prevents HDF5 from printing its error stack; the program reports errors itself.
class Quiet {
 public:
  Quiet() {
    // Prevents HDF5 from cleaning up at the end of the program, because it would crash there if
    // memory had run out before. All our objects are closed by then.
    [[maybe_unused]] static const herr_t told = H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  InHdf5 in_hdf5_;
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// An HDF5 object, closed by the destructor.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_), std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (id_ < 0) return;
    const InHdf5 in_hdf5;
    close_(id_);
    id_ = -1;
  }
  hid_t get() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Encodes '/', a single '.', the zero byte and '%' as %XX, because HDF5 gives the first three a
/// special meaning.
inline std::string encoded(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == '/' || c == '%' || c == '.' || static_cast<unsigned char>(c) < ' ')
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result.empty() ? "%" : result;
}

/// Creation properties without a time stamp, so that the same content gives the same bytes.
inline Handle creation(hid_t cls) {
  Handle properties(H5Pcreate(cls), H5Pclose);
  H5Pset_obj_track_times(properties.get(), false);
  return properties;
}

}  // namespace tactus::core::hdf5
