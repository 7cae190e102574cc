import type { Context } from "./context.ts";
import { cancelUntil, type Document } from "./documents.ts";
import type { Taken } from "./faults.ts";
import { corrupt, signToken } from "./keys.ts";

/** The authority's receipt for a document, with a signed token. */
export async function receipt(context: Context, document: Document, faults: Taken): Promise<object> {
  const irn = faults.find("wrong_irn") ? another(document.irn) : document.irn;
  const { business_id, status, payment_status, accepted_at, content_sha256, warnings } = document;
  const iat = Math.floor(Date.parse(accepted_at) / 1000);
  const claims = { iss: "sandbox-authority", iat, irn, business_id, sha256: content_sha256 };
  const { small } = await context.keys();
  const token = await signToken(small, claims);
  return {
    ...{ irn, business_id, status, payment_status, accepted_at },
    cancel_until: cancelUntil(context, document),
    content_sha256,
    signature: faults.find("bad_signature") ? corrupt(token) : token,
    warnings,
  };
}

/** A number of the same form that no document here has. */
export function another(irn: string): string {
  return `9${irn.slice(1)}` === irn ? `8${irn.slice(1)}` : `9${irn.slice(1)}`;
}
