import { setTimeout as delay } from "node:timers/promises";
import { buyer, register } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { times } from "../src/domains/payments/payments/money.fixture.ts";
import type { Reply } from "../test/harness.ts";
import { refusedByToken } from "./registrations-faults.fixture.ts";
import type { Registrant, RegistrationRun } from "./registrations-run.fixture.ts";
import { callUntilAnswered, orDisconnected, type RetryingCaller } from "./retrying-call.fixture.ts";
import { giveUpAfterMs, pick, type Random } from "./size.fixture.ts";

/** Clients that create invoices and register them while services are killed. */
export type Callers = {
  /** Creates invoices, several concurrently, until `enough` is called. */
  work(sideBySide: number): Promise<void>;
  enough(): void;
  /** Resolves when the clients have received this many more responses. */
  waitForResponses(count: number): Promise<void>;
  /** How often each status was returned. */
  statusCounts: Record<string, number>;
  /** IRNs that were returned, by company and invoice. */
  irnsReturned: Map<string, string>;
  /** Responses that neither a fault of the authority nor a killed service explains; there should be none. */
  surprises: string[];
};

type Caller = RetryingCaller & {
  run: RegistrationRun;
  company: Registrant;
  random: Random;
  refusals: number;
  /** Records a response. */
  note(id: number, reply: Reply): void;
};

export function startCallers(
  run: RegistrationRun,
  registrants: readonly Registrant[],
  random: Random,
  /** The share of invoices with content that the authority refuses; half of those are corrected. */
  refusals: number,
): Callers {
  const { note, ...heard } = createNotes();
  let isEnough = false;
  let started = 0;
  const caller = async () => {
    while (!isEnough) {
      const name = `invoice-${started++}`;
      const company = pick(registrants, random);
      await followInvoice({
        run,
        company,
        random,
        refusals,
        name,
        surprises: heard.surprises,
        note: (id, reply) => note(`${company.id}:${id}`, reply),
      });
    }
  };
  return {
    ...heard,
    work: async (sideBySide) => void (await times(sideBySide, caller)),
    enough: () => {
      isEnough = true;
    },
  };
}

function createNotes() {
  const irnsReturned = new Map<string, string>();
  const statusCounts: Record<string, number> = {};
  const surprises: string[] = [];
  let heard = 0;
  return {
    irnsReturned,
    statusCounts,
    surprises,
    waitForResponses: async (more: number) => {
      for (const until = heard + more; heard < until; ) await delay(10);
    },
    note: (invoice: string, { status, body, text }: Reply) => {
      heard += 1;
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
      if (status >= 500 && !isExplained(body?.code)) surprises.push(`${invoice}: ${status} ${text}`);
      if (status !== 200) return;
      const earlier = irnsReturned.get(invoice) ?? body.irn;
      if (earlier !== body.irn) surprises.push(`${invoice} is ${body.irn}, and was ${earlier}`);
      irnsReturned.set(invoice, body.irn);
    },
  };
}

const isExplained = (code: string | undefined) =>
  /^integration_(error|unavailable|auth_failed)$/.test(code ?? "");

async function followInvoice(caller: Caller): Promise<void> {
  const { company, name, random, refusals } = caller;
  const isRefused = random() < refusals;
  const sale = isRefused ? { ...company.sale, customer_id: await refusedCustomer(caller) } : company.sale;
  const made = await callUntilAnswered(caller, "POST /invoices", { body: { ...sale, notes: name } });
  const { id } = made.body.invoice as { id: number };
  if (random() < 0.5) await callUntilAnswered(caller, `POST /invoices/${id}/issue`);
  await ask(caller, id, isRefused);
  if (!isRefused || random() < 0.5) return;
  await untilRejected(caller, id);
  await callUntilAnswered(caller, `PATCH /customers/${sale.customer_id}`, {
    body: { name: `${name}, corrected` },
  });
  await callUntilAnswered(caller, `POST /invoices/${id}/refresh_parties`);
  await ask({ ...caller, name: `${name}, corrected` }, id, false);
}

/** A separate customer, so that a correction affects this invoice alone. */
async function refusedCustomer(caller: Caller): Promise<number> {
  const made = await callUntilAnswered(caller, "POST /customers", {
    body: { ...buyer, name: refusedByToken },
  });
  return made.body.customer.id as number;
}

/** Sends one request, or several at once; a caller that knows that it was begun need not wait for the end. */
async function ask(caller: Caller, id: number, isRefused: boolean): Promise<void> {
  const { company, random, name } = caller;
  const endsAt = Date.now() + giveUpAfterMs;
  while (Date.now() < endsAt) {
    const keys = Array.from({ length: pick([1, 1, 1, 2, 5], random) }, (_, copy) =>
      pick([undefined, name, `${name} ${copy}`], random),
    );
    const replies = await Promise.all(keys.map((key) => orDisconnected(register(company, id, key))));
    for (const reply of replies) {
      if (reply) caller.note(id, reply);
      if (reply?.status === 422 && !isRefused) caller.surprises.push(`${name}: ${reply.text}`);
    }
    if (replies.some((reply) => reply && [200, 202, 422].includes(reply.status))) return;
    if ((await isBegun(caller, id)) && random() < 0.7) return;
    await delay(100 + 400 * random());
  }
  throw new Error(`${name} could not be registered in ${giveUpAfterMs} ms`);
}

/** A rejected invoice that was corrected is begun again when its status is no longer rejected. */
async function isBegun(caller: Caller, id: number): Promise<boolean> {
  return ["pending", "registered"].includes(await statusOf(caller, id));
}

async function untilRejected(caller: Caller, id: number): Promise<void> {
  const endsAt = Date.now() + giveUpAfterMs;
  while ((await statusOf(caller, id)) !== "rejected") {
    if (Date.now() > endsAt) throw new Error(`${caller.name} was not rejected in ${giveUpAfterMs} ms`);
    await delay(200);
  }
}

async function statusOf({ run, company }: Caller, id: number): Promise<string> {
  const [found] = await run.context.db.query<{ status: string }>(
    "select fiscal_status as status from invoices where company_id = $1 and id = $2",
    [company.id, id],
  );
  return found!.status;
}
