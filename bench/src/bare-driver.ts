import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * What the driver alone achieves with the same rows and no HTTP: one prepared statement and one transaction per
 * invoice. The event's number comes from a plain sequence, which needs no lock but leaves gaps: the service's gapless
 * counter, quota and look-ups are not part of the baseline.
 */
export type BareDriver = {
  /** Whether to write the idempotency record as the service does. */
  create(seconds: number, loops: number, rows: "with the idempotency record" | "without"): Promise<number>;
  close(): Promise<void>;
};

const createText = (storedResponse: string) => `
  with invoice as (
    insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total,
      total, taxes, source, portal_secret, metadata, created_at, updated_at)
    values ($1, 'draft', $2, $3, $4, $5, $6, $7, $8, $9, 'api', $10, '{}', $11, $11) returning company_id, id
  ), lines as (
    insert into invoice_lines (company_id, invoice_id, description, quantity, unit_price, tax_rate, tax_category,
      unit_code, net_amount, tax_amount, total_amount)
    select i.company_id, i.id, l.* from invoice i cross join unnest($12::text[], $13::numeric[], $14::numeric[],
      $15::numeric[], $16::text[], $17::text[], $18::numeric[], $19::numeric[], $20::numeric[]) l
  ), event as (
    insert into events (company_id, sequence, type, created_at, body)
    select company_id, nextval('bench_event_sequence'), 'invoice.created', $11, $21 from invoice
  )${storedResponse}
  select id from invoice`;

const withoutAnswer = createText("");
const withAnswer = createText(`, answer as (
    insert into idempotency_keys (company_id, key, request_hash, status, body_start, event_sequence, body, created_at)
    select company_id, $22, $23, 201, '{"success":true,"invoice":', 0, '}', $11 from invoice
  )`);

export async function openBareDriver(options: {
  connectionString: string;
  connections: number;
  companyId: number;
  customerId: number;
  /** An event's text as the service writes it, so that the same number of bytes is stored. */
  eventBody: string;
}): Promise<BareDriver> {
  const pool = new pg.Pool({ connectionString: options.connectionString, max: options.connections });
  await pool.query("create sequence if not exists bench_event_sequence start 1000000000");
  const { companyId, customerId, eventBody } = options;
  const requestHash = randomBytes(32);
  let next = Date.now() * 1000;
  const three = (value: string) => [value, value, value];
  const values = () => [
    companyId,
    customerId,
    "2026-11-15",
    "2026-12-15",
    "NGN",
    "405004.50",
    "30375.33",
    "435379.83",
    '[{"category":"S","rate":7.5,"taxable_amount":405004.50,"tax_amount":30375.33}]',
    "x7Qm0wz9Lr3TnVbY2cKd5A",
    new Date(),
    three("Consulting work item"),
    three("3"),
    three("45000.5"),
    three("7.5"),
    three("S"),
    three("C62"),
    three("135001.50"),
    three("10125.11"),
    three("145126.61"),
    eventBody,
  ];
  return {
    create: (seconds, loops, rows) =>
      repeat(seconds, loops, () =>
        rows === "without"
          ? pool.query({ name: "bench_create", text: withoutAnswer, values: values() })
          : pool.query({
              name: "bench_create_kept",
              text: withAnswer,
              values: [...values(), `bare-${next++}`, requestHash],
            }),
      ),
    close: () => pool.end(),
  };
}

/** How often per second so many parallel loops complete the work. */
export async function repeat(
  seconds: number,
  loops: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let done = 0;
  const loop = async () => {
    while (performance.now() < endsAt) {
      await work(done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  return done / ((performance.now() - startedAt) / 1000);
}
