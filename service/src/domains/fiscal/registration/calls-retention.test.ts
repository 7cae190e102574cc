import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { purgeFiscalCalls } from "./service.ts";

// The pass works on every company there is, so this file lives in 2010: what other files make is younger.
const now = new Date("2010-03-02T11:00:00.000Z");

let service: TestService;
beforeAll(async () => {
  service = await startService({ now, env: { BILLFOLD_FISCAL_CALL_RETENTION_DAYS: "30" } });
});
afterAll(() => service.close());

/** A document with calls of these days, which is waiting or finished. */
async function documentWith(
  company: TestCompany,
  isWaiting: boolean,
  days: readonly string[],
): Promise<number> {
  const { id } = await company.draft();
  const [document] = await service.context.db.query<{ id: number }>(
    `insert into fiscal_documents (company_id, invoice_id, environment, adapter, document_key, document, hash, state,
       next_action_at, created_at, updated_at)
     values ($1, $2::bigint, 'sandbox', 'firs', ($2::bigint)::text, '{}', '', 'rejected', $3, $4, $4) returning id`,
    [company.id, id, isWaiting ? now : null, now],
  );
  await service.context.db.query(
    `insert into fiscal_calls (company_id, fiscal_document_id, operation, called_at, duration_ms, request, response)
     select $1, $2, 'submit', day::date, 1, '', '' from unnest($3::text[]) day`,
    [company.id, document!.id, days],
  );
  return document!.id;
}

const daysOf = async (company: TestCompany, documentId: number) => {
  const rows = await service.context.db.query<{ day: string }>(
    `select to_char(called_at at time zone 'utc', 'MM-DD') as day from fiscal_calls
     where company_id = $1 and fiscal_document_id = $2 order by id`,
    [company.id, documentId],
  );
  return rows.map(({ day }) => day);
};

test("calls to an authority go after the retention period, but those of a registration that goes on stay", async () => {
  const company = await service.company();
  const days = ["2010-01-02", "2010-01-30", "2010-02-02", "2010-03-01"];
  const finished = await documentWith(company, false, days);
  const waiting = await documentWith(company, true, days);
  await purgeFiscalCalls(service.context);
  expect(await daysOf(company, finished)).toEqual(["02-02", "03-01"]);
  expect(await daysOf(company, waiting)).toEqual(["01-02", "01-30", "02-02", "03-01"]);
});

test("more than one batch goes in one pass", async () => {
  const company = await service.company();
  const finished = await documentWith(company, false, Array(2500).fill("2010-01-02"));
  expect(await purgeFiscalCalls(service.context)).toBe(2500);
  expect(await daysOf(company, finished)).toEqual([]);
});

test("without a retention period every call stays", async () => {
  const company = await service.company();
  const finished = await documentWith(company, false, ["1999-01-02"]);
  const config = { ...service.context.config, fiscalCallRetentionDays: 0 };
  expect(await purgeFiscalCalls({ ...service.context, config })).toBe(0);
  expect(await daysOf(company, finished)).toEqual(["01-02"]);
});
