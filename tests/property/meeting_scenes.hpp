// Random scenes in which three or more corners meet at a point: there every choice of which side a
// vertex belongs on may be wrong, and contact has least to go by. Everything about a scene follows
// from its family and its seed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/property/plane_polygon.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/property/scene_text.hpp"

namespace tactus::property {

constexpr std::string_view kMeetingFamilies[] = {"slices", "stars", "corners", "wedges"};

/// Bodies are about 1 m wide; waves in them run at 1 m/s, or at up to ten times that in light ones.
class MeetingScenes {
 public:
  MeetingScenes(std::string_view family, unsigned seed)
      : family_(family), seed_(seed), random_(seed) {}

  SceneText scene() {
    for (int k = 0; k < 8; ++k) random_.pick(2);  // neighbouring seeds begin alike
    choose_materials();
    pace_ = random_.logarithmic(1e-3, 0.3);
    // Near enough to meet soon, however slow they are.
    gap_ = std::min(random_.logarithmic(1e-9, 1e-2), 3 * pace_);
    size_ = random_.logarithmic(0.2, 1.5);
    turn_ = random_.one_in(3) ? 0 : random_.uniform(0, 2 * kPi);
    if (family_ == "slices") slices();
    if (family_ == "stars") stars();
    if (family_ == "corners") corners();
    if (family_ == "wedges") wedges();
    return text();
  }

 private:
  struct Piece : Comer {
    /// A rectangle's mesh and angle; other pieces are meshed from their outline.
    std::string mesh{};
    Real angle = 0;
  };
  struct Matter {
    Real density, modulus;  ///< kg/m^3, Pa: lambda + 2 mu
  };
  static constexpr std::size_t kMost = 16;

  // ---- families: the pieces in the scene's own frame, apart, on their ways

  /// A disk cut from its centre, the slices drawn out.
  void slices() {
    const int count = 3 + random_.pick(12);
    const bool equal = random_.one_in(2);
    std::vector<Real> share;
    Real sum = 0;
    for (int k = 0; k < count; ++k) {
      share.push_back(equal ? 1 : random_.uniform(0.5, 1.5));
      sum += share.back();
    }
    const Real aside = random_.one_in(3) ? random_.logarithmic(1e-6, 0.05) : 0;
    Real from = 0;
    for (int k = 0; k < count; ++k) {
      const Real to = from + share[at(k)] / sum * 2 * kPi;
      add(sector(from, to), (from + to) / 2, aside);
      from = to;
    }
    gather();
  }
  Polygon sector(Real from, Real to) {
    Polygon p{{0, 0}};
    const int chords = std::max(1, static_cast<int>((to - from) / 1.1)) + random_.pick(2);
    for (int k = 0; k <= chords; ++k) p.push_back(towards(from + (to - from) * k / chords));
    return p;
  }

  /// Stars round a point, each with a tip at it; or some with a tip in the notches of one.
  void stars() {
    if (random_.one_in(3)) {
      star_in_notches();
      return;
    }
    // A star with so many tips fits, seen from one of them, into its part of the full circle.
    constexpr int kMostTips[] = {0, 0, 8, 6, 4, 3, 3};
    const int count = 2 + random_.pick(5);
    for (int k = 0; k < count; ++k) {
      const int tips = 3 + random_.pick(kMostTips[count] - 2);
      const Real size = random_.uniform(0.5, 1), waist = random_.uniform(0.3, 0.7);
      const Real way = 2 * kPi * k / count;
      add(placed(star(tips, size, waist), way + kPi, size * towards(way)), way, 0);
    }
    gather();
  }
  void star_in_notches() {
    const int tips = 3 + random_.pick(5), guests = 1 + random_.pick(tips);
    const Real waist = random_.uniform(0.3, 0.6);
    pieces_.push_back({{star(tips, 1, waist), {}}});
    for (int k = 0; k < guests; ++k) {
      const Real way = 2 * kPi * (k + 0.5) / tips;  // the notches lie half-way between the tips
      const int own = 3 + random_.pick(4);
      const Real size = random_.uniform(0.3, 0.7), thin = random_.uniform(0.2, 0.5);
      add(placed(star(own, size, thin), way + kPi, (waist + size) * towards(way)), way, 0);
    }
    gather();
  }
  /// The first tip points along x.
  static Polygon star(int tips, Real size, Real waist) {
    Polygon p;
    for (int k = 0; k < 2 * tips; ++k)
      p.push_back((k % 2 ? waist * size : size) * towards(kPi * k / tips));
    return p;
  }

  /// Squares with a corner at the point, or round it where they are too many for that.
  void corners() {
    const int count = 3 + random_.pick(6);
    const bool lattice = count == 4 && random_.one_in(2);
    const bool askew = !lattice && random_.one_in(3);
    if (lattice) turn_ = 0;
    for (int k = 0; k < count; ++k) {
      const Real size = lattice ? 1 : random_.uniform(0.5, 1);
      const Real way = 2 * kPi * (k + 0.5) / count;
      const Real slack = std::max(0., kPi / count - kPi / 4);
      // On the lattice to the bit: angles of 0, and corners that need no turn.
      const Real tilt = askew ? random_.uniform(-slack, slack) : 0;
      add(placed({{0, 0}, {size, 0}, {size, size}, {0, size}}, way - kPi / 4 + tilt, {}), way, 0);
      const int cells = std::max(1, static_cast<int>(std::lround(size / size_)));
      const int triangles = 2 + 2 * random_.pick(2);
      pieces_.back().angle = way - kPi / 4 + tilt;
      pieces_.back().mesh = fmt::format(
          R"({{"type": "rectangle", "size": [{0}, {0}], "cells": [{1}, {1}], "triangles": {2}}})",
          size, cells, triangles);
    }
    gather();
    if (lattice) put_on_lattice();
  }
  /// Lower left corners exactly beside the axes, without a turn.
  void put_on_lattice() {
    constexpr Real kSide[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    for (std::size_t k = 0; k < 4; ++k) {
      const Point sign{kSide[k][0] < 0 ? -1. : 1., kSide[k][1] < 0 ? -1. : 1.};
      const Point low = Point{kSide[k][0], kSide[k][1]} + gap_ / 2 * sign;
      pieces_[k].outline = {low, low + Point{1, 0}, low + Point{1, 1}, low + Point{0, 1}};
      pieces_[k].angle = 0;
    }
  }

  /// A wedge, whole or cut into slices, driven into the notch of a block or between two blocks.
  void wedges() {
    const Real half = random_.uniform(0.2, 1.1);  // of the notch's opening
    const Real depth = random_.uniform(0.3, 0.8), width = depth * std::tan(half);
    const Real side = width + random_.uniform(0.3, 1);
    if (random_.one_in(2)) {
      pieces_.push_back({{{{-side, -1.2},
                           {side, -1.2},
                           {side, 0},
                           {width, 0},
                           {0, -depth},
                           {-width, 0},
                           {-side, 0}},
                          {}}});
    } else {
      const Real slit = random_.one_in(2) ? std::max(gap_, 1e-9) : random_.logarithmic(1e-4, 0.1);
      const Polygon right{
          {slit / 2, -1.2}, {side, -1.2}, {side, 0}, {width + slit / 2, 0}, {slit / 2, -depth}};
      Polygon left;
      for (const Point p : right) left.insert(left.begin(), {-p[0], p[1]});
      pieces_.push_back({{right, {}}});
      pieces_.push_back({{left, {}}});
    }
    // Sharper than the notch, as sharp, or blunter.
    const Real own = random_.one_in(3) ? half : half * random_.uniform(0.5, 1.2);
    const int parts = 1 + random_.pick(4);
    const Real off = random_.one_in(2) ? 0 : random_.uniform(-0.3, 0.3) * width;
    const Real aside = parts > 1 ? std::max(gap_, 1e-9) : 0;
    for (int k = 0; k < parts; ++k) {
      const Real from = kPi / 2 - own + 2 * own * k / parts, to = from + 2 * own / parts;
      const Point apart = aside * (k - 0.5 * (parts - 1)) * Point{-1, 0};
      add(placed(sector(from, to), 0, Point{off, -depth} + apart), kPi / 2, 0);
    }
    spread_parts(static_cast<std::size_t>(parts));
    gather();
  }
  /// Neighbouring slices of a wedge: moved sideways until they are as far apart as is wanted.
  void spread_parts(std::size_t parts) {
    const std::size_t first = pieces_.size() - parts;
    for (std::size_t k = first + 1; k < pieces_.size(); ++k)
      for (int tries = 0; tries < 200; ++tries) {
        const Real near = distance(pieces_[k - 1].outline, pieces_[k].outline);
        if (near >= gap_) break;
        for (Point& p : pieces_[k].outline) p[0] -= std::max(gap_ - near, 1e-3 * gap_);
      }
  }

  // ---- from pieces to bodies

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// A piece that comes from the direction `from`, its place in the meeting moved aside a little.
  void add(const Polygon& outline, Real from, Real aside) {
    const Real shift = aside > 0 ? random_.uniform(-aside, aside) : 0;
    const Point move = 2. * towards(from) + shift * towards(from + kPi / 2);
    pieces_.push_back({{placed(outline, 0, move), -1. * towards(from)}});
  }

  void gather() {
    std::vector<Comer> comers(pieces_.begin(), pieces_.end());
    bring_together(comers, gap_, 2);
    for (std::size_t k = 0; k < pieces_.size(); ++k) pieces_[k].outline = comers[k].outline;
  }

  /// Equal, or up to 1 : 100 in mass, in stiffness as in mass, or both by themselves.
  void choose_materials() {
    const int mode = random_.pick(5);
    const std::size_t odd = at(random_.pick(3));
    for (std::size_t k = 0; k < kMost; ++k) {
      Matter m{1000, 1000};
      const Real heavy = random_.logarithmic(0.01, 1), stiff = random_.logarithmic(0.03, 1);
      if (mode == 1 || mode == 3) m.density *= heavy;
      if (mode == 2) m = {1000 * heavy, 1000 * heavy};
      if (mode == 3) m.modulus *= stiff;
      if (mode == 4 && k == odd) m.density = 10;
      matter_.push_back(m);
    }
  }

  /// m/s, of the waves in the bodies that there are.
  Real slowest() const {
    Real least = 1;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      least = std::min(least, std::sqrt(matter_[k].modulus / matter_[k].density));
    return least;
  }

  SceneText text() {
    SceneText out;
    out.kind = std::string(family_);
    out.solver = seed_ % 10 == 0 ? "ipopt" : "local_sqp";
    out.impact = random_.one_in(2) ? "stop" : "reflect";
    const Real slowest_wave = slowest(), speed = pace_ * slowest_wave;
    const int mode = random_.pick(5);
    const std::size_t mover = first_mover();
    Real closing = 0;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      Real share = 0.5, spin = 0;  // of the speed
      if (mode == 1) share = random_.uniform(0.05, 0.5);
      if (mode == 2) share = k == mover ? 1 : 0;
      if (mode == 3) {
        share = random_.uniform(0, 0.5);
        spin = random_.uniform(-1, 1);
      }
      if (mode == 4) share = k % 2 == mover % 2 ? 1 : 0;
      closing = std::max(closing, share * speed);
      out.bodies.push_back(body(k, share * speed, spin * speed));
    }
    out.end = 1.5 * gap_ / closing + random_.uniform(3, 6) / slowest_wave;
    return out;
  }
  std::size_t first_mover() const {
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      if (norm(pieces_[k].way) > 0) return k;
    return 0;
  }

  std::string body(std::size_t k, Real speed, Real spin) const {
    const Piece& piece = pieces_[k];
    const Polygon outline = placed(piece.outline, turn_, {});
    const Point v = speed * turned(piece.way, turn_);
    std::string place;
    std::string mesh = piece.mesh;
    if (mesh.empty()) {
      mesh = fmt::format(R"({{"type": "polygon", "size": {}, "points": [)", size_);
      for (std::size_t i = 0; i < outline.size(); ++i)
        mesh += fmt::format("{}[{}, {}]", i ? ", " : "", outline[i][0], outline[i][1]);
      mesh += "]}";
    } else {
      place = fmt::format(R"("rotate": {}, "translate": [{}, {}], )", piece.angle + turn_,
                          outline[0][0], outline[0][1]);
    }
    const Matter m = matter_[k];
    return fmt::format(
        R"({{"name": "body_{}", "mesh": {},
     {}"density": {}, "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}},
     "self_contact": true, "velocity": {{"constant": [{}, {}], "spin": {}}}}})",
        k + 1, mesh, place, m.density, m.modulus / 2, m.modulus / 4, v[0], v[1], spin);
  }

  std::string_view family_;
  unsigned seed_;
  RandomNumbers random_;
  std::vector<Matter> matter_;
  std::vector<Piece> pieces_;
  Real pace_ = 0;  ///< of approach, over the slowest wave speed
  Real gap_ = 0, size_ = 0, turn_ = 0;
};

}  // namespace tactus::property
