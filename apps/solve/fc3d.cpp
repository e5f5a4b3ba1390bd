// Reads the text format `.fc3d`. Every token is checked where it stands, so that an error message
// can give its line. Counts are compared with the rest of the file before memory is allocated for
// them.
#include "apps/solve/fc3d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "apps/solve/soundness.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// A token, shortened for a message if necessary.
std::string shown(std::string_view token) {
  std::string out;
  for (const char c : token.substr(0, 24)) out += c > 32 && c < 127 ? c : '?';
  return token.size() > 24 ? out + "..." : out;
}

class Tokens {
 public:
  Tokens(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  Index line() const { return line_; }
  [[noreturn]] void fail(Index line, const std::string& sentence) const {
    throw ConfigError(fmt::format("{}, line {}: {}", path_, line, sentence));
  }
  [[noreturn]] void fail(const std::string& sentence) const { fail(line_, sentence); }

  void word(std::string_view expected) {
    const std::string_view found = next(fmt::format("\"{}\"", expected));
    if (found != expected)
      fail(fmt::format("\"{}\" stands where \"{}\" is expected{}", shown(found), expected,
                       expected == "fc3d"
                           ? "; this is no problem in the format .fc3d"
                           : "; sections come in the order fc3d, dimension, contacts, "
                             "blocks, mu, q, M, end"));
  }
  Index integer(std::string_view what) {
    return number<Index>(next(what), fmt::format("{}, a whole number,", what));
  }
  Real real(std::string_view what) {
    const std::string_view token = next(what);
    const Real value = number<Real>(token, fmt::format("{}, a number,", what));
    if (!std::isfinite(value))
      fail(fmt::format("{} is {}; allowed: a finite number", what, shown(token)));
    return value;
  }
  /// Reads a count of things of which each takes at least `tokens_each` of the remaining tokens.
  Index count(std::string_view what, Index tokens_each) {
    const Index value = integer(what);
    const auto most = static_cast<Index>(text_.size() - at_) / (2 * tokens_each);
    if (value < 1) fail(fmt::format("{} {}; allowed: 1 or more", value, what));
    if (value > most)
      fail(
          fmt::format("{} {} are announced, and the rest of the file can hold {} at most; the file "
                      "is cut off, or the number is wrong",
                      value, what, most));
    return value;
  }
  void end() {
    skip();
    if (at_ < text_.size()) fail("there is text after \"end\"; remove it");
  }

 private:
  void skip() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !is_space(text_[at_])) return;
      if (text_[at_] == '\n') ++line_;
    }
  }
  std::string_view next(std::string_view expected) {
    skip();
    if (at_ == text_.size())
      fail(fmt::format("the file ends where {} is expected; it is cut off", expected));
    const std::size_t first = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '#') ++at_;
    return text_.substr(first, at_ - first);
  }
  template <class T>
  T number(std::string_view token, const std::string& what) const {
    T value{};
    const auto [last, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc::result_out_of_range)
      fail(fmt::format("{} is beyond the numbers of 64 bits", shown(token)));
    if (error != std::errc() || last != token.data() + token.size())
      fail(fmt::format("\"{}\" stands where {} is expected", shown(token), what));
    return value;
  }

  const std::string& path_;
  std::string_view text_;
  std::size_t at_ = 0;
  Index line_ = 1;
};

void read_head(Tokens& in, FrictionProblem& p, Index& blocks) {
  in.word("fc3d");
  if (const Index version = in.integer("the version"); version != 1)
    in.fail(fmt::format("version {}; allowed: 1", version));
  in.word("dimension");
  const Index dim = in.integer("the dimension");
  if (dim != 2 && dim != 3) in.fail(fmt::format("dimension {}; allowed: 2 or 3", dim));
  p.dim = static_cast<int>(dim);
  in.word("contacts");
  p.contacts = in.count("contacts", 1 + dim);
  in.word("blocks");
  blocks = in.count("blocks", 2 + dim * dim);
}

void read_contacts(Tokens& in, FrictionProblem& p) {
  in.word("mu");
  for (Index i = 0; i < p.contacts; ++i) {
    p.friction.push_back(in.real("a friction coefficient"));
    if (p.friction.back() < 0)
      in.fail(fmt::format("friction {} of contact {}; allowed: 0 or more", p.friction.back(), i));
  }
  in.word("q");
  for (Index i = 0; i < p.contacts * p.dim; ++i)
    p.free_velocity.push_back(in.real("a free velocity"));
}

void read_block(Tokens& in, FrictionProblem& p, Index& last_row) {
  const auto index = [&](std::string_view what) {
    const Index i = in.integer(what);
    if (i < 0 || i >= p.contacts)
      in.fail(fmt::format("{} {}; allowed: 0 to {}, the contacts of this problem", what, i,
                          p.contacts - 1));
    return i;
  };
  const Index row = index("row"), column = index("column"), line = in.line();
  if (row < last_row || (row == last_row && !p.column.empty() && column <= p.column.back()))
    in.fail(
        fmt::format("block {} {} stands behind block {} {}; allowed: each block once, sorted by "
                    "row, then column",
                    row, column, last_row, p.column.back()));
  for (; last_row < row; ++last_row) p.start.push_back(static_cast<Index>(p.column.size()));
  p.column.push_back(column);
  for (int k = 0; k < p.dim * p.dim; ++k) p.value.push_back(in.real("an entry of a block"));
  if (row == column && !positive_definite(p.dim, p.value.data() + p.value.size() - p.dim * p.dim))
    in.fail(line, fmt::format("block {0} {0} of contact {0} is not positive definite: reactions do "
                              "not move the bodies apart there; drop this contact",
                              row));
}

void expect_diagonal(const Tokens& in, const FrictionProblem& p) {
  for (std::size_t i = 0; i + 1 < p.start.size(); ++i)
    if (std::find(p.column.begin() + p.start[i], p.column.begin() + p.start[i + 1],
                  static_cast<Index>(i)) == p.column.begin() + p.start[i + 1])
      in.fail(fmt::format("block {0} {0} of contact {0} is missing; every contact needs one", i));
}

}  // namespace

FrictionProblem read_fc3d(const std::string& path, const std::string& text) {
  if (text.empty()) throw ConfigError(path + ": the file is empty");
  Tokens in(path, text);
  FrictionProblem p;
  p.name = std::filesystem::path(path).stem().string();
  Index blocks = 0, row = 0;
  read_head(in, p, blocks);
  read_contacts(in, p);
  in.word("M");
  for (Index k = 0; k < blocks; ++k) read_block(in, p, row);
  for (; row < p.contacts; ++row) p.start.push_back(static_cast<Index>(p.column.size()));
  in.word("end");
  expect_diagonal(in, p);
  in.end();
  return p;
}

std::string reactions_text(const FrictionProblem& p, View<Real> reactions) {
  std::string out = fmt::format("# reactions of {}: {} per contact, N s\n", p.name,
                                p.dim == 2 ? "N T" : "N T1 T2");
  for (std::size_t k = 0; k < reactions.size(); ++k)
    out +=
        fmt::format("{}{}", reactions[k], (k + 1) % static_cast<std::size_t>(p.dim) ? ' ' : '\n');
  return out;
}

}  // namespace tactus::core
