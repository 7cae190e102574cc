import { notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { findCreditNote } from "./queries.ts";

export async function getCreditNote(db: Queryable, companyId: number, id: number): Promise<Json> {
  const note = await findCreditNote(db, companyId, id);
  if (note === undefined) throw notFound("The credit note");
  return note;
}
