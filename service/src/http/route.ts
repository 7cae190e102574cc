import type Type from "typebox";
import type { Change, Context } from "../context.ts";
import type { Company, Feature, Principal, Scope, SiteScope } from "../contract/access.ts";
import type { ApiError, FieldError } from "../contract/errors.ts";
import type { SensitiveAction } from "../contract/sensitive-actions.ts";
import type { Queryable, Transaction } from "../platform/db/database.ts";
import type { IdempotencyRequest } from "./idempotency/idempotency.ts";
import type { RouteResponse } from "./response.ts";

/** A request after authentication and validation, free of anything that belongs to the web framework. */
export type Call<Query = unknown, Body = unknown> = {
  context: Context;
  principal: Principal;
  requestId: string;
  /** The caller's IP address. */
  address: string;
  /**
   * Stores the mail to the owners about a sensitive change. Routes that open their own transactions call it in the one
   * that stores the change; for the others the pipeline does.
   */
  noteSensitive: NoteSensitive;
  id: number;
  /** The id as the caller wrote it. */
  idText: string;
  /** Whether unknown fields are refused. */
  strict: boolean;
  query: Query;
  body: Body;
};

export type NoteSensitive = (tx: Transaction, about?: string) => Promise<void>;

type Documented = {
  description: string;
  /** Set where it is not JSON. */
  mediaType?: string;
  schema: Type.TSchema;
  example: unknown;
};

/** What every route declares. Scope and feature have no default, so that no route can forget them. */
type RouteBase = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in the contract: `/invoices/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Scopes that begin with `site:` are for the site's own routes: no key can hold one. */
  scope: Scope | SiteScope | "any";
  /** A scope that is sufficient too: a caller that may change something may read it first. */
  orScope?: Scope | SiteScope;
  /** A list where the route needs all of them. */
  feature: Feature | readonly Feature[] | "any";
  /** Set where the keys of a suspended company may call it too. */
  whileSuspended?: true;
  /** Asks people to prove again who they are, and mails all owners afterwards; keys are not asked. */
  stepUp?: SensitiveAction;
  /** Where only some requests are sensitive: is this one? */
  stepUpIf?: (db: Queryable, call: Call) => Promise<boolean>;
  /** Takes long or much memory, so it runs under the concurrency limit of its company. */
  expensive?: true;
  /** Set where what it reads may take long: it then runs on connections that short reads never wait for. */
  readsSlowly?: true;
  /** In units of its budget, where it costs more or less than routes of its shape do (`http/cost.ts`). */
  cost?: number;
  /** Moves the company's clock, by which its Idempotency-Keys expire: those of this route go by the real time. */
  movesClock?: true;
  /** Takes many records at once: it costs one unit for every hundred, and its body may be longer. */
  isBatch?: true;
  /** What `{…}` in the path is, where it names no record that has to exist. */
  pathText?: { description: string; schema: Type.TSchema; example: string };
  query?: Type.TSchema;
  body?: Type.TSchema;
  bodyExample?: unknown;
  /** Whether an empty body counts as {}. */
  bodyIsOptional?: true;
  /** Refusals beyond those of every route of its shape: one error for each code, as a caller gets it. */
  refusals?: readonly ApiError[];
  responses: Record<number, Documented>;
  /** Checks a refused body for faults that only the database can find, so that all faults are reported at once. */
  inspect?: (db: Queryable, company: Company, body: unknown) => Promise<FieldError[]>;
  /** Set where the subscription counts what the route creates. */
  quota?: {
    /** Throws 429 when it is used up. */
    require: (db: Queryable, company: Company, now: Date) => Promise<void>;
    /** As a caller gets it. */
    exceeded: ApiError;
  };
  /** Throws 503 when the outside party that this route needs is not configured: checked after 404, before 422. */
  requireIntegration?: (context: Context, db: Queryable, company: Company, id: number) => Promise<void>;
  /** The record that `{id}` names. When a body is refused, a missing record is reported first (404 before 422). */
  record?: {
    noun: string;
    exists: (db: Queryable, companyId: number, id: number, idText: string) => Promise<boolean>;
    /**
     * Where `{id}` is text: its pattern, and the number that it stands for in this company, if any; 0 for a text by
     * which the record itself is found.
     */
    textId?: {
      pattern: string;
      example: string;
      numberOf: (text: string, companyId: number) => number | undefined;
    };
  };
};

type ReadRoute = RouteBase & { kind: "read"; handle: (call: Call) => Promise<RouteResponse> };
type ChangeRoute = RouteBase & {
  kind: "change";
  handle: (change: Change, call: Call) => Promise<RouteResponse>;
};
export type CoalescedRoute = RouteBase & {
  kind: "coalesced";
  handle: (call: Call, idempotency?: IdempotencyRequest) => Promise<RouteResponse>;
};

type StagedRoute = RouteBase & { kind: "staged"; handle: (call: Call) => Promise<RouteResponse> };

/** Reads run on the readers; changes in one transaction, where a repeated Idempotency-Key is answered again. */
export type Route = ReadRoute | ChangeRoute | CoalescedRoute | StagedRoute;

type Parsed<S extends Type.TSchema | undefined> = S extends Type.TSchema ? Type.Static<S> : undefined;

type Typed<Q extends Type.TSchema | undefined, B extends Type.TSchema | undefined> = Omit<
  RouteBase,
  "method" | "query" | "body" | "stepUpIf"
> & {
  query?: Q;
  body?: B;
  stepUpIf?: (db: Queryable, call: Call<undefined, Parsed<B>>) => Promise<boolean>;
};

/** A GET. The handler sees the types that its schemas declare. */
export function read<Q extends Type.TSchema | undefined = undefined>(
  route: Typed<Q, undefined> & { handle: (call: Call<Parsed<Q>, undefined>) => Promise<RouteResponse> },
): Route {
  return { ...route, method: "GET", kind: "read" } as unknown as Route;
}

/** A POST, PUT, PATCH or DELETE that changes something. */
export function change<B extends Type.TSchema | undefined = undefined>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  route: Typed<undefined, B> & {
    handle: (change: Change, call: Call<undefined, Parsed<B>>) => Promise<RouteResponse>;
  },
): Route {
  return { ...route, method, kind: "change" } as unknown as Route;
}

/** A POST whose concurrent calls share one statement; it handles idempotency itself. */
export function coalesced<B extends Type.TSchema>(
  route: Typed<undefined, B> & {
    handle: (
      call: Call<undefined, Type.Static<B>>,
      idempotency?: IdempotencyRequest,
    ) => Promise<RouteResponse>;
  },
): Route {
  return { ...route, method: "POST", kind: "coalesced" } as unknown as Route;
}

/**
 * A POST that calls an outside party between transactions of its own. It must be safe to repeat by itself: a repeated
 * Idempotency-Key gets the first answer again, but a crash before that answer was stored runs it once more.
 */
export function staged<B extends Type.TSchema | undefined = undefined>(
  route: Typed<undefined, B> & { handle: (call: Call<undefined, Parsed<B>>) => Promise<RouteResponse> },
): Route {
  return { ...route, method: "POST", kind: "staged" } as unknown as Route;
}
