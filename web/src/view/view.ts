// What draws the frames of one cell. A view in space takes the place of the planar one by
// implementing this; the controls around it know nothing else.

import type { FrameSet } from "./frames_data";

export type Field = "velocity" | "stress" | "body";

export interface Look {
  field: Field;
  arrows: boolean;
  /** Ends of the scales, shared by all views side by side. */
  speed: number;
  stress: number;
  force: number;
  /** What is seen: x lowest, y lowest, x highest, y highest [m]. */
  box: readonly [number, number, number, number];
}

export interface View {
  readonly element: HTMLElement;
  show(frames: FrameSet | null): void;
  /** Draws a frame of what is shown. */
  draw(frame: number, look: Look): void;
}
