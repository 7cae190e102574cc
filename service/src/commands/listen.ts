import { existsSync, readFileSync } from "node:fs";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { type EventType, eventTypes } from "../contract/event-types.ts";
import { findCompany } from "../domains/tenancy/companies/queries.ts";
import { attemptDelivery, type Target } from "../domains/webhooks/deliveries/sending/attempt.ts";
import { readSecrets } from "../domains/webhooks/endpoints/service.ts";
import { readEvents, requireReached } from "../domains/webhooks/events/feed.ts";
import { findLastSequence } from "../domains/webhooks/events/queries.ts";
import { createEventWaiters } from "../domains/webhooks/events/wait.ts";
import { createOutbound, type Outbound } from "../platform/outbound/outbound.ts";
import { notice, openForCommand } from "./command-runtime.ts";
import { type Demo, demoFile } from "./demo.ts";
import { company, type Options, required, UsageError, unknownWords, wholeNumber } from "./options.ts";

const waitSeconds = 30;

/**
 * For development: follows the feed and sends each event, signed like a delivery, to a URL that the developer chooses.
 * Nothing is recorded or retried, and the company's endpoints still get their own deliveries.
 */
export async function listen(config: Config, options: Options): Promise<void> {
  const url = forwardUrl(options);
  const wanted = wantedTypes(options);
  await requireService(config);
  const runtime = await openForCommand(config);
  // The developer gives the address on this machine, so it needs no protection against private addresses.
  const outbound = createOutbound({
    allowLocal: true,
    httpsOnly: false,
    exemptOrigins: [],
    connectionsPerOrigin: 1,
  });
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  try {
    const companyId = await companyToFollow(config, runtime.context, options);
    await targetOf(runtime.context, companyId, url);
    const after = await startAfter(runtime.context, companyId, options);
    notice(
      `Forwarding events of company ${companyId} after sequence ${after} to ${url}. Press Ctrl-C to stop.`,
    );
    await follow({ ...runtime.context, outbound }, companyId, after, stopped.signal, async (event) => {
      if (wanted && !wanted.has(event.type)) return;
      // The target is read for each event, so that a rotated secret takes effect here as it does at an endpoint.
      const target = await targetOf(runtime.context, companyId, url);
      await forward({ ...runtime.context, outbound }, target, event, options.json === true);
    });
  } finally {
    await outbound.close();
    await runtime.close();
  }
}

/**
 * Without a running service, this command would lock the embedded database, so the service could not start and no
 * events would occur.
 */
async function requireService({ databaseUrl, siteUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined) return;
  const answers = await fetch(`${siteUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) return;
  throw new UsageError(
    `No service answers at ${siteUrl}. Start it with npm start. If it runs on another PORT, set the same PORT here`,
  );
}

type Followed = { id: string; type: EventType; sequence: number; body: string };

async function follow(
  context: Context,
  companyId: number,
  start: number,
  stopped: AbortSignal,
  handle: (event: Followed) => Promise<void>,
): Promise<void> {
  const waitForEvents = createEventWaiters(context);
  stopped.addEventListener("abort", () => waitForEvents.close());
  for (let after = start; !stopped.aborted; ) {
    const read = () => readEvents(context.reads, companyId, { after, limit: 100 });
    await requireReached(context.reads, companyId, { after });
    for (const { sequence, body } of await waitForEvents(companyId, waitSeconds, read)) {
      if (stopped.aborted) return;
      await handle({ ...(JSON.parse(body) as { id: string; type: EventType }), sequence, body });
      after = sequence;
    }
  }
}

async function forward(
  context: Context & { outbound: Outbound },
  target: Target,
  { id, type, sequence, body }: Followed,
  asJson: boolean,
): Promise<void> {
  const waitingSince = context.clock.now();
  const job = {
    ...{ deliveryId: 0, eventId: id, sequence, step: 0, number: 1, leaseNumber: 0, waitingSince, body },
    cause: "first" as const,
  };
  const first = await attemptDelivery(context, target, job);
  const { statusCode, message, durationMs } = first.reconnect
    ? await attemptDelivery(context, target, { ...job, cause: "reconnect" })
    : first;
  const result = { event_id: id, type, status_code: statusCode, error: message, duration_ms: durationMs };
  const line = `${id}  ${type}  ${statusCode ?? "failed"}  ${durationMs} ms${message ? `  ${message}` : ""}`;
  process.stdout.write(`${asJson ? JSON.stringify(result) : line}\n`);
}

function forwardUrl(options: Options): string {
  const url = required(options, "forward");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--forward must be an http:// or https:// address, not '${url}'`);
  }
  return url;
}

function wantedTypes(options: Options): ReadonlySet<string> | undefined {
  if (options.events === undefined) return undefined;
  const words = String(options.events)
    .split(",")
    .map((word) => word.trim());
  const unknown = words.filter((word) => !eventTypes.some((type) => type === word));
  if (unknown.length > 0) throw unknownWords("--events", "event type", unknown, eventTypes);
  return new Set(words);
}

/** The named company, or by default the demo's company. */
async function companyToFollow(config: Config, { db }: Context, options: Options): Promise<number> {
  const named = options.company !== undefined;
  const file = demoFile(config);
  if (!named && !existsSync(file)) throw new UsageError("--company is missing");
  const id = named ? company(options) : (JSON.parse(readFileSync(file, "utf8")) as Demo).company_id;
  if ((await findCompany(db, id)) === undefined) throw new UsageError(`There is no company ${id}`);
  return id;
}

async function targetOf(context: Context, companyId: number, url: string): Promise<Target> {
  const [secrets] = await readSecrets(context.db, companyId, context.encryptionKeys);
  if (!secrets) {
    throw new UsageError(
      `Company ${companyId} has no webhook secret yet. Create one with 'billfold webhook set --company ${companyId} --url default'`,
    );
  }
  return { url, ...secrets };
}

async function startAfter({ db }: Context, companyId: number, options: Options): Promise<number> {
  if (options.after === undefined) return findLastSequence(db, companyId);
  const after = wholeNumber("--after", String(options.after));
  await requireReached(db, companyId, { after });
  return after;
}
