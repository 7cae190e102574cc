import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import { secretsOf } from "../masking.ts";
import type { Accepted, FiscalAccount } from "../port.ts";
import { momentOf, textOf } from "../response-fields.ts";
import { claimsOf, isToken, publicKeyOf } from "../signed-token.ts";
import { faultOf } from "./faults.ts";
import { errorsOf } from "./wire.ts";

/** The authority's record of a document. */
export type Receipt = {
  irn: string;
  isCancelled: boolean;
  /** The hash of the content, where the authority returns it. */
  sha256: string | undefined;
  acceptedAt: Date | undefined;
  cancelUntil: Date | undefined;
  token: string | undefined;
  warnings: Accepted["warnings"];
};

/** Undefined if the response is malformed, is about another document, or has no valid signature of the authority. */
export function receiptOf(data: unknown, account: FiscalAccount): Receipt | undefined {
  if (!isObject(data) || data.ok !== true) return undefined;
  const { irn, business_id, signature } = data;
  if (typeof irn !== "string" || (business_id ?? account.business_id) !== account.business_id)
    return undefined;
  if (!isGenuine(data, irn, account)) return undefined;
  return {
    irn,
    isCancelled: data.status === "cancelled",
    sha256: textOf(data.content_sha256),
    acceptedAt: momentOf(data.accepted_at),
    cancelUntil: momentOf(data.cancel_until),
    token: isToken(signature) ? signature : undefined,
    warnings: warningsIn(data.warnings, account),
  };
}

/** The real authority signs nothing; an existing signature must be valid. */
function isGenuine(data: Record<string, unknown>, irn: string, { signing_key }: FiscalAccount): boolean {
  if (!signing_key) return true;
  const key = publicKeyOf(signing_key);
  const claims = key && claimsOf(data.signature, key);
  return claims !== undefined && claims.irn === irn && claims.sha256 === data.content_sha256;
}

function warningsIn(list: unknown, account: FiscalAccount): Accepted["warnings"] {
  if (!Array.isArray(list)) return [];
  return errorsOf(list, secretsOf(account)).map((error) => faultOf(error));
}

/** What we store of the acceptance. */
export function acceptedBy(receipt: Receipt, qr: string | null, now: Date): Accepted {
  const { irn, acceptedAt = now, cancelUntil = null, token, sha256, warnings } = receipt;
  return {
    kind: "accepted",
    irn,
    acceptedAt,
    references: sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256) ? {} : { content_sha256: sha256 },
    qr,
    signed: token === undefined ? null : { format: "jwt", value: token },
    cancelUntil,
    warnings,
  };
}
