/**
 * Sums of decimals without the rounding of floating point. The first page of the dashboard needs only these two, so it
 * does without a library for them.
 */
const places = 6;
const unit = 10n ** BigInt(places);

type Decimal = number | string;

export const sum = (values: readonly Decimal[]): string =>
  textOf(values.reduce<bigint>((total, value) => total + unitsOf(value), 0n));

export const difference = (one: Decimal, other: Decimal): string => textOf(unitsOf(one) - unitsOf(other));

function unitsOf(value: Decimal): bigint {
  const [, sign, whole = "0", fraction = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(withoutExponent(value)) ?? [];
  const units = BigInt(whole || "0") * unit + BigInt(fraction.slice(0, places).padEnd(places, "0"));
  return sign ? -units : units;
}

/** The smallest and largest numbers have an exponent as text. */
function withoutExponent(value: Decimal): string {
  const text = String(value);
  return /e/i.test(text)
    ? Number(text).toLocaleString("en", { useGrouping: false, maximumFractionDigits: places })
    : text;
}

function textOf(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % unit)
    .padStart(places, "0")
    .replace(/0{1,6}$/, "");
  return `${units < 0n ? "-" : ""}${size / unit}${fraction && `.${fraction}`}`;
}
