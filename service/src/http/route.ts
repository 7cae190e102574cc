import type Type from "typebox";
import type { Company, Feature, Principal, Scope, SiteScope } from "../access.ts";
import type { Change, Context } from "../context.ts";
import type { Queryable } from "../foundation/database.ts";
import type { ApiError, FieldError } from "../foundation/errors.ts";
import type { Answer } from "./answer.ts";
import type { IdempotencyRequest } from "./idempotency.ts";

/** A request after authentication and validation, free of anything that belongs to the web framework. */
export type Call<Query = unknown, Body = unknown> = {
  context: Context;
  principal: Principal;
  requestId: string;
  /** Where it came from. */
  address: string;
  id: number;
  /** The same as the caller wrote it. */
  idText: string;
  query: Query;
  body: Body;
};

type Documented = {
  description: string;
  /** Where it is no JSON. */
  mediaType?: string;
  schema: Type.TSchema;
  example: unknown;
};

/** What every route declares. Scope and feature have no default: a route without them is no route. */
type RouteBase = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As in the contract: `/invoices/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Those that begin with `site:` belong to the site's own routes: no key can hold one. */
  scope: Scope | SiteScope | "any";
  /** Does as well: who may change something may look at it first. */
  orScope?: Scope;
  /** Several, when the route needs them all. */
  feature: Feature | readonly Feature[] | "any";
  query?: Type.TSchema;
  body?: Type.TSchema;
  bodyExample?: unknown;
  /** Does an empty body count as {}? */
  bodyIsOptional?: true;
  /** What it refuses beyond what every route of its shape does: one error for each code, as a caller gets it. */
  refusals?: readonly ApiError[];
  answers: Record<number, Documented>;
  /** Looks a refused body through for faults that only the database can tell, so that all are told at once. */
  inspect?: (db: Queryable, company: Company, body: unknown) => Promise<FieldError[]>;
  /** What it creates is counted by the subscription. */
  quota?: {
    /** Throws 429 when it is used up. */
    require: (db: Queryable, company: Company, now: Date) => Promise<void>;
    /** As a caller gets it. */
    exceeded: ApiError;
  };
  /** Throws 503 when the outside party that this route needs is not configured: told after 404, before 422. */
  requireIntegration?: (context: Context, db: Queryable, company: Company, id: number) => Promise<void>;
  /** The record that `{id}` names: when a body is refused, a missing record is told first (404 before 422). */
  record?: {
    noun: string;
    exists: (db: Queryable, companyId: number, id: number, idText: string) => Promise<boolean>;
    /**
     * Where `{id}` is a text: its shape, and the number it stands for in this company, if it stands for any; 0 for a
     * text that is itself what the record is found by.
     */
    textId?: {
      pattern: string;
      example: string;
      numberOf: (text: string, companyId: number) => number | undefined;
    };
  };
};

type ReadRoute = RouteBase & { kind: "read"; handle: (call: Call) => Promise<Answer> };
type ChangeRoute = RouteBase & { kind: "change"; handle: (change: Change, call: Call) => Promise<Answer> };
export type CoalescedRoute = RouteBase & {
  kind: "coalesced";
  handle: (call: Call, idempotency?: IdempotencyRequest) => Promise<Answer>;
};

type StagedRoute = RouteBase & { kind: "staged"; handle: (call: Call) => Promise<Answer> };

/** Reads run on the readers; changes in one transaction, where a repeated Idempotency-Key is answered again. */
export type Route = ReadRoute | ChangeRoute | CoalescedRoute | StagedRoute;

type Parsed<S extends Type.TSchema | undefined> = S extends Type.TSchema ? Type.Static<S> : undefined;

type Typed<Q extends Type.TSchema | undefined, B extends Type.TSchema | undefined> = Omit<
  RouteBase,
  "method" | "query" | "body"
> & { query?: Q; body?: B };

/** A GET. The handler sees the types that its schemas declare. */
export function read<Q extends Type.TSchema | undefined = undefined>(
  route: Typed<Q, undefined> & { handle: (call: Call<Parsed<Q>, undefined>) => Promise<Answer> },
): Route {
  return { ...route, method: "GET", kind: "read" } as unknown as Route;
}

/** A POST, PATCH or DELETE that changes something. */
export function change<B extends Type.TSchema | undefined = undefined>(
  method: "POST" | "PATCH" | "DELETE",
  route: Typed<undefined, B> & {
    handle: (change: Change, call: Call<undefined, Parsed<B>>) => Promise<Answer>;
  },
): Route {
  return { ...route, method, kind: "change" } as unknown as Route;
}

/** A POST whose concurrent calls share one statement; it keeps the idempotency promise itself. */
export function coalesced<B extends Type.TSchema>(
  route: Typed<undefined, B> & {
    handle: (call: Call<undefined, Type.Static<B>>, idempotency?: IdempotencyRequest) => Promise<Answer>;
  },
): Route {
  return { ...route, method: "POST", kind: "coalesced" } as unknown as Route;
}

/**
 * A POST that deals with an outside party between transactions of its own. It must be safe to repeat by itself: under a
 * repeated Idempotency-Key its first answer is given again, but a crash before that answer is kept runs it once more.
 */
export function staged<B extends Type.TSchema | undefined = undefined>(
  route: Typed<undefined, B> & { handle: (call: Call<undefined, Parsed<B>>) => Promise<Answer> },
): Route {
  return { ...route, method: "POST", kind: "staged" } as unknown as Route;
}
