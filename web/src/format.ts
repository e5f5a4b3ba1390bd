// Numbers, units and names as they are shown.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 10 to a power, as one writes it. */
export function powerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((d) => superscripts[Number(d)]).join("");
  return "10" + (exponent < 0 ? "⁻" : "") + digits;
}

/** A number in `digits` significant digits: "0.0125", "1.25e-7". */
export function number(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "∞" : "-∞";
  if (value === 0) return "0";
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3)
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

/** The same for sentences: "1.25 × 10⁻⁷". */
export function inProse(value: number, digits = 4): string {
  const [mantissa, exponent] = number(value, digits).split("e");
  return exponent === undefined ? mantissa! : `${mantissa} × ${powerOfTen(Number(exponent))}`;
}

/** A part of something, as percent: "0.12 %". `more`: digits beyond those that a part needs by itself. */
export function percent(part: number, more = 0): string {
  const size = Math.abs(part) * 100;
  if (size === 0) return "0 %";
  return (size < 1e-3 || size >= 1e6 ? inProse(part * 100, 2 + more) : number(part * 100, (size < 1 ? 2 : 3) + more)) + " %";
}

/** How many digits more than `digits` tell numbers of this size apart whose range is `extent`: a hundredth of it shows. */
export function digitsBeyond(digits: number, size: number, extent: number): number {
  if (!(extent > 0) || !(size > 0)) return 0;
  return Math.max(0, Math.min(12 - digits, 2 + Math.ceil(Math.log10(size / extent)) - digits + 1));
}

/** "1 cell", "12 cells". */
export function count(n: number, one: string, many = one + "s"): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;
}

/** Labels of axes as one: "spring · gamma 0.5". A number alone does not say of what. */
export function joined(axes: Record<string, string>): string {
  return Object.entries(axes).map(([name, label]) => (/^[-+.]*\d/.test(label) ? `${name} ${label}` : label)).join(" · ");
}

/** "a, b and c" */
export function listed(items: string[], most = 8): string {
  const shown = items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items;
  return shown.length < 2 ? shown.join("") : shown.slice(0, -1).join(", ") + " and " + shown.at(-1);
}

// Endings of the columns' names, longest first.
const units: [string, string][] = [
  ["_kg_m2_per_s", "kg m²/s"], ["_kg_m_per_s", "kg m/s"], ["_m_per_s", "m/s"], ["_N_s", "N s"],
  ["_per_s", "1/s"], ["_facets", "facets"], ["_rad", "rad"], ["_MiB", "MiB"], ["_Pa", "Pa"],
  ["_kg", "kg"], ["_J", "J"], ["_N", "N"], ["_m", "m"], ["_s", "s"],
];

/** What a column or metric is called, and its unit: "total_energy_J" is "total energy" in J. */
export function nameAndUnit(column: string): { name: string; unit: string } {
  for (const [ending, unit] of units)
    if (column.endsWith(ending) && column.length > ending.length)
      return { name: column.slice(0, -ending.length).replaceAll("_", " "), unit };
  return { name: column.replaceAll("_", " "), unit: "" };
}

export function withUnit(name: string, unit: string): string {
  return unit ? `${name} [${unit}]` : name;
}

/** The power of ten, a multiple of 3, that keeps numbers up to `size` readable; 0 where none is needed. */
export function commonPower(size: number): number {
  if (!(size > 0) || !Number.isFinite(size) || (size < 1e4 && size >= 1e-2)) return 0;
  return Math.floor(Math.log10(size) / 3) * 3;
}
