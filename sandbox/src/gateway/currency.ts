// Most currencies have two decimal places in ISO 4217; these are the exceptions.
const digitsOfOthers: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
// These currencies are in force, but `Intl` does not know them.
const furtherCodes = "BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD".split(" ");

const digitsByCode = new Map(
  Object.entries(digitsOfOthers).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const),
  ),
);
const codes = new Set([...Intl.supportedValuesOf("currency"), ...furtherCodes]);

export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** Formats an amount in minor units as `₦1,500.50`, using text only, so that no digit is lost. */
export function showAmount(minor: number, currency: string): string {
  const digits = digitsByCode.get(currency) ?? 2;
  const text = String(minor).padStart(digits + 1, "0");
  const major = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  const formatter = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formatter.format(major as `${number}`);
}
