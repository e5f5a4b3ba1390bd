// Where a scene in space is seen from: parallel light rays (orthographic), z upwards, as `tactus plot` draws it.

export type Vector = readonly [number, number, number];

/** What a reader turns and moves. */
export interface Camera {
  azimuth: number;    // of the viewer, counter-clockwise from x [degrees]
  elevation: number;  // above the plane of x and y [degrees]
  zoom: number;
  right: number;      // shift of the picture's centre, of half of its height
  up: number;
}

export const firstCamera: Readonly<Camera> = { azimuth: -60, elevation: 25, zoom: 1, right: 0, up: 0 };

/** The camera over a scene: directions, the point in the middle of the picture, and half of its height [m]. */
export interface Sight {
  right: Vector;
  up: Vector;
  towards: Vector;
  centre: Vector;
  half: number;
  depth: number;      // nothing is farther from the centre [m]
}

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const each = (what: (d: 0 | 1 | 2) => number): Vector => [what(0), what(1), what(2)];

/** `box`: lowest, then highest coordinates; `aspect`: height of the picture over its width. The scale is such that
 *  the box stays in the picture while it turns about z. */
export function sightOf(camera: Camera, box: readonly number[], aspect: number): Sight {
  const a = (camera.azimuth * Math.PI) / 180, e = (camera.elevation * Math.PI) / 180;
  const towards: Vector = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const right: Vector = [-Math.sin(a), Math.cos(a), 0];
  const up: Vector = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
  const middle = each((d) => (box[d]! + box[3 + d]!) / 2), sides = each((d) => (box[3 + d]! - box[d]!) / 2);
  const around = Math.hypot(sides[0], sides[1]), tilt = (firstCamera.elevation * Math.PI) / 180;
  const whole = 1.06 * Math.max(sides[2] * Math.cos(tilt) + around * Math.sin(tilt), around * aspect, 1e-300);
  const half = whole / camera.zoom;
  const centre = each((d) => middle[d] + half * (camera.right * right[d] + camera.up * up[d]));
  const depth = 1.1 * Math.hypot(...sides) + Math.hypot(...each((d) => centre[d] - middle[d])) + 0.5 * half;  // arrows stand out
  return { right, up, towards, centre, half, depth };
}
