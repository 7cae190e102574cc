// The code lists of an invoice. The tax codes and document types are those of the Nigerian authority, where 381 is an
// invoice and 380 a credit note, the reverse of the international codes. Clients need not know this.

const digitsOfOthers: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
// These currencies are in force, but `Intl` does not know them.
const furtherCurrencies = "BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD".split(" ");

const digitsByCurrency: ReadonlyMap<string, number> = new Map([
  ...[...Intl.supportedValuesOf("currency"), ...furtherCurrencies].map((code) => [code, 2] as const),
  ...Object.entries(digitsOfOthers).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const),
  ),
]);

export const currencies = digitsByCurrency;

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let countryNames: ReadonlyMap<string, string> | undefined;

/** Read when they are first asked for, because Node takes 10 ms to load the names. */
export function countries(): ReadonlyMap<string, string> {
  countryNames ??= readCountries();
  return countryNames;
}

function readCountries(): ReadonlyMap<string, string> {
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => code !== "ZZ")
      .flatMap((code) => {
        const name = regions.of(code);
        return name === undefined ? [] : [[code, name] as const];
      }),
  );
}

export const invoiceTypes: ReadonlyMap<string, string> = new Map([
  ["380", "Credit Note"],
  ["381", "Commercial Invoice"],
  ["384", "Debit Note"],
  ["385", "Self Billed Invoice"],
  ["388", "Factored Invoice"],
  ["389", "Statement of Account"],
]);

/** Types that correct another document and must reference it. */
export const correctingTypes: ReadonlySet<string> = new Set(["380", "384"]);

/** The percentages allowed for a category: some must be zero, and some must not. */
export type TaxCategory = { name: string; percent: "zero" | "above" | "any"; usual: string | null };

export const taxCategories: ReadonlyMap<string, TaxCategory> = new Map<string, TaxCategory>([
  ["STANDARD_VAT", { name: "Standard Value-Added Tax", percent: "above", usual: "7.5" }],
  ["REDUCED_VAT", { name: "Reduced Value-Added Tax", percent: "above", usual: null }],
  ["ZERO_VAT", { name: "Zero Value-Added Tax", percent: "zero", usual: "0" }],
  ["EXEMPTED", { name: "Exempted", percent: "zero", usual: "0" }],
  ["STANDARD_GST", { name: "Standard Goods and Services Tax", percent: "above", usual: null }],
  ["REDUCED_GST", { name: "Reduced Goods and Services Tax", percent: "above", usual: null }],
  ["ZERO_GST", { name: "Zero Goods and Services Tax", percent: "zero", usual: "0" }],
  ...`STATE_SALES_TAX LOCAL_SALES_TAX ALCOHOL_EXCISE_TAX TOBACCO_EXCISE_TAX FUEL_EXCISE_TAX
    CORPORATE_INCOME_TAX PERSONAL_INCOME_TAX SOCIAL_SECURITY_TAX MEDICARE_TAX REAL_ESTATE_TAX
    PERSONAL_PROPERTY_TAX CARBON_TAX PLASTIC_TAX IMPORT_DUTY EXPORT_DUTY LUXURY_TAX SERVICE_TAX
    TOURISM_TAX WITHHOLDING_TAX STAMP_DUTY`
    .split(/\s+/)
    .map((code): [string, TaxCategory] => [code, { name: inWords(code), percent: "any", usual: null }]),
]);

function inWords(code: string): string {
  return code
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

export const paymentMeans: ReadonlyMap<string, string> = new Map([
  ["1", "Not defined"],
  ["10", "Cash"],
  ["20", "Cheque"],
  ["30", "Credit transfer"],
  ["42", "Payment to bank account"],
  ["43", "Customer payment"],
  ["48", "Bank card"],
  ["49", "Direct debit"],
  ["54", "Credit card"],
  ["55", "Debit card"],
  ["57", "Standing agreement"],
  ["58", "SEPA credit transfer"],
  ["68", "Online payment service"],
  ["97", "Clearing between partners"],
]);

// These short lists are only samples; invoices are not validated against them.
const servicesCodes = [
  ["6201", "Computer programming activities"],
  ["6920", "Accounting, bookkeeping and auditing; tax consultancy"],
  ["8010", "Private security activities"],
];
const hsCodes = [
  ["1006.10", "Rice in the husk"],
  ["8471.30", "Portable data processing machines"],
  ["2710.12", "Light oils and preparations"],
];
const vatExemptions = [
  ["1006.10", "Basic food items"],
  ["3004.90", "Medical and pharmaceutical products"],
  ["4901.99", "Books and educational materials"],
];

const listed = (rows: Iterable<readonly string[]>) => [...rows].map(([code, value]) => ({ code, value }));

/** The published lists; each entry has `code` and `value`. */
export const resources = new Map<string, () => readonly object[]>([
  ["countries", () => listed(countries())],
  ["currencies", () => [...currencies].map(([code, digits]) => ({ code, value: code, minor_unit: digits }))],
  [
    "tax-categories",
    () => [...taxCategories].map(([code, { name, usual }]) => ({ code, value: name, percent: usual })),
  ],
  ["payment-means", () => listed(paymentMeans)],
  ["invoice-types", () => listed(invoiceTypes)],
  ["services-codes", () => listed(servicesCodes)],
  ["hs-codes", () => listed(hsCodes)],
  ["vat-exemptions", () => listed(vatExemptions)],
]);
