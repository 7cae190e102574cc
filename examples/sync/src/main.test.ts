import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../../../service/test/einvoicing-service.ts";
import type { TestService } from "../../../service/test/harness.ts";
import { newPartner, type Partner } from "./sync.fixture.ts";

let service: TestService;
const partners: Partner[] = [];
beforeAll(async () => {
  service = await startEinvoicingService();
});
afterAll(async () => {
  for (const partner of partners) partner.remove();
  await service.close();
});

async function partnerWith(texts?: Record<string, string>): Promise<Partner> {
  const partner = await newPartner(service, texts);
  partners.push(partner);
  return partner;
}

type Ended = { code: number | null; signal: string | null; output: string };

/** Runs the script as a scheduler would. */
function start({ company, exportFolder, resultFolder }: Partner, url = service.url) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: {
      ...process.env,
      BILLFOLD_BASE_URL: `${url}/api/v1`,
      BILLFOLD_APP_ID: company.appId,
      BILLFOLD_SECRET: company.secret,
      SYNC_EXPORT: exportFolder,
      SYNC_RESULT: resultFolder,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text));
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, output })),
  );
  return { child, ended };
}

/** Forwards requests, and kills the script during the named one, after the service has carried it out. */
async function killer(request: RegExp, victim: () => ChildProcess) {
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const answer = await fetch(service.url + incoming.url, {
      method: incoming.method!,
      headers: incoming.headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    if (request.test(`${incoming.method} ${incoming.url}`)) victim().kill("SIGKILL");
    outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test.each([
  ["when a customer was made", /^POST .*\/customers/],
  ["when a draft was made", /^POST .*\/invoices$/],
  ["when an invoice was issued", /^POST .*\/issue/],
  ["when an invoice was registered", /^POST .*\/register/],
  ["when the events were read", /^GET .*\/events/],
])("killed %s, it finishes when it is started again", async (_when, request) => {
  const partner = await partnerWith();
  const proxy = await killer(request, () => first.child);
  const first = start(partner, proxy.url);
  expect(await first.ended).toMatchObject({ code: null, signal: "SIGKILL" });
  proxy.close();
  const second = await start(partner).ended;
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining("invoices.csv") });
  const { invoices } = (await partner.company.call("GET /invoices?limit=100")).body;
  expect(invoices.map(({ number }: { number: string }) => number)).toEqual([
    "INV-000003",
    "INV-000002",
    "INV-000001",
  ]);
  expect(Object.values(partner.written()).map(({ irn }) => irn !== "")).toEqual([true, true, true]);
});

test("ends with 1 and names the record when one is refused", async () => {
  const partner = await partnerWith({
    "products.csv":
      "id,name,unit_price,tax_rate\nP-CONSULT,Hour,-1,7.5\nP-SUPPORT,Month,1,7.5\nP-BOOK,Book,1,0\n",
  });
  expect(await start(partner).ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Refused: P-CONSULT: .*unit_price /),
  });
});

test("ends with 2 and names file and line when the export can't be used, before anything is sent", async () => {
  const partner = await partnerWith({
    "orders.csv": "order,customer,date,product,quantity,unit_price\n1,C-9,2026-11-02,P-BOOK,2,45000\n",
  });
  expect(await start(partner).ended).toMatchObject({
    code: 2,
    output: "The sync stopped: orders.csv, line 2: customers.csv has no customer 'C-9'.\n",
  });
  expect((await partner.company.call("GET /customers")).body.customers).toEqual([]);
});

test("ends with 3 when the key is wrong, and says so without repeating it", async () => {
  const partner = await partnerWith();
  const wrong = { ...partner, company: { ...partner.company, secret: "bfs_wrong" } };
  const { code, output } = await start(wrong).ended;
  expect(code).toBe(3);
  expect(output).toMatch(/^The sync stopped: .+ \(request req_.+\)/);
  expect(output).not.toContain("bfs_wrong");
});
