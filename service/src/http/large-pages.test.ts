import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_READ_RATE: "0" } });
});
afterAll(() => service.close());

const pages = ["invoices", "sales", "quotes"] as const;
type Page = Record<string, { lines: { description: string }[]; url?: string }[]>;

/** A company whose records are so large that they are sent without being copied. */
async function companyOf(word: string): Promise<TestCompany> {
  const company = await service.company();
  const customer_id = await company.customer();
  const description = `${word} ${"x".repeat(400)}`;
  const lines = Array.from({ length: 120 }, () => ({ description, quantity: 1, unit_price: 1 }));
  for (const name of pages)
    for (let count = 0; count < 3; count++)
      expect((await company.call(`POST /${name}`, { body: { customer_id, lines } })).status).toBe(201);
  return company;
}

const path = (name: string) => `/api/v1/${name}?include=lines&limit=100`;

/** Leaves as soon as a part of the page is there. */
async function leave(company: TestCompany, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const asked = request(new URL(path(name), service.url), { headers }).end();
  const [response] = (await once(asked, "response")) as [NodeJS.ReadableStream & { destroy(): void }];
  await once(response, "readable");
  response.destroy();
}

test("large pages have only their own company's records, while others are read, compressed and left at the same time", async () => {
  const words = ["apples", "pears", "plums"];
  const companies = await Promise.all(words.map(companyOf));
  const read = async (index: number, name: (typeof pages)[number], encoding: string) => {
    const { appId, secret } = companies[index]!;
    const headers = { authorization: `Bearer ${appId}:${secret}`, "accept-encoding": encoding };
    const response = await fetch(new URL(path(name), service.url), { headers });
    const page = (await response.json()) as Page;
    const starts = page[name]!.flatMap(({ lines }) =>
      lines.map(({ description }) => description.split(" ")[0]),
    );
    expect([name, starts.length, new Set(starts)]).toEqual([name, 360, new Set([words[index]])]);
  };
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      pages.flatMap((name) =>
        words.flatMap((_, index) => [
          read(index, name, "identity"),
          leave(companies[index]!, name),
          read(index, name, "gzip"),
        ]),
      ),
    );
  }
});

test("pages that cost as much as an export wait in the company's queue, and ordinary ones do not", async () => {
  const company = await service.company();
  const statusesOf = async (query: string) => {
    const replies = await Promise.all(
      Array.from({ length: 300 }, () => company.call(`GET /invoices?${query}`)),
    );
    return new Set(replies.map(({ status, body }) => (status === 429 ? body.error : status)));
  };
  expect(await statusesOf("limit=10")).toEqual(new Set([200]));
  expect(await statusesOf("limit=100&include=lines")).toEqual(
    new Set([200, expect.stringMatching(/^This company already has \d+ requests waiting/)]),
  );
});
