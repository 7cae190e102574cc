import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEinvoicingService } from "./einvoicing-service.ts";
import { type FuzzRequest, requestsFor } from "./fuzz-requests.ts";
import { seedRecords } from "./fuzz-seeds.ts";
import { valuesOf } from "./fuzz-values.ts";
import { type TestCompany, type TestService, taxed } from "./harness.ts";
import { operations } from "./operations.ts";
import type { Records } from "./records.ts";
import { errorFaults, replyFaults } from "./response-schemas.ts";

const seed = Number(process.env.BILLFOLD_TEST_SEED);
// About 80 per operation; each run has a new seed, and FUZZ_REQUESTS=15000 makes a long one.
const requestCount = Number(process.env.FUZZ_REQUESTS ?? 6000);
const concurrency = 16;

let service: TestService;
let company: TestCompany;
let records: Records;
const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });

beforeAll(async () => {
  service = await startEinvoicingService();
  // The primary endpoint and its deliveries survive every DELETE.
  company = await service.company({ primaryEndpoint: true, profile: taxed });
  records = await seedRecords(company, requestCount);
});
afterAll(async () => {
  agent.destroy();
  await service.close();
});

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

function send(request: FuzzRequest): Promise<Answer> {
  const { operation, target, headers, body, chunked } = request;
  const credential = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const framing = chunked ? { "transfer-encoding": "chunked" } : { "content-length": String(body?.length) };
  const length = body === undefined ? {} : framing;
  return new Promise((resolve, reject) => {
    const sent = http.request(
      `${service.url}/api/v1`,
      {
        agent,
        method: operation.method,
        path: `/api/v1${target}`,
        headers: { ...credential, ...length, ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function textOf({ headers, body }: Answer): string {
  const encoding = headers["content-encoding"];
  if (encoding === "gzip") return gunzipSync(body).toString();
  return (encoding === "br" ? brotliDecompressSync(body) : body).toString();
}

const showsSecret = new Set(["POST /webhooks/endpoints", "POST /webhooks/endpoints/{id}/rotate_secret"]);

/** Statuses that any path may return, beyond those that an operation declares. */
const generic = new Set([404, 413]);

function faultsOf({ operation }: FuzzRequest, answer: Answer): string[] {
  const { status, headers } = answer;
  const faults: string[] = [];
  if (!headers["x-request-id"]) faults.push("no X-Request-Id");
  const declared = String(status) in operation.answers;
  // An unavailable external system is not our fault.
  const isOutside = /"code":"integration_\w+"/.test(textOf(answer));
  if (status >= 500 && !isOutside) faults.push("a fault of the service");
  if (!declared && !generic.has(status)) return [...faults, "a status that the contract does not declare"];
  const text = textOf(answer);
  if (text.includes(company.secret)) faults.push("the secret is told");
  if (text.includes("whsec_") && !showsSecret.has(operation.name)) faults.push("a webhook secret is told");
  if (declared && !operation.answers[status])
    return text === "" ? faults : [...faults, "a body where none is declared"];
  const type = headers["content-type"];
  if (!declared && !type?.startsWith("application/json")) return [...faults, "not JSON"];
  if (declared && status >= 400) {
    const { code } = JSON.parse(text) as { code: string };
    // A path that names no operation has no operation to declare its error.
    const isDocumented = code === "unknown_path" || code in operation.answers[status]!.examples!;
    if (!isDocumented) faults.push(`the code ${code}, which the contract does not tell of`);
  }
  const found = declared ? replyFaults(operation, status, type, text) : errorFaults(JSON.parse(text));
  return [...faults, ...found.map((fault) => fault.replace(/\/\d+/g, "/n"))];
}

/** Completes the registrations that faults have interrupted: until then the account can be neither changed nor removed. */
async function finishRegistrations(): Promise<void> {
  const inProgress = () =>
    service.context.db.query<{ path: string }>(
      `select case when invoice_id is null then '/credit_notes/' || credit_note_id else '/invoices/' || invoice_id end
         || case state when 'cancelling' then '/void' else '/register' end as path
       from fiscal_documents where company_id = $1
         and (state in ('submitting', 'unknown', 'pending', 'cancelling') or (state = 'queued' and lease_until is not null))`,
      [company.id],
    );
  await expect
    .poll(
      async () => {
        for (const { path } of await inProgress()) await company.call(`POST ${path}`);
        // An authority that may have accepted a document is asked again only after a while.
        service.clock.advance(60_000);
        return inProgress();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([]);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function asCurl({ operation, target, headers, body }: FuzzRequest): string {
  const parts = [
    "curl -sS -i",
    `-X ${operation.method}`,
    quoted(`$BASE_URL${target}`).replace("'$BASE_URL", '"$BASE_URL"\''),
  ];
  if (headers.authorization === undefined) parts.push('-H "Authorization: Bearer $APP_ID:$SECRET"');
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`);
  if (body === undefined) return parts.join(" ");
  const plain = /^[\x20-\x7e]*$/.test(body.toString("latin1"));
  if (plain && body.length < 2000) return [...parts, `--data-raw ${quoted(body.toString())}`].join(" ");
  if (body.length > 3000)
    return [...parts, `--data-binary @- # ${body.length} bytes: ${body.subarray(0, 200).toString()}…`].join(
      " ",
    );
  return `echo ${body.toString("base64")} | base64 -d | ${[...parts, "--data-binary @-"].join(" ")}`;
}

describe("no request, however unusual,", () => {
  test("gets a response that the contract does not declare", { timeout: 200 * requestCount }, async () => {
    const values = valuesOf(records);
    const requests = fc.oneof(...operations.map((operation) => requestsFor(operation, records, values)));
    // Faults are removed before the account is: registrations that they keep pending would hold it.
    const turnOf = ({ operation: { path, method } }: Pick<FuzzRequest, "operation">) => {
      if (method === "DELETE" && path.startsWith("/sandbox/faults")) return path.endsWith("}") ? 1 : 2;
      return method === "DELETE" || (path === "/einvoicing/integration" && method !== "GET") ? 3 : 0;
    };
    const sample = fc.sample(requests, { numRuns: requestCount });
    const all: FuzzRequest[] = [];
    const failures = new Map<string, string>();
    const statuses: Record<string, number> = {};
    const reached = new Set<string>();
    let next = 0;
    const work = async () => {
      while (next < all.length) {
        const request = all[next++]!;
        const answer = await send(request).catch((error: Error) => error);
        const status = answer instanceof Error ? 0 : answer.status;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 200 && status < 300) reached.add(request.operation.name);
        const faults = answer instanceof Error ? [`no answer: ${answer.message}`] : faultsOf(request, answer);
        if (faults.length === 0) continue;
        const kind = `${request.operation.name} → ${status}: ${faults.slice(0, 3).join("; ")}`;
        const reported = answer instanceof Error ? "" : textOf(answer).slice(0, 300);
        if (!failures.has(kind)) failures.set(kind, `${asCurl(request)}\n  ${reported}`);
      }
    };
    const unreached = () => operations.filter(({ name }) => !reached.has(name));
    const sendAll = async (more: FuzzRequest[]) => {
      all.push(...more);
      await Promise.all(Array.from({ length: concurrency }, work));
    };
    const started = performance.now();
    // Other requests need what a DELETE removes, and a payment of one account can't be cancelled through another: records
    // are deleted, and the account changes, at the end.
    for (const turn of [0, 1, 2, 3]) {
      if (turn === 3) await finishRegistrations();
      const isNow = (request: Pick<FuzzRequest, "operation">) => turnOf(request) === turn;
      await sendAll(sample.filter(isNow));
      // An operation that has only been refused so far gets more requests.
      for (let round = 1; round <= 25; round += 1) {
        const options = { numRuns: 100, seed: seed + round };
        const left = unreached().filter((operation) => isNow({ operation }));
        await sendAll(
          left.flatMap((operation) => fc.sample(requestsFor(operation, records, values), options)),
        );
      }
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `BILLFOLD_TEST_SEED=${seed}: ${all.length} requests in ${seconds} s, by status ${JSON.stringify(statuses)}`,
    );
    for (const [kind, curl] of failures) console.log(`${kind}\n  ${curl}`);
    expect([...failures.keys()]).toEqual([]);
    // A run with refusals only would prove little: every operation must succeed at times.
    expect(unreached().map(({ name }) => name)).toEqual([]);
  });

  test("makes the service unhealthy, or the books inconsistent", async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    const [books] = await service.context.db.query(
      `select (select count(*) = max(sequence) from events where company_id = $1) as events,
         (select count(*) = max(right(number, 6)::int) from invoices where company_id = $1 and number is not null) as numbers,
         (select bool_and(i.subtotal = l.net and i.total = l.total - i.discount_total + i.charge_total) from invoices i join lateral (
            select sum(net_amount) as net, sum(total_amount) as total from invoice_lines
            where company_id = i.company_id and invoice_id = i.id) l on true where i.company_id = $1) as totals,
         (select count(*) = max(right(number, 6)::int) from credit_notes where company_id = $1) as credit_numbers,
         (select bool_and(i.amount_paid = s.paid and i.amount_refunded = s.refunded and i.amount_credited = s.credited
            and (i.status = 'paid') = (i.number is not null and s.paid + s.credited + i.credit_applied >= i.total + i.credit_applied_elsewhere and i.status <> 'void'))
          from invoices i join lateral (
            select coalesce((select sum(amount - unallocated_amount - coalesce((select sum(a.amount) from payment_allocations a
                where a.company_id = p.company_id and a.payment_id = p.id), 0))
                from payments p where company_id = i.company_id and invoice_id = i.id and reversed_at is null), 0)
                + coalesce((select sum(a.amount) from payment_allocations a where a.company_id = i.company_id and a.invoice_id = i.id), 0) as paid,
              coalesce((select sum(f.amount) from refunds f join payments p on p.company_id = f.company_id and p.id = f.payment_id
                where p.company_id = i.company_id and p.invoice_id = i.id and f.status = 'done'), 0) as refunded,
              coalesce((select sum(total) from credit_notes where company_id = i.company_id and invoice_id = i.id), 0) as credited
          ) s on true where i.company_id = $1) as settled`,
      [company.id],
    );
    expect(books).toEqual({ events: true, numbers: true, totals: true, credit_numbers: true, settled: true });
  });
});
