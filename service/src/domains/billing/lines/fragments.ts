import { fragment } from "../../../platform/db/fragments.ts";

/** The lines `l` of an invoice. */
export const fromLinesOf = (invoice: string) =>
  fragment(
    `from invoice_lines l where l.company_id = ${invoice}.company_id and l.invoice_id = ${invoice}.id`,
  );
