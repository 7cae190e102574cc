import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeliverySetup, type Subscriber, startDeliverySetup } from "../deliveries/deliveries.fixture.ts";
import { readSecrets } from "./service.ts";

const hour = 3_600_000;
let post: DeliverySetup;
beforeAll(async () => {
  post = await startDeliverySetup();
});
afterAll(() => post.close());

const rotate = (company: Subscriber, body?: object) =>
  company.call(`POST /webhooks/endpoints/${company.endpointId}/rotate_secret`, body ? { body } : {});
async function rotated(company: Subscriber, overlap_seconds?: number): Promise<string> {
  const { status, body } = await rotate(
    company,
    overlap_seconds === undefined ? undefined : { overlap_seconds },
  );
  expect(status).toBe(200);
  return body.webhook_secret;
}
const until = async (company: Subscriber) =>
  (await company.call(`GET /webhooks/endpoints/${company.endpointId}`)).body.endpoint.previous_secret_until;

/** The secrets that signed the newest delivery, in the order of their signatures. */
async function signers(company: Subscriber, known: Record<string, string>): Promise<string[]> {
  await company.call("POST /webhooks/test", { body: { endpoint_id: company.endpointId } });
  await post.worker.pass();
  const { headers, body } = company.received().at(-1)!;
  const [t = "", ...signatures] = headers["x-pay-signature"]!.split(",");
  return signatures.map((signature) => {
    const fits = ([, secret]: [string, string]) =>
      signature ===
      `v1=${createHmac("sha256", secret)
        .update(`${t.slice(2)}.${body}`)
        .digest("hex")}`;
    return Object.entries(known).find(fits)?.[0] ?? "nobody";
  });
}

describe("a rotation without an overlap", () => {
  test("shows the new secret, which signs alone from then on", async () => {
    const company = await post.subscriber();
    const old = company.webhookSecret;
    expect(await signers(company, { old })).toEqual(["old"]);
    const { status, body } = await rotate(company);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        endpoint: expect.objectContaining({
          id: company.endpointId,
          previous_secret_until: null,
        }),
        webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
      },
    ]);
    expect(body.webhook_secret).not.toBe(old);
    expect(await signers(company, { old, new: body.webhook_secret })).toEqual(["new"]);
  });

  test.each([0, 3600])(
    "leaves the company's other endpoints their secrets, with an overlap of %i s",
    async (overlap) => {
      const company = await post.subscriber();
      const other = await post.addEndpoint(company);
      const sibling = { ...company, ...other };
      const secret = await rotated(company, overlap);
      expect(await signers(sibling, { rotated: secret, own: other.webhookSecret })).toEqual(["own"]);
      expect(await until(sibling)).toBeNull();
      expect((await signers(company, { rotated: secret, own: other.webhookSecret }))[0]).toBe("rotated");
    },
  );

  test("is what an empty body, an empty object, null and 0 ask for", async () => {
    const company = await post.subscriber();
    for (const body of [undefined, {}, { overlap_seconds: null }, { overlap_seconds: 0 }]) {
      expect((await rotate(company, body)).body.endpoint.previous_secret_until).toBeNull();
    }
  });

  test("tells no event, and shows the secret nowhere else", async () => {
    const company = await post.subscriber();
    await rotated(company);
    expect((await company.call("GET /events")).body.events).toEqual([]);
    expect((await company.call(`GET /webhooks/endpoints/${company.endpointId}`)).text).not.toContain(
      "whsec_",
    );
  });
});

describe("a rotation with an overlap", () => {
  test("signs with both until it is over, the new one first, and then with the new one alone", async () => {
    const company = await post.subscriber();
    const old = company.webhookSecret;
    const secret = await rotated(company, 3600);
    const end = new Date(post.service.clock.now().getTime() + hour);
    expect(await until(company)).toBe(end.toISOString());
    expect(await signers(company, { old, new: secret })).toEqual(["new", "old"]);
    post.service.clock.advance(hour - 1);
    expect(await signers(company, { old, new: secret })).toEqual(["new", "old"]);
    post.service.clock.advance(1);
    expect(await signers(company, { old, new: secret })).toEqual(["new"]);
    expect(await until(company)).toBeNull();
  });

  test("refuses another one meanwhile, which would leave three secrets", async () => {
    const company = await post.subscriber();
    const old = company.webhookSecret;
    const secret = await rotated(company, 3600);
    const end = await until(company);
    const refused = await rotate(company, { overlap_seconds: 1 });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(refused.body.error).toContain(end);
    expect(refused.text).not.toContain("whsec_");
    expect(await signers(company, { old, new: secret })).toEqual(["new", "old"]);
  });

  test("is cut short by one without: neither of the two before signs on", async () => {
    const company = await post.subscriber();
    const old = company.webhookSecret;
    const second = await rotated(company, 3600);
    const third = await rotated(company, 0);
    expect(await signers(company, { old, second, third })).toEqual(["third"]);
    expect(await until(company)).toBeNull();
  });

  test("can be followed by another when it is over", async () => {
    const company = await post.subscriber();
    const second = await rotated(company, 60);
    post.service.clock.advance(60_000);
    const third = await rotated(company, 60);
    expect(await signers(company, { old: company.webhookSecret, second, third })).toEqual([
      "third",
      "second",
    ]);
  });

  test("lasts at most seven days", async () => {
    const company = await post.subscriber();
    const week = 7 * 24 * 3600;
    for (const overlap_seconds of [week + 1, -1, 1.5, "60", 1e40, -1e40]) {
      const { status, body } = await rotate(company, { overlap_seconds });
      const fields = body.errors?.map(({ field }: { field: string }) => field);
      expect([overlap_seconds, status, fields]).toEqual([overlap_seconds, 422, ["overlap_seconds"]]);
    }
    expect(await until(company)).toBeNull();
    await rotated(company, week);
  });
});

test("both secrets are kept encrypted, and can be read back", async () => {
  const company = await post.subscriber();
  const secret = await rotated(company, 3600);
  const { db, encryptionKeys } = post.service.context;
  const [row] = await db.query<Record<string, string>>(
    "select secret, previous_secret from webhook_endpoints where company_id = $1",
    [company.id],
  );
  for (const sealed of Object.values(row!)) expect(sealed).toMatch(/^test\.[A-Za-z0-9+/=]{60,}$/);
  expect(await readSecrets(db, company.id, encryptionKeys)).toEqual([
    {
      endpointId: company.endpointId,
      current: secret,
      previous: { secret: company.webhookSecret, until: expect.any(Date) },
    },
  ]);
});

test("of two rotations at the same moment the second sees the first", async () => {
  const company = await post.subscriber();
  const replies = await Promise.all([1, 2].map(() => rotate(company, { overlap_seconds: 60 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  const secret = replies.find(({ status }) => status === 200)!.body.webhook_secret;
  expect(await signers(company, { old: company.webhookSecret, new: secret })).toEqual(["new", "old"]);
});
