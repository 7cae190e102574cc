import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  type DeliverySetup,
  startDeliverySetup,
} from "../../service/src/domains/webhooks/deliveries/deliveries.fixture.ts";
import { type TestCompany, taxed } from "../../service/test/harness.ts";
import { createVerifier } from "../verify-books.mjs";
import { createClient } from "./client.ts";
import { ForbiddenError, InvalidError, NotFoundError, UnauthenticatedError } from "./errors.ts";
import { webhookHandler } from "./express.ts";
import type { BillfoldEvent } from "./webhooks.ts";

let post: DeliverySetup;
beforeAll(async () => {
  post = await startDeliverySetup();
});
afterAll(() => post.close());

const clientOf = ({ appId, secret }: Pick<TestCompany, "appId" | "secret">) =>
  createClient({ baseUrl: `${post.service.url}/api/v1`, appId, secret, retries: 0 });

const lines = [{ description: "Consulting", quantity: "1.5", unit_price: 45_000, tax_rate: 7.5 }];

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

describe("the client with the service itself", () => {
  test("from a customer to an invoice that is paid, with its documents", async () => {
    const billfold = clientOf(await post.service.company({ profile: taxed }));
    const { customer } = await billfold.customers.create({
      name: "Ada Stores Ltd",
      kind: "consumer",
      address: { country: "NG" },
    });
    const { invoice: draft } = await billfold.invoices.create({ customer_id: customer.id, lines });
    await billfold.invoices.update(draft.id, { notes: "Thank you" });
    const { invoice } = await billfold.invoices.issue(draft.id);
    expect([invoice.status, invoice.total, invoice.notes]).toEqual(["open", 72_562.5, "Thank you"]);
    expect(new TextDecoder().decode((await billfold.invoices.pdf(draft.id)).subarray(0, 5))).toBe("%PDF-");
    expect(await billfold.invoices.xml(draft.id)).toMatch(/^<\?xml/);
    const paid = await billfold.payments.record({ invoice_id: draft.id, amount: "72562.50", method: "cash" });
    expect(paid.invoice?.status).toBe("paid");
  });

  test("the books are exported line by line, and an export that was given up is continued in the same file", async () => {
    const billfold = clientOf(await post.service.company());
    const records = Array.from({ length: 1200 }, (_, at) => ({
      external_id: `c${at}`,
      name: "Zoë €".repeat(20),
    }));
    await billfold.customers.syncAll(records);
    const verifier = createVerifier();
    let position = 0;
    for await (const line of billfold.books.export()) {
      verifier.line(line);
      const { type, sequence } = JSON.parse(line);
      if (type === "event") position = sequence;
      if (position === 700) break;
    }
    for await (const line of billfold.books.export({ after: position })) verifier.line(line);
    const { events, failures, last, found } = verifier.finish();
    expect([events, failures, last, found]).toEqual([1200, 0, 1200, []]);
  });

  test("the same key twice is one invoice", async () => {
    const company = await post.service.company();
    const billfold = clientOf(company);
    const customer_id = await company.customer();
    const create = () => billfold.invoices.create({ customer_id, lines }, { idempotencyKey: "order-4711" });
    const [first, second] = [await create(), await create()];
    expect(second.invoice.id).toBe(first.invoice.id);
    expect((await billfold.invoices.list({ include: "total_count" })).pagination.total_count).toBe(1);
  });

  test("all gives each of many, in pages", async () => {
    const company = await post.service.company();
    const billfold = clientOf(company);
    for (const name of ["A", "B", "C", "D", "E"]) await billfold.customers.create({ name });
    const names: string[] = [];
    for await (const { name } of billfold.customers.all({ limit: 2 })) names.push(name);
    expect(names).toEqual(["E", "D", "C", "B", "A"]);
  });

  test("follow gives what has happened, waits for what comes, and ends by its signal", async () => {
    const company = await post.service.company();
    const billfold = clientOf(company);
    await billfold.customers.create({ name: "Before" });
    const ending = new AbortController();
    const seen: string[] = [];
    for await (const event of billfold.events.follow({ signal: ending.signal })) {
      if (event.type !== "customer.created") continue;
      seen.push(event.data?.object.name ?? "");
      if (seen.length === 1) await billfold.customers.create({ name: "Meanwhile" });
      else ending.abort();
    }
    expect(seen).toEqual(["Before", "Meanwhile"]);
  });

  test("follow, list and all throw where the position is ahead of the feed, and tell its end", async () => {
    const billfold = clientOf(await post.service.company());
    await billfold.customers.create({ name: "One" });
    const ahead = { code: "feed_position_ahead", details: { last_sequence: 1 } };
    const { events } = billfold;
    for (const asked of [
      () => events.list({ after: 2, wait: 30 }),
      () => events.follow({ after: 2 }).next(),
      () => events.all({ after: 2 }).next(),
    ]) {
      const error = await asked().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidError);
      expect(error).toMatchObject({ ...ahead, message: expect.stringContaining("continue with after=1") });
    }
  });

  test("refusals are classes, with code, fields and request id", async () => {
    const company = await post.service.company();
    const billfold = clientOf(company);
    const fault = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
    expect(await fault(billfold.invoices.get(999_999))).toBeInstanceOf(NotFoundError);
    expect(await fault(clientOf({ ...company, secret: "wrong" }).ping())).toBeInstanceOf(
      UnauthenticatedError,
    );
    const narrow = clientOf(await post.service.company({ scopes: ["invoices:read"] }));
    expect(await fault(narrow.customers.create({ name: "A" }))).toBeInstanceOf(ForbiddenError);
    const invalid = await fault(billfold.customers.create({ name: "" }));
    expect(invalid).toBeInstanceOf(InvalidError);
    expect(invalid).toMatchObject({
      code: "invalid_request",
      errors: [{ field: "name", message: expect.any(String) }],
      requestId: expect.stringMatching(/^\S+$/),
    });
  });

  test("what the service delivers, a receiver made with the SDK believes, and what it fails at comes again", async () => {
    const company = await post.service.company();
    const billfold = clientOf(company);
    const events: BillfoldEvent[] = [];
    let receive: ReturnType<typeof webhookHandler> | undefined;
    const url = await listening((request, response) => void receive!(request, response));
    const { webhook_secret: secret } = await billfold.webhooks.endpoints.create({ url });
    let failures = 1;
    const onEvent = (event: BillfoldEvent) => {
      if (failures-- > 0) throw new Error("not yet");
      events.push(event);
    };
    const now = () => post.service.clock.now();
    receive = webhookHandler({ secret, onEvent, onError: () => undefined, now });
    await billfold.customers.create({ name: "Zoë €" });
    await post.worker.pass();
    expect(events).toEqual([]);
    post.service.clock.advance(10_000);
    await post.worker.pass();
    expect(events.map(({ type, data }) => [type, (data.object as { name?: string }).name])).toEqual([
      ["customer.created", "Zoë €"],
    ]);
    const { deliveries } = await billfold.webhooks.deliveries.list();
    const { delivery } = await billfold.webhooks.deliveries.get(deliveries[0]!.id);
    expect(delivery.attempts.map(({ status_code }) => status_code).sort()).toEqual([204, 500]);
  });
});
