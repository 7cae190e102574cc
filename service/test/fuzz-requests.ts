import fc from "fast-check";
import {
  oddBodies,
  oddHeaders,
  oddIdempotencyKeys,
  oddIds,
  oddMediaTypes,
  oddQueries,
  toJson,
  tooLarge,
} from "./fuzz-oddities.ts";
import { mutated, odd, type Values } from "./fuzz-values.ts";
import type { Operation, Parameter } from "./operations.ts";
import { idsFor, type Records } from "./records.ts";

/** One request, ready to be sent. The sender adds the credential. */
export type FuzzRequest = {
  operation: Operation;
  /** Path and query, after the base address. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The length is not declared. */
  chunked: boolean;
};

const rarely = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>, weight = 8): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const oneHeader = fc.oneof(
  ...Object.entries(oddHeaders).map(([name, texts]) =>
    fc.constantFrom(...texts).map((text) => ({ [name]: text })),
  ),
);

const idempotency = fc.oneof(
  fc.nat(40).map((number) => `k${number}`),
  fc.uuid(),
  fc.constantFrom(...oddIdempotencyKeys),
);

export function requestsFor(
  operation: Operation,
  records: Records,
  values: Values,
): fc.Arbitrary<FuzzRequest> {
  const { method, path, recordPath, body, parameters } = operation;
  const own = recordPath ? fc.constantFrom(...idsFor(records, recordPath).map(String)) : fc.constant("");
  const upserted = fc.constantFrom("crm-1", "crm-2", "a%2Fb", "%F0%9F%92%B8");
  const usual = method === "PUT" ? upserted : own;
  const id = usual === own && !recordPath ? own : rarely(usual, fc.constantFrom(...oddIds), 6);
  const noKey = fc.constant<string | undefined>(undefined);
  const key = method === "POST" ? rarely(noKey, idempotency, 4) : noKey;
  return fc
    .record({
      id,
      query: queriesFor(
        parameters.filter((parameter) => parameter.in === "query"),
        values,
      ),
      body: body
        ? bodiesFor(values(body.schema), (body.schema as { required?: string[] }).required ?? [])
        : rarely(fc.constant(undefined), anyBody, 4),
      type: rarely(
        fc.constant<string | undefined>("application/json"),
        fc.option(fc.constantFrom(...oddMediaTypes), { nil: undefined }),
        12,
      ),
      headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: oneHeader }),
      key,
      chunked: rarely(fc.constant(false), fc.constant(true), 15),
    })
    .map((made) => ({
      operation,
      target: `${path.replace(/\{\w+\}/, made.id)}${made.query === "" ? "" : `?${made.query}`}`,
      headers: {
        ...(made.body !== undefined && made.type !== undefined && { "content-type": made.type }),
        ...(made.key !== undefined && { "idempotency-key": made.key }),
        ...made.headers,
      },
      body: method === "GET" ? undefined : made.body,
      chunked: made.chunked,
    }));
}

const anyBody: fc.Arbitrary<Buffer | undefined> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...oddBodies) },
  { weight: 1, arbitrary: fc.constant(tooLarge) },
  { weight: 8, arbitrary: odd.map((value) => Buffer.from(toJson(value))) },
);

function bodiesFor(
  valid: fc.Arbitrary<unknown>,
  required: readonly string[],
): fc.Arbitrary<Buffer | undefined> {
  const asBuffer = (value: unknown) => Buffer.from(toJson(value));
  // Optional members that exclude each other would refuse nearly every body of some operations.
  const onlyRequired = (value: unknown) =>
    Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => required.includes(name)));
  return fc.oneof(
    { weight: 8, arbitrary: valid.map(asBuffer) },
    { weight: 3, arbitrary: valid.map(onlyRequired).map(asBuffer) },
    { weight: 12, arbitrary: mutated(valid).map(asBuffer) },
    { weight: 2, arbitrary: mutated(mutated(valid)).map(asBuffer) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(([value, cut]) => cutAt(asBuffer(value), cut)) },
    { weight: 2, arbitrary: anyBody },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const cutAt = (buffer: Buffer, place: number) => buffer.subarray(0, place % (buffer.length + 1));

function queriesFor(parameters: Parameter[], values: Values): fc.Arbitrary<string> {
  const none = fc.constant("");
  if (parameters.length === 0) return rarely(none, fc.constantFrom(...oddQueries), 12);
  const pair = (name: string, value: unknown) => `${encodeURIComponent(name)}=${encode(value)}`;
  const asked = (parameter: Parameter) => {
    const good = values(parameter.schema, parameter.name);
    return fc
      .oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: odd })
      .map((value) => pair(parameter.name, value));
  };
  const several = fc
    .array(fc.oneof(...parameters.map(asked)), { maxLength: 4 })
    .map((pairs) => pairs.join("&"));
  return fc.oneof(
    { weight: 8, arbitrary: several },
    { weight: 2, arbitrary: fc.constantFrom(...oddQueries) },
    { weight: 1, arbitrary: none },
  );
}

/** Short enough for a request line; a lone surrogate has no encoding and is replaced by its bytes. */
function encode(value: unknown): string {
  const text = (typeof value === "string" ? value : toJson(value)).slice(0, 1000);
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
