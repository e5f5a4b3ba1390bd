// What a reader can do with pictures of space besides playing them: views along the axes, turning by buttons, the
// edges of the mesh, and a plane that cuts.

import { button, choice, h, tick } from "../dom";
import { firstCamera } from "../view/camera";
import type { Orbit } from "../view/orbit";
import type { Cut } from "../view/view";

const views: [string, number, number][] = [
  ["oblique", firstCamera.azimuth, firstCamera.elevation], ["front (along y)", -90, 0], ["back", 90, 0],
  ["right (along −x)", 0, 0], ["left", 180, 0], ["top (along −z)", -90, 90], ["bottom", -90, -90],
];

export class SpaceControls {
  readonly element: HTMLElement;
  mesh = false;
  private axis: 0 | 1 | 2 | null = null;
  private otherSide = false;
  private readonly part: HTMLInputElement;
  private readonly ofCut: HTMLElement[];

  constructor(orbit: Orbit, changed: () => void) {
    this.part = h("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "Place of the cut", input: changed });
    this.part.value = "0.5";
    this.ofCut = [h("label", { class: "field cut" }, h("span", {}, "place of the cut"), this.part),
      tick("other side", false, (on) => { this.otherSide = on; changed(); })];
    const cutBy = (value: string) => {
      this.axis = value === "" ? null : (Number(value) as 0 | 1 | 2);
      this.ofCut.forEach((element) => (element.hidden = this.axis === null));
    };
    const turns: [string, string, number, number][] = [
      ["←", "turn to the left", -15, 0], ["→", "turn to the right", 15, 0], ["↑", "tilt upwards", 0, 15], ["↓", "tilt downwards", 0, -15]];
    this.element = h("div", { class: "controls in-space" },
      choice("seen from", views.map(([text], i) => ({ value: String(i), text })), "0",
        (value) => { const [, azimuth, elevation] = views[Number(value)]!; orbit.from(azimuth, elevation); }),
      h("span", { class: "zoom" }, ...turns.map(([text, name, azimuth, elevation]) =>
        button(text, () => orbit.turn(azimuth, elevation), { "aria-label": name }))),
      tick("mesh", false, (on) => { this.mesh = on; changed(); }),
      choice("cut", [{ value: "", text: "none" }, ...["x", "y", "z"].map((axis, d) => ({ value: String(d), text: `across ${axis}` }))], "", (value) => { cutBy(value); changed(); }),
      ...this.ofCut);
    cutBy("");
  }

  get cut(): Cut | null {
    return this.axis === null ? null : { axis: this.axis, part: Number(this.part.value), otherSide: this.otherSide };
  }
}
