import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startAuthority } from "billfold-sandbox/authority";
import { describe, expect, onTestFinished, test } from "vitest";
import { callsOf, invoiceFor, openAuthority, qrOf } from "./authority.fixture.ts";

describe("a file", () => {
  test("keeps the key, businesses, documents and submissions across a restart, and no secret", async () => {
    const file = temporaryFile();
    const { authority, business, ...first } = await openAuthority({ file });
    const invoice = invoiceFor(business);
    await first.sign(invoice);
    await first.sign(invoice);
    await first.update(invoice.irn, { payment_status: "PAID" });
    const { handle } = (await first.submit("k", invoice)).body.data;
    const payload = qrOf(`${invoice.irn}.1794736800`, business);
    const [before] = authority.documents();
    await authority.close();

    const again = await startAuthority({ file, now: () => new Date("2026-11-15T11:00:00Z") });
    onTestFinished(() => again.close());
    const calls = callsOf(again, business);
    expect(again.documents()).toEqual([before]);
    expect(before).toMatchObject({ submissions: 2, payment_status: "PAID" });
    expect((await calls.sign(invoice)).status).toBe(409);
    expect(await again.readQr(payload)).toMatchObject({ irn: invoice.irn, document: "accepted" });
    expect((await calls.poll(handle)).body.data.status).toBe("pending");
    expect((await calls.poll(handle)).body.data.status).toBe("accepted");
    const written = readFileSync(file, "utf8");
    for (const secret of [business.api_secret, business.irp.client_secret, business.irp.password]) {
      expect(written).not.toContain(secret);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("with a line that a crash truncated can be read, and the next line is complete", async () => {
    const file = temporaryFile();
    const { authority, business, sign } = await openAuthority({ file });
    await sign(invoiceFor(business));
    await authority.close();
    truncateSync(file, statSync(file).size - 20);

    const second = await startAuthority({ file, now: () => new Date("2026-11-15T11:00:00Z") });
    expect(second.documents()).toEqual([]);
    expect((await callsOf(second, business).sign(invoiceFor(business))).status).toBe(201);
    await second.close();
    const third = await startAuthority({ file });
    onTestFinished(() => third.close());
    expect(third.documents()).toMatchObject([{ submissions: 2 }]);
  });

  test("loses its documents in a reset and keeps the businesses, unless the reset includes them", async () => {
    const file = temporaryFile();
    const { authority, business, sign, control } = await openAuthority({ file });
    await sign(invoiceFor(business));
    authority.clock.advance(1000);
    expect((await control("POST", "reset", {})).status).toBe(200);
    expect(authority.documents()).toEqual([]);
    expect(authority.calls()).toEqual([]);
    expect(authority.clock.now().toISOString()).toBe("2026-11-15T10:00:00.000Z");
    expect(authority.businesses()).toHaveLength(1);
    expect((await sign(invoiceFor(business))).status).toBe(201);
    await control("POST", "reset", { businesses: true });
    expect((await sign(invoiceFor(business))).status).toBe(401);
    expect(readFileSync(file, "utf8")).not.toContain(business.business_id);
  });
});

function temporaryFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "authority-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "inner", "authority.jsonl");
}
