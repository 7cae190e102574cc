import { describe, expect, test } from "vitest";
import { callsOf, invoiceFor, losing, openAuthority } from "./authority.fixture.ts";

describe("from the queue", () => {
  test("faults occur in their order, as often as configured, and only for matching calls", async () => {
    const { authority, business, sign, confirm } = await openAuthority();
    const { business_id, service_id } = business;
    const irns = [1, 2].map((number) => `INV${number}-${service_id}-20261115`);
    const other = await authority.registerBusiness({ name: "Other" });
    authority.faults.add({
      match: { op: "submit", business: other.business_id },
      fault: "http_500",
      times: null,
    });
    authority.faults.add({ match: { op: "submit", irn: irns[1] }, fault: "http_502", times: 2 });
    authority.faults.add({ match: { op: "any", business: business_id }, fault: "http_503" });
    const statuses = [];
    for (const irn of [irns[1], irns[0], irns[1], irns[1], irns[0]]) {
      statuses.push((await sign(invoiceFor(business, { irn }))).status);
    }
    expect(statuses).toEqual([502, 503, 502, 201, 201]);
    expect((await confirm(String(irns[0]))).status).toBe(200);
    expect(authority.faults.list().queue).toMatchObject([{ fault: "http_500", times: null }]);
    authority.faults.clear();
    expect(authority.faults.list()).toEqual({ queue: [], chances: [] });
  });

  test("an impossible fault is refused, with a list of the possible ones", async () => {
    const { authority, control } = await openAuthority();
    const { add, chance } = authority.faults;
    expect(() => add({ match: { op: "submit" }, fault: "earthquake" })).toThrow(/timeout_after/);
    expect(() => add({ match: { op: "submit" }, fault: "timeout_after:5" })).toThrow("takes no number");
    expect(() => add({ match: { op: "download" }, fault: "pending" })).toThrow("can't happen to 'download'");
    expect(() => add({ match: { op: "submit", protocol: "firs" }, fault: "pending" })).toThrow("of firs");
    expect(() => add({ match: { op: "submit" }, fault: "slow", times: 0 })).toThrow("times");
    expect(() => chance({ seed: 1, probability: 2, faults: ["slow"] })).toThrow("probability");
    const unknown = await control("POST", "faults", { match: { op: "sign" }, fault: "slow" });
    expect(unknown.status).toBe(422);
    expect(unknown.body.error).toContain("any, health");
    expect((await control("POST", "faults", { fault: "slow" })).status).toBe(422);
    expect(authority.faults.list().queue).toEqual([]);
  });
});

describe("by words in the document", () => {
  test.each([
    ["buyer_reference", "PO 7 SBX-HTTP-503:9 please"],
    ["note", "SBX-http_503:9"],
  ])("%s makes the first submission fail, and not the next", async (field, text) => {
    const { business, sign } = await openAuthority();
    const invoice = invoiceFor(business, { [field]: text });
    const first = await sign(invoice);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "9"]);
    expect((await sign(invoice)).status).toBe(201);
  });

  test("the buyer's name makes every submission fail, until it is corrected", async () => {
    const { business, sign } = await openAuthority();
    const invoice = invoiceFor(business);
    const buyer = { ...(invoice.accounting_customer_party as object), party_name: "SBX-reject_fields:1*99" };
    const refused = { ...invoice, accounting_customer_party: buyer };
    expect([(await sign(refused)).status, (await sign(refused)).status]).toEqual([400, 400]);
    expect((await sign(invoice)).status).toBe(201);
  });

  test("several act together, a count repeats them, and an unknown word is an ordinary reference", async () => {
    const { authority, business, sign, confirm } = await openAuthority();
    const note = "SBX-reject_fields:1*2 SBX-CONFIRM-404-LAG:1000*9 SBX-4711 SBX-";
    const invoice = invoiceFor(business, { note });
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await sign(invoice)).status);
    expect(statuses).toEqual([400, 400, 201]);
    expect((await confirm(invoice.irn)).status).toBe(404);
    authority.clock.advance(1000);
    expect((await confirm(invoice.irn)).status).toBe(200);
  });

  test("a fault of cancellation waits for the cancellation", async () => {
    const { business, sign, update } = await openAuthority();
    const invoice = invoiceFor(business, { note: "SBX-cancel_late" });
    expect((await sign(invoice)).status).toBe(201);
    expect((await update(invoice.irn, { payment_status: "REJECTED" })).status).toBe(400);
    expect((await update(invoice.irn, { payment_status: "REJECTED" })).status).toBe(200);
  });
});

test("at random: the same seed gives each document the same faults, in whatever order they arrive", async () => {
  const run = async (seed: number, isReversed = false) => {
    const { authority } = await openAuthority();
    const business = await authority.registerBusiness({ name: "Lottery", service_id: "LOTTERY1" });
    const { sign } = callsOf(authority, business);
    const faults = ["http_500", "http_502_after"];
    authority.faults.chance({ seed, probability: 0.5, faults, match: { op: "submit" } });
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    const statuses = new Map<number, number>();
    for (const number of isReversed ? numbers.toReversed() : numbers) {
      const irn = `INV${number}-LOTTERY1-20261115`;
      const { status } = await sign(invoiceFor(business, { irn }));
      statuses.set(number, status);
    }
    return numbers.map((number) => statuses.get(number));
  };
  const statuses = await run(7);
  expect(new Set(statuses)).toEqual(new Set([201, 500, 502]));
  expect(await run(7, true)).toEqual(statuses);
  expect(await run(8)).not.toEqual(statuses);
});

describe("asynchronously", () => {
  test("pending:n is pending n times", async () => {
    const { authority, business, submit, poll } = await openAuthority();
    authority.faults.add({ match: { op: "submit", protocol: "async" }, fault: "pending:3" });
    const { handle } = (await submit("k", invoiceFor(business))).body.data;
    const statuses = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await poll(handle)).body.data.status);
    expect(statuses).toEqual(["pending", "pending", "pending", "accepted"]);
  });

  test("pending_for:ms is pending until then, also in a lookup", async () => {
    const { authority, business, submit, poll, find } = await openAuthority();
    authority.faults.add({ match: { op: "submit" }, fault: "pending_for:60000" });
    const { handle } = (await submit("k", invoiceFor(business))).body.data;
    authority.clock.advance(59_000);
    expect((await poll(handle)).body.data).toMatchObject({ status: "pending", poll_after_ms: 1000 });
    expect((await find("k")).body.data.status).toBe("pending");
    authority.clock.advance(1000);
    expect((await find("k")).body.data).toMatchObject({ status: "accepted", handle });
  });

  test("pending_then_reject is pending and then rejected", async () => {
    const { authority, business, submit, poll } = await openAuthority();
    const invoice = invoiceFor(business, { note: "SBX-pending_then_reject:2" });
    const { handle } = (await submit("k", invoice)).body.data;
    expect((await poll(handle)).body.data.status).toBe("pending");
    expect((await poll(handle)).body.data.status).toBe("pending");
    const { body } = await poll(handle);
    expect(body.data).toMatchObject({
      status: "rejected",
      issues: [{ field: "accounting_customer_party.tin" }],
    });
    expect(authority.documents()).toEqual([]);
  });

  test.each([
    ["duplicate_same", true],
    ["duplicate_other", false],
  ])("%s is reported with the decision", async (fault, matches) => {
    const { authority, business, submit, poll, find } = await openAuthority({ pendingPolls: 0 });
    authority.faults.add({ match: { op: "submit" }, fault });
    const { handle } = (await submit("k", invoiceFor(business))).body.data;
    const { data } = (await poll(handle)).body;
    expect(data).toMatchObject({ status: "duplicate", original: { matches } });
    expect((await find("k")).body.data).toMatchObject({
      status: "accepted",
      irn: data.original.irn,
      handle: null,
    });
    expect(authority.documents()).toHaveLength(1);
  });

  test("a submission whose response is lost can be found by its key", async () => {
    const { authority, business, call, find, poll } = await openAuthority();
    authority.faults.add({ match: { op: "submit" }, fault: "timeout_after" });
    authority.faults.add({ match: { op: "submit" }, fault: "warn_accept" });
    const body = { document_key: "k", invoice: invoiceFor(business) };
    await losing(authority, (calling) => call("POST", "/api/v1/async/submissions", body, calling));
    const { handle, status } = (await find("k")).body.data;
    expect(status).toBe("pending");
    await poll(handle);
    expect((await poll(handle)).body.data).toMatchObject({
      status: "accepted",
      warnings: [{ code: "unverified" }],
    });
  });

  test.each(["ok_without_irn", "wrong_irn", "bad_signature"])(
    "%s takes effect in the poll",
    async (fault) => {
      const { authority, business, submit, poll } = await openAuthority({ pendingPolls: 0 });
      const { handle } = (await submit("k", invoiceFor(business, { note: `SBX-${fault}` }))).body.data;
      const [wrong, right] = [(await poll(handle)).body.data, (await poll(handle)).body.data];
      const [document] = authority.documents();
      expect(right.irn).toBe(document?.irn);
      const changed = { ok_without_irn: "irn", wrong_irn: "irn", bad_signature: "signature" }[
        fault
      ] as string;
      expect(wrong[changed]).not.toEqual(right[changed]);
    },
  );

  test("confirm_404_lag hides an accepted document", async () => {
    const { authority, business, submit, poll, find } = await openAuthority({ pendingPolls: 0 });
    authority.faults.add({ match: { op: "submit" }, fault: "confirm_404_lag:1000" });
    const { handle } = (await submit("k", invoiceFor(business))).body.data;
    expect((await poll(handle)).body.data.status).toBe("accepted");
    expect((await find("k")).status).toBe(404);
    authority.clock.advance(1000);
    expect((await find("k")).status).toBe(200);
  });
});
