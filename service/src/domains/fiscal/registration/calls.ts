import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import type { Exchange } from "../authorities/port.ts";
import type { FiscalSubject } from "./fiscal-subject.ts";

const insert = statement(
  "fiscal_insert_calls",
  `insert into fiscal_calls (company_id, fiscal_document_id, operation, called_at, duration_ms, http_status, code, request, response)
   select $1, $2, x.operation, $3, x.duration_ms, x.http_status, x.code, x.request, x.response
   from unnest($4::text[], $5::int4[], $6::int4[], $7::text[], $8::text[], $9::text[])
     x(operation, duration_ms, http_status, code, request, response)`,
);

/** Records the exchanges with the authority. */
export async function insertExchanges(
  db: Queryable,
  { company_id, id }: { company_id: number; id: number },
  now: Date,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await db.query(insert, [
    company_id,
    id,
    now,
    exchanges.map(({ operation }) => operation),
    exchanges.map(({ durationMs }) => durationMs),
    exchanges.map(({ httpStatus }) => httpStatus),
    exchanges.map(({ code }) => code),
    exchanges.map(({ request }) => request),
    exchanges.map(({ response }) => response),
  ]);
}

const calls = `(select coalesce(json_agg(${jsonOf(
  `c.operation, ${isoSql("c.called_at")} as called_at, c.duration_ms, c.http_status, c.code, c.request, c.response`,
)} order by c.id desc), '[]') from (
    select * from fiscal_calls x where x.company_id = f.company_id and x.fiscal_document_id = f.id order by x.id desc limit 50
  ) c) as calls`;

const show = (name: string, column: string) =>
  statement(
    name,
    `select ${jsonOf(`f.adapter, f.environment, f.document_key, f.hash, f.state, f.irn, f.cancel_reason,
     f.calls as calls_made, ${isoSql("f.next_action_at")} as next_action_at, ${calls},
     ${isoSql("f.created_at")} as created_at, ${isoSql("f.updated_at")} as updated_at`)} as json
   from fiscal_documents f where f.company_id = $1 and f.${column} = $2`,
  );

const shows = {
  invoice: show("fiscal_show_invoice", "invoice_id"),
  credit_note: show("fiscal_show_credit_note", "credit_note_id"),
};

/** The registration with its most recent calls. */
export async function showFiscal(
  db: Queryable,
  companyId: number,
  { kind, id }: FiscalSubject,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(shows[kind], [companyId, id]);
  return row?.json;
}

const purge = statement(
  "fiscal_purge_calls",
  `with old as (
     select c.company_id, c.id from fiscal_calls c
     join fiscal_documents f on f.company_id = c.company_id and f.id = c.fiscal_document_id
     where c.called_at < $1 and f.next_action_at is null limit $2
   )
   delete from fiscal_calls c using old where c.company_id = old.company_id and c.id = old.id returning 1`,
);

const day = 24 * 60 * 60_000;
const purgeMax = 1000;

/** Deletes the calls of finished registrations after the retention period, of all companies. */
export async function purgeFiscalCalls({ background, clock, config }: Context): Promise<number> {
  const days = config.fiscalCallRetentionDays;
  if (days === 0) return 0;
  const before = new Date(clock.now().getTime() - days * day);
  return inBatches(purgeMax, async (limit) => (await background.query(purge, [before, limit])).length);
}
