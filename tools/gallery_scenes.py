#!/usr/bin/env python3
"""Writes those scenes of configs/gallery that consist of many bodies: gallery_scenes.py [NAME]... [--check].

Each function below makes one of them: what its file says at its head, and its bodies. The limits that the heads
name are computed here, from statics alone. --check writes nothing and fails where a file differs.
"""
import argparse
import json
import math
import pathlib
import random
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "configs/gallery"


def rounded(points, digits=12):
    """Rounded alike wherever a point is used, so that neighbours share it to the last bit."""
    return [[round(x, digits) + 0.0, round(y, digits) + 0.0] for x, y in points]


def rigid(name, points, density=1000, **more):
    return {"name": name, "type": "rigid", "density": density, **more,
            "mesh": {"type": "polygon", "size": 10, "points": points}}


def block(kind, name, corner, size, **more):
    return {"name": name, "type": kind, **more, "translate": [round(x, 9) + 0.0 for x in corner],
            "mesh": {"type": "rectangle", "size": size, "cells": [1, 1]}}


def scene(description, bodies, laws, end, frames_every, supports=None):
    out = {"description": description, "dimension": 2, "bodies": bodies}
    if supports:
        out["supports"] = supports
    out["loads"] = [{"type": "gravity", "acceleration": [0, -9.81]}]
    out["integrator"] = {"type": "moreau_jean"}
    out["contact"] = {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
                      "solver": {"type": "interior_point"}, "laws": laws}
    out["time"] = {"end": end, "step": 1e-3}
    out["output"] = {"frames_every": frames_every}
    return out


def law(friction, *between):
    return {"between": list(between) or ["*", "*"], "type": "nonsmooth_force", "friction": friction}


# ---- A falling arch


def stones(count, thickness):
    """Corners of the stones of a semicircular arch, 1 m to its centre line, from the right springing to the left."""
    inner, outer = 1 - thickness / 2, 1 + thickness / 2

    def on_joint(k, r):
        return r * math.cos(math.pi * k / count), r * math.sin(math.pi * k / count)
    return [[on_joint(k, inner), on_joint(k, outer), on_joint(k + 1, outer), on_joint(k + 1, inner)]
            for k in range(count)]


def area_and_moment(points):
    """Of a polygon: its area, and the integral of x over it."""
    area = moment = 0
    for (x, y), (u, v) in zip(points, points[1:] + points[:1]):
        cross = x * v - u * y
        area += cross / 2
        moment += cross * (x + u) / 6
    return area, moment


def stands(count, thickness):
    """Whether some thrust stays within all joints of half the arch: statics of joints that take no tension.

    H is the thrust at the crown and K = H times its height. The moment about a point (x, y) of a joint of all that
    acts between crown and joint is W x - M - K + y H; it is >= 0 at the outer end and <= 0 at the inner one.
    """
    inner, outer = 1 - thickness / 2, 1 + thickness / 2
    lower, upper = [(inner, 0)], [(outer, 0)]  # K >= slope H + c, K <= slope H + c
    weight = moment = 0
    for stone, k in zip(stones(count, thickness)[count // 2 - 1::-1], range(count // 2 - 1, -1, -1)):
        area, first = area_and_moment(stone)
        weight, moment = weight + area, moment + first
        for r, bounds in ((inner, lower), (outer, upper)):
            angle = math.pi * k / count
            bounds.append((r * math.sin(angle), weight * r * math.cos(angle) - moment))

    def room(thrust):
        return min(s * thrust + c for s, c in upper) - max(s * thrust + c for s, c in lower)
    low, high = 0.0, 10.0
    for _ in range(200):  # room is concave
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if room(a) < room(b) else (low, b)
    return room(low) >= 0


def limit_thickness(count):
    low, high = 0.01, 0.5
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if stands(count, middle) else (middle, high)
    return high


def falling_arch():
    count, limit = 16, limit_thickness(16)
    thickness = round(0.97 * limit, 6)
    bodies = [rigid(f"stone_{k + 1}", rounded(points), 2000)
              for k, points in enumerate(stones(count, thickness))]
    bodies.append(block("obstacle", "ground", [-3, -0.5], [6, 0.5]))
    head = f"""A semicircular arch of {count} stones with four corners each, which is a little too thin and falls.

  ./dev run configs/gallery/falling_arch.json

The joints take no tension. Statics asks for a thickness of {limit:.6f} m where the centre line has a radius of 1 m: with
less, no line of thrust stays inside of all joints. This arch has 97 % of that. Hinges open at the crown, between crown and
springings, and at the springings; in each of them two corners touch, and nothing else does.
{EXPECTED["falling_arch"]}"""
    return head, scene("An arch that is 3 % too thin. Look at: the hinges in the frames, and kinetic_energy_J in "
                       "history.csv.", bodies, [law(0.7)], 0.6, 0.02)


# ---- Card houses


CARD = {"height": 1.0, "lean": 20, "width": 0.03, "plate": 0.03, "gap": 0.04}  # m, degrees


def card(x, y, side):
    """One that leans against another one over (x, y): cut level at its foot and head, and upright where they meet."""
    h, w = CARD["height"], CARD["width"]
    a = h * math.tan(math.radians(CARD["lean"]))
    points = [(x, y + h - w), (x, y + h), (x + side * w, y + h), (x + side * a, y), (x + side * (a - w), y)]
    return points if side < 0 else points[::-1]


def card_house_bodies(storeys):
    h, gap = CARD["height"], CARD["gap"]
    pitch = 2 * h * math.tan(math.radians(CARD["lean"])) + gap
    bodies, y = [], 0.0
    for storey in range(1, storeys + 1):
        pairs = storeys - storey + 1
        for k in range(pairs):
            x = (k - (pairs - 1) / 2) * pitch
            for side, name in ((-1, "left"), (1, "right")):
                bodies.append(rigid(f"{name}_{storey}_{k + 1}", rounded(card(x, y, side), 9)))
        y += h
        if storey < storeys:
            half = (pairs - 1) / 2 * pitch + 0.15
            bodies.append(block("rigid", f"plate_{storey}", [-half, y], [round(2 * half, 9), CARD["plate"]], density=1000))
            y += CARD["plate"]
    bodies.append(block("obstacle", "table", [-3, -0.5], [6, 0.5]))
    return bodies


def weight_of(body):
    if body["mesh"]["type"] == "rectangle":
        return 1000 * math.prod(body["mesh"]["size"])
    return 1000 * area_and_moment(body["mesh"]["points"])[0]


def least_friction_of_cards(bodies, storeys):
    """Of the cards at the bottom, which carry equal shares of all that is above them."""
    h, w = CARD["height"], CARD["width"]
    a = h * math.tan(math.radians(CARD["lean"]))
    area, moment = area_and_moment(card(0, 0, 1))
    own = 1000 * area
    load = (sum(weight_of(b) for b in bodies if b["type"] == "rigid") - 2 * storeys * own) / (2 * storeys)
    return (own * (a - w - moment / area) + load * (a - 2 * w)) / (h * (own + load))


def card_house(friction, verb, other, name):
    storeys = 3
    bodies = card_house_bodies(storeys)
    limit = least_friction_of_cards(bodies, storeys)
    head = f"""A card house of three storeys that {verb}: friction {friction} everywhere.

  ./dev run configs/gallery/{name}.json

Cards lean by {CARD["lean"]} degrees, are cut level at foot and head, w = {CARD["width"]} m wide there, and stand with their outer edges a =
{CARD["height"] * math.tan(math.radians(CARD["lean"])):.5f} m beside the line on which two of them meet, h = 1 m above their feet. A card of weight W that carries V on its
head is pushed outwards by its neighbour with H. It tips about the inner edge of its foot unless, with its centre of mass
x_g beside that line,
  H h >= W (a - w - x_g) + V (a - 2 w),
and its foot slides unless H <= mu (W + V). At the bottom V is a sixth of all that is above, which makes
  mu >= {limit:.4f};
higher up less is asked for. The same house with another friction {other}.
{EXPECTED[name]}"""
    return head, scene(f"A house of twelve cards that {verb}. Look at: kinetic_energy_J in history.csv, and the feet at "
                       "the bottom in the frames.", bodies, [law(friction)], 1.2, 0.02)


def card_house_standing():
    return card_house(0.28, "stands", "falls: card_house_falling.json", "card_house")


def card_house_falling():
    return card_house(0.15, "falls", "stands: card_house.json", "card_house_falling")


# ---- Poured into a box


def poured_pile():
    draw = random.Random(7)
    columns, count, pitch, width = 10, 300, 0.085, 1.6
    left = (width - (columns - 1) * pitch) / 2
    bodies = []
    for k in range(count):
        at = [round(left + pitch * (k % columns) + draw.uniform(-0.004, 0.004), 4), round(0.05 + pitch * (k // columns), 4)]
        radius, corners = draw.uniform(0.022, 0.038), draw.randint(3, 7)
        if k % 2 == 0:
            bodies.append({"name": f"disk_{k + 1}", "type": "rigid", "density": 1000, "translate": at,
                           "radius": round(radius, 4)})
            continue
        turn = draw.uniform(0, 2 * math.pi)
        angles = [turn + 2 * math.pi * (i + draw.uniform(-0.2, 0.2)) / corners for i in range(corners)]
        points = rounded([(radius * math.cos(a), radius * math.sin(a)) for a in angles], 4)
        bodies.append(rigid(f"polygon_{k + 1}", points, translate=at))
    height = 1.2
    bodies += [block("obstacle", "floor", [-0.1, -0.1], [width + 0.2, 0.1]),
               block("obstacle", "left_wall", [-0.1, 0], [0.1, height]),
               block("obstacle", "right_wall", [width, 0], [0.1, height])]
    head = f"""150 disks and 150 polygons of 3 to 7 corners are poured into a box: a column of them falls and spreads.

  ./dev run configs/gallery/poured_pile.json
  ./dev run configs/gallery/poured_pile.json --set /contact/laws/0/friction=0.05 --out runs/slippery

{EXPECTED["poured_pile"]}"""
    return head, scene("Disks and polygons poured into a box. Look at: the heap in the frames, total_energy_J in "
                       "history.csv, and the contacts that stick and slip there.", bodies, [law(0.5)], 1.5, 0.025)


# ---- A block drawn out of a tower


def jenga():
    long, thick, short, gap = 0.75, 0.15, 0.23, 0.03
    bodies = []
    for level in range(1, 11):
        y = thick * (level - 1)
        if level % 2 == 0:
            bodies.append(block("rigid", f"long_{level}", [-long / 2, y], [long, thick], density=600))
            continue
        for k, side in enumerate(("left", "middle", "right")):
            name = "drawn" if (level, side) == (3, "right") else f"{side}_{level}"
            bodies.append(block("rigid", name, [-long / 2 + k * (short + gap), y], [short, thick], density=600))
    bodies.append(block("obstacle", "finger", [0.119, 2 * thick + 0.05], [0.024, 0.05]))
    bodies.append(block("obstacle", "table", [-2, -0.5], [4, 0.5]))
    supports = [{"body": "finger", "path": {"type": "table", "times": [0.1, 1.1], "displacements": [[0, 0], [0.4, 0]],
                                            "interpolation": "smooth"}}]
    laws = [law(0.3, "drawn", "*"), law(0.4)]
    head = f"""A finger pushes a block out of a tower of ten layers, on a path that is prescribed, and the tower stands.

  ./dev run configs/gallery/jenga.json
  ./dev run configs/gallery/jenga.json --set /contact/laws/0/friction=1.2 --out runs/rough

The seven layers above the block weigh W. It carries a share N of that and pulls at them with at most mu_b N, its own
friction times its share; the two blocks beside it hold with mu (W - N). With three equal shares the layers stay where they
are for mu_b < 2 mu, and go with the block for more. Here mu = 0.4 and mu_b = 0.3; with mu_b = 1.2 the tower falls.
Statics leaves the shares open, as for a table of four legs, so that near 2 mu nothing is said. Without the block the layers
still stand: their centre of mass is above the block in the middle.
{EXPECTED["jenga"]}"""
    return head, scene("A block pushed out of a tower. Look at: the layers above it in the frames, and the force on "
                       "the finger in supports.csv.", bodies, laws, 1.5, 0.025, supports)


EXPECTED = {
    "falling_arch": """What to expect: after 0.6 s the crown has come down by 0.31 m, and the stones have 0.41 kJ of kinetic energy; joints are at
most 0.02 mm deep, and contact takes less than 0.01 % of the energy.""",
    "card_house": "What to expect: nothing moves, and the total energy is unchanged up to rounding.",
    "card_house_falling": """What to expect: the feet at the outside slide away at once, at 0.6 s the upper storeys have come down on the plate below
them, and at 1.2 s little is upright. Contact takes 2.4 to 3 kJ. How it falls in detail depends on the last digits.""",
    "poured_pile": """What to expect: a heap at 0.6 s, which settles until 1.5 s to about 0.5 m at the walls and 0.6 m in the middle; bodies are
at most 1.5 mm deep in each other; friction takes about 2.5 kJ and impacts 4.6 kJ of the energy of the fall. With little
friction the heap is flat.""",
    "jenga": """What to expect: the block leaves the tower at 0.9 s and falls on the table; the layers above stay where they are. With
mu_b = 1.2 they go with the block, and so do the layers below it, until the tower tips.""",
}
SCENES = {"falling_arch": falling_arch, "card_house": card_house_standing, "card_house_falling": card_house_falling,
          "poured_pile": poured_pile, "jenga": jenga}


def text_of(head, configuration):
    """As people would write it: one body a line."""
    note = "".join(f"// {line}".rstrip() + "\n" for line in (head.rstrip() + "\nMade by tools/gallery_scenes.py.").split("\n"))
    lines = []
    for key, value in configuration.items():
        if key == "bodies":
            listed = ",\n".join(f"    {json.dumps(body)}" for body in value)
            lines.append(f'  "bodies": [\n{listed}\n  ]')
        elif key == "contact":
            listed = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f'  "contact": {{\n{listed}\n  }}')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return note + "{\n" + ",\n".join(lines) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *SCENES])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.names or SCENES:
        text, file = text_of(*SCENES[name]()), FOLDER / f"{name}.json"
        if not arguments.check:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file} is not what tools/gallery_scenes.py makes; it writes it anew without --check")


if __name__ == "__main__":
    main()
