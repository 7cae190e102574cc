import {
  type Answer,
  type Behaviour,
  type Received,
  type Receiver,
  startReceiver,
} from "billfold-sandbox/receiver";
import { migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import type { Context } from "../../../context.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { findCompanyOf } from "../../tenancy/companies/service.ts";
import { type EventType, emit } from "../events/service.ts";
import { createDeliveryWorker, type DeliveryWorker, type WorkerBounds } from "./sending/worker.ts";

/** A service that may call this machine, a worker on the same moved clock, and a receiver. */
export type DeliverySetup = {
  service: TestService;
  /** The service's, with a random source that adds nothing to the schedule. */
  context: Context;
  worker: DeliveryWorker;
  receiver: Receiver;
  /** A company with one endpoint at the receiver. */
  subscriber(fields?: object): Promise<Subscriber>;
  /** A further endpoint of a company, at a path of its own. */
  addEndpoint(company: TestCompany, fields?: object): Promise<TestEndpoint>;
  /** One more worker beside the first. */
  addWorker(bounds?: Partial<WorkerBounds>, changes?: Partial<Context>): DeliveryWorker;
  close(): Promise<void>;
};

export type TestEndpoint = {
  endpointId: number;
  webhookSecret: string;
  url: string;
  /** What came in there so far. */
  received(): Received[];
  /** The sequence numbers of what came in, in the order in which it came. */
  sequences(): number[];
  /** How it answers from now on; it starts with 200. */
  answers(how: Answer | Behaviour): void;
};

export type Subscriber = TestCompany & TestEndpoint;

// Most tests are about what arrives in which order: nothing is sent beside what has no answer yet, however long a busy
// machine takes for it.
export const sequentialOnly = { slowResponseMs: 3_600_000 };

export async function startDeliverySetup(
  bounds: Partial<WorkerBounds> = {},
  options: { now?: Date } = {},
): Promise<DeliverySetup> {
  // A worker serves whatever it finds, so it gets a database of its own.
  const database = await migratedDatabase();
  const env = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", DATABASE_URL: database.connectionString };
  const service = await startService({ env, ...options });
  const context = { ...service.context, random: () => 0.5 };
  const worker = createDeliveryWorker(context, { ...sequentialOnly, ...bounds });
  const otherWorkers: DeliveryWorker[] = [];
  const receiver = await startReceiver();
  const behaviours = new Map<string, Behaviour>();
  receiver.behave((request) => behaviours.get(request.path)!(request));
  const addTestEndpoint: DeliverySetup["addEndpoint"] = async (company, fields = {}) => {
    const path = `/hook/${behaviours.size}`;
    const received = () => receiver.received.filter((one) => one.path === path);
    const answers: TestEndpoint["answers"] = (how) =>
      behaviours.set(path, typeof how === "function" ? how : () => how);
    answers({ status: 200 });
    const url = receiver.url + path;
    const made = await addEndpoint(company, url, fields);
    return { ...made, url, received, sequences: () => received().map(sequenceIn), answers };
  };
  return {
    service,
    context,
    worker,
    receiver,
    addEndpoint: addTestEndpoint,
    subscriber: async (fields) => {
      const company = await service.company();
      return { ...company, ...(await addTestEndpoint(company, fields)) };
    },
    addWorker: (others = bounds, changes = {}) => {
      const other = createDeliveryWorker({ ...context, ...changes }, { ...sequentialOnly, ...others });
      otherWorkers.push(other);
      return other;
    },
    close: async () => {
      // First, so that nobody waits for an answer that it will never give.
      await receiver.close();
      await Promise.all([worker, ...otherWorkers].map((one) => one.stop()));
      await service.close();
      await database.drop();
    },
  };
}

export async function addEndpoint(company: TestCompany, url: string, fields: object = {}) {
  const made = await company.call("POST /webhooks/endpoints", { body: { url, ...fields } });
  if (made.status !== 201) throw new Error(`no endpoint: ${made.text}`);
  return { endpointId: made.body.endpoint.id as number, webhookSecret: made.body.webhook_secret as string };
}

const sequenceIn = ({ body }: Received) => (JSON.parse(body) as { sequence: number }).sequence;

export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** So many events in one transaction, which is announced, unless it is to stay unheard. */
export async function emitMany(
  { db, clock }: Context,
  company: { id: number },
  count: number,
  { type = "customer.updated" as EventType, unheard = false } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const quiet: Transaction = { ...tx, notify: () => undefined };
    const change = {
      tx: unheard ? quiet : tx,
      company: await findCompanyOf(tx, company.id),
      now: clock.now(),
      actor: { type: "system", id: null } as const,
      requestId: null,
    };
    for (let made = 0; made < count; made++) await emit(change, type, `{"id":${made + 1},"number":${made}}`);
  });
}

/** The company's deliveries, oldest first, as the list shows them. */
export async function deliveriesOf(company: TestCompany, query = "limit=100") {
  const { status, body, text } = await company.call(`GET /webhooks/deliveries?${query}`);
  if (status !== 200) throw new Error(text);
  return (body.deliveries as Delivery[]).toSorted((a, b) => a.id - b.id);
}

export type Delivery = {
  id: number;
  event_id: string;
  event_type: string;
  endpoint_id: number;
  status: string;
  attempt_count: number;
  next_attempt_at: string | null;
  last_status_code: number | null;
  last_error: string | null;
  completed_at: string | null;
};

/** The newest delivery of an endpoint with all its attempts, oldest first. */
export async function newestOf(company: TestCompany, { endpointId }: Pick<TestEndpoint, "endpointId">) {
  const delivery = (await deliveriesOf(company, `endpoint_id=${endpointId}&limit=1`))[0];
  if (!delivery) throw new Error("there is no delivery");
  const { body } = await company.call(`GET /webhooks/deliveries/${delivery.id}`);
  return {
    ...(body.delivery as Delivery),
    attempts: (body.delivery.attempts as DeliveryAttempt[]).toReversed(),
  };
}

export type DeliveryAttempt = {
  number: number;
  cause: string | null;
  worker: string | null;
  completed: boolean;
  attempted_at: string;
  duration_ms: number;
  url: string;
  status_code: number | null;
  failure: string | null;
  message: string | null;
  answer: string | null;
};

/** Ends all leases at once, as the time does that passes on the database's clock. */
export async function expireLeases({ db }: Context): Promise<void> {
  await db.query("update webhook_endpoints set leased_until = now() where leased_until is not null");
}

/** Keeps requests waiting until it is opened, and knows how many waited at once. */
export function createGate() {
  const opened = Promise.withResolvers<Answer>();
  const gate = {
    waiting: 0,
    most: 0,
    open: (answer: Answer = { status: 200 }) => opened.resolve(answer),
    behaviour: async (): Promise<Answer> => {
      gate.waiting += 1;
      gate.most = Math.max(gate.most, gate.waiting);
      const answer = await opened.promise;
      gate.waiting -= 1;
      return answer;
    },
  };
  return gate;
}
