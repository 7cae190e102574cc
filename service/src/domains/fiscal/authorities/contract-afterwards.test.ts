import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import {
  callIn,
  lookUp,
  onlyDocument,
  register,
  registered,
  startAuthoritySetup,
  submit,
} from "./contract.fixture.ts";

const all = Object.values(adapters).map((adapter) => [adapter.name, adapter] as const);

describe.each(all.filter(([, adapter]) => adapter.cancel))("cancelling with %s", (_, adapter) => {
  test("is done once, and may be asked for again", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn, cancelUntil } = await registered(setup);
    expect(cancelUntil).toEqual(new Date(setup.clock.now().getTime() + 24 * 3_600_000));
    for (const _ of ["first", "again"]) {
      const outcome = await adapter.cancel!(callIn(setup), irn, "Typing error");
      expect(outcome).toMatchObject({ kind: "accepted", irn, acceptedAt: setup.clock.now() });
    }
    expect(onlyDocument(setup)).toMatchObject({ status: "cancelled" });
  });

  test("uses the number up", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    await adapter.cancel!(callIn(setup), irn, "Typing error");
    const used = { kind: "rejected", isDuplicate: true, faults: [{ field: "number" }] };
    expect(await register(setup)).toMatchObject(used);
    expect(await lookUp(setup)).toMatchObject(used);
  });

  test("is refused when it is too late, or there is nothing to cancel", async () => {
    const setup = await startAuthoritySetup(adapter);
    const unknown = await adapter.cancel!(callIn(setup), setup.key, "Typing error");
    expect(unknown).toMatchObject({ kind: "rejected", isDuplicate: false });
    const { irn } = await registered(setup);
    setup.clock.advance(24 * 3_600_000 + 1);
    const late = await adapter.cancel!(callIn(setup), irn, "Typing error");
    expect(late).toMatchObject({ kind: "rejected", faults: [{ field: null }] });
    expect(onlyDocument(setup)).toMatchObject({ status: "accepted" });
  });

  test("without a response may have taken effect, and a retry finds out", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    setup.authority.faults.add({ match: { op: "cancel" }, fault: "reset_after" });
    const lost = await adapter.cancel!(callIn(setup), irn, "Typing error");
    expect(lost).toMatchObject({ kind: "failed", mayHaveCommitted: true });
    expect(await adapter.cancel!(callIn(setup), irn, "Typing error")).toMatchObject({ kind: "accepted" });
  });
});

describe.each(all.filter(([, adapter]) => adapter.reportPayment))("telling %s of a payment", (_, adapter) => {
  test("takes effect once, and may be repeated", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    const report = (status: "paid" | "pending") =>
      adapter.reportPayment!(callIn(setup), irn, status, "PAY-1");
    for (const _ of ["first", "again"]) {
      expect(await report("paid")).toMatchObject({ kind: "accepted", irn });
    }
    expect(onlyDocument(setup)).toMatchObject({ payment_status: "PAID", payment_reference: "PAY-1" });
    expect(await report("pending")).toMatchObject({ kind: "rejected", isDuplicate: false });
  });

  test("changes nothing about whose document it is", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    await adapter.reportPayment!(callIn(setup), irn, "paid", null);
    expect(await lookUp(setup)).toMatchObject({ kind: "accepted", irn });
    expect(await register(setup)).toMatchObject({ kind: "accepted", irn });
  });

  test("fails as any call does", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    setup.authority.faults.add({ match: { op: "update" }, fault: "http_429:5" });
    const outcome = await adapter.reportPayment!(callIn(setup), irn, "paid", null);
    expect(outcome).toMatchObject({ kind: "failed", cause: "busy", retryAfterMs: 5000 });
  });
});

describe.each(all.filter(([, adapter]) => adapter.poll))("waiting for %s", (_, adapter) => {
  test("it is pending as long as it is, with the same handle, and then decided", async () => {
    const setup = await startAuthoritySetup(adapter);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "pending:2" });
    const pending = await submit(setup);
    if (pending.kind !== "pending") throw new Error(`it is ${pending.kind}`);
    expect(pending.pollAfterMs).toBe(200);
    const poll = () => adapter.poll!(callIn(setup), pending.handle, setup.key);
    expect(await poll()).toEqual(pending);
    expect(await lookUp(setup)).toEqual(pending);
    expect(await poll()).toEqual(pending);
    expect(await poll()).toMatchObject({ kind: "accepted", irn: onlyDocument(setup).irn });
    expect(await lookUp(setup)).toMatchObject({ kind: "accepted" });
  });

  test("it may be refused in the end, and a better one under the same key is taken", async () => {
    const setup = await startAuthoritySetup(adapter);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "pending_then_reject:1" });
    const outcome = await register(setup);
    expect(outcome).toMatchObject({ kind: "rejected", faults: [{ field: "customer.tax_id" }] });
    await registered(setup);
    onlyDocument(setup);
  });

  test("a question that fails says nothing about the document", async () => {
    const setup = await startAuthoritySetup(adapter);
    const pending = await submit(setup);
    if (pending.kind !== "pending") throw new Error(`it is ${pending.kind}`);
    const inDoubt = { kind: "failed", mayHaveCommitted: true };
    for (const fault of ["http_429", "auth_401", "http_500", "html_200"]) {
      setup.authority.faults.add({ match: { op: "poll" }, fault });
      expect(await adapter.poll!(callIn(setup), pending.handle, setup.key)).toMatchObject(inDoubt);
    }
    // A handle that it has forgotten is no loss: it knows the document by the name that we gave it.
    expect(await adapter.poll!(callIn(setup), "forgotten", setup.key)).toMatchObject({ kind: "accepted" });
    expect(await adapter.poll!(callIn(setup), pending.handle, "ANOTHER-KEY")).toMatchObject(inDoubt);
    expect(await adapter.poll!(callIn(setup), pending.handle, setup.key)).toMatchObject({ kind: "accepted" });
  });
});
