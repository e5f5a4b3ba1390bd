// What draws the frames of one cell, in the plane or in space; the controls around it know nothing else.

import type { Camera } from "./camera";
import type { FrameSet } from "./frames_data";

export type Field = "velocity" | "stress" | "body";

/** A plane across an axis: what lies on its far side is left away. */
export interface Cut {
  axis: 0 | 1 | 2;
  part: number;       // of the way from the lowest to the highest coordinate
  otherSide: boolean;
}

export interface Look {
  field: Field;
  arrows: boolean;
  /** Ends of the scales, shared by all views side by side. */
  speed: number;
  stress: number;
  force: number;
  /** What is seen: lowest, then highest coordinates [m]. */
  box: readonly number[];
  /** In space alone. */
  camera: Camera;
  mesh: boolean;      // every edge of the mesh is drawn, not only those where the surface turns
  cut: Cut | null;
}

export interface View {
  readonly element: HTMLElement;
  show(frames: FrameSet | null): void;
  /** Draws a frame of what is shown. */
  draw(frame: number, look: Look): void;
  /** A sentence on how it is drawn; empty where there is nothing to say. */
  note?(): string;
}
