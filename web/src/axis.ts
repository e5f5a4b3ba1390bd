// Ticks of an axis: round numbers within its range, and the text beside each of them. A round number is a whole
// number times a power of ten, and its text is written from these two, so that it has no digits of rounding.

import { powerOfTen } from "./format";

/** How values lie along an axis: in tens to the power of `power`, or their logarithms to base ten. */
export interface Scale {
  log: boolean;
  power: number;
}

export interface Tick {
  at: number;    // place on the scale, not the value itself
  text: string;  // empty: a tick without a label
}

/** A round number, `whole` times ten to the power of `power`. */
interface Round {
  whole: number;
  power: number;
}

/** Where a value lies on a scale; null where it has no place. */
export function placeOf(value: number | null | undefined, scale: Scale): number | null | undefined {
  if (value === null || value === undefined) return value;
  if (!Number.isFinite(value) || (scale.log && !(value > 0))) return null;
  return scale.log ? Math.log10(value) : divided(value, scale.power);
}

/** A value by a power of ten, also where that power is no number of its own (10^-320). */
function divided(value: number, power: number): number {
  return power < -300 ? (value * 1e300) / 10 ** (power + 300) : value / 10 ** power;
}

/** The ends of an axis for places from `low` to `high`: a part of the extent beyond them, but not beyond zero. */
export function ends(low: number, high: number, scale: Scale, part: number): [number, number] {
  const extent = high - low;
  // A single value, or values that rounding alone tells apart, stand in the middle.
  const beyond = extent > 1e-13 * Math.max(Math.abs(low), Math.abs(high)) ? part * extent
    : scale.log ? 0.1 : 0.1 * Math.max(Math.abs(low), Math.abs(high)) || 1;
  if (scale.log || extent === 0) return [low - beyond, high + beyond];
  return [low >= 0 && low < beyond ? 0 : low - beyond, high <= 0 && high > -beyond ? 0 : high + beyond];
}

/** Ticks between two places: the first choice of at least three labels that are not too many and fit,
 *  else of two. `fit` says whether labels stand clear of each other. */
export function ticksBetween(low: number, high: number, scale: Scale, most: number, fit: (ticks: Tick[]) => boolean): Tick[] {
  const choices = scale.log ? logarithmic(low, high, most) : linear(low, high, most);
  const labels = (ticks: Tick[]) => ticks.filter((tick) => tick.text !== "").length;
  const fitting = choices.filter((ticks) => labels(ticks) <= Math.max(2, most) && fit(ticks));
  return fitting.find((ticks) => labels(ticks) >= 3) ?? fitting.find((ticks) => labels(ticks) >= 2) ?? choices.at(-1) ?? [];
}

/** Steps of 1, 2, 2.5 and 5 times a power of ten, from fine to coarse. */
function linear(low: number, high: number, most: number): Tick[][] {
  return steps(low, high, most).map((step) => {
    // Places are values by the power of ten that stands in the name of the axis.
    return multiples(low, high, step).map((value) => ({ at: valueOf(value), text: plain(value) }));
  });
}

function steps(low: number, high: number, most: number): Round[] {
  const extent = high - low;
  if (!(extent > 0)) return [];
  const first = Math.floor(Math.log10(extent / Math.max(1, most)));
  const all: Round[] = [];
  for (let power = first; power <= first + 3; ++power)
    all.push({ whole: 1, power }, { whole: 2, power }, { whole: 25, power: power - 1 }, { whole: 5, power });
  return all.filter((step) => {
    const many = extent / valueOf(step);
    return many <= most + 1 && many >= 1;
  });
}

function multiples(low: number, high: number, step: Round): Round[] {
  const size = valueOf(step), found: Round[] = [];
  // A tick at the very end of an axis belongs to it.
  for (let n = Math.ceil(low / size - 1e-6); n <= Math.floor(high / size + 1e-6); ++n)
    found.push({ whole: n * step.whole, power: step.power });
  return found;
}

/** Powers of ten; these with their double and fivefold; all digits; then steps as on a linear axis. */
function logarithmic(low: number, high: number, most: number): Tick[][] {
  const whole = Math.floor(high + 1e-9) - Math.ceil(low - 1e-9) + 1;
  const choices = [1, 2, 5, 10, 20, 50, 100, 200].filter((every) => whole / every >= 2)
    .map((every) => digits(low, high, [1], every));
  if (high - low < 4) choices.push(digits(low, high, [1, 2, 5], 1), digits(low, high, [1, 2, 3, 4, 5, 6, 7, 8, 9], 1));
  if (high - low < 2) choices.push(...within(low, high, most));
  return choices;
}

/** Ticks at all digits of all decades, with labels at these digits of every n-th decade; no ticks between decades
 *  where these stand too close. */
function digits(low: number, high: number, labelled: number[], every: number): Tick[] {
  const found: (Round & { labelled: boolean })[] = [];
  const decades = high - low;
  for (let power = Math.floor(low); power <= Math.floor(high + 1e-9); ++power)
    for (let whole = 1; whole <= 9; ++whole) {
      const at = Math.log10(whole) + power;
      if (at < low - 1e-9 || at > high + 1e-9) continue;
      const hasLabel = labelled.includes(whole) && power % every === 0;
      if (hasLabel || (every === 1 && (whole === 1 || decades <= 8))) found.push({ whole, power, labelled: hasLabel });
    }
  const texts = textsOf(found.filter((one) => one.labelled));
  let next = 0;
  return found.map((one) => ({ at: Math.log10(one.whole) + one.power, text: one.labelled ? texts[next++]! : "" }));
}

/** Less than two decades: even steps of the value itself, from fine to coarse. */
function within(low: number, high: number, most: number): Tick[][] {
  const power = Math.floor(low);
  const from = 10 ** (low - power), to = 10 ** (high - power);
  return steps(from, to, most).map((step) => {
    const values = multiples(from, to, step).filter((value) => value.whole > 0);
    const rounds = values.map((value) => ({ whole: value.whole, power: value.power + power }));
    const texts = textsOf(rounds);
    return values.map((value, i) => ({ at: Math.log10(valueOf(value)) + power, text: texts[i]! }));
  });
}

function valueOf({ whole, power }: Round): number {
  return Number(`${whole}e${power}`);
}

/** All plain ("0.02"), or, where one of them is very large or small, all with a power of ten ("2 × 10⁻⁷"). */
function textsOf(values: Round[]): string[] {
  const order = ({ whole, power }: Round) => String(Math.abs(whole)).length - 1 + power;
  if (values.every((value) => order(value) >= -3 && order(value) <= 4)) return values.map(plain);
  return values.map((value) => {
    const by = order(value);
    const mantissa = plain({ whole: value.whole, power: value.power - by });
    return /^1(\.0*)?$/.test(mantissa) ? powerOfTen(by) : `${mantissa} × ${powerOfTen(by)}`;
  });
}

/** "0.025" of 25 times 10^-3. */
function plain({ whole, power }: Round): string {
  if (whole === 0) return "0";
  const sign = whole < 0 ? "-" : "", text = String(Math.abs(whole));
  if (power >= 0) return sign + text + "0".repeat(power);
  const long = text.padStart(1 - power, "0");
  return `${sign}${long.slice(0, power)}.${long.slice(power)}`;
}
