import type { FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Principal } from "../contract/access.ts";
import { ApiError, type FieldError, invalid, notFound } from "../contract/errors.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorable, parseBody } from "./body.ts";
import type { Call, NoteSensitive, Route } from "./route.ts";
import { isStrict, refuseUnknownParameters, unknownFields, warningAbout } from "./unknown-names.ts";
import {
  coerceQuery,
  compileValidator,
  type UnknownName,
  type Validated,
  withoutUnknown,
} from "./validation.ts";

/** A request that has been read and checked, with warnings for what was tolerated in it. */
export type Prepared = { call: Call; warnings: string[] };

/**
 * Says where look-ups run: inside a transaction on that transaction, because taking a second connection could starve
 * the pool.
 */
export type Prepare = (db: Queryable) => Promise<Prepared>;

/** The same with what is wrong with the body, and the unknown fields that refuse the request. */
type Checked = Prepared & { faults: FieldError[]; unknownInBody: UnknownName[] };

/** Reads and checks requests by the route's schemas; a missing record is reported before a faulty body. */
export function createPreparation(route: Route) {
  const checkBody = route.body && compileValidator(route.body);
  const checkQuery = route.query && compileValidator(route.query);

  const read = (
    context: Context,
    request: FastifyRequest,
    principal: Principal,
    noteSensitive: NoteSensitive,
    id: number,
  ): Checked => {
    const strict = isStrict(request.headers, principal);
    const given = request.query as Record<string, unknown>;
    const query = route.query ? coerceQuery(route.query, given) : {};
    const { errors: queryFaults, unknown } = checkQuery ? checkQuery(query) : nothingKnown(given);
    if (strict) refuseUnknownParameters(unknown);
    const warnings = unknown.map(warningAbout);
    if (queryFaults.length > 0) throw refusal(queryFaults, warnings);
    refuseUnstorableText(query);
    const knownQuery = unknown.length > 0 && route.query ? withoutUnknown(route.query, query) : query;
    const body = checkBody ? readBody(route, request) : undefined;
    const call = {
      context,
      principal,
      requestId: request.id,
      address: request.ip,
      noteSensitive,
      id,
      idText: idTextOf(request),
      strict,
      query: knownQuery,
      body,
    };
    return checkBody
      ? checkedBody({ call, warnings }, checkBody)
      : { call, warnings, faults: [], unknownInBody: [] };
  };

  const checkedBody = ({ call, warnings }: Prepared, check: NonNullable<typeof checkBody>): Checked => {
    const { body } = call;
    const { errors: faults, unknown: unknownInBody } = check(body);
    if (call.strict && route.isBatch) {
      // Unknown fields of a record refuse that record alone, which the batch does itself.
      const { unknown: unknownBeside } = check(withoutRecords(body));
      return { call, warnings, faults, unknownInBody: unknownBeside };
    }
    if (call.strict) return { call, warnings, faults, unknownInBody };
    // A batch does it for each of its records.
    const known =
      unknownInBody.length > 0 && !route.isBatch
        ? { ...call, body: withoutUnknown(route.body!, body) }
        : call;
    return {
      call: known,
      warnings: [...warnings, ...unknownInBody.map(warningAbout)],
      faults,
      unknownInBody: [],
    };
  };

  return async (
    context: Context,
    request: FastifyRequest,
    principal: Principal,
    noteSensitive: NoteSensitive,
    db: Queryable,
  ): Promise<Prepared> => {
    const id = readId(route, request, principal);
    try {
      const { faults, unknownInBody, ...prepared } = read(context, request, principal, noteSensitive, id);
      if (faults.length === 0 && unknownInBody.length === 0) return prepared;
      const more = (await route.inspect?.(db, principal.company, prepared.call.body)) ?? [];
      if (unknownInBody.length > 0) throw unknownFields(unknownInBody, [...faults, ...more]);
      throw refusal([...faults, ...more], prepared.warnings);
    } catch (error) {
      await requireRecord(db, route, principal, request);
      const isRefusal = error instanceof ApiError && error.status === 422;
      if (isRefusal) await route.requireIntegration?.(context, db, principal.company, id);
      throw error;
    }
  };
}

export async function requireRecord(
  db: Queryable,
  route: Route,
  principal: Principal,
  request: FastifyRequest,
): Promise<void> {
  const { record } = route;
  if (!record) return;
  const id = readId(route, request, principal);
  if (!(await record.exists(db, principal.company.id, id, idTextOf(request)))) throw notFound(record.noun);
}

/** An id that does not have the shape of the record's ids answers 404, like any other id that names nothing. */
export function readId({ record }: Route, request: FastifyRequest, principal: Principal): number {
  if (!record) return 0;
  const text = idTextOf(request);
  const id = record.textId ? record.textId.numberOf(text, principal.company.id) : wholeNumber(text);
  if (id === undefined) throw notFound(record.noun);
  return id;
}

const idTextOf = (request: FastifyRequest) => (request.params as { id?: string }).id ?? "";

function wholeNumber(text: string): number | undefined {
  const number = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

function readBody(route: Route, request: FastifyRequest): unknown {
  const raw = request.body as Buffer | undefined;
  return route.bodyIsOptional && !raw?.length ? {} : parseBody(raw, request.givenType);
}

const withoutRecords = (body: unknown) =>
  typeof body === "object" && body !== null && "records" in body ? { ...body, records: [] } : body;

/** The route takes no parameters. */
const nothingKnown = (given: Record<string, unknown>): Validated => ({
  errors: [],
  unknown: Object.keys(given).map((name) => ({ name, known: [] })),
});

function refusal(faults: FieldError[], warnings: string[]) {
  const error = invalid(faults);
  if (warnings.length > 0) error.extra.warnings = warnings;
  return error;
}

function refuseUnstorableText(query: Record<string, unknown>): void {
  const isUnstorable = (value: unknown): boolean =>
    typeof value === "string"
      ? !isStorable(value)
      : typeof value === "object" && value !== null && Object.entries(value).flat().some(isUnstorable);
  const bad = Object.entries(query).filter(([, value]) => isUnstorable(value));
  if (bad.length > 0)
    throw invalid(bad.map(([field]) => ({ field, message: "contains invalid characters" })));
}
