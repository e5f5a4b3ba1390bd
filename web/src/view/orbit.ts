// Turning, moving and zooming a scene in space by mouse, touch and keys.

import { firstCamera, type Camera } from "./camera";

const degreesPerPixel = 0.5, degreesPerKey = 7.5, mostZoom = 200;

export class Orbit {
  readonly camera: Camera = { ...firstCamera };

  constructor(private readonly changed: () => void) {}

  turn(azimuth: number, elevation: number): void {
    this.camera.azimuth = (this.camera.azimuth + azimuth) % 360;
    this.camera.elevation = Math.max(-90, Math.min(90, this.camera.elevation + elevation));
    this.changed();
  }

  zoomBy(factor: number): void {
    const { camera } = this, before = camera.zoom;
    camera.zoom = Math.max(0.25, Math.min(mostZoom, before * factor));
    // The point in the middle stays there.
    camera.right *= camera.zoom / before;
    camera.up *= camera.zoom / before;
    this.changed();
  }

  move(right: number, up: number): void {
    this.camera.right += right;
    this.camera.up += up;
    this.changed();
  }

  from(azimuth: number, elevation: number): void {
    Object.assign(this.camera, { azimuth, elevation });
    this.changed();
  }

  reset(): void {
    Object.assign(this.camera, firstCamera);
    this.changed();
  }

  /** One finger or the left button turns; two fingers, the right button or shift move; two fingers apart zoom. A
   *  finger that starts up or down scrolls the page. */
  listen(element: HTMLElement): void {
    const fingers = new Map<number, [number, number]>();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
    };
    element.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      element.setPointerCapture(event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      element.addEventListener(end, (event) => fingers.delete(event.pointerId));
    element.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const apart = spread(), dx = event.clientX - before[0], dy = event.clientY - before[1];
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const half = element.clientHeight / 2;
      if (fingers.size > 1) {
        this.move(-dx / half / 2, dy / half / 2);
        if (apart > 0) this.zoomBy(spread() / apart);
      } else if (event.shiftKey || event.buttons === 2) {
        this.move(-dx / half, dy / half);
      } else {
        this.turn(-degreesPerPixel * dx, degreesPerPixel * dy);
      }
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // Elsewhere the wheel scrolls the page: it zooms in a picture that has been clicked.
    element.addEventListener("wheel", (event) => {
      if (document.activeElement !== element && !event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-0.0015 * event.deltaY));
    }, { passive: false });
    element.addEventListener("keydown", (event) => { if (this.key(event)) event.preventDefault(); });
  }

  private key(event: KeyboardEvent): boolean {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (way && event.shiftKey) this.move(0.1 * way[0], 0.1 * way[1]);
    else if (way) this.turn(degreesPerKey * way[0], degreesPerKey * way[1]);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.25);
    else if (event.key === "-") this.zoomBy(0.8);
    else if (event.key === "0" || event.key === "Home") this.reset();
    else return false;
    return true;
  }
}
