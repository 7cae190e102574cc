import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { openPage as open, type PageResponse } from "../../../test/payment-service.ts";
import { suspendCompany } from "../../domains/tenancy/companies/service.ts";
import { inTransaction } from "../../platform/db/database.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ profile: { name: "Lagos Works Ltd", email: "desk@works.example" } });
});
afterAll(() => service.close());

const lines = [{ description: "Roof <b>repair</b>", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
async function sent(fields: object = {}, by = company) {
  const body = { customer_id: await by.customer(), lines, ...fields };
  const made = await by.call("POST /quotes", { body });
  if (made.status !== 201) throw new Error(made.text);
  const { quote } = (await by.call(`POST /quotes/${made.body.quote.id}/send`)).body;
  return { ...quote, page: service.url + new URL(quote.url).pathname };
}
const get = async (id: number, by = company) => (await by.call(`GET /quotes/${id}`)).body.quote;
const eventsOf = async (id: number) => {
  const { events } = (await company.call("GET /events?limit=100")).body;
  return events.filter(
    ({ type, data }: { type: string; data: { object: { id: number } } }) =>
      /^quote\.(accepted|declined)$/.test(type) && data.object.id === id,
  );
};
const textOf = ({ html }: PageResponse) =>
  html.replace(/<style>.*?<\/style>|<[^>]*>/gs, " ").replace(/\s+/g, " ");

describe("the page of a quote", () => {
  test("shows the document, and a form that needs no script", async () => {
    const quote = await sent({ notes: "First line\nSecond line", po_number: "PO-7" });
    const page = await open(quote.page);
    expect(page.status).toBe(200);
    for (const words of [
      "Quote QUO-",
      "₦215.00",
      "Roof &lt;b&gt;repair",
      "15 December 2026",
      "Second line",
      "PO-7",
    ])
      expect(textOf(page)).toContain(words);
    expect(page.html).not.toMatch(/<script|onclick|javascript:/i);
    expect(page.html).toContain(`formaction="${new URL(quote.url).pathname}/decline"`);
  });

  test("can't be framed, cached, indexed or leaked, and loads nothing from elsewhere", async () => {
    const { headers } = await open((await sent()).page);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("speaks the customer's language, or the one that is asked for, which it remembers", async () => {
    const customer_id = await company.customer({ name: "Acheteur", language: "fr" });
    const quote = await sent({ customer_id });
    expect(textOf(await open(quote.page))).toContain("Accepter le devis");
    const asked = await open(`${quote.page}?lang=en`);
    expect(textOf(asked)).toContain("Accept the quote");
    expect(asked.headers.get("set-cookie")).toContain("billfold_language=en");
  });

  test("notes the first opening by a person, and no preview by a program", async () => {
    const quote = await sent();
    await fetch(quote.page, { headers: { "user-agent": "WhatsApp/2.23" } });
    expect((await get(quote.id)).viewed_at).toBeNull();
    await Promise.all([open(quote.page), open(quote.page)]);
    const first = service.clock.now().toISOString();
    service.clock.advance(60_000);
    await open(quote.page);
    expect((await get(quote.id)).viewed_at).toBe(first);
    const { events } = (await company.call("GET /events?type=quote.viewed&limit=100")).body;
    expect(
      events
        .map(({ data }: { data: { object: { id: number; viewed_at: string } } }) => data.object)
        .filter(({ id }: { id: number }) => id === quote.id),
    ).toEqual([await get(quote.id)]);
  });

  test("has the quote as a PDF", async () => {
    const quote = await sent();
    const { status, headers, html } = await open(`${quote.page}.pdf`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("content-disposition")).toBe(`inline; filename="${quote.number}.pdf"`);
    expect(html.startsWith("%PDF-")).toBe(true);
  });

  test("is the same 404 for a wrong secret, a wrong id, a draft and nonsense", async () => {
    const quote = await sent();
    const customer_id = await company.customer();
    const draft = (await company.call("POST /quotes", { body: { customer_id, lines } })).body.quote;
    const [row] = await service.context.db.query<{ secret: string }>(
      "select secret from quotes where company_id = $1 and id = $2",
      [company.id, draft.id],
    );
    const secret = quote.page.slice(-22);
    for (const token of [
      `qt_${quote.id}_${"x".repeat(22)}`,
      `qt_${quote.id + 1000}_${secret}`,
      `qt_${draft.id}_${row!.secret}`,
      `qt_${quote.id}_${secret}x`,
      "qt_0_x",
      "%00",
    ]) {
      const page = await open(`${service.url}/q/${token}`);
      expect([token, page.status]).toEqual([token, 404]);
      expect(textOf(page)).toContain("We can’t find this quote");
      expect((await open(`${service.url}/q/${token}/accept`, { name: "Ada" })).status).toBe(404);
    }
  });
});

describe("an answer on the page", () => {
  test("accepts with the name and the time, tells the company, and the page says so", async () => {
    const quote = await sent();
    const reply = await open(`${quote.page}/accept`, { name: "  Ada\u0000 Obi " });
    expect([reply.status, reply.location]).toEqual([303, new URL(quote.url).pathname]);
    const after = await get(quote.id);
    expect(after).toMatchObject({
      status: "accepted",
      accepted_by: "Ada Obi",
      accepted_at: service.clock.now().toISOString(),
    });
    const [event] = await eventsOf(quote.id);
    expect(event).toMatchObject({ type: "quote.accepted", actor: { type: "system", id: null } });
    const page = textOf(await open(quote.page));
    expect(page).toContain("You have accepted this quote");
    expect(page).toContain("Ada Obi");
    expect(page).not.toContain("Accept the quote");
  });

  test("declines with a reason, or without one", async () => {
    const [one, other] = [await sent(), await sent()];
    await open(`${one.page}/decline`, { name: "Ada", reason: "Too expensive" });
    await open(`${other.page}/decline`, { name: "Ada", reason: "" });
    expect(await get(one.id)).toMatchObject({ declined_by: "Ada", decline_reason: "Too expensive" });
    expect(await get(other.id)).toMatchObject({ status: "declined", decline_reason: null });
    expect(textOf(await open(one.page))).toContain("Too expensive");
  });

  test("counts once: later and concurrent ones change nothing", async () => {
    const quote = await sent();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        open(`${quote.page}/${index % 2 ? "accept" : "decline"}`, { name: `Buyer ${index}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
    const first = await get(quote.id);
    await open(`${quote.page}/accept`, { name: "Later" });
    await open(`${quote.page}/decline`, { name: "Later" });
    expect(await get(quote.id)).toEqual(first);
    expect(await eventsOf(quote.id)).toHaveLength(1);
  });

  test("needs a name: 422, and the form keeps what was typed", async () => {
    const quote = await sent();
    const page = await open(`${quote.page}/decline`, { name: " ", reason: 'Why "not"' });
    expect(page.status).toBe(422);
    expect(textOf(page)).toContain("Enter your name.");
    expect(page.html).toContain('value="Why &#34;not&#34;"');
    expect((await get(quote.id)).status).toBe("sent");
  });

  test("a name is shortened, and its markup shown as text", async () => {
    const quote = await sent();
    await open(`${quote.page}/accept`, { name: `<script>${"x".repeat(400)}` });
    expect((await get(quote.id)).accepted_by).toHaveLength(200);
    expect((await open(quote.page)).html).not.toContain("<script");
  });

  test("is refused once the last day is over, before any pass", async () => {
    const quote = await sent({ quote_date: "2026-11-01", valid_until: "2026-11-15" });
    const later = await startService({ now: new Date("2026-11-15T23:00:00.000Z") });
    try {
      const page = later.url + new URL(quote.url).pathname;
      expect((await open(`${page}/accept`, { name: "Ada" })).status).toBe(303);
      expect(textOf(await open(page))).toContain("This quote has expired");
    } finally {
      await later.close();
    }
    expect((await get(quote.id)).status).toBe("sent");
  });

  test("is refused from a form on another site, and by GET", async () => {
    const quote = await sent();
    const response = await fetch(`${quote.page}/accept`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ name: "Ada" }),
    });
    expect(response.status).toBe(422);
    expect((await open(`${quote.page}/accept`)).location).toBe(new URL(quote.url).pathname);
    expect((await get(quote.id)).status).toBe("sent");
  });

  test("is not possible while the company is suspended", async () => {
    const closed = await service.company();
    const quote = await sent({}, closed);
    const administration = {
      actor: { type: "operator", id: null },
      requestId: null,
      now: service.clock.now(),
    } as const;
    await inTransaction(service.context.db, (tx) =>
      suspendCompany({ ...administration, tx } as never, closed.id, "Unpaid" as never),
    );
    expect(textOf(await open(quote.page))).toContain("can’t be answered right now");
    await open(`${quote.page}/accept`, { name: "Ada" });
    const [row] = await service.context.db.query<{ status: string }>(
      "select status from quotes where company_id = $1 and id = $2",
      [closed.id, quote.id],
    );
    expect(row!.status).toBe("sent");
  });
});

test("the page of a quote that became an order says so, and has no form", async () => {
  const quote = await sent();
  await company.call(`POST /quotes/${quote.id}/invoice`);
  const page = textOf(await open(quote.page));
  expect(page).toContain("This quote has become an order");
  expect(page).not.toContain("Accept the quote");
});
