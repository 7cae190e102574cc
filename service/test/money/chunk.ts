import fc from "fast-check";
import {
  checkDocument,
  type RandomDocument,
  randomDocument,
} from "../../src/domains/billing/lines/totals-documents.fixture.ts";

/** How many documents were checked, by what is in them, and the smallest one that failed, in words. */
export type ChunkResult = { seed: number; checked: number; contents: Contents; failure?: string };
export type Contents = Record<(typeof kinds)[number][0], number>;

const kinds = [
  ["discounts or charges on lines", ({ document }) => document.lines.some(hasAdjustments)],
  ["discounts or charges on the document", ({ document }) => hasAdjustments(document)],
  ["prices that include tax", ({ document }) => document.includesTax],
  ["quantities and prices with six decimals", ({ document }) => document.lines.some(hasSixDecimals)],
  [
    "six decimals, prices that include tax, discounts and charges of lines and document at once",
    ({ document: { includesTax, lines, ...terms } }) =>
      includesTax && lines.some(hasSixDecimals) && lines.some(hasBoth) && hasBoth(terms),
  ],
  ["withholding", ({ document }) => document.withholding > 0],
  [
    "several tax groups",
    ({ document }) => new Set(document.lines.map(({ category, rate }) => `${category} ${rate}`)).size > 1,
  ],
  ["currencies without decimals", ({ currency }) => currency.digits === 0],
  ["currencies with 2 decimals", ({ currency }) => currency.digits === 2],
  ["currencies with 3 decimals", ({ currency }) => currency.digits === 3],
] as const satisfies readonly (readonly [string, (from: RandomDocument) => boolean])[];

const hasAdjustments = ({ discounts, charges }: Adjusted) => discounts.length + charges.length > 0;

type Adjusted = { discounts: unknown[]; charges: unknown[] };

const hasBoth = ({ discounts, charges }: Adjusted) => discounts.length > 0 && charges.length > 0;

/** In millionths, so the last decimal is the last digit. */
const hasSixDecimals = ({ quantity, price }: { quantity: number; price: number }) =>
  quantity % 10 !== 0 && price % 10 !== 0;

/** The same seed gives the same documents. */
export function checkChunk(seed: number, documents: number, check = checkDocument): ChunkResult {
  const contents = Object.fromEntries(kinds.map(([name]) => [name, 0])) as Contents;
  const property = fc.property(randomDocument, (from) => {
    for (const [name, isIn] of kinds) if (isIn(from)) contents[name] += 1;
    check(from);
  });
  const details = fc.check(property, { seed, numRuns: documents });
  const result = { seed, checked: details.numRuns, contents };
  if (!details.failed) return result;
  return { ...result, failure: `${fc.defaultReportMessage(details)}\n${details.errorInstance}` };
}
