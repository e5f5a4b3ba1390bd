/// \file scene.hpp  Configurations and models made by hand, for tests of the kernel.
#pragma once

#include <fmt/format.h>

#include <Eigen/LU>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.hpp"
#include "tactus/elastic_options.hpp"
#include "tests/support/generated_mesh.hpp"

namespace tactus::test {

/// The simplest objective law, with its own words: W = lambda/8 (tr C - 3)^2 + mu/4 |C - I|^2
/// (St. Venant-Kirchhoff). P = F S, S = lambda/2 (tr C - 3) I + mu (C - I).
class SaintVenant : public Material {
 public:
  explicit SaintVenant(Lame lame) : lame_(lame) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent, capability::objective})
      c.provides(name);
  }

 protected:
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t)
      for (int l = 0; l < kLanes; ++l) {
        const Eigen::Matrix3d F = Eigen::Matrix3d::NullaryExpr(
            [&](Eigen::Index i, Eigen::Index j) { return batch.F[t](l, i + 3 * j); });
        if (!(F.determinant() > 0))
          throw EvaluationError("J <= 0", {Item::element, static_cast<Index>(8 * t) + l});
        const Eigen::Matrix3d E = (F.transpose() * F - Eigen::Matrix3d::Identity()) / 2;
        const Eigen::Matrix3d S =
            lame_.lambda * E.trace() * Eigen::Matrix3d::Identity() + 2 * lame_.mu * E;
        const Eigen::Matrix3d P = F * S;
        if (!batch.W.empty()) batch.W[t][l] = (E.array() * S.array()).sum() / 2;
        if (!batch.P.empty())
          for (int a = 0; a < 9; ++a) batch.P[t](l, a) = P(a % 3, a / 3);
        if (!batch.A.empty())
          for (int b = 0; b < 9; ++b) {
            Eigen::Matrix3d H = Eigen::Matrix3d::Zero();
            H(b % 3, b / 3) = 1;
            const Eigen::Matrix3d e = (H.transpose() * F + F.transpose() * H) / 2;
            const Eigen::Matrix3d A =
                H * S +
                F * (lame_.lambda * e.trace() * Eigen::Matrix3d::Identity() + 2 * lame_.mu * e);
            for (int a = 0; a < 9; ++a) batch.A[t](l, a + 9 * b) = A(a % 3, a / 3);
          }
      }
  }
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

 private:
  Lame lame_;
};

/// A configuration under construction. Bodies have density 1 and thickness 1 unless changed.
struct Scene {
  core::Configuration configuration;
  std::vector<core::Mesh> meshes;

  explicit Scene(int dim = 2) { configuration.dim = dim; }

  std::size_t material(std::unique_ptr<Component> object, std::string type = "saint_venant") {
    configuration.materials.push_back({std::move(type), std::move(object)});
    return configuration.materials.size() - 1;
  }
  std::size_t material(Lame lame = {1.5, 1}) {
    return material(std::make_unique<SaintVenant>(lame));
  }
  core::BodyConfig& body(std::string name, core::Mesh mesh, std::size_t material) {
    core::BodyConfig body;
    body.name = std::move(name);
    body.material = material;
    body.density = 1;
    meshes.push_back(std::move(mesh));
    return configuration.bodies.emplace_back(std::move(body));
  }
  std::unique_ptr<core::Model> model() const {
    return std::make_unique<core::Model>(configuration, meshes);
  }
};

/// [0, width] x [0, height] in nx x ny cells of 2 or 4 triangles.
inline core::Mesh rectangle(Real width, Real height, int nx, int ny, Index triangles = 2) {
  return testing::generated(fmt::format(
      R"({{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {}}})", width,
      height, nx, ny, triangles));
}

/// The unit cube in n^3 cells of 6 tetrahedra along the diagonal.
inline core::Mesh cube(int n) {
  core::Mesh mesh;
  mesh.dim = 3;
  const auto node = [n](int i, int j, int k) { return Index{i + (n + 1) * (j + (n + 1) * k)}; };
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        for (const int c : {i, j, k}) mesh.points.push_back(static_cast<Real>(c) / n);
  const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int o = 0; o < 6; ++o) {  // a path from corner to corner along three edges
          int at[3] = {i, j, k};
          Index tet[4] = {node(i, j, k), 0, 0, 0};
          for (int s = 0; s < 3; ++s) {
            ++at[order[o][s]];
            tet[s + 1] = node(at[0], at[1], at[2]);
          }
          if (o >= 3) std::swap(tet[2], tet[3]);  // odd permutations have negative volume
          mesh.elements.insert(mesh.elements.end(), tet, tet + 4);
        }
  return mesh;
}

}  // namespace tactus::test
