/** The operations that the three protocols have in common. */
export const ops = [
  "health",
  "resources",
  "entity",
  "auth",
  "irn",
  "validate",
  /** Submits a document; this is the commit point. */
  "submit",
  /** Polls the status of a submission. */
  "poll",
  /** Looks up a document by its number. */
  "lookup",
  "download",
  "search",
  "update",
  "cancel",
] as const;
export type Op = (typeof ops)[number];

export const protocols = ["firs", "async", "irp"] as const;
export type Protocol = (typeof protocols)[number];

/** When a fault applies: before the work, after it, during it, or in addition to any other fault of the same call. */
type Kind = {
  stage: "before" | "after" | "inside" | "beside";
  ops?: readonly Op[];
  protocols?: readonly Protocol[];
  /** The default for the number after the colon; a fault without this takes no number. */
  number?: number | null;
};

const answers: Record<string, Kind> = Object.fromEntries(
  ["http_500", "http_502", "http_503", "http_504", "html_200", "empty_200"].flatMap((name) => [
    // Only 503 takes a number: the seconds of Retry-After, which is omitted without one.
    [name, { stage: "before", ...(name === "http_503" ? { number: null } : {}) }],
    [`${name}_after`, { stage: "after", ...(name === "http_503" ? { number: null } : {}) }],
  ]),
);

const handing: Kind = { stage: "inside", ops: ["submit"] };
const telling: Kind = { stage: "inside", ops: ["submit", "poll", "lookup"] };
const waiting: Kind = { stage: "beside", ops: ["submit"], protocols: ["async"] };

export const kinds: Readonly<Record<string, Kind>> = {
  timeout_before: { stage: "before" },
  timeout_after: { stage: "after" },
  reset_before: { stage: "before" },
  reset_after: { stage: "after" },
  truncated_after: { stage: "after" },
  ...answers,
  http_429: { stage: "before", number: 30 },
  auth_401: { stage: "before" },
  key_revoked_midway: { stage: "before" },
  /** The response reports success without an IRN, and nothing is stored. */
  ok_without_irn: telling,
  ok_without_irn_after: telling,
  duplicate_same: handing,
  duplicate_other: handing,
  reject_fields: { stage: "inside", ops: ["submit", "validate"], number: 2 },
  warn_accept: { stage: "beside", ops: ["submit"] },
  pending: { ...waiting, number: 1 },
  pending_for: { ...waiting, number: 1000 },
  pending_then_reject: { ...waiting, number: 1 },
  slow: { stage: "beside", number: 1000 },
  slow_after: { stage: "beside", number: 1000 },
  wrong_irn: telling,
  bad_signature: telling,
  confirm_404_lag: { stage: "beside", ops: ["submit", "lookup"], number: 2000 },
  cancel_late: { stage: "inside", ops: ["cancel"] },
  cancel_twice: { stage: "inside", ops: ["cancel"] },
};

/** `code` is the one with which the authority refuses, if the caller asks for another than its own. */
export type Fault = { name: string; stage: Kind["stage"]; number: number | null; code?: string };

/** Parses texts such as `slow:500`; throws if there is no such fault. */
export function parseFault(text: string): Fault {
  const [, name = "", digits] = /^([a-z0-9_]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new Error(`'${text}' is no fault; there are ${Object.keys(kinds).join(", ")}`);
  if (digits !== undefined && kind.number === undefined) throw new Error(`${name} takes no number`);
  return { name, stage: kind.stage, number: digits === undefined ? (kind.number ?? null) : Number(digits) };
}

/** Some faults make sense for some calls only. */
export function applies({ name }: Fault, op: Op, protocol: Protocol): boolean {
  const { ops: on, protocols: among } = kinds[name] ?? {};
  if (among && !among.includes(protocol)) return false;
  // An asynchronous submission returns no result yet that could be wrong.
  if (on === telling.ops && op === "submit" && protocol === "async") return false;
  return on === undefined ? true : on.includes(op);
}

const token = /\bSBX-([A-Za-z0-9_-]+(?::\d{1,9})?)(?:\*(\d{1,6}))?/g;

export type Token = { fault: Fault; times: number };

/** The texts of an invoice that may contain fault markers. One in the buyer's name ends when the name is corrected. */
export function textsWithFaults(invoice: unknown): unknown[] {
  const { buyer_reference, note, accounting_customer_party } = (invoice ?? {}) as Record<string, unknown>;
  const buyer = (accounting_customer_party ?? {}) as Record<string, unknown>;
  return [buyer_reference, note, buyer.party_name];
}

/** Finds markers such as `SBX-timeout_after` and `SBX-SLOW:500*3`. */
export function tokensIn(...texts: unknown[]): Token[] {
  return texts
    .filter((text) => typeof text === "string")
    .flatMap((text) => [...text.matchAll(token)])
    .flatMap(([, name = "", times = "1"]) => {
      const fault = readFault(name.toLowerCase().replaceAll("-", "_"));
      return fault ? [{ fault, times: Number(times) }] : [];
    });
}

function readFault(text: string): Fault | undefined {
  try {
    return parseFault(text);
  } catch {
    // A reference may happen to look like a marker.
    return undefined;
  }
}
