// Keeps a picture that is being turned fluent where drawing it takes long, as it does without a graphics card: then it
// is drawn with fewer pixels (and fewer triangles, if it has many), and once more with all of them when it rests.

const slow = 70, often = 2, rests = 250;  // ms between every second picture of the browser; ms

export class Pace {
  /** Pixels that are drawn for one of the screen, in each direction. */
  share = 1;
  /** Whether pictures have taken long, so that those that turn are drawn with less. */
  slow = false;
  private late = 0;
  private timer = 0;
  private waiting = false;

  /** `finest`: the share of a picture that rests. */
  constructor(private readonly finest: number, private readonly again: () => void) {}

  /** Whether the picture that is drawn now is one of those. */
  get hurries(): boolean { return this.slow && this.share < 1; }

  /** To be called after each picture. */
  drawn(): void {
    if (!this.waiting) {
      this.waiting = true;
      const start = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() => {
        this.waiting = false;
        this.late = performance.now() - start > slow ? this.late + 1 : 0;
        if (this.late >= often) (this.share = 0.5), (this.slow = true);
      }));
    }
    clearTimeout(this.timer);
    if (this.share !== this.finest) this.timer = window.setTimeout(() => this.rest(), rests);
  }

  private rest(): void {
    const before = this.share;
    this.share = this.finest;
    this.again();
    this.share = before;
    this.late = 0;
    clearTimeout(this.timer);
  }
}
