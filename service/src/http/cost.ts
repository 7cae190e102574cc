import type { FastifyRequest } from "fastify";
import { pageLimitDefault, pageLimitMax } from "../platform/db/lists/page.ts";
import type { Route } from "./route.ts";

/** Which budget a request is paid from: POST (and PUT) from that of changes, everything else from that of reads. */
export type Budget = "posts" | "reads";

/** What a request costs, as the contract and the guide on limits list it. */
export type Cost = {
  budget: Budget;
  /** For a list: for every `rowsPerUnit` rows that are asked for, or a part of them. */
  units: number;
  rowsPerUnit?: number;
  /** For a batch: for every `recordsPerUnit` records that it has, or a part of them. */
  recordsPerUnit?: number;
};

/** Rows of a list that cost one unit together. */
export const rowsPerUnit = 10;
/** A list with its lines costs that many times as much. */
export const linesFactor = 3;
/** Counting matches, or searching by words, costs so much more than the page itself. */
export const searchUnits = 5;
/** A change that is not a POST, paid from the budget of reads. */
export const changeUnits = 2;

/** Records of a batch that cost one unit together. */
const recordsPerUnit = 100;

/** Response bytes per unit; longer responses are charged when their length is known. */
export const responseBytesPerUnit = 16 * 1024;
/** Body bytes per additional unit. */
export const bodyBytesPerUnit = 64 * 1024;
/** Whatever costs so much runs under the concurrency limit of its company, as what is declared expensive does. */
export const expensiveUnits = 20;

/** Every route has a cost: what it declares, or else what routes of its shape cost. */
export function costOf(route: Route): Cost {
  if (route.isBatch) return { budget: "posts", units: 1, recordsPerUnit };
  if (route.method === "POST" || route.method === "PUT") return { budget: "posts", units: route.cost ?? 1 };
  if (route.method !== "GET") return { budget: "reads", units: route.cost ?? changeUnits };
  if (route.cost !== undefined) return { budget: "reads", units: route.cost };
  return isList(route) ? { budget: "reads", units: 1, rowsPerUnit } : { budget: "reads", units: 1 };
}

const bodyUnits = (bytes: string | undefined) => Math.floor(Number(bytes ?? 0) / bodyBytesPerUnit) || 0;

/** Units for a body whose length was not in a header. */
export function unpaidBodyUnits({ headers, body }: FastifyRequest): number {
  if (headers["content-length"] !== undefined || !(body instanceof Uint8Array)) return 0;
  return Math.floor(body.length / bodyBytesPerUnit);
}

/** Units for the records of a batch, which are counted when its body was read. */
export function unpaidRecordUnits(route: Route, body: unknown, paid: number): number {
  if (!route.isBatch) return 0;
  const { records } = body as { records: readonly unknown[] };
  return Math.max(0, Math.ceil(records.length / recordsPerUnit) - paid);
}

/** Units for a response that is longer than what was charged in advance. */
export const unpaidResponseUnits = (bytes: number, paid: number) =>
  Math.max(0, Math.floor(bytes / responseBytesPerUnit) - paid);

const isList = ({ query }: Route) =>
  "limit" in ((query as { properties?: object } | undefined)?.properties ?? {});

/** Weighs one request before anything of it is validated: whatever does not look like a limit counts as the default. */
export function createUnitCount(route: Route): (request: FastifyRequest) => number {
  const { units, rowsPerUnit: rows } = costOf(route);
  if (route.method !== "GET") return ({ headers }) => units + bodyUnits(headers["content-length"]);
  if (rows === undefined) return () => units;
  return ({ query }) => {
    const { limit, include, q, sort } = query as Record<string, unknown>;
    const wanted = Number(limit ?? pageLimitDefault);
    const counted = wanted >= 1 && wanted <= pageLimitMax ? wanted : pageLimitDefault;
    const page = units * Math.ceil(counted / rows);
    // By creation, a list is read by any of its indexes.
    const isSorted = sort !== undefined && !String(sort).endsWith("created_at");
    if (include === undefined && q === undefined && !isSorted) return page;
    const words = String(include ?? "");
    const factor = words.includes("lines") ? linesFactor : 1;
    const extras = [words.includes("total_count"), q !== undefined, isSorted].filter(Boolean).length;
    return page * factor + extras * searchUnits;
  };
}
