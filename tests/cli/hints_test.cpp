// What check and the first lines of a run say of bodies, costs and likely slips.
#include <fmt/format.h>
#include <sys/resource.h>

#include "run_scene.hpp"

using namespace tactus::cli_tests;

namespace {

/// What check says of two blocks that are changed on the command line.
std::string checked(const Installation& tactus, const std::vector<std::string>& sets) {
  write_text(tactus.work() / "two.json", two_blocks("0.01", "{}", "1e-4"));
  std::vector<std::string> arguments{"check", "two.json"};
  for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
  const auto outcome = tactus.run(arguments);
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  return outcome.out;
}

/// The number that follows some words.
double number_after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  REQUIRE(at != text.npos);
  return std::stod(text.substr(at + words.size()));
}

}  // namespace

TEST_CASE("the step that a body would need alone is just below that of the model", "[cli][check]") {
  const Installation tactus;
  for (const char* cells : {"[2, 2]", "[5, 3]"}) {
    const std::string words = checked(tactus, {std::string("/bodies/0/mesh/cells=") + cells,
                                               std::string("/bodies/1/mesh/cells=") + cells});
    const double alone = number_after(words, "steps of about "),
                 critical = number_after(words, "(2/omega_max ");
    CHECK(alone <= 1.05 * critical);  // it is told in two digits
    CHECK(critical <= 1.5 * alone);
  }
}

TEST_CASE("check names the element that bounds the step, and where it is", "[cli][check]") {
  const Installation tactus;
  // A square of four triangles round a node 0.1 m above its lower side: the third one is 0.1 m high.
  write_text(tactus.work() / "sliver.msh",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n"
             "4 0 1 0\n5 0.5 0.1 0\n$EndNodes\n$Elements\n4\n1 2 2 0 1 2 3 5\n2 2 2 0 1 3 4 5\n"
             "3 2 2 0 1 1 2 5\n4 2 2 0 1 4 1 5\n$EndElements\n");
  const std::string words =
      checked(tactus, {R"(/bodies/1/mesh={"type": "file", "path": "sliver.msh"})",
                       "/bodies/1/name=odd", "/bodies/1/translate=[5, 3]"});
  CHECK_THAT(words, Catch::Contains("the stable step is bounded by element 3 of body \"odd\", at "
                                    "(5.5, 3.033)\n"));
}

TEST_CASE("check tells the size of a run's folder within a factor of two", "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("0.02", R"({"frames_every": 2e-4})", "1e-4"));
  const auto words = tactus.run({"check", "two.json"}).out;
  const std::string before = " MB of memory, ";
  const double told = 1e6 * number_after(words, before);
  REQUIRE(tactus.run({"run", "two.json", "--quiet", "--out", "two"}).code == 0);
  double bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(tactus.work() / "two"))
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  CHECK(told > bytes / 2);
  CHECK(told < bytes * 2);
}

TEST_CASE("check foresees the memory of the factors of implicit steps", "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "block.json",
             R"({"dimension": 2, "bodies": [{"name": "block", "density": 1000,
      "velocity": [0, -1], "mesh": {"type": "rectangle", "size": [1, 1], "cells": [120, 120]},
      "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "block", "group": "bottom"}],
    "integrator": {"type": "newmark", "beta": 0.25}, "time": {"end": 0.02, "step": 0.01}})");
  const auto told = [&](const std::string& linear) {
    const auto check =
        tactus.run({"check", "block.json", "--set", "/newton={\"linear\": \"" + linear + "\"}"});
    INFO(check.out << check.err);
    REQUIRE(check.code == 0);
    return number_after(check.out, " in all; ");
  };
  const double iterative = told("iterative"), factored = told("definite");
  REQUIRE(tactus
              .run({"run", "block.json", "--quiet", "--set", "/output={\"audit\": \"off\"}",
                    "--set", "/newton={\"linear\": \"definite\"}"})
              .code == 0);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  const double used = 1e-6 * 1024 * static_cast<double>(children.ru_maxrss);  // MB, of the largest
  CAPTURE(iterative, factored, used);
  CHECK(factored > iterative + 15);
  CHECK(factored > 0.75 * used);
  CHECK(factored < 1.25 * used);
}

TEST_CASE("check shows bodies with size, mass, waves and the step that each would need",
          "[cli][check]") {
  const Installation tactus;
  const std::string words = checked(tactus, {});
  CHECK_THAT(
      words,
      Catch::StartsWith(
          "2 bodies \"block\" to \"target\", each: 1 x 1 m, 13 nodes, 16 elements, 1e+03 kg; "
          "waves of 36.7 m/s cross it in 0.027 s, alone it would need steps of about ") &&
          Catch::Contains(" MB of memory, ") && Catch::Contains(" MB on the disk\n") &&
          !Catch::Contains("hint: "));
  const std::string copies = checked(
      tactus, {R"(/bodies/1/array={"count": [3, 2], "spacing": [2, 2]})", "/bodies/1/density=900"});
  CHECK_THAT(copies, Catch::Contains("\n6 bodies \"target_1\" to \"target_6\", each: 1 x 1 m, "));
}

TEST_CASE("the first lines of a run are those of check, on the screen and in the log",
          "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("0.001", "{}", "1e-4"));
  const auto outcome = tactus.run({"run", "two.json", "--set", "/bodies/1/thickness=0.5"});
  CHECK(outcome.code == 0);
  for (const std::string& words : {outcome.err, text_of(tactus.work() / "runs/two/log.txt")})
    CHECK_THAT(words, Catch::Contains("body \"block\": 1 x 1 m, 13 nodes") &&
                          Catch::Contains("hint: bodies \"block\" and \"target\" are 1 m and 0.5 m "
                                          "thick; contact in the plane takes them for equally"));
}

TEST_CASE("what is most likely a slip gets a hint", "[cli][check]") {
  const Installation tactus;
  const auto hint = [&](const std::vector<std::string>& sets) {
    const std::string words = checked(tactus, sets);
    const std::size_t at = words.find("hint: ");
    return at == words.npos ? std::string() : words.substr(at, words.find('\n', at) - at);
  };
  const std::vector<std::string> steel{"/bodies/0/density=7850", "/bodies/0/material/young=2.1e11",
                                       "/bodies/1/density=7850", "/bodies/1/material/young=2.1e11"};
  const auto with = [](std::vector<std::string> sets, const std::vector<std::string>& more) {
    sets.insert(sets.end(), more.begin(), more.end());
    return sets;
  };
  // A scene in millimetres.
  CHECK(
      hint(
          with(steel, {"/bodies/0/scale=100", "/bodies/1/scale=100",
                       "/bodies/1/translate=[100.001, 0]", "/time/step=auto", "/time/end=1e-4"})) ==
      "hint: the run ends after about 1 step; lengths are metres, and body \"block\" is 100 m "
      "long. Where they were meant as millimetres, give its \"scale\" as 0.001; else take a later "
      "/time/end");
  CHECK(hint(with(steel, {"/bodies/1/density=7.85e-9", "/time/step=auto", "/time/end=1e-8"})) ==
        "hint: waves in body \"target\" are as fast as 6e+09 m/s, and no solid has more than 2e4; "
        "its density of 7.85e-09 kg/m^3 or its moduli (in Pa) are of other units: 7.85e-09 t/mm^3 "
        "are 7.85e+03 kg/m^3");
  CHECK(hint({"/bodies/1/density=7850", "/bodies/1/material/young=210"}) ==
        "hint: waves in body \"target\" are as slow as 0.19 m/s, as in gels, though it is as heavy "
        "as "
        "stone or metal: its P-wave modulus is 283 Pa, its density 7850 kg/m^3. Moduli are in Pa: "
        "210 GPa are 2.1e11, 210 "
        "MPa are 2.1e8");
  CHECK_THAT(hint({"/bodies/1/density=1100", "/bodies/1/material/young=210"}),
             Catch::StartsWith("hint: waves in body \"target\" are as slow as 0.507 m/s, as in the "
                               "softest gels: "));
  CHECK(hint({"/bodies/1/density=1100", "/bodies/1/material/young=2.1e4"}).empty());  // a gel
  // Steel in MPa, beside rubber with steel in it.
  CHECK_THAT(hint({"/bodies/1/density=7850", "/bodies/1/material/young=210000"}),
             Catch::StartsWith("hint: waves in body \"target\" are as slow as 6 m/s, as in gels, "
                               "though it is as heavy as stone or metal: "));
  CHECK(hint({"/bodies/1/density=2500", "/bodies/1/material/young=1e7"}).empty());
  CHECK(hint({"/bodies/1/rotate=45", "/bodies/1/translate=[4, 0]"}) ==
        "hint: body \"target\" is rotated by 45 rad, which is 7.16 turns; 45 degrees are 0.785398 "
        "rad");
  CHECK_THAT(hint({"/bodies/0/material/poisson=0.4999", "/time/step=auto"}),
             Catch::StartsWith("hint: the material of body \"block\" has a Poisson's ratio of "
                               "0.4999: linear elements lock near 0.5, so that the body is far too "
                               "stiff, and waves of "));
  // Next to 1/2 waves are faster than in any solid, and density and moduli are not at fault.
  CHECK_THAT(hint(with(steel, {"/bodies/0/material/poisson=0.4999", "/time/step=auto"})),
             Catch::StartsWith("hint: the material of body \"block\" has a Poisson's ratio of "));
  CHECK_THAT(
      hint({"/output/frames_every=1e-8", "/time/step=1e-8"}),
      Catch::StartsWith("hint: /output/frames_every of 1e-08 s makes about 1e+06 frames of ") &&
          Catch::EndsWith(" GB in all; 5e-05 s make 200"));
  CHECK_THAT(hint({"/bodies/1/thickness=0.1"}),
             Catch::StartsWith("hint: bodies \"block\" and \"target\" are 1 m and 0.1 m thick; "));
  // Densities in g/cm^3 of what is as stiff as a solid; a foam of 20 kg/m^3 and 10 MPa is none.
  CHECK(hint(with(steel, {"/bodies/1/density=7.85", "/time/step=auto"})) ==
        "hint: the density of body \"target\" is 7.85 kg/m^3, that of a gas or a foam, and its "
        "P-wave modulus is 2.83e+11 Pa, that of a solid: 7.85 g/cm^3 are 7850 kg/m^3");
  CHECK(hint({"/bodies/1/density=1.1", "/bodies/1/material/young=2e9", "/time/step=auto"}) ==
        "hint: the density of body \"target\" is 1.1 kg/m^3, that of a gas or a foam, and its "
        "P-wave modulus is 2.69e+09 Pa, that of a solid: 1.1 g/cm^3 are 1100 kg/m^3");
  CHECK(hint({"/bodies/1/density=20", "/bodies/1/material/young=1e7"}).empty());
  const auto gravity = [](const std::string& y) {
    return R"(/loads=[{"type": "gravity", "acceleration": [0, )" + y + "]}]";
  };
  CHECK(
      hint({gravity("-9810")}) ==
      "hint: gravity of 9810 m/s^2 is a thousand times that of the earth: lengths are metres, and "
      "9810 mm/s^2 are 9.81 m/s^2");
  const std::string held = R"(/supports=[{"body": "target"}])";
  CHECK(hint({gravity("-9.81"), held}).empty());
  CHECK(hint({gravity("-9.81")}) ==
        "hint: gravity acts, and nothing is held: all bodies fall together. Hold one by a support "
        "(\"supports\": [{\"body\": ..., \"group\": ...}]) or make it an obstacle");
  const std::string floor =
      R"(/bodies/1={"name": "floor", "type": "obstacle", "translate": [1.1, 0],
                                           "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}})";
  CHECK_THAT(checked(tactus, {gravity("-9.81"), floor}), !Catch::Contains("nothing is held"));
  CHECK(hint({gravity("-5000"), held}).empty());  // a centrifuge
  CHECK(hint({gravity("9.81")}) ==
        "hint: /loads/0: gravity of 9.81 m/s^2 acts along +y, upwards in every picture; that of "
        "the earth is \"acceleration\": [0, -9.81]");
  CHECK(hint({gravity("2.5"), held}).empty());  // a buoyant body
  // Plane bodies may well be long across the plane, but 20 times their length is more likely 20 mm.
  CHECK(
      hint({"/bodies/0/thickness=20", "/bodies/1/thickness=20"}) ==
      "hint: body \"block\" is 20 m thick and 1 m long; its \"thickness\" is in metres, and 20 mm "
      "are 0.02 m");
  CHECK(hint({"/bodies/0/thickness=5", "/bodies/1/thickness=5"}).empty());
  CHECK(
      hint({"/time/end=1e-4"}) ==
      "hint: the run is made in one step, as /time/step of 0.0001 s is as long as /time/end; give "
      "one in seconds that shows what you look for, or \"auto\"");
  CHECK(hint({"/bodies/1/scale=1e-6", "/bodies/1/translate=[1.0001, 0.5]", "/time/step=auto"}) ==
        "hint: body \"target\" is 1e-06 m long with its \"scale\" of 1e-06; millimetres become "
        "metres by 0.001");
}

TEST_CASE("a fall that is nothing beside bodies that start at rest gets a hint", "[cli][check]") {
  const Installation tactus;
  const std::string falls = R"(/loads=[{"type": "gravity", "acceleration": [0, -9.81]}])",
                    rests = "/bodies/0/velocity=[0, 0]", words = "hint: all bodies start at rest";
  // 9.81 m/s^2 for 10 ms are 4.9e-4 m, and the blocks are 1 m long.
  CHECK_THAT(
      checked(tactus, {falls, rests}),
      Catch::Contains(words + ", and by /time/end gravity moves none by more than 0.00049 m, "
                              "while the smallest, \"block\", is 1 m long. Where lengths "
                              "were meant as millimetres, give each body the \"scale\" 0.001; "
                              "else take a later /time/end"));
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{falls},
        {falls, rests, "/time/end=0.02"},
        {rests},
        {falls, rests, R"(/supports=[{"body": "target", "velocity": [-50, 0]}])"}})
    CHECK_THAT(checked(tactus, sets), !Catch::Contains(words));
}

TEST_CASE("hints come before steps that fail", "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("0.01", "{}", "1e-4"));
  const auto outcome = tactus.run(
      {"check", "two.json", "--set", "/bodies/0/velocity={\"gradient\": [[-1e9, 0], [0, 0]]}",
       "--set", "/bodies/1/rotate=90", "--set", "/bodies/1/translate=[4, 0]", "--set",
       "/output/frames_every=0.1", "--set", "/contact/substepping=false"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.out,
             Catch::Contains("hint: body \"target\" is rotated by 90 rad") &&
                 Catch::Contains("hint: /output/frames_every is 0.1 s, and the run ends at 0.01 s: "
                                 "there are frames of its start and its end alone\n"));
}

TEST_CASE("a mesh from a file that is far larger than everything else gets a hint",
          "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "one.msh", square_mesh());
  const std::string mesh = R"(/bodies/1/mesh={"type": "file", "path": "one.msh"})",
                    small = "/bodies/0/scale=0.001", far = "/bodies/1/translate=[0.02, 0]",
                    step = "/time/step=auto";
  CHECK_THAT(checked(tactus, {mesh, small, far, step}),
             Catch::Contains(
                 "hint: body \"target\" is 1 m wide, 1000 times as wide as \"block\", the next "
                 "largest; where its lengths are in millimetres, give it \"scale\": 0.001"));
  CHECK_THAT(checked(tactus, {small, far, step}), Catch::Contains("1000 times as wide as"));
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{mesh, "/bodies/0/scale=0.02", far, step}, {mesh, step}})
    CHECK_THAT(checked(tactus, sets), !Catch::Contains("times as wide as"));
}

TEST_CASE("an overlap at the start is told with the slip that has most likely caused it",
          "[cli][check]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("0.01", "{}", "1e-4"));
  const auto said = [&](const std::string& set) {
    return tactus.run({"check", "two.json", "--set", set}).err;
  };
  CHECK_THAT(said("/bodies/1/rotate=45"),
             Catch::Contains("overlap at the start") &&
                 Catch::Contains("; body \"target\" is rotated by 45 rad, which is 7.16 turns; 45 "
                                 "degrees are 0.785398 rad"));
  CHECK_THAT(said("/bodies/0/mesh/size=[1000, 1000]"),
             Catch::Contains("overlap at the start") &&
                 Catch::Contains("; body \"block\" is 1e+03 m wide, 1000 times as wide as "
                                 "\"target\", the next largest; where its lengths are in "
                                 "millimetres, give it \"scale\": 0.001"));
  CHECK_THAT(said("/bodies/1/translate=[0.5, 0]"),
             Catch::Contains("overlap at the start") && !Catch::Contains("; body \""));
}

TEST_CASE("bodies in millimetres are told so, and not that they are far from each other",
          "[cli][check]") {
  const Installation tactus;
  const std::string words =
      checked(tactus, {"/bodies/0/scale=1", "/bodies/0/mesh/size=[100, 100]",
                       "/bodies/1/translate=[110, 0]", "/time/step=auto",
                       R"(/loads=[{"type": "gravity", "acceleration": [0, -9.81]}])",
                       R"(/supports=[{"body": "target"}])"});
  CHECK_THAT(words, Catch::Contains("hint: body \"block\" is 100 m wide") &&
                        !Catch::Contains("meets nothing"));
  CHECK_THAT(checked(tactus,
                     {"/bodies/1/scale=1e-6", "/bodies/1/translate=[1.5, 0.5]", "/time/step=auto"}),
             Catch::Contains("hint: body \"target\" is 1e-06 m long") &&
                 !Catch::Contains("meets nothing") && !Catch::Contains("a wave needs"));
}

TEST_CASE("a body that meets nothing within the time gets a hint, where that is certain",
          "[cli][check]") {
  const Installation tactus;
  // The block comes 0.01 m near at 1 m/s; twice three times that is the bound.
  const std::string far = "/bodies/1/translate=[1.07, 0]";
  CHECK_THAT(checked(tactus, {far}),
             Catch::Contains("hint: body \"block\" is 0.07 m from the nearest other body, and "
                             "within 0.01 s no two come nearer to each other by more than 0.06 m: "
                             "it meets nothing. See its \"translate\"") &&
                 Catch::Contains("hint: body \"target\" is 0.07 m"));
  const std::string held = R"(/supports=[{"body": "target", "velocity": [-50, 0]}])";
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{"/bodies/1/translate=[1.05, 0]"},
        {far, "/time/end=0.1"},
        {far, held},
        {far, "/bodies/0/velocity=[2, 0]"}})
    CHECK_THAT(checked(tactus, sets), !Catch::Contains("meets nothing"));
}

TEST_CASE("an angle of friction in degrees gets a hint", "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto checked_with = [&](const std::string& friction) {
    return tactus.run({"check", TACTUS_SOURCE_DIR "/configs/validation/sliding_block.json",
                       "--set=/contact/laws/0/friction=" + friction});
  };
  CHECK_THAT(checked_with("30").out,
             Catch::Contains("hint: /contact/laws/0/friction of 30 is the tangent of an angle of "
                             "88.09 degrees; dry bodies have 0.1 to 1.5, and the tangent of 30 "
                             "degrees is 0.577\n"));
  CHECK_THAT(checked_with("1e3").out, Catch::Contains("dry bodies have 0.1 to 1.5\n"));
  CHECK_THAT(checked_with("1.5").out, !Catch::Contains("hint: "));
}

TEST_CASE("no file of configs/ gets a hint about units or distances", "[cli][check]") {
  const Installation tactus(all_plugins());
  for (const char* folder : {"gallery", "paper", "validation"})
    for (const auto& entry :
         fs::directory_iterator(fs::path(TACTUS_SOURCE_DIR) / "configs" / folder)) {
      if (entry.path().extension() != ".json") continue;
      const auto outcome = tactus.run({"check", entry.path().string()});
      INFO(entry.path() << outcome.err);
      CHECK(outcome.code == 0);
      // The particles of one file show what the hint on their restitution is about; the ring of another one, of rubber
      // with two triangles across it, is too stiff for its stresses, which the hint on locking says.
      const std::string name = entry.path().stem();
      if (name == "ring_on_blocks")
        CHECK_THAT(outcome.out, Catch::Contains("\nhint: the material of body \"ring\"") &&
                                    Catch::Contains(" lock"));
      else if (name == "dzhanibekov")  // two bodies that are to be compared, and never meet
        CHECK_THAT(outcome.out, Catch::Contains("\nhint: there is no \"contact\""));
      else if (name.starts_with("two_cubes") || name.find("_on_edge") != name.npos ||
               name.find("_on_face") != name.npos)  // the paper's numbers are those of no material
        CHECK_THAT(outcome.out, Catch::Contains("hint: waves in body \"target\" are as slow as"));
      else if (name != "two_particles")
        CHECK_THAT(outcome.out, !Catch::Contains("hint: "));
    }
}

TEST_CASE("particles that reflect by the phase of a step get a hint", "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto file = fs::path(TACTUS_SOURCE_DIR) / "configs/paper/two_particles.json";
  const auto said = [&](const std::string& impact) {
    return tactus.run({"check", file.string(), "--set", "/integrator/impact=" + impact}).out;
  };
  CHECK_THAT(said("reflect"), Catch::Contains("hint: \"") &&
                                  Catch::Contains("their restitution depends on the phase"));
  CHECK_THAT(said("stop"), !Catch::Contains("hint: "));
}

TEST_CASE("metal that flows gets a hint at locking where few linear elements are across it",
          "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto said = [&](const std::string& dimension, const std::string& mesh,
                        const std::string& material) {
    write_text(tactus.work() / "metal.json",
               R"({"dimension": )" + dimension +
                   R"(, "bodies": [{"name": "beam", "density": 7800, "mesh": {)" + mesh +
                   R"(}, "material": {"type": ")" + material +
                   R"(}}], "supports": [{"body": "beam", "group": "left"}],
                       "integrator": {"type": "quasi_static"}, "time": {"end": 1, "step": 0.1}})");
    const auto outcome = tactus.run({"check", "metal.json"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  const std::string
      metal = R"(j2_plastic", "young": 2e11, "poisson": 0.3, "yield_stress": 3e8, "hardening": 0)",
      elastic = R"(neo_hookean", "young": 2e11, "poisson": 0.3)";
  const std::string plane = R"("type": "rectangle", "size": [0.08, 0.02], "cells": [16, 4])",
                    space = R"("type": "box", "size": [0.08, 0.01, 0.02], "cells": [8, 2, 4])";
  CHECK_THAT(said("2", plane + R"(, "triangles": 2)", metal),
             Catch::Contains("hint: body \"beam\" keeps its volume where it flows") &&
                 Catch::Contains("four triangles round a node"));
  CHECK_THAT(said("3", space, metal), Catch::Contains("locks linear tetrahedra"));
  CHECK_THAT(said("2", plane, metal), !Catch::Contains("hint: "));
  CHECK_THAT(said("2", plane + R"(, "triangles": 2)", elastic), !Catch::Contains("hint: "));
  CHECK_THAT(said("3", space, elastic), !Catch::Contains("hint: "));
}

namespace {

/// What check says of a beam in space with a second body beside it.
std::string said_in_space(const Installation& tactus, const std::string& mesh, double poisson,
                          const std::string& more, const std::string& other) {
  write_text(tactus.work() / "space.json", fmt::format(R"({{"dimension": 3, "bodies": [
               {{"name": "beam", "density": 1000, "mesh": {{{}}}, {}
                "material": {{"type": "neo_hookean", "young": 1e7, "poisson": {}}}}}{}
               "integrator": {{"type": "newmark"}}, "time": {{"end": 1e-2, "step": 1e-4}}}})",
                                                       mesh, more, poisson, other));
  const auto outcome = tactus.run({"check", "space.json"});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  return outcome.out;
}

}  // namespace

TEST_CASE("tetrahedra that lock are told with the factor to expect", "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto said = [&](const std::string& cells, int tetrahedra, double poisson) {
    return said_in_space(
        tactus,
        fmt::format(R"("type": "box", "size": [10, 1, 1], "cells": {}, "tetrahedra": {})", cells,
                    tetrahedra),
        poisson, "", "],");
  };
  // Beams under their own weight, solved on these meshes, hang by 1/4.5, 1/3, 1/5.8 and 1/1.7 of what theory says.
  CHECK_THAT(
      said("[10, 1, 1]", 6, 0.3),
      Catch::Contains("has one element across it: linear tetrahedra lock, and it bends as if "
                      "it were about 4.7 times stiffer; with 4 across it is about 1.2"));
  CHECK_THAT(said("[10, 1, 1]", 5, 0.3), Catch::Contains("about 3 times stiffer"));
  CHECK_THAT(
      said("[20, 2, 2]", 6, 0.48),
      Catch::Contains("near which linear tetrahedra lock: with about 2 elements across it bends "
                      "as if it were about 6 times stiffer"));
  CHECK_THAT(said("[20, 2, 2]", 5, 0.48), Catch::Contains("about 1.5 times stiffer"));
  CHECK_THAT(said("[40, 4, 4]", 6, 0.3), !Catch::Contains("lock"));
  // Cells that are no cubes: two across are two, however long they are, and one is one.
  for (const char* cells : {"[5, 2, 2]", "[2, 4, 4]"})
    CHECK_THAT(said(cells, 6, 0.3), !Catch::Contains("lock"));
  for (const char* cells : {"[40, 1, 1]", "[5, 1, 1]", "[10, 1, 4]", "[10, 4, 1]"})
    CHECK_THAT(said(cells, 6, 0.3), Catch::Contains("has one element across it"));
  CHECK_THAT(said("[5, 2, 2]", 6, 0.48), Catch::Contains("with about 2 elements across"));
}

TEST_CASE("in space a rim lies across the axis of a spin", "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto said = [&](const std::string& spin) {
    return said_in_space(tactus,
                         R"("type": "cylinder", "radius": 0.05, "height": 2, "cells": [2, 40])",
                         0.3, R"("velocity": {"spin": )" + spin + "},", "],");
  };
  // Waves of 116 m/s: about its own axis the side has 25 m/s, across it the ends have 500 m/s.
  CHECK_THAT(said("[0, 0, 500]"), !Catch::Contains("rim"));
  CHECK_THAT(said("[500, 0, 0]"), Catch::Contains("its rim moves at 4.3 times the speed of waves"));
}

TEST_CASE("in space an obstacle whose path leads through another one is named", "[cli][check]") {
  const Installation tactus(all_plugins());
  const auto said = [&](const std::string& path) {
    return said_in_space(tactus, R"("type": "box", "size": [1, 1, 1], "cells": [2, 2, 2])", 0.3,
                         R"("translate": [5, 0, 0],)", R"(,
      {"name": "table", "type": "obstacle", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}},
      {"name": "press", "type": "obstacle", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
       "translate": [0, 0, 2]}],
      "supports": [{"body": "press", "path": )" + path + "}],");
  };
  const std::string words = "/supports/0 moves the obstacle \"press\" into the obstacle \"table\"";
  const auto table = [](const std::string& to) {
    return R"({"type": "table", "times": [0, 0.01], "displacements": [[0, 0, 0], )" + to + "]}";
  };
  CHECK_THAT(said(table("[0, 0, -2]")), Catch::Contains(words + " at about 0.005"));
  CHECK_THAT(said(table("[0, 0, -0.9]")), !Catch::Contains(words));
  // Half a turn about an axis along x through the upper side of the table
  CHECK_THAT(
      said(R"({"type": "rotation", "about": [0, 0.5, 1], "axis": [1, 0, 0], "times": [0, 0.01],
                      "angles": [0, 3.14159]})"),
      Catch::Contains(words));
}

TEST_CASE("a seed where nothing is chosen at random gets a note", "[cli][check]") {
  const Installation tactus;
  const std::string words =
      "note: /random/seed is given, and no component has an option that is \"random\": most likely "
      "the seed changes nothing\n";
  CHECK_THAT(checked(tactus, {R"(/random={"seed": 3})"}), Catch::Contains(words));
  CHECK_THAT(checked(tactus, {R"(/random={"seed": 3})", "/contact/constraint/selection=random"}),
             !Catch::Contains("seed"));
  // A name is no choice.
  CHECK_THAT(checked(tactus, {R"(/random={"seed": 3})", "/bodies/0/name=random",
                              R"(/contact/constraint/between=["random", "*"])"}),
             Catch::Contains(words));
  CHECK_THAT(checked(tactus, {}), !Catch::Contains("seed"));
}

TEST_CASE("a run says at its end where its results are, unless it is to be quiet", "[cli][run]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("0.001", "{}", "1e-4"));
  const std::string words = "results are in runs/two; ParaView opens runs/two/frames.pvd\n";
  CHECK_THAT(tactus.run({"run", "two.json"}).out, Catch::EndsWith(words));
  CHECK_THAT(tactus.run({"run", "two.json", "--quiet", "--force"}).out,
             !Catch::Contains("results are in"));
}

TEST_CASE("load steps are told what nothing holds, and of no waves", "[cli][check]") {
  const Installation tactus({"quasi_static", "linear_elastic"});
  const auto told = [&](const std::string& supports) {
    write_text(tactus.work() / "statics.json",
               fmt::format(R"({{"bodies": [{{"name": "block", "density": 1000,
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
      "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}}}],
      "supports": [{}], "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1e4, "step": 1e4}}}})",
                           supports));
    const auto outcome = tactus.run({"check", "statics.json"});
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK_THAT(told(R"({"body": "block", "group": "bottom"})"), !Catch::Contains("hint: "));
  CHECK_THAT(told(""), Catch::Contains("hint: nothing holds body \"block\": load steps need"));
}
