import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Order } from "./order.ts";
import { placeOrder, Refusal } from "./place-order.ts";

type Heard = { method: string | undefined; headers: IncomingHttpHeaders; body: unknown };

/** A partner's server that answers as it is told. */
let server: Server;
let orderUrl: string;
let heard: Heard[] = [];
let answer: { status: number; body: string };
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join("")) as unknown;
    heard.push({ method: request.method, headers: request.headers, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  orderUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/order`;
});
afterAll(() => void server.close());
beforeEach(() => {
  heard = [];
});

const token = "pt_1042_x7Qm0wz9Lr3TnVbY2cKd5A";
const checkout_url = "https://pay.example/checkout/pl_1_x";
const order: Order = {
  currency: "NGN",
  lines: [{ product_id: 31, quantity: 2 }],
  customer: { name: "Ada Obi", email: "ada@example.com" },
};

const answers = (status: number, body: unknown) => {
  answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
};
const place = (page = new EventTarget()) => placeOrder(page, orderUrl, order, "key-1");
const refusal = async (placing: Promise<unknown>) => {
  const fault = await placing.then(() => undefined).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Refusal);
  const { message, faults } = fault as Refusal;
  return { message, faults };
};

/** A page that does something when it hears of an order. */
function pageThat(does: (event: CustomEvent) => void): EventTarget {
  const page = new EventTarget();
  page.addEventListener("billfold:order", (event) => does(event as CustomEvent));
  return page;
}

describe("an order goes to the partner's server", () => {
  test("as JSON, under its key", async () => {
    answers(201, { checkout_url, portal_token: token });
    expect(await place()).toEqual({ checkoutUrl: checkout_url, token });
    expect(heard).toEqual([
      {
        method: "POST",
        headers: expect.objectContaining({ "content-type": "application/json", "idempotency-key": "key-1" }),
        body: order,
      },
    ]);
  });

  test("which may have no payment page for it, and no token", async () => {
    answers(201, { checkout_url: null });
    expect(await place()).toEqual({ checkoutUrl: null, token: undefined });
  });

  test("whose token has to look like one", async () => {
    answers(201, { checkout_url, portal_token: "../../else" });
    expect((await place())?.token).toBeUndefined();
  });

  test("whose refusal is told in its own words, with the fields", async () => {
    const errors = [{ field: "customer.email", message: "is not known here" }];
    answers(422, { success: false, error: "Some fields are wrong.", errors });
    expect(await refusal(place())).toEqual({ message: "Some fields are wrong.", faults: errors });
  });

  test.each([
    ["nonsense", 500, "<h1>Oops</h1>"],
    ["nothing", 502, ""],
    ["no address", 200, { ok: true }],
    ["an address that is no text", 200, { checkout_url: 7 }],
    ["faults that are none", 422, { error: "", errors: [{ field: 7 }, null, "x"] }],
  ])("which answers %s: then the shop is at fault", async (_what, status, body) => {
    answers(status, body);
    expect(await refusal(place())).toEqual({
      message: expect.stringContaining("went wrong in the shop"),
      faults: [],
    });
  });

  test("and if it can't be reached, the buyer may safely try again", async () => {
    const { message } = await refusal(placeOrder(new EventTarget(), "http://127.0.0.1:1/", order, "key-1"));
    expect(message).toMatch(/could not be reached.*nothing is ordered twice/);
  });

  test("unless the page names none", async () => {
    const { message } = await refusal(placeOrder(new EventTarget(), undefined, order, "key-1"));
    expect(message).toMatch(/does not say where orders go/);
    expect(heard).toEqual([]);
  });
});

describe("a page that listens", () => {
  test("hears the order before it is sent, and its JSON is the order with its key", async () => {
    answers(201, { checkout_url });
    const reported: unknown[] = [];
    await place(
      pageThat(({ detail }) => void reported.push(JSON.parse(JSON.stringify(detail)), heard.length)),
    );
    expect(reported).toEqual([{ ...order, idempotency_key: "key-1" }, 0]);
    expect(heard).toHaveLength(1);
  });

  test("may take the order: then it is not sent", async () => {
    expect(await place(pageThat((event) => event.preventDefault()))).toBeUndefined();
    expect(heard).toEqual([]);
  });

  test("may answer for the order, at once or later", async () => {
    const given = { checkout_url, portal_token: token };
    const placed = { checkoutUrl: checkout_url, token };
    expect(await place(pageThat(({ detail }) => detail.respondWith(given)))).toEqual(placed);
    expect(await place(pageThat(({ detail }) => detail.respondWith(Promise.resolve(given))))).toEqual(placed);
    expect(heard).toEqual([]);
  });

  test("may refuse it, with the fields", async () => {
    const errors = [{ field: "lines[0].quantity", message: "Only one is left" }];
    const page = pageThat(({ detail }) => detail.respondWith(Promise.reject({ error: "Sold out.", errors })));
    expect(await refusal(place(page))).toEqual({ message: "Sold out.", faults: errors });
  });
});
