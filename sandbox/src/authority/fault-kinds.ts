/** What a call does, whichever of the three languages it is made in. */
export const ops = [
  "health",
  "resources",
  "entity",
  "auth",
  "irn",
  "validate",
  /** The commit point: a document is handed in. */
  "submit",
  /** How does it stand with what was handed in? */
  "poll",
  /** Is there a document under this number? */
  "lookup",
  "download",
  "search",
  "update",
  "cancel",
] as const;
export type Op = (typeof ops)[number];

export const protocols = ["firs", "async", "irp"] as const;
export type Protocol = (typeof protocols)[number];

/**
 * When a fault acts: before anything is done, after it was done, inside the work itself, or beside any other
 * fault that the same call meets.
 */
type Kind = {
  stage: "before" | "after" | "inside" | "beside";
  ops?: readonly Op[];
  protocols?: readonly Protocol[];
  /** What the number after the colon is when none is given; without this there is no number. */
  number?: number | null;
};

const answers: Record<string, Kind> = Object.fromEntries(
  ["http_500", "http_502", "http_503", "http_504", "html_200", "empty_200"].flatMap((name) => [
    // Only 503 has a number: the seconds of Retry-After, which is left out without it.
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
  /** It says that all is well, but not of what; and nothing is stored. */
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

export type Fault = { name: string; stage: Kind["stage"]; number: number | null };

/** `slow:500` and the like; throws a sentence when there is no such fault. */
export function parseFault(text: string): Fault {
  const [, name = "", digits] = /^([a-z0-9_]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new Error(`'${text}' is no fault; there are ${Object.keys(kinds).join(", ")}`);
  if (digits !== undefined && kind.number === undefined) throw new Error(`${name} takes no number`);
  return { name, stage: kind.stage, number: digits === undefined ? (kind.number ?? null) : Number(digits) };
}

/** Some faults make sense with some calls only. */
export function applies({ name }: Fault, op: Op, protocol: Protocol): boolean {
  const { ops: on, protocols: among } = kinds[name] ?? {};
  if (among && !among.includes(protocol)) return false;
  // What is handed in there is only answered later, so there is nothing yet that could be told wrongly.
  if (on === telling.ops && op === "submit" && protocol === "async") return false;
  return on === undefined ? true : on.includes(op);
}

const token = /\bSBX-([A-Za-z0-9_-]+(?::\d{1,9})?)(?:\*(\d{1,6}))?/g;

export type Token = { fault: Fault; times: number };

/** The texts of an invoice in which a seller can write a fault. A fault in the buyer's name ends when that is corrected. */
export function textsWithFaults(invoice: unknown): unknown[] {
  const { buyer_reference, note, accounting_customer_party } = (invoice ?? {}) as Record<string, unknown>;
  const buyer = (accounting_customer_party ?? {}) as Record<string, unknown>;
  return [buyer_reference, note, buyer.party_name];
}

/** `SBX-timeout_after`, `SBX-SLOW:500*3` and the like in a text that the seller can write. */
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
    // Somebody's reference may well look like one of ours.
    return undefined;
  }
}
