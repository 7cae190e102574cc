import type { TSchema } from "typebox";
import type { Change } from "../context.ts";
import type { Company } from "../contract/access.ts";
import { ApiError, type FieldError, invalid } from "../contract/errors.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Json } from "../platform/db/sql.ts";
import {
  type BatchBody,
  type BatchOutcome,
  type BatchRecord,
  batchBody,
  batchResponse,
  idOfRecord,
} from "../platform/values/batch.ts";
import { ExternalId } from "../platform/values/schema.ts";
import { isStorable } from "./body.ts";
import { jsonResponse, type RouteResponse } from "./response.ts";
import { change, type Route } from "./route.ts";
import { unknownFields } from "./unknown-names.ts";
import { compileValidator, withoutUnknown } from "./validation.ts";

type Members = Record<string, unknown>;

/** How the records of one module are created and changed, many at a time. */
export type Batch<EventType extends string> = {
  /** `customer`, as in `is already used by another customer of this company`. */
  noun: string;
  create: TSchema;
  patch: TSchema;
  /** Besides `external_id`, what no two records of a company share. */
  unique?: readonly string[];
  /** The records with these external ids, locked until the transaction ends. */
  find(change: Change, externalIds: readonly string[]): Promise<ReadonlyMap<string, Json>>;
  /** Finds faults of a refused record that only the database knows, so that all are reported at once. */
  inspect?: (db: Queryable, company: Company, input: unknown) => Promise<FieldError[]>;
  /** Outcomes come back in the order of the records. */
  // biome-ignore lint/suspicious/noExplicitAny: each module has the types of its own schemas, which were checked
  store(change: Change, records: readonly BatchRecord<any>[]): Promise<BatchOutcome<EventType>[]>;
  emit(
    change: Change,
    events: readonly { type: EventType; object: Json; previous?: Json | undefined }[],
  ): void;
};

type BatchRoute = Pick<
  Route,
  "path" | "operationId" | "summary" | "tag" | "scope" | "feature" | "quota" | "refusals"
> & { title: string; record: TSchema; example: object };

/** POST /customers/batch and its siblings: one transaction and a few statements for up to 500 records. */
export function batchRoute<EventType extends string>(
  { title, record, example, ...route }: BatchRoute,
  batch: Batch<EventType>,
): Route {
  return change("POST", {
    ...route,
    description:
      "Up to 500 records in one request, each validated as a request with it alone would be. In `upsert` mode, fields that are omitted stay unchanged, null clears a field, and a record that changes nothing is `unchanged`: nothing is stored and no event is emitted.",
    isBatch: true,
    expensive: true,
    cost: 1,
    body: batchBody(title, record),
    bodyExample: { mode: "upsert", records: [example] },
    responses: { 200: batchResponse },
    handle: async (made, { body, strict }) => runBatch(made, body as BatchBody, batch, strict),
  });
}

/** PUT /customers/by_external_id/{external_id} and its siblings: a batch of one. */
export function upsertRoute<EventType extends string>(
  route: Pick<
    Route,
    "path" | "operationId" | "summary" | "tag" | "scope" | "feature" | "quota" | "refusals" | "responses"
  > & { name: string; record: TSchema; example: object; shown?: (made: Change, json: Json) => Promise<Json> },
  batch: Batch<EventType>,
): Route {
  const { name, record, example, shown, ...rest } = route;
  return change("PUT", {
    ...rest,
    description: `Changes the ${batch.noun} with this \`external_id\`, or creates it. Fields that are omitted stay unchanged, and null clears a field; a request that changes nothing stores nothing and emits no event. Concurrent requests make one ${batch.noun}.`,
    pathText: {
      description: "Your own id for the record.",
      schema: ExternalId,
      example: "crm-881",
    },
    body: record,
    bodyExample: example,
    handle: async (made, { idText, body }) => {
      if (!isStorable(idText)) throw invalid([unstorableId]);
      const input = { external_id: idText, ...(body as Members) };
      if (input.external_id !== idText) throw invalid([otherExternalId]);
      // Unknown fields were refused, or warned about, with the request.
      const [outcome] = await outcomesOf(made, { mode: "upsert", records: [input] }, batch, false);
      if (outcome!.status === "failed") throw outcome!.error;
      if (outcome!.status === "taken") throw new Error("a conflict is decided before this");
      const json =
        outcome!.status === "unchanged" && shown ? await shown(made, outcome!.record) : outcome!.record;
      return jsonResponse(outcome!.status === "created" ? 201 : 200, { [name]: json });
    },
  });
}

const unstorableId = { field: "external_id", message: "contains invalid characters" };

const otherExternalId = {
  field: "external_id",
  message: "must be the external_id in the path, or omitted. PATCH changes an external_id",
};

async function runBatch<EventType extends string>(
  made: Change,
  body: BatchBody,
  batch: Batch<EventType>,
  strict: boolean,
): Promise<RouteResponse> {
  const outcomes = await outcomesOf(made, body, batch, strict);
  if (body.all_or_nothing) refuseFailed(outcomes);
  else refuseExhausted(outcomes);
  return jsonResponse(200, { results: `[${outcomes.map(resultOf).join(",")}]` });
}

// Records are not deleted in the moment between two rounds, so that the second one finds what took the external_id.
const roundsMax = 4;

async function outcomesOf<EventType extends string>(
  made: Change,
  { mode, records }: BatchBody,
  batch: Batch<EventType>,
  strict: boolean,
): Promise<BatchOutcome<EventType>[]> {
  const outcomes: BatchOutcome<EventType>[] = [];
  const seen = new Map<string, number>();
  let open = records
    .map((given, index) => ({ given: given as Members, index }))
    .filter(({ given, index }) => {
      const faults = batchFaults(batch, mode, given, index, seen);
      if (faults.length > 0) outcomes[index] = { status: "failed", error: invalid([...faults]) };
      return faults.length === 0;
    });
  for (let round = 1; open.length > 0; round += 1) {
    if (round > roundsMax) throw new Error(`a batch of ${batch.noun}s met the same conflict again and again`);
    const known =
      mode === "upsert"
        ? await batch.find(
            made,
            open.flatMap(({ given }) => (isText(given?.external_id) ? [given.external_id] : [])),
          )
        : nothing;
    const valid: BatchRecord<unknown>[] = [];
    for (const { given, index } of open) {
      const before = isText(given?.external_id) ? known.get(given.external_id) : undefined;
      const read = await readRecord(made, batch, given, before, strict);
      if (read instanceof ApiError) outcomes[index] = { status: "failed", error: read };
      else valid.push({ index, input: read, before });
    }
    const stored = valid.length > 0 ? await batch.store(made, valid) : [];
    stored.forEach((outcome, place) => {
      const isRefused = outcome.status === "taken" && mode === "create";
      outcomes[valid[place]!.index] = isRefused
        ? { status: "failed", error: externalIdTaken(batch) }
        : outcome;
    });
    open = open.filter(({ index }) => outcomes[index]!.status === "taken");
  }
  batch.emit(
    made,
    outcomes.flatMap((outcome) => ("event" in outcome && outcome.event ? [outcome.event] : [])),
  );
  return outcomes;
}

/** The fields of a record that the schema knows, or what is wrong with it. */
async function readRecord<EventType extends string>(
  made: Change,
  batch: Batch<EventType>,
  given: Members,
  before: Json | undefined,
  strict: boolean,
): Promise<Members | ApiError> {
  const { create, patch } = checksOf(batch);
  const { errors, unknown } = (before === undefined ? create : patch)(given);
  const isUnknown = strict && unknown.length > 0;
  if (errors.length > 0 || isUnknown) {
    const faults = [...errors, ...((await batch.inspect?.(made.tx, made.company, given)) ?? [])];
    return isUnknown ? unknownFields(unknown, faults) : invalid(faults);
  }
  return unknown.length > 0
    ? withoutUnknown(before === undefined ? batch.create : batch.patch, given)
    : given;
}

const nothing: ReadonlyMap<string, Json> = new Map();
const isText = (value: unknown): value is string => typeof value === "string";

type Checks = Record<"create" | "patch", ReturnType<typeof compileValidator>>;
const checks = new WeakMap<object, Checks>();

function checksOf({ create, patch }: { create: TSchema; patch: TSchema }): Checks {
  const known = checks.get(create) ?? { create: compileValidator(create), patch: compileValidator(patch) };
  checks.set(create, known);
  return known;
}

/** What is wrong with a record because it is part of a batch; the rest is found by the schemas. */
function batchFaults(
  { unique = [] }: { unique?: readonly string[] },
  mode: BatchBody["mode"],
  given: Members | null,
  index: number,
  seen: Map<string, number>,
): FieldError[] {
  const faults: FieldError[] = [];
  if (mode === "upsert" && isObject(given) && given?.external_id == null)
    faults.push({ field: "external_id", message: "is required in upsert mode" });
  for (const field of ["external_id", ...unique]) {
    const value = given?.[field];
    if (!isText(value)) continue;
    const key = `${field} ${value}`;
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, index);
    else faults.push({ field, message: `is already used by records[${earlier}] of this batch` });
  }
  return faults;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const externalIdTaken = ({ noun }: { noun: string }) =>
  invalid([{ field: "external_id", message: `is already used by another ${noun} of this company` }]);

const faultsOf = ({ errors, message }: ApiError): FieldError[] => errors ?? [{ field: "record", message }];

function resultOf(outcome: BatchOutcome, index: number): Json {
  if (outcome.status === "failed") {
    const { error } = outcome;
    return JSON.stringify({ index, status: "failed", code: error.code, errors: faultsOf(error) });
  }
  if (outcome.status === "taken") throw new Error("a conflict is decided before this");
  const { status, record } = outcome;
  const duplicateOf = status === "created" ? outcome.duplicateOf : undefined;
  const duplicate = duplicateOf == null ? "" : `,"possible_duplicate_of":${duplicateOf}`;
  return `{"index":${index},"status":"${status}","id":${idOfRecord(record)}${duplicate}}`;
}

const errorsMax = 100;

/** Nothing is stored, because the error ends the transaction. */
function refuseFailed(outcomes: readonly BatchOutcome[]): void {
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === "failed" ? [{ index, error: outcome.error }] : [],
  );
  if (failed.length === 0) return;
  refuseQuota(failed);
  const errors = failed.flatMap(({ index, error }) =>
    faultsOf(error).map(({ field, message }) => ({
      field: field === "record" || field === "body" ? `records[${index}]` : `records[${index}].${field}`,
      message,
    })),
  );
  throw new ApiError(422, "batch_failed", batchFailedText(failed.length, outcomes.length), {
    errors: errors.slice(0, errorsMax),
  });
}

/** A quota that admits none of the records is reported as it is to a request with one record. */
function refuseExhausted(outcomes: readonly BatchOutcome[]): void {
  const failed = outcomes.flatMap((outcome) => (outcome.status === "failed" ? [outcome] : []));
  if (failed.length === outcomes.length) refuseQuota(failed);
}

function refuseQuota(failed: readonly { error: ApiError }[]): void {
  const exhausted = failed.find(({ error }) => error.status === 429);
  if (exhausted) throw exhausted.error;
}

const batchFailedText = (failed: number, all: number) =>
  `${failed} of ${all} records failed, so none was stored. Correct them, or send the batch without all_or_nothing to store the others.`;

export const batchFailedExample = new ApiError(422, "batch_failed", batchFailedText(1, 2), {
  errors: [{ field: "records[1].name", message: "is required" }],
});
