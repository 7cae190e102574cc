import { connect } from "node:net";
import { startAuthority } from "billfold-sandbox/authority";
import { expect, onTestFinished, test } from "vitest";
import { callsOf, invoiceFor, openAuthority, request } from "./authority.fixture.ts";

test("a test business can be created over HTTP, and its credentials work", async () => {
  const { authority, control } = await openAuthority();
  const { status, body } = await control("POST", "businesses", { name: "Obi Foods", tin: "11112222-0001" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Obi Foods", tin: "11112222-0001" });
  expect(body.business_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.service_id).toMatch(/^[A-Z0-9]{8}$/);
  expect(body.public_key).toContain("BEGIN PUBLIC KEY");
  expect(Buffer.from(body.certificate, "base64")).toHaveLength(32);
  const own = await callsOf(authority, body).call("GET", `/api/v1/entity/${body.business_id}`);
  expect(own.body.data.name).toBe("Obi Foods");

  const { businesses } = (await control("GET", "businesses")).body;
  expect(businesses).toHaveLength(2);
  expect(JSON.stringify(businesses)).not.toMatch(/secret|password/);
  const changed = await control("POST", `businesses/${body.business_id}`, { revoked: true, tin: null });
  expect(changed.body).toMatchObject({ revoked: true, tin: null, name: "Obi Foods" });
  expect((await control("POST", "businesses/none", {})).status).toBe(422);
});

test("an invalid business is refused with a reason", async () => {
  const { authority, business, control } = await openAuthority();
  expect((await control("POST", "businesses", {})).body.error).toContain("name");
  expect((await control("POST", "businesses", { name: "A", tin: 5 })).body.error).toContain("tin");
  const { service_id } = business;
  await expect(authority.registerBusiness({ name: "A", service_id })).rejects.toThrow(service_id);
  await expect(authority.registerBusiness({ name: "A", service_id: "short" })).rejects.toThrow("eight");
});

test("faults, documents, calls and the clock are available over HTTP", async () => {
  const { business, sign, control, confirm } = await openAuthority();
  const match = { op: "submit", business: business.business_id };
  const planned = await control("POST", "faults", { match, fault: "http_500", times: 1 });
  expect(planned.body.queue).toEqual([{ match, fault: "http_500", times: 1 }]);
  expect((await sign(invoiceFor(business))).status).toBe(500);
  await control("POST", "faults", { chance: { seed: "a", probability: 1, faults: ["http_504"] } });
  expect((await sign(invoiceFor(business))).status).toBe(504);
  expect((await control("GET", "faults")).body.chances).toHaveLength(1);
  expect((await control("DELETE", "faults")).status).toBe(200);
  expect((await sign(invoiceFor(business))).status).toBe(201);

  const { irn } = invoiceFor(business);
  const { documents } = (await control("GET", `documents?business=${business.business_id}`)).body;
  expect(documents).toMatchObject([{ irn, submissions: 3, status: "accepted", invoice: { irn } }]);
  expect((await control("GET", "documents?irn=other")).body.documents).toEqual([]);
  const { calls } = (await control("GET", `calls?irn=${irn}`)).body;
  expect(calls.map(({ outcome }: { outcome: number }) => outcome)).toEqual([500, 504, 201]);

  expect((await control("GET", "clock")).body.now).toBe("2026-11-15T10:00:00.000Z");
  expect((await control("POST", "clock", { advance_ms: 1000 })).body.now).toBe("2026-11-15T10:00:01.000Z");
  await control("POST", "clock", { now: "2026-11-20T00:00:00Z" });
  expect((await confirm(irn)).body.data.cancel_until < "2026-11-20").toBe(true);
  expect((await control("POST", "clock", { now: "soon" })).status).toBe(422);
  expect((await control("DELETE", "clock")).body.now).toBe("2026-11-15T10:00:00.000Z");
});

test("only this machine can use it, and no web page on it can", async () => {
  const { authority, control } = await openAuthority();
  const { port } = new URL(authority.url);
  const asPage = await control("POST", "businesses", '{"name":"A"}', { "content-type": "text/plain" });
  expect(asPage.status).toBe(403);
  // A name that an attacker's DNS resolves to this machine.
  const rebound = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.end("GET /_sandbox/documents HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
    );
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
  expect(rebound).toContain("403 Forbidden");
  expect((await control("GET", "nothing")).status).toBe(404);
  expect(authority.businesses()).toHaveLength(1);
});

test("a port that is in use is an error, and responses can be delayed", async () => {
  const { authority } = await openAuthority();
  const port = Number(new URL(authority.url).port);
  await expect(startAuthority({ port })).rejects.toThrow("EADDRINUSE");
  const slow = await startAuthority({ answerMs: 100 });
  onTestFinished(() => slow.close());
  const begun = performance.now();
  await request(`${slow.url}/api`, "GET");
  expect(performance.now() - begun).toBeGreaterThan(90);
});

test("a body that is too large is refused", async () => {
  const { sign } = await openAuthority();
  expect((await sign(JSON.stringify({ note: "x".repeat(5 * 1024 * 1024) }))).status).toBe(413);
});
