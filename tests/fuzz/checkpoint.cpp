/// Bytes as a checkpoint, by the first of them:
///   'f'  the rest is the file as it stands: the header and its checksum;
///   'a'  the rest says which arrays are written: what is read back is what was written, and what
///        is asked for as something else is refused.
/// A damaged HDF5 part under a checksum that fits it is made, not met with: HDF5 1.10 does not take
/// all of those without a crash, which is what the checksum is there for.
#include "core/record/checkpoint.hpp"

#include <bit>
#include <cstring>
#include <fstream>
#include <map>

#include "core/record/checkpoint_header.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace tactus;
using namespace tactus::core;

constexpr const char* kFingerprint = "fuzz";

const std::filesystem::path& file() {
  static const test::TemporaryFolder folder;
  static const std::filesystem::path path = folder / "checkpoint.h5";
  return path;
}

void put(const std::string& bytes) { std::ofstream(file(), std::ios::binary) << bytes; }

/// Inputs that were kept are of older formats than today's, and would all be refused by their number:
/// today's takes its place. The checksum behind it does not depend on the format.
std::string of_this_format(std::string bytes) {
  constexpr std::string_view kKey = "\nversion 1\n";
  if (const std::size_t at = bytes.find(kKey); at != std::string::npos)
    bytes.replace(at, kKey.size(), "\nversion " + std::to_string(kCheckpointVersion) + "\n");
  return bytes;
}

/// What a run would ask for, whatever is there.
void read_everything() {
  const CheckpointReader reader(file(), kFingerprint);
  for (const char* name : {"state", "model", "contact", "component/integrator", "output", "a/b"}) {
    if (!reader.has_group(name)) continue;
    CheckpointGroup group = reader.group(name);
    for (const char* key : {"q", "v", "time", "step", "balance", "text", "a"}) {
      std::vector<Real> reals;
      std::vector<Index> whole;
      Real two[2];
      fuzz::accepted([&] { group.read(key, reals); });
      fuzz::accepted([&] { group.read(key, whole); });
      fuzz::accepted([&] { group.real(key); });
      fuzz::accepted([&] { group.integer(key); });
      fuzz::accepted([&] { group.text(key); });
      fuzz::accepted([&] { group.fill(key, Out<Real>(two, 2)); });
    }
  }
}

/// Takes names and values from the front of a text; zeros where it has ended.
class Source {
 public:
  explicit Source(std::string bytes) : bytes_(std::move(bytes)) {}
  bool empty() const { return at_ >= bytes_.size(); }
  std::uint8_t byte() { return empty() ? 0 : static_cast<std::uint8_t>(bytes_[at_++]); }
  std::string name() {
    std::string text(byte() % 8, '\0');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }
  template <class T>
  std::vector<T> values() {
    std::vector<T> all(byte());
    for (T& value : all) {
      std::uint64_t bits = 0;
      for (int k = 0; k < 8; ++k) bits = bits << 8 | byte();
      value = std::bit_cast<T>(bits);
    }
    return all;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// A name given twice is refused by the writer; the first one stands.
template <class T>
void write_new(CheckpointGroup& group, const std::string& name, std::vector<T> data,
               std::map<std::string, std::vector<T>>& written) {
  group.write(name, View<T>(data));
  written.emplace(name, std::move(data));
}

template <class Other, class T>
void compare(CheckpointGroup& group, const std::map<std::string, std::vector<T>>& written) {
  for (const auto& [name, data] : written) {
    std::vector<T> read;
    fuzz::promise(group.read(name, read) && same_bits(read, data), "what was written is read");
    std::vector<Other> other;
    std::vector<T> longer(data.size() + 1);
    fuzz::promise(!fuzz::accepted([&, &key = name] { group.read(key, other); }) &&
                      !fuzz::accepted([&, &key = name] { group.text(key); }) &&
                      !fuzz::accepted([&, &key = name] { group.fill(key, Out<T>(longer)); }),
                  "another type, another size is refused");
  }
}

void write_and_read(Source source) {
  std::map<std::string, std::vector<Real>> reals;
  std::map<std::string, std::vector<Index>> whole;
  const std::string group_name = "g/" + source.name();
  {
    CheckpointWriter writer(kFingerprint);
    CheckpointGroup group = writer.group(group_name);
    while (!source.empty()) {
      const bool is_real = source.byte() % 2;
      const std::string name = source.name();
      if (reals.contains(name) || whole.contains(name)) continue;
      if (is_real)
        write_new(group, name, source.values<Real>(), reals);
      else
        write_new(group, name, source.values<Index>(), whole);
    }
    writer.commit(file());
  }
  const CheckpointReader reader(file(), kFingerprint);
  CheckpointGroup group = reader.group(group_name);
  compare<Index>(group, reals);
  compare<Real>(group, whole);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string rest = fuzz::text_of(data + 1, size - 1);
  fuzz::accepted([&] {
    switch (data[0]) {
      case 'f':
        put(of_this_format(rest));
        return read_everything();
      case 'a':
        return write_and_read(Source(rest));
    }
  });
  return 0;
}
