// The commands `tactus plot` and `tactus movie`. Pictures are drawn by Python scripts that are
// installed with the program, because matplotlib is widely available and known. The program only
// finds and starts them.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

#include "apps/cli/parser.hpp"
#include "core/run/scene_picture.hpp"
#include "core/support/installation.hpp"

namespace tactus::cli {

namespace fs = std::filesystem;

std::string python_interpreter() {
  if (const char* named = std::getenv("TACTUS_PYTHON"); named && *named) return named;
  const char* const system = "/usr/bin/python3";
  return access(system, X_OK) == 0 ? system : "python3";
}

bool is_picture_command(std::string_view name) { return name == "plot" || name == "movie"; }

void add_picture_commands(CLI::App& app) {
  app.add_subcommand(
      "plot",
      "Draws runs: stress, velocity, forces, paths at several times, or curves; or a scene");
  app.add_subcommand("movie", "Makes a movie of a run, GIF or MP4");
}

namespace {

/// The words of `tactus plot SCENE.json`, with the folder that shows the scene in place of its file. The options
/// --set are for the configuration.
class SceneWords {
 public:
  explicit SceneWords(std::span<char*> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string word = words[i];
      const bool is_value = !words_.empty() && (words_.back() == "-o" || words_.back() == "--out");
      has_out_ = has_out_ || word == "-o" || word.starts_with("--out");
      if (word == "--set" && i + 1 < words.size())
        sets_.emplace_back(words[++i]);
      else if (word.starts_with("--set="))
        sets_.push_back(word.substr(6));
      else
        words_.push_back(word);
      if (scene_ == 0 && i > 0 && word.ends_with(".json") && !word.starts_with('-') && !is_value)
        scene_ = words_.size() - 1;
    }
  }

  bool names_a_scene() const { return scene_ > 0 && words_[0] == "plot"; }
  void write() {
    const fs::path file = words_[scene_];
    words_[scene_] = core::write_scene(file, sets_).string();
    words_.emplace_back("--scene");
    if (!has_out_) words_.insert(words_.end(), {"--out", file.stem().string() + ".png"});
  }
  std::vector<std::string>& words() { return words_; }

 private:
  std::vector<std::string> words_, sets_;
  std::size_t scene_ = 0;
  bool has_out_ = false;
};

}  // namespace

int picture_command(std::span<char*> words, const core::StandardStreams& streams) {
  const fs::path script = core::installation_prefix() / "share/tactus/plot/main.py";
  std::error_code unreadable;
  if (!fs::exists(script, unreadable)) {
    std::fprintf(
        stderr, "%s\n",
        fmt::format("there is no {}: install Tactus whole (cmake --install)", script.string())
            .c_str());
    return kConfiguration;
  }
  std::string program = python_interpreter(), no_cache = "-B", main = script.string();
  std::vector<char*> command{program.data(), no_cache.data(), main.data()};
  SceneWords scene(words);
  if (scene.names_a_scene()) {
    scene.write();
    for (std::string& word : scene.words()) command.push_back(word.data());
  } else {
    command.insert(command.end(), words.begin(), words.end());
  }
  command.push_back(nullptr);
  streams.close_output_again();
  execvp(program.c_str(), command.data());
  std::fprintf(stderr, "%s\n",
               fmt::format("tactus {} is drawn by Python, and \"{}\" cannot be started: {}; "
                           "`./dev setup --report` installs it, and TACTUS_PYTHON names another",
                           words[0], program, std::strerror(errno))
                   .c_str());
  return kConfiguration;
}

}  // namespace tactus::cli
