import type { CanonicalDocument } from "../canonical/canonical.ts";
import { amountViolations } from "./rules-amounts.ts";
import { headViolations } from "./rules-head.ts";
import { lineViolations } from "./rules-lines.ts";
import { partyViolations } from "./rules-parties.ts";
import { taxViolations } from "./rules-taxes.ts";

/**
 * A business rule of EN 16931 that the document breaks, explained to somebody who knows our invoice and not the
 * standard.
 */
export type Violation = {
  /** As the standard numbers it: BR-CO-15. */
  rule: string;
  /** Where in our invoice: lines[0].tax_category. */
  field: string;
  /** What is wrong, and what to do. */
  message: string;
};

/**
 * All the rules of EN 16931 that a document of ours could break, at once. What `ublOf` writes of a document without
 * violations passes the official validation.
 *
 * Rules that the writer keeps by itself are not asked here: it gives every category a reason, every intra-community
 * supply a delivery, every amount to pay its terms, and outside the scope of VAT it names no VAT identifier.
 */
export function violations(document: CanonicalDocument): Violation[] {
  return [
    ...headViolations(document),
    ...partyViolations(document),
    ...lineViolations(document),
    ...taxViolations(document),
    ...amountViolations(document),
  ];
}
