import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConnectionError, createClient } from "billfold-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEinvoicingService } from "../../../service/test/einvoicing-service.ts";
import type { TestService } from "../../../service/test/harness.ts";
import { openLedger } from "./ledger.ts";
import { dyingFetch, newPartner, type Partner } from "./sync.fixture.ts";
import { follow } from "./sync.ts";

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

const invoicesOf = async ({ company }: Partner) =>
  (await company.call("GET /invoices?limit=100")).body.invoices;

describe("a first run", () => {
  let partner: Partner;
  let table: string;
  beforeAll(async () => {
    partner = await partnerWith();
    ({ table } = await partner.run());
  });

  test("brings customers, products and orders over, and has every invoice issued and registered", async () => {
    const invoices = await invoicesOf(partner);
    expect(
      invoices.map(({ external_id, status, total }: Record<string, unknown>) => [external_id, status, total]),
    ).toEqual([
      ["4713", "open", 191350],
      ["4712", "open", 129000.54],
      ["4711", "open", 162125],
    ]);
    expect(new Set(invoices.map((invoice: { irn: string }) => invoice.irn)).size).toBe(3);
  });

  test("tells in one table what it did", () => {
    expect(table.split("\n").map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ["in the export", "created", "changed", "unchanged", "issued", "registered", "refused"],
      ["customers", "3", "3", "0", "0", "0", "0", "0"],
      ["products", "3", "3", "0", "0", "0", "0", "0"],
      ["invoices", "3", "3", "0", "0", "3", "3", "0"],
    ]);
  });

  test("writes back number, amounts and fiscal reference of each order", async () => {
    const [, , invoice] = await invoicesOf(partner);
    expect(partner.written()["4711"]).toMatchObject({
      ...{ invoice: invoice.number, irn: invoice.irn, status: "open" },
      ...{ total: "162125", paid: "0", due: "162125", currency: "NGN" },
    });
  });

  test("leaves nothing for a second one to do", async () => {
    const before = await partner.company.call("GET /events?limit=100");
    const again = await partner.run();
    expect(again.table).toMatch(/customers +3 +0 +0 +3 +0 +0 +0\n.*\ninvoices +3 +0 +0 +3 +0 +0 +0$/);
    expect((await partner.company.call("GET /events?limit=100")).body).toEqual(before.body);
  });
});

test("a customer who has moved is changed, and one whose record says more than the export is left alone", async () => {
  const partner = await partnerWith();
  await partner.run();
  const [harbour] = (await partner.company.call("GET /customers?external_id=C-1003")).body.customers;
  await partner.company.call(`PATCH /customers/${harbour.id}`, { body: { metadata: { rating: "good" } } });
  const file = path.join(partner.exportFolder, "customers.csv");
  writeFileSync(file, readFileSync(file, "utf8").replace("12 Marina", "14 Marina"));
  const { table } = await partner.run();
  expect(table).toMatch(/customers +3 +0 +1 +2/);
  const [ada] = (await partner.company.call("GET /customers?external_id=C-1001")).body.customers;
  expect(ada.address.line1).toBe("14 Marina");
});

test("a payment between two runs is written back by the second, and only what is new is read for it", async () => {
  const partner = await partnerWith();
  await partner.run();
  const { id } = (await invoicesOf(partner)).find(
    (invoice: { external_id: string }) => invoice.external_id === "4712",
  );
  await partner.company.call("POST /payments", {
    body: { invoice_id: id, amount: "129000.54", method: "bank_transfer" },
  });
  const asked: string[] = [];
  const noting: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  await partner.run({ fetch: noting });
  expect(partner.written()["4712"]).toMatchObject({ status: "paid", paid: "129000.54", due: "0" });
  expect(asked.filter((url) => url.includes("/events?"))).toEqual([expect.stringMatching(/after=[1-9]\d+/)]);
});

test("a service that was restored to an earlier time is noticed, also when its feed has grown past the ledger", async () => {
  const partner = await partnerWith();
  await partner.run();
  const { db } = service.context;
  const { id } = partner.company;
  await db.query(
    'update events set body = replace(body, \'"id":"evt_\', \'"id":"evt_0\') where company_id = $1',
    [id],
  );
  await expect(partner.run()).rejects.toThrow("Delete invoices.csv and progress.json");
});

test("following writes back what happens while it happens, and ends with its signal", async () => {
  const partner = await partnerWith();
  await partner.run();
  const { appId, secret, serviceUrl } = partner.company;
  const client = createClient({ baseUrl: `${serviceUrl}/api/v1`, appId, secret });
  const stop = new AbortController();
  const following = follow(client, openLedger(partner.resultFolder), stop.signal);
  const [, , invoice] = await invoicesOf(partner);
  await partner.company.call("POST /payments", {
    body: { invoice_id: invoice.id, amount: 162125, method: "cash" },
  });
  await expect.poll(() => partner.written()["4711"]?.status).toBe("paid");
  stop.abort();
  await following;
});

test("a record that the service does not take is named with its fault, and the others go on", async () => {
  const partner = await partnerWith();
  const file = path.join(partner.exportFolder, "customers.csv");
  writeFileSync(file, readFileSync(file, "utf8").replace("accounts@ada.example", "not an address"));
  const { table, refusals } = await partner.run();
  expect(refusals).toEqual([
    expect.stringMatching(/^C-1001: .*email /),
    "Order 4711: its customer C-1001 was refused, see above",
  ]);
  expect(table).toMatch(/invoices +3 +2 +0 +0 +2 +2 +1$/);
});

test("a company that registers with nobody gets its invoices issued", async () => {
  const partner = await partnerWith();
  const bare = await service.company();
  const { table } = await partner.run({ appId: bare.appId, secret: bare.secret });
  expect(table).toMatch(/invoices +3 +3 +0 +0 +3 +0 +0$/);
});

describe("a run that is cut off", () => {
  const small = {
    "customers.csv":
      "id,name,email,phone,tax_id,street,city,country\nC,Ada,a@ada.example,+2348030000001,87654321-0001,12 Marina,Lagos,NG\n",
    "products.csv": "id,name,unit_price,tax_rate\nP,Hour,45000,7.5\n",
    "orders.csv": "order,customer,date,product,quantity,unit_price\n1,C,2026-11-02,P,2,45000\n",
  };
  const requests = 10;

  test(`makes ${requests} requests when nothing cuts it off`, async () => {
    const partner = await partnerWith(small);
    await partner.run({ fetch: dyingFetch(requests + 1, "before"), retries: 0 });
    await expect(
      (await partnerWith(small)).run({ fetch: dyingFetch(requests, "before"), retries: 0 }),
    ).rejects.toThrow();
  });

  for (const when of ["before", "after"] as const) {
    test(`${when} any of its requests is finished by the next, and nothing is there twice`, async () => {
      for (let at = 1; at <= requests; at += 1) {
        const partner = await partnerWith(small);
        await expect(partner.run({ fetch: dyingFetch(at, when), retries: 0 })).rejects.toThrow(
          ConnectionError,
        );
        const { refusals } = await partner.run();
        const { company } = partner;
        const invoices = await invoicesOf(partner);
        const made = {
          at,
          refusals,
          invoices: invoices.length,
          number: invoices[0].number,
          fiscal: invoices[0].fiscal_status,
        };
        expect(made).toEqual({ at, refusals: [], invoices: 1, number: "INV-000001", fiscal: "registered" });
        for (const noun of ["customers", "products"]) {
          expect((await company.call(`GET /${noun}`)).body[noun]).toHaveLength(1);
        }
        expect(partner.written()["1"]).toMatchObject({ status: "open", irn: invoices[0].irn });
      }
    });
  }

  test("between the two files that it writes reads some events twice, and comes to the same table", async () => {
    const partner = await partnerWith();
    await partner.run();
    const before = partner.written();
    rmSync(path.join(partner.resultFolder, "progress.json"));
    await partner.run();
    expect(partner.written()).toEqual(before);
  });
});
