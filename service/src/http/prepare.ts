import type { FastifyRequest } from "fastify";
import type { Principal } from "../access.ts";
import type { Context } from "../context.ts";
import type { Queryable } from "../foundation/database.ts";
import { invalid, notFound } from "../foundation/errors.ts";
import { isStorable, parseBody } from "./body.ts";
import type { Call, Route } from "./route.ts";
import { coerceQuery, compileValidator, unknownField, type Validated } from "./validation.ts";

/** A request that has been read and checked, and what was tolerated in it. */
export type Prepared = { call: Call; warnings: string[] };

/** Where the look-ups run: inside a transaction in that transaction, because a second connection could starve the pool. */
export type Prepare = (db: Queryable) => Promise<Prepared>;

/** Compiles the route's schemas once and reads every request by them; a missing record is told before a faulty body. */
export function createPreparation(context: Context, route: Route) {
  const checkBody = route.body && compileValidator(route.body);
  const checkQuery = route.query && compileValidator(route.query);

  const read = (request: FastifyRequest, principal: Principal, id: number): Prepared => {
    const given = request.query as Record<string, unknown>;
    const query = route.query ? coerceQuery(route.query, given) : {};
    const warnings = checkQuery ? [] : Object.keys(given).map(unknownField);
    if (checkQuery) accept(checkQuery(query), warnings);
    refuseUnstorableText(query);
    const body = checkBody ? parseBody(request.body as Buffer | undefined, request.givenType) : undefined;
    if (checkBody) accept(checkBody(body), warnings);
    return { call: { context, principal, requestId: request.id, id, query, body }, warnings };
  };

  return async (request: FastifyRequest, principal: Principal, db: Queryable): Promise<Prepared> => {
    const id = readId(route, request);
    try {
      return read(request, principal, id);
    } catch (error) {
      await requireRecord(db, route, principal, id);
      throw error;
    }
  };
}

export async function requireRecord(
  db: Queryable,
  route: Route,
  principal: Principal,
  id: number,
): Promise<void> {
  const { record } = route;
  if (record && !(await record.exists(db, principal.company.id, id))) throw notFound(record.noun);
}

/** An id that is no positive integer names nothing, which is 404 like any other id that names nothing. */
export function readId(route: Route, request: FastifyRequest): number {
  if (!route.record) return 0;
  const text = (request.params as { id: string }).id;
  const id = Number(text);
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(id)) throw notFound(route.record.noun);
  return id;
}

function accept(validated: Validated, warnings: string[]): void {
  warnings.push(...validated.warnings);
  if (validated.errors.length === 0) return;
  const error = invalid(validated.errors);
  if (warnings.length > 0) error.extra.warnings = warnings;
  throw error;
}

function refuseUnstorableText(query: Record<string, unknown>): void {
  const bad = Object.entries(query).filter(([, value]) => typeof value === "string" && !isStorable(value));
  if (bad.length > 0)
    throw invalid(bad.map(([field]) => ({ field, message: "holds characters that cannot exist" })));
}
