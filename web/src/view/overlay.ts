// What lies over a picture of space: the axes as they are turned, and a bar of a round length.

import { styled } from "../colours";
import { inProse } from "../format";
import type { Sight } from "./camera";

export const longestArrow = 0.14;  // of the picture's smaller side, as in the plane

/** Gives the canvas the pixels of its width, or a share of them, and the height of a picture.
 *  @returns pixels of it per CSS pixel */
export function pictureSize(canvas: HTMLCanvasElement, share = 1): number {
  const ratio = share * (window.devicePixelRatio || 1), width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(width * (canvas.clientWidth > 560 ? 0.7 : 0.95)));
  if (canvas.width !== width || canvas.height !== height) (canvas.width = width), (canvas.height = height);
  canvas.style.aspectRatio = `${width} / ${height}`;
  return ratio;
}

/** On a canvas of its own over the picture, as fine as the screen. */
export function drawOverlay(over: HTMLCanvasElement, picture: HTMLCanvasElement, sight: Sight): void {
  const ratio = window.devicePixelRatio || 1;
  over.width = Math.round(picture.clientWidth * ratio);
  over.height = Math.round(picture.clientHeight * ratio);
  drawMarks(over.getContext("2d")!, sight, ratio);
}

function drawMarks(paint: CanvasRenderingContext2D, sight: Sight, ratio: number): void {
  paint.setTransform(ratio, 0, 0, ratio, 0, 0);
  const width = paint.canvas.width / ratio, height = paint.canvas.height / ratio;
  paint.lineWidth = 1.6;
  paint.strokeStyle = paint.fillStyle = styled("--ink");
  paint.font = "12px system-ui, sans-serif";
  drawAxes(paint, sight, 34, height - 34);
  drawBar(paint, (2 * sight.half) / height, width - 14, height - 14);
}

function drawAxes(paint: CanvasRenderingContext2D, sight: Sight, x: number, y: number): void {
  paint.textAlign = "center";
  paint.textBaseline = "middle";
  for (const d of [0, 1, 2] as const) {
    const dx = 22 * sight.right[d], dy = -22 * sight.up[d], length = Math.hypot(dx, dy);
    paint.globalAlpha = sight.towards[d] < -1e-9 ? 0.55 : 1;
    paint.beginPath();
    paint.moveTo(x, y);
    paint.lineTo(x + dx, y + dy);
    paint.stroke();
    const far = length > 1 ? (length + 8) / length : 0;
    paint.fillText("xyz"[d]!, x + far * dx + (far === 0 ? 8 : 0), y + far * dy - (far === 0 ? 8 : 0));
  }
  paint.globalAlpha = 1;
}

/** At most 110 pixels that stand for 1, 2 or 5 times a power of ten of metres. */
function drawBar(paint: CanvasRenderingContext2D, metres: number, right: number, y: number): void {
  const most = 110 * metres, power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((k) => k * power).find((one) => one <= most * (1 + 1e-12)) ?? power, pixels = length / metres;
  paint.beginPath();
  for (const [x, dy] of [[right - pixels, 0], [right, 0]] as const) (paint.moveTo(x, y - 4), paint.lineTo(x, y + 4 + dy));
  paint.moveTo(right - pixels, y);
  paint.lineTo(right, y);
  paint.stroke();
  paint.textAlign = "right";
  paint.textBaseline = "alphabetic";
  paint.fillText(`${inProse(length, 1)} m`, right, y - 8);
}
