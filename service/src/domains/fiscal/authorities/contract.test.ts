import { describe, expect, test } from "vitest";
import { creditNote } from "../ubl/documents.fixture.ts";
import { adapters } from "./adapters.ts";
import {
  callIn,
  callWithTimeoutFor,
  decided,
  decidingOp,
  lookUp,
  onlyDocument,
  planFault,
  register,
  registered,
  startAuthoritySetup,
  submit,
} from "./contract.fixture.ts";
import type { Outcome } from "./port.ts";

// What every authority that we can register with must keep, whatever it is like. The authority is a real one, on a real port.
const all = Object.values(adapters).map((adapter) => [adapter.name, adapter] as const);
const calling = all.filter(([, adapter]) => adapter.lookUp !== undefined);

test("the list has every adapter under its own name", () => {
  expect(Object.keys(adapters).toSorted()).toEqual(
    ["async_demo", "document_only", "firs_mbs", "india_irp", "sandbox"].toSorted(),
  );
  for (const [name, adapter] of Object.entries(adapters)) expect(adapter.name).toBe(name);
});

describe.each(all)("%s", (_, adapter) => {
  test("a document without faults is accepted, and again it is the same", async () => {
    const setup = await startAuthoritySetup(adapter);
    expect(adapter.faults(setup.document, setup.account)).toEqual([]);
    await adapter.check(callIn(setup));
    const first = await registered(setup);
    const again = await registered(setup);
    expect(again.irn).toBe(first.irn);
    if (!adapter.poll) expect(first.irn).toBe(setup.key);
    expect([first.acceptedAt, first.warnings]).toEqual([setup.clock.now(), []]);
    if (!adapter.lookUp) return expect(setup.authority.calls()).toEqual([]);
    expect(onlyDocument(setup)).toMatchObject({ irn: first.irn, document_key: setup.key, submissions: 2 });
  });

  test("a credit note is a document of its own", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    const preceding = { number: setup.document.number, issue_date: setup.document.issue_date, irn };
    const document = { ...setup.document, ...creditNote, preceding };
    const key = adapter.documentKey(document, setup.account);
    expect(adapter.faults(document, setup.account)).toEqual([]);
    const credited = await registered({ ...setup, document, key });
    expect(credited.irn).not.toBe(irn);
    if (adapter.lookUp) expect(setup.authority.documents()).toHaveLength(2);
  });

  test("the key depends on the document and the account, and on nothing else", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { document, account, key } = setup;
    expect(adapter.documentKey(structuredClone(document), { ...account })).toBe(key);
    expect(adapter.documentKey({ ...document, number: "INV-000002" }, account)).not.toBe(key);
  });
});

describe.each(calling)("%s", (_, adapter) => {
  // With each of them the document is stored, or will be, and no response is sent.
  const lost = [
    ...["timeout_after", "reset_after", "truncated_after", "http_500_after", "http_502_after"],
    ...["http_503_after", "http_504_after", "html_200_after", "empty_200_after"],
  ];
  test.each(lost)("what was taken without an answer is found and adopted: %s", async (fault) => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, fault);
    const outcome = await submit(setup, callWithTimeoutFor(setup, fault));
    expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: true });
    const found = await lookUp(setup);
    expect(found.kind).not.toBe("absent");
    const adopted = await decided(setup, found as Outcome);
    expect(adopted).toMatchObject({ kind: "accepted", irn: onlyDocument(setup).irn });
    expect(onlyDocument(setup).submissions).toBe(1);
  });

  test.each(["timeout_before", "reset_before", "http_500", "http_503:7"])(
    "what was lost on the way is absent, and can be sent again: %s",
    async (fault) => {
      const setup = await startAuthoritySetup(adapter);
      planFault(setup, fault);
      const outcome = await submit(setup, callWithTimeoutFor(setup, fault));
      expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: true });
      expect(await lookUp(setup)).toEqual({ kind: "absent" });
      await registered(setup);
      expect(onlyDocument(setup)).toMatchObject({ submissions: 2 });
    },
  );

  const causes: [string, object][] = [
    ["http_500", { cause: "protocol", mayHaveCommitted: true }],
    ["http_503:7", { cause: "unavailable", mayHaveCommitted: true, retryAfterMs: 7000 }],
    ["http_504", { cause: "unavailable", mayHaveCommitted: true }],
    ["http_429:30", { cause: "busy", mayHaveCommitted: false, retryAfterMs: 30_000 }],
    ["html_200", { cause: "protocol", mayHaveCommitted: true }],
    ["empty_200", { cause: "protocol", mayHaveCommitted: true }],
    ["timeout_before", { cause: "unavailable", mayHaveCommitted: true }],
    ["key_revoked_midway", { cause: "auth", mayHaveCommitted: false }],
  ];
  test.each(causes)("%s is reported as its cause", async (fault, expected) => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, fault);
    expect(await submit(setup, callWithTimeoutFor(setup, fault))).toMatchObject({
      kind: "failed",
      ...expected,
    });
    expect(setup.authority.documents()).toEqual([]);
  });

  test("credentials that are not taken have committed nothing", async () => {
    const setup = await startAuthoritySetup(adapter);
    const auth = { kind: "failed", cause: "auth", mayHaveCommitted: false };
    for (const api_secret of ["wrong", "can't be\nsent"]) {
      expect(await submit(setup, callIn(setup, { account: { api_secret } }))).toMatchObject(auth);
    }
    const call = callIn(setup, { account: { api_secret: "wrong" } });
    await expect(adapter.check(call)).rejects.toMatchObject({ status: 502, code: "integration_auth_failed" });
    expect(setup.authority.documents()).toEqual([]);
  });

  test("an authority that is not there has taken nothing", async () => {
    const setup = await startAuthoritySetup(adapter);
    await setup.authority.close();
    expect(await submit(setup)).toMatchObject({
      kind: "failed",
      cause: "unavailable",
      mayHaveCommitted: false,
    });
    // A look-up that fails takes no doubt away.
    expect(await lookUp(setup)).toMatchObject({ kind: "failed", mayHaveCommitted: true });
    await expect(adapter.check(callIn(setup))).rejects.toMatchObject({ code: "integration_unavailable" });
  });

  test.each(["wrong_irn", "bad_signature"])(
    "an answer that is not about ours is no acceptance: %s",
    async (fault) => {
      const setup = await startAuthoritySetup(adapter);
      // The real one of Nigeria signs nothing; with the key of ours, its adapter verifies all the same.
      planFault(setup, fault, decidingOp(setup));
      const outcome = await register(setup);
      expect(outcome).toMatchObject({ kind: "failed", cause: "protocol", mayHaveCommitted: true });
      planFault(setup, fault, "lookup");
      expect(await lookUp(setup)).toMatchObject({
        kind: "failed",
        cause: "protocol",
        mayHaveCommitted: true,
      });
      expect(await lookUp(setup)).toMatchObject({ kind: "accepted", irn: onlyDocument(setup).irn });
    },
  );

  test("a yes without an IRN is no acceptance", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "ok_without_irn", decidingOp(setup));
    const outcome = await register(setup);
    expect(outcome).toMatchObject({ kind: "failed", cause: "protocol", mayHaveCommitted: true });
    expect((await registered(setup)).irn).toBe(onlyDocument(setup).irn);
  });

  test("a refusal names our own fields, and what was refused is not there", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "reject_fields:2");
    const outcome = await register(setup);
    expect(outcome).toMatchObject({ kind: "rejected", isDuplicate: false });
    const faults = (outcome as Extract<Outcome, { kind: "rejected" }>).faults;
    const line = adapter.name === "india_irp" ? "lines[0].hs_code" : "lines[0].net_amount";
    expect(faults.map(({ field }) => field)).toEqual(["customer.tax_id", line]);
    for (const { message } of faults) expect(message).toMatch(/^The (authority|portal) says.*\.$/);
    expect(await lookUp(setup)).toEqual({ kind: "absent" });
    await registered(setup);
  });

  test("what the authority has of ours already is adopted", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "duplicate_same");
    const { irn } = await registered(setup);
    expect(onlyDocument(setup)).toMatchObject({ irn, submissions: 1 });
  });

  test("what it has of another under our key is not", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "duplicate_other");
    const outcome = await register(setup);
    expect(outcome).toMatchObject({ kind: "rejected", isDuplicate: true, faults: [{ field: "number" }] });
    expect(await lookUp(setup)).toMatchObject({ kind: "rejected", isDuplicate: true });
  });

  test("other content under the same key is a duplicate, also with the same sums", async () => {
    const setup = await startAuthoritySetup(adapter);
    await registered(setup);
    const [first, ...rest] = setup.document.lines;
    const changed = { ...setup.document, lines: [{ ...first!, description: "Rope" }, ...rest] };
    const outcome = await register({ ...setup, document: changed });
    expect(outcome).toMatchObject({ kind: "rejected", isDuplicate: true });
    expect(await lookUp({ ...setup, document: changed })).toMatchObject({ isDuplicate: true });
    expect(onlyDocument(setup).submissions).toBe(2);
  });

  test("a slow answer is an answer, and one that is too slow is found later", async () => {
    const doctorContext = await startAuthoritySetup(adapter);
    planFault(doctorContext, "slow:200");
    await registered(doctorContext);
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "slow_after:1500");
    const outcome = await submit(setup, callIn(setup, { timeoutMs: 600 }));
    expect(outcome).toMatchObject({ kind: "failed", cause: "unavailable", mayHaveCommitted: true });
    expect(await decided(setup, (await lookUp(setup)) as Outcome)).toMatchObject({ kind: "accepted" });
  });

  test("a warning is no refusal", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "warn_accept");
    const { warnings } = await registered(setup);
    expect(warnings).toHaveLength(1);
  });

  test("what can't be found yet is absent for a while, and no copy of it is made", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { irn } = await registered(setup);
    setup.authority.faults.add({
      match: { op: "lookup" },
      fault: `confirm_404_lag:${adapter.lookUpLagMs - 1}`,
    });
    expect(await lookUp(setup)).toEqual({ kind: "absent" });
    setup.clock.advance(adapter.lookUpLagMs);
    expect(await lookUp(setup)).toMatchObject({ kind: "accepted", irn });
  });
});
