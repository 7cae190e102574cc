import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const create = async (fields: object = {}) => {
  const { status, body, text } = await company.call("POST /quotes", {
    body: { customer_id, lines, ...fields },
  });
  if (status !== 201) throw new Error(text);
  return body.quote;
};
const act = (id: number, action: string, body?: object) =>
  company.call(`POST /quotes/${id}/${action}`, body ? { body } : {});
const sent = async (fields: object = {}) => {
  const { id } = await create(fields);
  return (await act(id, "send")).body.quote;
};
const get = async (id: number) => (await company.call(`GET /quotes/${id}`)).body.quote;
const eventsOf = async (id: number) => {
  const { events } = (await company.call("GET /events?limit=100")).body;
  return events
    .filter(({ type, data }: { type: string; data: { object: { id: number } } }) => {
      return type.startsWith("quote.") && data.object.id === id;
    })
    .map(({ type }: { type: string }) => type);
};

describe("POST /quotes/{id}/send", () => {
  test("opens the buyer's page at an address that nobody can guess", async () => {
    const quote = await create();
    const { status, body } = await act(quote.id, "send");
    const { url, ...rest } = body.quote;
    expect([status, rest]).toEqual([
      200,
      { ...quote, url: undefined, status: "sent", sent_at: noon.toISOString() },
    ]);
    expect(url).toMatch(new RegExp(`^${service.context.config.siteUrl}/q/qt_${quote.id}_[A-Za-z0-9_-]{22}$`));
    expect((await get(quote.id)).url).toBe(url);
    const listed = (await company.call("GET /quotes?status=sent")).body.quotes;
    expect(listed[0].url).toBe(url);
    expect(await eventsOf(quote.id)).toEqual(["quote.created", "quote.sent"]);
  });

  test("may set another last day", async () => {
    const { id } = await create();
    expect((await act(id, "send", { valid_until: "2027-02-01" })).body.quote.valid_until).toBe("2027-02-01");
  });

  test("422 where the last day is over", async () => {
    const { id } = await create({ quote_date: "2026-10-01", valid_until: "2026-11-14" });
    const { status, body } = await act(id, "send");
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: "valid_until",
          message: "is 2026-11-14, which is over: choose a date from 2026-11-15 on",
        },
      ],
    ]);
    expect((await act(id, "send", { valid_until: "2026-11-15" })).status).toBe(200);
  });
});

describe("an answer", () => {
  test("accepted keeps who and when", async () => {
    const quote = await sent();
    const { status, body } = await act(quote.id, "accept", { accepted_by: "Ada Obi" });
    expect([status, body.quote]).toEqual([
      200,
      { ...quote, status: "accepted", accepted_by: "Ada Obi", accepted_at: noon.toISOString() },
    ]);
    expect(await eventsOf(quote.id)).toEqual(["quote.created", "quote.sent", "quote.accepted"]);
  });

  test("declined keeps who, when and why; all of it is optional", async () => {
    const [one, other] = [await sent(), await sent()];
    const full = await act(one.id, "decline", { declined_by: "Ada Obi", reason: "Too late" });
    expect(full.body.quote).toEqual({
      ...one,
      status: "declined",
      declined_by: "Ada Obi",
      declined_at: noon.toISOString(),
      decline_reason: "Too late",
    });
    expect((await act(other.id, "decline")).body.quote).toMatchObject({ declined_by: null });
  });

  test("of ten that are given at once is one; the others are 422 and change nothing", async () => {
    const { id } = await sent();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => act(id, index % 2 ? "accept" : "decline")),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect(await eventsOf(id)).toHaveLength(3);
  });
});

test("each state allows what it should and refuses the rest in words that say so", async () => {
  const states: Record<string, string[]> = {
    draft: [],
    sent: ["send"],
    accepted: ["send", "accept"],
    declined: ["send", "decline"],
    invoiced: ["send", "invoice"],
  };
  const allowed: Record<string, string[]> = {
    draft: ["send"],
    sent: ["accept", "decline", "invoice", "sale"],
    accepted: ["invoice", "sale"],
    declined: [],
    invoiced: [],
  };
  for (const [state, steps] of Object.entries(states)) {
    for (const action of ["send", "accept", "decline", "invoice", "sale"]) {
      const { id, number } = await create();
      for (const step of steps) await act(id, step);
      const { status, body } = await act(id, action);
      const isAllowed = allowed[state]!.includes(action);
      expect([state, action, status < 300]).toEqual([state, action, isAllowed]);
      if (!isAllowed) {
        expect(body.error).toContain(`Quote ${number} is ${state === "draft" ? "a draft" : state}, so`);
      }
    }
  }
});
