import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallOptions, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { provisionEndpoint, rotateSecret } from "../domains/webhooks/endpoints/service.ts";
import { findEventBySequence } from "../domains/webhooks/events/service.ts";
import { inTransaction } from "../platform/db/database.ts";
import { signatureHeaders, toleranceSeconds } from "../platform/security/signature.ts";

/** A company whose webhook URL is the service's own, and the text of its only event. */
type Tenant = TestCompany & { endpointId: number; webhookSecret: string; event: string };

let service: TestService;
let tenant: Tenant;
let otherTenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await newTenant();
  otherTenant = await newTenant();
});
afterAll(() => service.close());

async function newTenant(): Promise<Tenant> {
  const company = await service.company();
  const { db, clock, encryptionKeys } = service.context;
  const { id, secret } = await inTransaction(db, (tx) =>
    provisionEndpoint({ tx, now: clock.now() }, company.id, encryptionKeys),
  );
  await company.customer();
  const event = await findEventBySequence(db, company.id, 1);
  return { ...company, endpointId: id, webhookSecret: secret, event: event! };
}

type Sent = { path?: string; body?: string; header?: string | null } & Pick<CallOptions, "headers">;

/** Sends a delivery of the tenant's event, unless a test overrides parts of it. */
async function send({ path = "/sandbox/webhook", body = tenant.event, header, headers }: Sent = {}) {
  const signature = header === undefined ? sign(tenant.webhookSecret, body) : header;
  const response = await fetch(service.url + path, {
    method: "POST",
    body,
    headers: { ...(signature !== null && { "x-pay-signature": signature }), ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function sign(secret: string, body: string, secondsAgo = 0): string {
  const moment = new Date(service.clock.now().getTime() - secondsAgo * 1000);
  return signatureHeaders([secret], "", moment, Buffer.from(body))["x-pay-signature"]!;
}

const entriesOf = async (company: TestCompany) =>
  (await company.call("GET /webhooks/inbox")).body.entries as { id: number; created_at: string }[];

const refused = { status: 401, body: expect.objectContaining({ success: false, code: "signature_invalid" }) };
const unknown = { status: 422, body: expect.objectContaining({ success: false, code: "unknown_event" }) };

describe("an event that is signed", () => {
  test.each(["/sandbox/webhook", "/gateway/webhook"])("is taken at %s", async (path) => {
    expect(await send({ path })).toEqual({ status: 200, body: { success: true } });
    expect(await entriesOf(tenant)).toMatchObject([{ id: 1, event: JSON.parse(tenant.event) }]);
  });

  test("twice is one entry, with the time of the first", async () => {
    await send();
    const [first] = await entriesOf(tenant);
    service.clock.advance(60_000);
    expect((await send()).status).toBe(200);
    expect(await entriesOf(tenant)).toEqual([first]);
  });

  test.each([
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=utf-8" },
    { "content-type": "application/octet-stream" },
  ])("is taken by its bytes, whatever it says of their type: %o", async (headers) => {
    expect((await send({ headers })).status).toBe(200);
  });

  test("with the old secret is taken while a rotation's overlap lasts, and not a moment longer", async () => {
    const rotating = await newTenant();
    const { db, clock } = service.context;
    const { secret } = await inTransaction(db, (tx) =>
      rotateSecret(
        { tx, now: clock.now() },
        service.context,
        "operator",
        rotating.id,
        rotating.endpointId,
        60,
      ),
    );
    const body = rotating.event;
    const by = (key: string) => send({ body, header: sign(key, body) });
    expect([(await by(secret)).status, (await by(rotating.webhookSecret)).status]).toEqual([200, 200]);
    service.clock.advance(60_000);
    expect([(await by(secret)).status, (await by(rotating.webhookSecret)).status]).toEqual([200, 401]);
  });
});

describe("401 for what is not signed by the company it speaks of", () => {
  test("without the header", async () => {
    expect(await send({ header: null })).toEqual(refused);
  });

  test.each(["", "v1=abc", "t=1", "t=now,v1=00", `t=1,v1=${"0".repeat(64)}`, `t=1,${"x".repeat(2000)}`])(
    "with a header that is none: %s",
    async (header) => {
      expect(await send({ header })).toEqual(refused);
    },
  );

  test("with the body altered by a single space", async () => {
    const header = sign(tenant.webhookSecret, tenant.event);
    expect(await send({ body: `${tenant.event} `, header })).toEqual(refused);
  });

  test("with a signature that is too old or too far ahead, by a second", async () => {
    const at = (secondsAgo: number) => send({ header: sign(tenant.webhookSecret, tenant.event, secondsAgo) });
    expect((await at(toleranceSeconds)).status).toBe(200);
    expect((await at(-toleranceSeconds)).status).toBe(200);
    expect(await at(toleranceSeconds + 1)).toEqual(refused);
    expect(await at(-toleranceSeconds - 1)).toEqual(refused);
  });

  test("another company's event cannot be told from that of a company that does not exist", async () => {
    const nobody = tenant.event.replaceAll(`"company_id":${tenant.id}`, '"company_id":9007199254740991');
    const answers = await Promise.all(
      [otherTenant.event, nobody].map((body) => send({ body, header: sign(tenant.webhookSecret, body) })),
    );
    const [one, other] = answers.map(({ status, body: { request_id: _, ...reported } }) => ({
      status,
      reported,
    }));
    expect(one).toMatchObject({ status: 401, reported: { code: "signature_invalid" } });
    expect(one).toEqual(other);
    expect(await entriesOf(otherTenant)).toEqual([]);
  });

  test.each(["", "null", "[]", "5", "{", '{"id":"evt_1_1"}', '{"id":5,"company_id":1}'])(
    "with a body that names no company: %s",
    async (body) => {
      expect(await send({ body })).toEqual(refused);
    },
  );

  test.each(["-1", "0", "1.5", "1e400", '"1"', "9223372036854775808", "null", "[1]"])(
    "with a company that cannot be one: %s",
    async (id) => {
      expect(await send({ body: `{"id":"evt_1_1","company_id":${id}}` })).toEqual(refused);
    },
  );
});

describe("422 for what is signed but no event of the company", () => {
  const changed = (change: (event: Record<string, unknown>) => object) =>
    JSON.stringify(change(JSON.parse(tenant.event)));
  test.each<[string, () => string]>([
    ["an event yet to come", () => changed((event) => ({ ...event, id: `evt_${tenant.id}_999` }))],
    ["another company's", () => changed((event) => ({ ...event, id: `evt_${otherTenant.id}_1` }))],
    ["no id of ours", () => changed((event) => ({ ...event, id: "evt_" }))],
    [
      "an id beyond all numbers",
      () => changed((event) => ({ ...event, id: `evt_${tenant.id}_${"9".repeat(30)}` })),
    ],
    ["its event with something added", () => changed((event) => ({ ...event, more: true }))],
    ["its event in other bytes", () => JSON.stringify(JSON.parse(tenant.event), null, 1)],
  ])("%s", async (_what, body) => {
    const entries = await entriesOf(tenant);
    expect(await send({ body: body() })).toEqual(unknown);
    expect(await entriesOf(tenant)).toEqual(entries);
  });
});

describe("what is no delivery at all", () => {
  test("413 for a body that is larger than any event", async () => {
    const most = 4 * 1024 * 1024;
    const { status, body } = await send({ body: "x".repeat(most + 1) });
    expect([status, body.code]).toEqual([413, "body_too_large"]);
    expect(await send({ body: "x".repeat(most) })).toEqual(refused);
  });

  test.each([
    ["GET", "/sandbox/webhook"],
    ["PUT", "/sandbox/webhook"],
    ["POST", "/sandbox/webhook/"],
    ["POST", "/sandbox"],
    ["POST", "/elsewhere/webhook"],
    ["POST", "/api/v1/sandbox/webhook"],
  ])("404 for %s %s", async (method, path) => {
    const response = await fetch(service.url + path, { method });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      404,
      "unknown_path",
    ]);
  });
});

test("no line of the log holds a webhook secret", async () => {
  const logged = service.logged.join("");
  for (const { webhookSecret } of [tenant, otherTenant]) expect(logged).not.toContain(webhookSecret);
});
