import { setTimeout as delay } from "node:timers/promises";
import { type CallOptions, callsTo, type Reply, type TestCompany } from "../test/harness.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

/** What every request was answered with, and everything that was acknowledged. */
export type Load = {
  /** Starts this many clients. With retries, each change is repeated until it is acknowledged. */
  start(clients: number, options: { retries: boolean }): void;
  /** Resolves when the clients have ended what they were doing. */
  stop(): Promise<void>;
  /** Resolves when this many more changes are acknowledged. */
  waitForChanges(count: number): Promise<void>;
  acknowledged: Acknowledged;
  answers: Answer[];
};

/** Of each company, what clients know for certain. */
export type Acknowledged = {
  customers: Map<string, string>;
  invoices: Map<string, string>;
  numbers: Map<string, string>;
  payments: Map<string, string>;
  links: Map<string, string>;
  registered: Set<string>;
};

export type Answer = {
  operation: string;
  url: string;
  /** 0: the connection broke before the end of the response. */
  status: number;
  code: string | undefined;
  text: string;
  retryAfter: string | null;
  startedAt: number;
  tookMs: number;
};

export type Subject = { company: TestCompany; buyerId: number; registers: boolean };

const line = { description: "Work", quantity: 2, unit_price: 500 };

// Unique in the whole run: names of sales must not repeat in later loads.
let clientsStarted = 0;

/** Clients take the URLs in turn; each stays with its own. */
export function createLoad(subjects: readonly Subject[], urls: readonly string[]): Load {
  const acknowledged: Acknowledged = {
    customers: new Map(),
    invoices: new Map(),
    numbers: new Map(),
    payments: new Map(),
    links: new Map(),
    registered: new Set(),
  };
  const answers: Answer[] = [];
  let changes = 0;
  let stopped = true;
  let working: Promise<void>[] = [];

  const client = async (own: number, retries: boolean) => {
    for (let round = 0; !stopped; round++) {
      const subject = subjects[(own + round) % subjects.length]!;
      const serviceUrl = urls[own % urls.length]!;
      const company = { ...subject.company, serviceUrl, call: callsTo(serviceUrl, subject.company) };
      await followSale({ ...subject, company }, `${own}-${round}`, retries);
    }
  };

  /** One sale from its customer to its registration; a step that failed without retries ends it. */
  const followSale = async ({ company, buyerId, registers }: Subject, name: string, retries: boolean) => {
    const key = (id: unknown) => `${company.id}:${id}`;
    const change = async (operation: string, body?: object): Promise<Reply | undefined> => {
      const options = { ...(body && { body }), headers: { "idempotency-key": `${name} ${operation}` } };
      const reply = await call(company, operation, options, retries);
      if (reply) changes += 1;
      return reply;
    };
    const customer = await change("POST /customers", { name });
    if (!customer) return;
    acknowledged.customers.set(key(customer.body.customer.id), name);
    const made = await change("POST /invoices", { customer_id: buyerId, lines: [line], notes: name });
    if (!made) return;
    const { id } = made.body.invoice as { id: number };
    acknowledged.invoices.set(key(id), name);
    const issued = await change(`POST /invoices/${id}/issue`);
    if (!issued) return;
    acknowledged.numbers.set(key(id), issued.body.invoice.number as string);
    const paid = await change("POST /payments", { invoice_id: id, amount: 400, method: "cash", note: name });
    if (!paid) return;
    acknowledged.payments.set(key(paid.body.payment.id), name);
    const link = await change("POST /payments/link", {
      amount: 500,
      email: "buyer@example.com",
      purpose: "deposit",
      label: name,
    });
    if (!link) return;
    const [, linkId] = (link.body.reference as string).split("_");
    acknowledged.links.set(key(linkId), name);
    if (!registers) return;
    const registration = await change(`POST /invoices/${id}/register`);
    if (registration?.status === 200) acknowledged.registered.add(key(id));
    await call(company, `GET /invoices/${id}`, {}, retries);
  };

  const call = async (
    company: TestCompany,
    operation: string,
    options: CallOptions,
    retries: boolean,
  ): Promise<Reply | undefined> => {
    const endsAt = Date.now() + giveUpAfterMs;
    while (Date.now() < endsAt) {
      const startedAt = performance.now();
      const reply = await company.call(operation, options).catch((error: Error) => error);
      answers.push(
        answerOf({ operation: operation.replace(/\d+/, "{id}"), url: company.serviceUrl, startedAt }, reply),
      );
      if (!(reply instanceof Error) && reply.status < 300) return reply;
      if (!retries) return undefined;
      await delay(200);
    }
    throw new Error(`${operation} was not acknowledged in ${giveUpAfterMs} ms`);
  };

  return {
    acknowledged,
    answers,
    start: (clients, { retries }) => {
      stopped = false;
      working = Array.from({ length: clients }, () => client(clientsStarted++, retries));
      // An error is reported by `stop`; until then it must not end the process.
      for (const one of working) one.catch(() => undefined);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(working);
    },
    waitForChanges: async (count) => {
      const until = changes + count;
      const endsAt = Date.now() + giveUpAfterMs;
      while (changes < until) {
        if (Date.now() > endsAt)
          throw new Error(
            `${count - (until - changes)} of ${count} changes were made in ${giveUpAfterMs} ms`,
          );
        await delay(50);
      }
    },
  };
}

function answerOf(asked: Pick<Answer, "operation" | "url" | "startedAt">, reply: Reply | Error): Answer {
  const tookMs = performance.now() - asked.startedAt;
  if (reply instanceof Error) {
    const text = `${reply.message}: ${reply.cause}`;
    return { ...asked, status: 0, code: undefined, text, retryAfter: null, tookMs };
  }
  const { status, text, body, headers } = reply;
  const retryAfter = headers.get("retry-after");
  return { ...asked, status, code: body?.code, text: status < 300 ? "" : text, retryAfter, tookMs };
}
