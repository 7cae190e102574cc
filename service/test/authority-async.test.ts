import { describe, expect, test } from "vitest";
import { invoiceFor, openAuthority, verifiedClaims } from "./authority.fixture.ts";

describe("asynchronous submissions", () => {
  test("are pending first, then accepted under a number from the authority", async () => {
    const { authority, business, submit, poll, find } = await openAuthority();
    const { irn: _, ...invoice } = invoiceFor(business);
    const key = "12345678-0001/INV/INV-000001";
    const taken = await submit(key, invoice);
    expect(taken.status).toBe(202);
    expect(taken.body.data).toMatchObject({ status: "pending", document_key: key, poll_after_ms: 200 });
    const { handle } = taken.body.data;
    expect((await find(key)).body.data).toMatchObject({ status: "pending", handle });
    expect((await poll(handle)).body.data.status).toBe("pending");
    expect(authority.documents()).toEqual([]);
    const { body } = await poll(handle);
    expect(body.data).toMatchObject({ status: "accepted", handle, document_key: key });
    expect(body.data.irn).toMatch(new RegExp(`^SBX-${business.service_id}-[0-9A-F]{16}$`));
    expect(verifiedClaims(body.data.signature, business.signing_key)).toMatchObject({ irn: body.data.irn });
    expect((await find(key)).body.data).toEqual(body.data);
    expect((await poll(handle)).body.data).toEqual(body.data);
    expect(authority.documents()).toMatchObject([{ irn: body.data.irn, document_key: key, submissions: 1 }]);
  });

  test("report their faults when they are decided", async () => {
    const { authority, business, submit, poll, find } = await openAuthority({ pendingPolls: 0 });
    const { handle } = (await submit("k", invoiceFor(business, { issue_date: "2026-11-17" }))).body.data;
    const { body } = await poll(handle);
    expect(body.data).toMatchObject({
      status: "rejected",
      issues: [{ field: "issue_date", code: "in_future" }],
    });
    expect((await find("k")).body.data).toMatchObject({ status: "rejected" });
    expect(authority.documents()).toEqual([]);
    // After a rejection the same key can be used again.
    const second = (await submit("k", invoiceFor(business))).body.data.handle;
    expect((await poll(second)).body.data.status).toBe("accepted");
  });

  test("with the same key become one document, and the others say which one and whether they match", async () => {
    const { authority, business, submit, poll } = await openAuthority({ pendingPolls: 0 });
    const handles = [];
    for (const changes of [{}, {}, { note: "other" }]) {
      handles.push((await submit("k", invoiceFor(business, changes))).body.data.handle);
    }
    const [first, same, other] = await Promise.all(handles.map(async (one) => (await poll(one)).body.data));
    expect(first.status).toBe("accepted");
    expect(same).toMatchObject({ status: "duplicate", original: { irn: first.irn, matches: true } });
    expect(other).toMatchObject({ status: "duplicate", original: { irn: first.irn, matches: false } });
    expect(authority.documents()).toMatchObject([{ submissions: 3 }]);
  });

  test("without a key or an invoice are refused at once, and unknown ones are 404", async () => {
    const { call, poll, find } = await openAuthority();
    const { status, body } = await call("POST", "/api/v1/async/submissions", { document_key: "a b" });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { field: "document_key" },
      { field: "invoice", code: "required" },
    ]);
    expect((await poll("nothing")).status).toBe(404);
    expect((await find("nothing")).status).toBe(404);
  });
});
