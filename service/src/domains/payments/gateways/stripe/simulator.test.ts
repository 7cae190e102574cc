import { describe, expect, test } from "vitest";
import { startStripeSetup } from "./gateway.fixture.ts";

// What our adapter's tests are worth depends on how strict the other side is.

const good = {
  mode: "payment",
  "line_items[0][quantity]": "1",
  "line_items[0][price_data][currency]": "ngn",
  "line_items[0][price_data][unit_amount]": "150050",
  "line_items[0][price_data][product_data][name]": "Chairs",
  success_url: "https://billfold.example/",
};

async function caller() {
  const { simulator, clock } = await startStripeSetup();
  const call = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${simulator.url}/v1/${path}`, {
      method: form ? "POST" : "GET",
      headers: { authorization: "Bearer sk_test_1", ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: it is whatever it says.
    return { status: response.status, body: (await response.json()) as any };
  };
  return { call, clock, simulator };
}

describe("the simulator of Stripe", () => {
  test("takes a good order, with the key as Bearer or as the user of Basic", async () => {
    const { call } = await caller();
    const basic = `Basic ${Buffer.from("sk_test_1:").toString("base64")}`;
    const made = await call("checkout/sessions", good, { authorization: basic });
    expect(made).toMatchObject({ status: 200, body: { object: "checkout.session", amount_total: 150050 } });
    expect((await call(`checkout/sessions/${made.body.id}`)).body).toEqual(made.body);
  });

  test.each([
    [{ colour: "red" }, "parameter_unknown", "colour"],
    [{ "line_items[0][price_data][tax]": "1" }, "parameter_unknown", "line_items[0][price_data][tax]"],
    [{ __proto__x: "1" }, "parameter_unknown", "__proto__x"],
    [{ success_url: "" }, "parameter_invalid_empty", "success_url"],
    [{ success_url: "javascript:alert(1)" }, "url_invalid", "success_url"],
    [{ customer_email: "nobody" }, "email_invalid", "customer_email"],
    [{ client_reference_id: "a b" }, undefined, "client_reference_id"],
    [{ mode: "subscription" }, undefined, "mode"],
    [
      { "line_items[0][price_data][unit_amount]": "1.5" },
      "parameter_invalid_integer",
      "line_items[0][price_data][unit_amount]",
    ],
    [{ "line_items[0][price_data][currency]": "zzz" }, undefined, "currency"],
    [{ "line_items[0][price_data][currency]": "kwd", "line_items[0][price_data][unit_amount]": "5124" }],
    [{ "line_items[0][price_data][currency]": "ugx", "line_items[0][price_data][unit_amount]": "5" }],
    [{ "metadata[a]": "x".repeat(501) }, undefined, "metadata[a]"],
    [{ expires_at: String(Date.parse("2026-03-02T10:29:59Z") / 1000) }, undefined, "expires_at"],
    [{ expires_at: String(Date.parse("2026-03-03T10:00:01Z") / 1000) }, undefined, "expires_at"],
  ])("refuses %j", async (changes, code?: string, param?: string) => {
    const { call, simulator } = await caller();
    const { status, body } = await call("checkout/sessions", { ...good, ...(changes as object) });
    expect([status, body.error.type]).toEqual([400, "invalid_request_error"]);
    expect(body.error.code).toBe(code);
    if (param) expect(body.error.param).toBe(param);
    expect(simulator.sessions()).toEqual([]);
  });

  test.each(["", "Bearer", "Bearer sk_live_1", "Bearer pk_test_1", "Basic !"])(
    "refuses the key in %j",
    async (authorization) => {
      const { call } = await caller();
      expect(await call("checkout/sessions", undefined, { authorization })).toMatchObject({ status: 401 });
    },
  );

  test.each([
    ["checkout/sessions/cs_none", 404, "resource_missing"],
    ["checkout/sessions?limit=101", 400, undefined],
    ["checkout/sessions?starting_after=cs_none", 404, "resource_missing"],
    ["charges", 404, undefined],
  ])("has nothing at %s", async (path, status, code) => {
    const { call } = await caller();
    const answer = await call(path);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test("answers a key alike for a day, refuses it with other words, and keeps no refusal for its form", async () => {
    const { call, clock } = await caller();
    const keyed = (form: Record<string, string>) =>
      call("checkout/sessions", form, { "idempotency-key": "k" });
    expect(await keyed({ ...good, mode: "x" })).toMatchObject({ status: 400 });
    const first = await keyed(good);
    expect(first.status).toBe(200);
    expect(await keyed(good)).toEqual(first);
    const other = await keyed({ ...good, client_reference_id: "a" });
    expect(other).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
    clock.advance(24 * 3_600_000);
    expect((await keyed(good)).body.id).not.toBe(first.body.id);
  });
});
