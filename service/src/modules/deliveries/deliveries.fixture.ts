import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { freshDatabase } from "../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import type { Bounds } from "./dispatcher.ts";
import { createDeliveryWorker, type DeliveryWorker } from "./worker.ts";

/** A service that may call this machine, a worker on the same moved clock, and a receiver. */
export type Post = {
  service: TestService;
  worker: DeliveryWorker;
  receiver: Receiver;
  /** A company with one endpoint at the receiver. */
  subscriber(path?: string, fields?: object): Promise<Subscriber>;
  close(): Promise<void>;
};

export type Subscriber = TestCompany & { endpointId: number; webhookSecret: string };

export async function startPost(bounds: Partial<Bounds> = {}): Promise<Post> {
  // A worker serves whatever it finds, so it gets a database of its own.
  const database = await freshDatabase();
  const env = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", DATABASE_URL: database.connectionString };
  const service = await startService({ env });
  const worker = createDeliveryWorker(service.context, bounds);
  const receiver = await startReceiver();
  return {
    service,
    worker,
    receiver,
    subscriber: async (path = "/hook", fields = {}) => {
      const company = await service.company();
      return { ...company, ...(await addEndpoint(company, receiver.url + path, fields)) };
    },
    close: async () => {
      await worker.stop();
      await service.close();
      await receiver.close();
      await database.drop();
    },
  };
}

export async function addEndpoint(company: TestCompany, url: string, fields: object = {}) {
  const made = await company.call("POST /webhooks/endpoints", { body: { url, ...fields } });
  if (made.status !== 201) throw new Error(`no endpoint: ${made.text}`);
  return { endpointId: made.body.endpoint.id as number, webhookSecret: made.body.webhook_secret as string };
}
