import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { placedOrder } from "../../domains/portal/portal.fixture.ts";
import { createKey, revokeKey } from "../../domains/tenancy/keys/service.ts";
import { inTransaction, type Queryable } from "../../platform/db/database.ts";
import { allow, ask, shop, targetOf } from "./portal.fixture.ts";
import { portal } from "./routes.ts";

// A caller who only guesses must learn nothing.
let service: TestService;
let ours: TestCompany;
let theirs: TestCompany;
let token: string;
let theirToken: string;
const revoked = { appId: "" };
const weak = { appId: "" };

beforeAll(async () => {
  service = await startService();
  [ours, theirs] = [await service.company(), await service.company()];
  for (const company of [ours, theirs]) await allow(company, shop);
  token = (await placedOrder(ours)).invoice.portal_token;
  theirToken = (await placedOrder(theirs)).invoice.portal_token;
  const { db, clock } = service.context;
  await inTransaction(db, async (tx) => {
    const administration = { tx, now: clock.now() };
    revoked.appId = (await createKey(administration, ours.id, ["portal:embed"], "sandbox")).app_id;
    await revokeKey(administration, ours.id, revoked.appId);
    weak.appId = (await createKey(administration, ours.id, ["invoices:read"], "sandbox")).app_id;
  });
});
afterAll(() => service.close());

const nobody = 999_999_999;
const otherSecret = "A".repeat(22);

/** Names of which at least one is wrong. */
const wrongNames = (): [why: string, names: Record<string, unknown>][] => [
  ["a company that does not exist", { company_id: nobody }],
  ["another company", { company_id: theirs.id }],
  ["a company that is no number", { company_id: "abc" }],
  ["company 0", { company_id: 0 }],
  ["a company beyond all numbers", { company_id: "9".repeat(30) }],
  ["no company", { company_id: undefined }],
  ["an App ID that does not exist", { app_id: "bf_test_00000000000000000000" }],
  ["another company's App ID", { app_id: theirs.appId }],
  ["an App ID that is none", { app_id: "x'\u0000--" }],
  ["no App ID", { app_id: undefined }],
  ["a revoked key", { app_id: revoked.appId }],
  ["a key without portal:embed", { app_id: weak.appId }],
];

/** Tokens that belong to no invoice of the company. */
const wrongTokens = (): [why: string, token: string][] => {
  const id = token.split("_")[1]!;
  return [
    ["the right number with another secret", `pt_${id}_${otherSecret}`],
    ["a number that does not exist", `pt_${nobody}_${token.slice(-22)}`],
    ["another company's token", theirToken],
    ["a bare number", id],
    ["a number beyond all numbers", `pt_9999999999999999_${otherSecret}`],
    ["no token at all", "pt_"],
    ["something else", encodeURIComponent("../../x'\u0000--")],
  ];
};

describe("wrong names", () => {
  test("are one and the same 404, byte by byte and header by header, whichever is wrong, from whichever page", async () => {
    for (const path of ["/products", `/invoices/${token}`]) {
      const answers = [];
      for (const [, names] of wrongNames()) {
        for (const origin of [shop, "https://evil.example", null])
          answers.push(await ask(ours, path, { names, origin }));
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(answers[0]!.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("cost the same question to the database, whichever is wrong", async () => {
    const asked = await questionsOf(wrongNames().map(([, names]) => targetOf(ours, "/products", names)));
    expect(asked).toEqual(asked.map(() => "portal_config_find"));
  });
});

describe("wrong tokens", () => {
  test("are one and the same 404, the very bytes of wrong names", async () => {
    const refused = await ask(ours, `/invoices/${token}`, { names: { company_id: nobody } });
    const answers = [];
    for (const [, wrong] of wrongTokens()) answers.push(await ask(ours, `/invoices/${wrong}`));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([answers[0]!.status, answers[0]!.text]).toEqual([refused.status, refused.text]);
    // An allowed page can read the response; there is no other difference.
    const { "access-control-allow-origin": allowed, ...rest } = answers[0]!.headers;
    expect([allowed, rest]).toEqual([shop, refused.headers]);
  });

  test("tell nothing beyond the refusal to pages that are not allowed, right or wrong", async () => {
    const answers = [];
    for (const tried of [token, ...wrongTokens().map(([, wrong]) => wrong)]) {
      answers.push(await ask(ours, `/invoices/${tried}`, { origin: "https://evil.example" }));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 403, body: { code: "origin_not_allowed" } });
  });

  test("and wrong names cost the same questions to the database as what is right", async () => {
    const asked = await questionsOf([
      targetOf(ours, `/invoices/${token}`),
      ...wrongNames().map(([, names]) => targetOf(ours, `/invoices/${token}`, names)),
      ...wrongTokens().map(([, wrong]) => targetOf(ours, `/invoices/${wrong}`)),
    ]);
    expect(asked).toEqual(asked.map(() => "portal_config_find portal_invoice_find"));
  });
});

describe("who asks too much", () => {
  test("gets 429 with Retry-After, whatever was asked, until the time is over", async () => {
    const busy = await startService();
    try {
      const company = await busy.company();
      await allow(company, shop);
      const answers = [];
      for (let count = 0; count < 62; count++) {
        answers.push(await ask(company, count % 2 ? "/products" : `/invoices/pt_1_${otherSecret}`));
      }
      expect(answers.slice(0, 60).every(({ status }) => status !== 429)).toBe(true);
      const [first, second] = answers.slice(60);
      expect(first).toEqual(second);
      expect([first!.status, first!.body.code, first!.headers["retry-after"]]).toEqual([
        429,
        "rate_limited",
        "1",
      ]);
      // Otherwise the panel could only report a broken connection.
      expect(first!.headers["access-control-allow-origin"]).toBe("*");
      busy.clock.advance(1000);
      expect((await ask(company, "/products")).status).toBe(200);
    } finally {
      await busy.close();
    }
  });
});

test("a token stands in no line of the log", async () => {
  await ask(ours, `/invoices/${token}`);
  const { length } = service.logged.filter((line) => line.includes("/portal/invoices/"));
  expect(length).toBeGreaterThan(0);
  expect(service.logged.filter((line) => line.includes(token.slice(-22)))).toEqual([]);
});

/** The names of the statements that each request runs, in order. */
async function questionsOf(targets: string[]): Promise<string[]> {
  const { reads } = service.context;
  let names: string[] = [];
  const query: Queryable["query"] = (sql, values) => {
    names.push(typeof sql === "string" ? sql : sql.name);
    return reads.query(sql, values);
  };
  const server = fastify();
  portal(server, { ...service.context, reads: { ...reads, query } }, () => 0);
  const asked: string[] = [];
  for (const url of targets) {
    names = [];
    await server.inject({ url, headers: { origin: shop } });
    asked.push(names.join(" "));
  }
  await server.close();
  return asked;
}
