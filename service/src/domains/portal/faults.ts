import type { Company } from "../../contract/access.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { findAllowedOrigins } from "./queries.ts";

/** Faults of an order beyond the shape of its fields, in a body of any shape: all are reported at once. */
export async function orderFaults(db: Queryable, company: Company, body: unknown): Promise<FieldError[]> {
  const { customer_id, customer, return_url } = (body ?? {}) as Record<string, unknown>;
  const isNamedTwice = customer_id != null && customer != null;
  const isLost = typeof return_url === "string" && !(await isOfAllowedSite(db, company, return_url));
  return [...(isNamedTwice ? [namedTwice] : []), ...(isLost ? [unknownProduct] : [])];
}

const namedTwice = { field: "customer", message: "can't stand beside customer_id: give one of them" };
const unknownProduct = {
  field: "return_url",
  message: "must be a page of a site that the company allows (POST /portal/settings)",
};

/** A checkout in the company's name may only lead to the company's own partners' pages. */
async function isOfAllowedSite(db: Queryable, { id }: Company, url: string): Promise<boolean> {
  return URL.canParse(url) && (await findAllowedOrigins(db, id)).includes(new URL(url).origin);
}
