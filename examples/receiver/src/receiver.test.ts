import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient, type FeedEvent } from "billfold-sdk";
import { makeTestHeader } from "billfold-sdk/webhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../service/test/harness.ts";
import { createIntake } from "./intake.ts";
import { openJournal } from "./journal.ts";
import { openReceiver } from "./receiver.ts";

const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A receiver for a company, with its own file that outlives it. */
async function receiverFor(company: TestCompany, file = newFile()) {
  const { appId, secret: key, serviceUrl } = company;
  let asked = 0;
  const counting: typeof fetch = (input, init) => {
    asked += 1;
    return fetch(input, init);
  };
  const client = createClient({
    baseUrl: `${serviceUrl}/api/v1`,
    appId,
    secret: key,
    fetch: counting,
    retries: 0,
  });
  const seen: number[] = [];
  const trouble: string[] = [];
  const onTrouble = (message: string) => void trouble.push(message);
  const onEvent = ({ sequence }: FeedEvent) => void seen.push(sequence);
  const intake = createIntake(client, openJournal(file), { onEvent, onTrouble });
  const receiver = await openReceiver(intake, { port: 0, secrets: [secret], onTrouble });
  onTestFinished(() => receiver.close());
  const deliver = async (event: FeedEvent, signedBy = secret) => {
    const payload = JSON.stringify(event);
    const header = await makeTestHeader({ payload, secret: signedBy });
    const answer = await fetch(receiver.url, {
      method: "POST",
      body: payload,
      headers: { "x-pay-signature": header },
    });
    return { status: answer.status, text: await answer.text() };
  };
  const stored = () =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as FeedEvent);
  return { ...receiver, file, intake, deliver, seen, trouble, stored, asked: () => asked };
}

function newFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-receiver-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "kept", "events.jsonl");
}

async function companyWith(events: number): Promise<{ company: TestCompany; feed: FeedEvent[] }> {
  const company = await service.company();
  for (let made = 0; made < events; made += 1) await company.customer();
  return { company, feed: await feedOf(company) };
}

const feedOf = async (company: TestCompany) =>
  (await company.call("GET /events?limit=100")).body.events as FeedEvent[];

test("deliveries in order are stored as they come, without asking the feed", async () => {
  const { company, feed } = await companyWith(3);
  const receiver = await receiverFor(company);
  for (const event of feed) expect(await receiver.deliver(event)).toEqual({ status: 204, text: "" });
  expect(receiver.stored()).toEqual(feed);
  expect(receiver.asked()).toBe(0);
});

test("an event that is delivered again is stored once and answered as the first time", async () => {
  const { company, feed } = await companyWith(2);
  const receiver = await receiverFor(company);
  for (const event of [...feed, ...feed]) expect((await receiver.deliver(event)).status).toBe(204);
  expect(receiver.stored()).toEqual(feed);
  expect(receiver.seen).toEqual([1, 2]);
});

test("after a gap the feed brings what is missing, in its order, and each once", async () => {
  const { company, feed } = await companyWith(5);
  const receiver = await receiverFor(company);
  await Promise.all(
    [feed[4]!, feed[1]!, feed[3]!, feed[0]!, feed[2]!].map((event) => receiver.deliver(event)),
  );
  await expect.poll(() => receiver.seen).toEqual([1, 2, 3, 4, 5]);
  expect(receiver.stored()).toEqual(feed);
});

test("what happened while it was away is there after its start", async () => {
  const { company, feed } = await companyWith(130);
  const first = await receiverFor(company);
  await first.deliver(feed[0]!);
  await first.close();
  const second = await receiverFor(company, first.file);
  await second.intake.catchUp();
  expect(second.stored().map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 130 }, (_, at) => at + 1),
  );
  expect(second.seen[0]).toBe(2);
});

test("a line that a crash has cut off comes again, whole", async () => {
  const { company, feed } = await companyWith(3);
  const first = await receiverFor(company);
  await first.deliver(feed[0]!);
  appendFileSync(first.file, JSON.stringify(feed[1]).slice(0, 40));
  const second = await receiverFor(company, first.file);
  await second.intake.catchUp();
  expect(second.stored()).toEqual(feed);
});

test("while the feed can't be had deliveries are answered, and nothing is stored out of order", async () => {
  const { company, feed } = await companyWith(3);
  const receiver = await receiverFor({ ...company, serviceUrl: "http://127.0.0.1:9" });
  await receiver.deliver(feed[0]!);
  expect((await receiver.deliver(feed[2]!)).status).toBe(204);
  await expect.poll(() => receiver.trouble).toEqual([expect.stringContaining("The feed can't be read now")]);
  expect(receiver.stored()).toEqual([feed[0]]);
  await receiver.deliver(feed[1]!);
  expect(receiver.stored()).toEqual(feed.slice(0, 2));
});

test("a delivery that another secret has signed is refused with the reason, and stored nowhere", async () => {
  const { company, feed } = await companyWith(1);
  const receiver = await receiverFor(company);
  const { status, text } = await receiver.deliver(
    feed[0]!,
    `whsec_${Buffer.alloc(32, 4).toString("base64")}`,
  );
  expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining("secret") });
  expect(receiver.seen).toEqual([]);
  expect(receiver.trouble).toHaveLength(1);
});

test("events of another company than the key's are not waited for without end", async () => {
  const { feed } = await companyWith(3);
  const other = await service.company();
  const receiver = await receiverFor(other);
  await receiver.deliver(feed[2]!);
  await expect.poll(() => receiver.trouble).toEqual([expect.stringContaining("The feed has no event 3")]);
});

test("a known sequence number with an unknown id, and a feed that ends before the journal, say that the service went back in time", async () => {
  const company = await service.company();
  await company.customer();
  await company.customer();
  const receiver = await receiverFor(company);
  await receiver.intake.catchUp();
  const [first, second] = receiver.stored();
  await receiver.deliver({ ...second!, id: `${second!.id.slice(0, -12)}000000000000` });
  const { db } = service.context;
  await db.query("delete from events where company_id = $1 and sequence = 2", [company.id]);
  await db.query("update company_counters set event_sequence = 1 where company_id = $1", [company.id]);
  await receiver.intake.catchUp();
  expect(receiver.trouble).toEqual(
    Array(2).fill(expect.stringMatching(/^The service was restored to an earlier time/)),
  );
  expect(receiver.stored()).toEqual([first, second]);
});

test("whoever opens it in a browser is told what it is", async () => {
  const { company } = await companyWith(0);
  const receiver = await receiverFor(company);
  const answer = await fetch(receiver.url);
  expect([answer.status, await answer.text()]).toEqual([405, expect.stringContaining("webhook receiver")]);
});
