import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { readSecrets } from "../endpoints/service.ts";
import { findEvent, shownTo } from "../events/service.ts";
import type { Diagnosis, ReceivedDelivery } from "./diagnose.ts";
import type { DiagnoseRequest } from "./schema.ts";

const job = new URL("./diagnose-job.ts", import.meta.url);

/**
 * Explains why a delivery does not verify, from the raw body and headers that the receiver saw. Only the company's own
 * secrets are tried, and no answer ever contains a secret or a signature.
 */
export async function diagnoseDelivery(
  context: Pick<Context, "clock" | "encryptionKeys" | "reads" | "threads">,
  reader: Principal,
  request: DiagnoseRequest,
): Promise<Diagnosis> {
  const { reads, threads } = context;
  const { company } = reader;
  const body = rawBody(request);
  const now = context.clock.now();
  const all = await readSecrets(reads, company.id, context.encryptionKeys);
  const secrets = all.flatMap(({ endpointId, current, previous }) => [
    { secret: current, kind: "current" as const, endpointId },
    ...(previous
      ? [
          {
            secret: previous.secret,
            kind: previous.until > now ? ("previous" as const) : ("expired" as const),
            endpointId,
          },
        ]
      : []),
  ]);
  const sent = (await findEvent(reads, company.id, eventNamed(request.headers, body)))?.body;
  // The findings quote what was sent where it differs, so it is compared only for who may read it.
  const storedBody = sent !== undefined && shownTo(reader, sent) === sent ? sent : undefined;
  const received: ReceivedDelivery = {
    body,
    headers: request.headers,
    now,
    receivedAt: request.received_at ? momentOf(company.timeZone, request.received_at) : now,
    ...(request.computed_signature && { computed: request.computed_signature }),
    secrets,
    ...(storedBody !== undefined && { storedBody }),
  };
  return threads.run({ companyId: company.id, file: job, input: received });
}

function rawBody({ body, body_base64 }: DiagnoseRequest): Buffer {
  if (body_base64 == null) return Buffer.from(body ?? "");
  const encoded = body_base64.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw invalidField("body_base64", "must be base64");
  return Buffer.from(encoded, "base64");
}

/** Found by the header, or else by the id in the body. */
function eventNamed(headers: Record<string, string>, body: Buffer): string {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === "webhook-id")?.[1];
  return header?.trim() ?? eventIn(body) ?? "";
}

// An event names itself and few others; a body of a mebibyte that names a hundred thousand is none of ours.
const mentionsMax = 20;

function eventIn(body: Buffer): string | undefined {
  let at = body.indexOf('"evt_');
  for (let mentions = 0; at >= 0 && mentions < mentionsMax; mentions++) {
    const around = body.toString("latin1", Math.max(0, at - 20), at + 70);
    const named = /"id"\s{0,8}:\s{0,8}"(evt_\d{1,16}_\d{1,16}(?:_[0-9a-f]{12})?)"/.exec(around)?.[1];
    if (named) return named;
    at = body.indexOf('"evt_', at + 1);
  }
  return undefined;
}
