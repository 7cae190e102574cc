import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidatesIn } from "../src/domains/backoffice/imports-exports/candidates.ts";
import { importableCustomers } from "../src/domains/backoffice/imports-exports/importable.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { attacks, expectLinear, pumped } from "./hostile-text.ts";
import { signIn, type TestSession } from "./site-session.ts";

// Text from outside takes linear time wherever it occurs, so that no client can block the service with it.

let service: TestService;
let company: TestCompany;
let person: TestSession;
beforeAll(async () => {
  // Forwarded headers are trusted here, so that they are parsed.
  // Rates are unlimited: a 429 takes no time, and would hide the cost of the rest.
  const env = {
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
    BILLFOLD_READ_RATE: "0",
    BILLFOLD_COMPANY_POST_RATE: "0",
  };
  service = await startService({ env });
  company = await service.company();
  person = await signIn(service, { companyId: company.id, role: "owner" });
  await company.customer();
});
afterAll(() => service.close());

const agent = new Agent({ keepAliveTimeout: 60_000 });
afterAll(() => agent.close());

type Asked = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };

let asked = 0;

async function ask(path: string, { method = "GET", headers = {}, body }: Asked = {}) {
  asked += 1;
  // Each request comes from another address, because some limits are by address.
  const from = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  const answer = await request(service.url + path, {
    method,
    headers: { "x-forwarded-for": from, ...headers },
    body: body ?? null,
    dispatcher: agent,
  });
  expect(answer.statusCode).not.toBe(429);
  await answer.body.dump();
}

const all = attacks();
const textsOf = (length: number) => all.map((attack) => pumped(attack, length));

// The address and all headers together may have 16 KiB.
const headLength = 14_000;
const inAddress = [...new Set(textsOf(headLength).map((text) => text.replace(/[^!-~]|[#?%&]/g, "_")))];
const inHeader = [...new Set(textsOf(headLength).map((text) => text.replace(/[^ -~]/g, "_").trim()))];
const encoded = [
  ...new Set(
    textsOf(headLength / 3)
      .map(encodeURIComponent)
      .map((text) => text.slice(0, headLength)),
  ),
];

const credentials = () => ({ authorization: `Bearer ${company.appId}:${company.secret}` });

describe("in the address", () => {
  test.each<[string, string[], (text: string) => Promise<unknown>]>([
    ["a path", inAddress, (text) => ask(`/${text}`)],
    ["a path with encodings", encoded, (text) => ask(`/${text}`)],
    ["a path that is encoded throughout", inAddress, (text) => ask(`/${percent(text)}`)],
    ["an id", inAddress, (text) => ask(`/api/v1/customers/${text}`, { headers: credentials() })],
    [
      "a short id",
      inAddress,
      (text) => ask(`/api/v1/customers/${text.slice(-199)}`, { headers: credentials() }),
    ],
    [
      "the name of a parameter",
      encoded,
      (text) => ask(`/api/v1/customers?${text}=1`, { headers: credentials() }),
    ],
    ["many names", inAddress, (text) => ask(`/api/v1/customers?${split(text)}`, { headers: credentials() })],
    ["a search", encoded, (text) => ask(`/api/v1/customers?q=${text}`, { headers: credentials() })],
    ["a cursor", encoded, (text) => ask(`/api/v1/customers?cursor=${text}`, { headers: credentials() })],
    ["a date", encoded, (text) => ask(`/api/v1/customers?created_from=${text}`, { headers: credentials() })],
    ["an include", encoded, (text) => ask(`/api/v1/invoices?include=${text}`, { headers: credentials() })],
    ["a limit", encoded, (text) => ask(`/api/v1/invoices?limit=${text}`, { headers: credentials() })],
    ["a search of the guides", encoded, (text) => ask(`/docs/search?q=${text}`)],
    ["a guide", inAddress, (text) => ask(`/docs/${text}`)],
    ["a link", inAddress, (text) => ask(`/checkout/${text}`)],
    [
      "a panel's names",
      encoded,
      (text) => ask(`/portal/products?company_id=${text}&app_id=${text.slice(0, 10)}`),
    ],
    ["a way back", encoded, (text) => ask(`/app/auth/verify-email?token=x&callbackURL=${text}`)],
    ["a page of the sandbox", inAddress, (text) => ask(`/sandbox/pay/${text}`)],
  ])("%s", async (_where, texts, send) => {
    await expectLinear(texts, "x".repeat(headLength), send);
  });
});

const percent = (text: string) =>
  [...text.slice(0, headLength / 3)]
    .map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .join("");
const split = (text: string) => (text.slice(0, headLength / 2).match(/.{1,3}/g) ?? []).join("&");

describe("in a header", () => {
  test.each<[string, string, string, string?]>([
    ["Authorization", "authorization", "/api/v1/ping", "Bearer "],
    ["Authorization without a scheme", "authorization", "/api/v1/ping"],
    ["X-API-Key", "x-api-key", "/api/v1/ping"],
    ["Cookie", "cookie", "/app/session"],
    ["Cookie on the API", "cookie", "/api/v1/ping"],
    ["Accept-Encoding", "accept-encoding", "/docs"],
    ["Accept-Encoding of the contract", "accept-encoding", "/api/v1/openapi.json"],
    ["If-None-Match", "if-none-match", "/docs"],
    ["X-Request-Id", "x-request-id", "/nowhere"],
    ["X-Forwarded-For", "x-forwarded-for", "/app/session"],
    ["X-Forwarded-Proto", "x-forwarded-proto", "/app/session"],
    ["Forwarded", "forwarded", "/app/session"],
    ["X-Forwarded-Host", "x-forwarded-host", "/app/session"],
    ["Origin", "origin", "/portal/products?company_id=1&app_id=bf_test_x"],
    ["User-Agent", "user-agent", "/app/session"],
    ["X-Company-Id", "x-company-id", "/app/api/customers"],
    ["Range", "range", "/docs"],
  ])("%s", async (_name, header, path, before = "") => {
    await expectLinear(inHeader, "x".repeat(headLength), (text) =>
      ask(path, { headers: { [header]: `${before}${text}` } }),
    );
  });

  test.each([
    ["Idempotency-Key", "idempotency-key", "/api/v1/customers"],
    ["Content-Type", "content-type", "/api/v1/customers"],
    ["X-Pay-Signature", "x-pay-signature", "/paystack/webhook"],
    ["X-Paystack-Signature", "x-paystack-signature", "/paystack/webhook"],
    ["Stripe-Signature", "stripe-signature", "/stripe/webhook"],
    ["X-CSRF-Token", "x-csrf-token", "/app/api/customers"],
  ])("%s", async (_name, header, path) => {
    await expectLinear(inHeader, "x".repeat(headLength), (text) =>
      ask(path, {
        method: "POST",
        headers: {
          ...credentials(),
          cookie: person.cookie,
          "content-type": "application/json",
          [header]: text,
        },
        body: "{}",
      }),
    );
  });
});

const mebibyte = 2 ** 20;

describe("in a body", () => {
  // Slightly less than the limit, for the text around it; characters that must be escaped make it longer.
  const longest = mebibyte / 2 - 500;
  const long = 60_000;
  const numbers = ["0", "9", "1.0", "00", "1e", "-", "1.", "9e9", "+", ".", "e"].flatMap((unit) =>
    ["1.", "", "-"].map((start) => `${start}${unit.repeat((mebibyte - 500) / unit.length)}1`),
  );
  const post = (path: string) => (body: string) =>
    ask(path, { method: "POST", headers: { ...credentials(), "content-type": "application/json" }, body });

  const customers = post("/api/v1/customers");
  const invoices = post("/api/v1/invoices");
  const line = (member: object) =>
    JSON.stringify({ customer_id: 1, lines: [{ quantity: 1, unit_price: 1, ...member }] });

  test.each<[string, (text: string) => Promise<unknown>]>([
    ["a text", (text) => customers(JSON.stringify({ name: text }))],
    ["the name of a member", (text) => customers(JSON.stringify({ name: "x", [text]: 1 }))],
    ["an email address", (text) => customers(JSON.stringify({ name: "x", email: text }))],
    ["a country", (text) => customers(JSON.stringify({ name: "x", address: { country: text } }))],
    [
      "metadata",
      (text) => customers(JSON.stringify({ name: "x", metadata: { [text]: text.slice(0, 100) } })),
    ],
    ["an amount as text", (text) => invoices(line({ description: "x", unit_price: text }))],
    ["a description", (text) => invoices(line({ description: text }))],
    ["a date", (text) => invoices(JSON.stringify({ customer_id: 1, invoice_date: text, lines: [] }))],
    ["a currency", (text) => invoices(JSON.stringify({ customer_id: 1, currency: text, lines: [] }))],
    [
      "a telephone number",
      (text) => post("/api/v1/payments/link")(JSON.stringify({ amount: 1, phone: text })),
    ],
    ["a webhook's address", (text) => post("/api/v1/webhooks/endpoints")(JSON.stringify({ url: text }))],
    ["what is no JSON", (text) => customers(text)],
  ])("%s", async (where, send) => {
    // The limit is tested once; the other texts have a length at which more than linear time would be as noticeable.
    const length = where === "a text" || where === "the name of a member" ? longest : long;
    await expectLinear(textsOf(length), "x".repeat(length), send);
  });

  test("a number", async () => {
    await expectLinear(numbers, "x".repeat(mebibyte - 500), (text) =>
      customers(`{"name":"x","n":"x",${JSON.stringify("m")}:${text}}`),
    );
    await expectLinear(numbers, "x".repeat(mebibyte - 500), (text) =>
      customers(`{"name":"x","metadata":{"m":${text}}}`),
    );
  });

  test("many entries where few are allowed", async () => {
    const entries = ["{}", "1", '""', "[]", "null", '{"a":1}', '{"description":""}'].map((entry) =>
      `${`${entry},`.repeat(mebibyte / (entry.length + 2))}${entry}`.slice(0, mebibyte - 500),
    );
    const whole = entries.map((text) => text.slice(0, text.lastIndexOf(",")));
    // The harmless body is also a list of the same length, and of the expected shape.
    await expectLinear(whole, "{},".repeat(300_000).slice(0, -1), (text) =>
      invoices(`{"customer_id":1,"lines":[${text}]}`),
    );
    await expectLinear(whole, '"x",'.repeat(200_000).slice(0, -1), (text) =>
      post("/api/v1/webhooks/endpoints")(`{"url":"https://x.example","events":[${text}]}`),
    );
  });

  test("a request without an account", async () => {
    const short = textsOf(7500);
    const headers = { "content-type": "application/json", origin: service.url };
    for (const [path, body] of [
      ["/app/auth/sign-out", (text: string) => ({ [text]: text })],
      ["/app/auth/sign-in/email", (text: string) => ({ email: text, password: "x" })],
      [
        "/app/registrations",
        (text: string) => ({ user: { name: text, email: text.slice(0, 500) }, company: {} }),
      ],
    ] as const) {
      await expectLinear(short, "x".repeat(7500), (text) =>
        ask(path, { method: "POST", headers, body: JSON.stringify(body(text)) }),
      );
    }
    await expectLinear(
      numbers.map((text) => text.slice(-16_000)),
      "x".repeat(16_000),
      (text) => ask("/app/auth/sign-out", { method: "POST", headers, body: `{"x":${text}}` }),
    );
  });

  const cell = (text: string) => `name,email\nx,${text}\n`;

  test("a cell of a spreadsheet, and its columns, parsed in a separate thread", async () => {
    const length = 100_000;
    // The maximum number of rows, because each takes time.
    const harmless = `name,email\n${"x,no-address-at-all\n".repeat(length / 20)}`;
    const cells = textsOf(length);
    const files = [
      ...cells.map(cell),
      ...cells.map((text) => cell(`"${text.replaceAll('"', '""')}"`)),
      ...cells.map((text) => `${text}\nx\n`),
      // Each of many rows has every column of a wide header.
      ...[",", ",a"].map((column) => {
        const rows = "x\n".repeat(4_900);
        return `name${column.repeat((length - rows.length) / column.length)}\n${rows}`;
      }),
    ];
    const { noun, sheet, names, unique } = importableCustomers;
    const described = { noun, columns: sheet.columns.map(({ name }) => name), names, unique };
    await expectLinear(files, harmless, async (csv) => candidatesIn({ described, csv }));
  });

  test("a cell of a spreadsheet, processed by the service", async () => {
    const headers = {
      cookie: person.cookie,
      "x-csrf-token": person.csrf,
      "x-company-id": String(company.id),
      "content-type": "application/json",
    };
    const send = (csv: string) =>
      ask("/app/api/imports/customers/preview", { method: "POST", headers, body: JSON.stringify({ csv }) });
    const length = 60_000;
    const harmless = `name,email\n${"x,no-address-at-all\n".repeat(length / 20)}`;
    await expectLinear(textsOf(length).map(cell), harmless, send);
  });

  test("a diagnosis", async () => {
    const send = (text: string) =>
      post("/api/v1/webhooks/diagnose")(
        JSON.stringify({ body: text, headers: { "x-pay-signature": "t=1,v1=00" } }),
      );
    await expectLinear(textsOf(long), "x".repeat(long), send);
  });

  test("a notification with a signature", async () => {
    const signature = `t=${Math.floor(service.clock.now().getTime() / 1000)},v1=${createHmac("sha256", "x").digest("hex")}`;
    const send = (header: string) => (body: string) =>
      ask("/paystack/webhook", { method: "POST", headers: { [header]: signature }, body });
    await expectLinear(textsOf(long), "x".repeat(long), send("x-pay-signature"));
    await expectLinear(textsOf(long), "x".repeat(long), send("x-paystack-signature"));
  });
});
