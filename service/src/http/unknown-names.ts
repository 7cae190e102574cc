import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "../contract/access.ts";
import { ApiError, type FieldError, invalidField } from "../contract/errors.ts";
import { maskedStart } from "../platform/security/mask-credentials.ts";
import { nearestOf } from "../platform/values/nearest.ts";
import type { UnknownName } from "./validation.ts";

/**
 * Fields and query parameters that the contract does not have. They are tolerated with a warning, because clients exist
 * that send more than the contract shows. A caller that prefers to learn of its typing errors asks for strict mode, in
 * the request or for its key; they are then refused.
 */

export const strictHeader = "Billfold-Strict";

export function isStrict(headers: IncomingHttpHeaders, principal: Principal): boolean {
  const given = headers["billfold-strict"];
  if (given !== undefined && given !== "true" && given !== "false")
    throw invalidField(strictHeader, "must be true or false");
  return given === "true" || (principal.kind === "key" && principal.strict);
}

/** Somebody may have put a secret where a name belongs, so the name is not repeated. */
export const warningAbout = ({ name }: UnknownName) => `unknown field: ${shown(name)}`;

const shown = (name: string) => maskedStart(name, 200);

export function refuseUnknownParameters(unknown: readonly UnknownName[]): void {
  if (unknown.length === 0) return;
  const errors = faultsOf(unknown, "parameter");
  throw new ApiError(422, "unknown_parameter", summaryOf(errors), { errors });
}

/** Other faults of the body are reported as well: a mistyped name often leaves a required field empty. */
export function unknownFields(unknown: readonly UnknownName[], faults: readonly FieldError[] = []): ApiError {
  const errors = faultsOf(unknown, "field");
  return new ApiError(422, "unknown_field", summaryOf(errors), { errors: [...errors, ...faults] });
}

// Comparing names takes time, and nobody reads that many proposals.
const proposalsMax = 10;

function faultsOf(unknown: readonly UnknownName[], noun: "field" | "parameter"): FieldError[] {
  return unknown.map(({ name, known }, index) => {
    const own = name.slice(name.lastIndexOf(".") + 1);
    const nearest = index < proposalsMax ? nearestOf(own, known) : undefined;
    const proposal = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    return { field: shown(name), message: `is not a known ${noun}${proposal}` };
  });
}

function summaryOf(errors: readonly FieldError[]): string {
  const [first] = errors as [FieldError];
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return `${first.field} ${first.message}${more}`;
}
