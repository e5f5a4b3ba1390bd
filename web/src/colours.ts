// Colours that are told apart by eyes of every kind: Okabe and Ito's set for what is counted, viridis
// for what is measured.

const colours = 8;  // of the style sheet, --c0 to --c7
/** Dashes take over where the colours have all been used once. */
const dashes: number[][] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** Colour of the n-th thing of a kind. */
export function colour(n: number): string {
  return styled(`--c${n % colours}`);
}

export function dash(n: number): number[] {
  return dashes[Math.floor(n / colours) % dashes.length]!;
}

const viridis = [
  [68, 1, 84], [72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142], [33, 145, 140],
  [34, 168, 132], [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37],
] as const;

/** Colour of a part in [0, 1] of a scale, red, green and blue up to 255. */
export function measured(part: number): [number, number, number] {
  const at = Math.max(0, Math.min(1, part)) * (viridis.length - 1);
  const i = Math.min(viridis.length - 2, Math.floor(at));
  const a = viridis[i]!, b = viridis[i + 1]!, t = at - i;
  return [0, 1, 2].map((k) => Math.round(a[k]! + t * (b[k]! - a[k]!))) as [number, number, number];
}

export function css([r, g, b]: readonly number[]): string {
  return `rgb(${r},${g},${b})`;
}

/** Black or white, whichever stands out more on a colour (WCAG 2: relative luminance and contrast). */
export function inkOn(fill: readonly number[]): string {
  const [r, g, b] = fill.map((c) => (c <= 10 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return luminance + 0.05 > Math.sqrt(0.056 * 1.05) ? "#111" : "#fff";
}

/** A colour of the style sheet. */
export function styled(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
