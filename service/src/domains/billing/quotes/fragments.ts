import { fragment } from "../../../platform/db/fragments.ts";

/** The numbers of the company `$1`, by the ids of their quotes. */
export const quoteNumbersSql = fragment(`select r.id, r.number from quotes r where r.company_id = $1`);
