import { decoded, type Exchange, isFromHere, isRecord } from "../exchange.ts";
import {
  type BusinessChange,
  changeBusiness,
  registerBusiness,
  renewCredentials,
  viewOfBusiness,
} from "./businesses.ts";
import type { Context } from "./context.ts";
import { documentViews } from "./documents.ts";
import { type Answer, json, readFields } from "./exchange.ts";
import type { Chance, PlannedFault } from "./faults.ts";
import { readQr } from "./qr.ts";

/** Endpoints for tests: they set faults and the clock, and list what the authority has stored. */
export async function answerControl(context: Context, exchange: Exchange): Promise<Answer> {
  if (!isFromHere(exchange))
    return json(403, { error: "Only this machine may ask that, and only with JSON." });
  const { request, url, body } = exchange;
  const fields = body.length > 0 ? readFields(body) : {};
  if (!fields) return json(422, { error: "The body is not a JSON object." });
  const name = url.pathname.slice("/_sandbox/".length);
  try {
    const found = controls[`${request.method} ${name}`];
    if (found) return json(200, (await found(context, fields, url.searchParams)) ?? {});
    const [, id, part] = /^businesses\/([^/]+)(\/credentials)?$/.exec(name) ?? [];
    if (request.method === "POST" && id !== undefined) {
      if (part !== undefined) return json(200, await renewCredentials(context, decoded(id)));
      return json(200, changeBusiness(context.ledger, decoded(id), readChange(fields)));
    }
  } catch (error) {
    return json(422, { error: error instanceof Error ? error.message : "The request can't be read." });
  }
  return json(404, { error: `There is no such control; there are ${Object.keys(controls).join(", ")}.` });
}

type Fields = Record<string, unknown>;
type Control = (context: Context, fields: Fields, query: URLSearchParams) => unknown;

const controls: Readonly<Record<string, Control>> = {
  "GET faults": ({ faults }) => faults.list(),
  "POST faults": ({ faults }, fields) => {
    addFault(faults, fields);
    return faults.list();
  },
  "DELETE faults": ({ faults }) => faults.clear(),
  "GET documents": (context, _, query) => ({ documents: documentViews(context, filterOf(query)) }),
  "GET calls": ({ calls }, _, query) => {
    const { business_id, irn } = filterOf(query);
    const fits = (wanted: string | undefined, value: string | null) =>
      wanted === undefined || wanted === value;
    return {
      calls: calls.list().filter((call) => fits(business_id, call.business_id) && fits(irn, call.irn)),
    };
  },
  "GET clock": ({ clock }) => ({ now: clock.now().toISOString() }),
  "POST clock": ({ clock }, fields) => {
    moveClock(clock, fields);
    return { now: clock.now().toISOString() };
  },
  "DELETE clock": ({ clock }) => {
    clock.reset();
    return { now: clock.now().toISOString() };
  },
  "POST reset": (context, { businesses }) => reset(context, businesses === true),
  "GET businesses": ({ ledger }) => ({ businesses: [...ledger.businesses.values().map(viewOfBusiness)] }),
  "POST businesses": (context, fields) => registerBusiness(context, readBusiness(fields)),
  "POST qr": async (context, { payload }) => {
    const reading = await readQr(context, typeof payload === "string" ? payload : "");
    if (typeof reading === "string") throw new Error(reading);
    return reading;
  },
};

/**
 * Resets documents, faults, calls and the clock; businesses only on request, because companies hold their
 * credentials.
 */
export function reset({ ledger, faults, calls, clock, sessions }: Context, withBusinesses: boolean): void {
  ledger.reset(withBusinesses);
  faults.clear();
  calls.clear();
  clock.reset();
  sessions.clear();
}

function addFault(faults: Context["faults"], fields: Fields): void {
  if (isRecord(fields.chance)) return void faults.chance(fields.chance as Chance);
  if (!isRecord(fields.match) || typeof fields.fault !== "string") {
    throw new Error(
      "The body must be {match: {op, …}, fault, times} or {chance: {seed, probability, faults}}.",
    );
  }
  faults.add(fields as PlannedFault);
}

function moveClock(clock: Context["clock"], { advance_ms, now }: Fields): void {
  if (typeof advance_ms === "number" && Number.isFinite(advance_ms)) return void clock.advance(advance_ms);
  const moment = new Date(typeof now === "string" ? now : Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new Error("The body must be {advance_ms} or {now} with a timestamp.");
  clock.set(moment);
}

function readBusiness({ name, tin, service_id, gstin }: Fields) {
  if (typeof name !== "string" || name === "") throw new Error("name must be text");
  const optional = (value: unknown, field: string) => {
    if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
    throw new Error(`${field} must be text`);
  };
  return {
    name,
    tin: optional(tin, "tin"),
    service_id: optional(service_id, "service_id"),
    gstin: optional(gstin, "gstin"),
  };
}

function readChange({ name, tin, revoked }: Fields): BusinessChange {
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof tin === "string" || tin === null ? { tin } : {}),
    ...(typeof revoked === "boolean" ? { revoked } : {}),
  };
}

function filterOf(query: URLSearchParams) {
  return { business_id: query.get("business") ?? undefined, irn: query.get("irn") ?? undefined };
}
