import fc from "fast-check";
import { mutated, odd, toJson, type Values } from "./fuzz-values.ts";
import type { Operation, Parameter } from "./operations.ts";
import { idsFor, type Records } from "./records.ts";

/** One request, ready to be sent. The credential is added by the sender. */
export type FuzzRequest = {
  operation: Operation;
  /** Path and query, after the base address. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Length unknown beforehand. */
  chunked: boolean;
};

const rarely = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>, weight = 8): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const oddIds = [
  ...["0", "-1", "1.5", "01", "+1", "1e3", "0x1", "NaN", "null", "%00", "%20", "a%2Fb", "%ED%A0%80", "%F0%9F%92%B8", "%zz", "1%"],
  ...["9007199254740991", "9007199254740992", "9223372036854775808", "9".repeat(40), "9".repeat(199), "9".repeat(300), "..", "*", ":id", "{id}"],
];

const oddQueries = [
  ...["limit=1&limit=2", "limit", "=", "&&&", "limit=", "cursor=", "limit=%00", "q=%00", "q=%ED%A0%80", "q=%zz", "q=%", "q[]=1", "q[a]=1"],
  ...["cursor=AAAA", "cursor=MjAyNi0xMS0xNVQxMTowMDowMC4wMDBaIDE", "cursor=OTk5OS0xMi0zMVQyMzo1OTo1OS45OTlaIDk5OTk5OTk5OTk5OTk5OQ"],
  ...["include=lines,lines", "include=total_count,lines", "include=,", "include=constructor", "__proto__=1", "__proto__[a]=1", "constructor=1"],
  ...["created_from=2026-11-16&created_to=2026-11-01", "created_from=0000-01-01", "created_to=9999-12-31", "pirce=1", `q=${"x".repeat(4000)}`],
  ...["limit=1e1", "limit=+5", "limit=%205", "limit=0x5", "limit=101", "customer_id=9007199254740993", "active=TRUE", "?", "a=b=c", "%F0%9F=1"],
];

const oddTypes = [
  ...["text/plain", "application/json; charset=utf-16", "APPLICATION/JSON", "application/vnd.api+json", "application/json;", "nonsense", ""],
  ...["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/octet-stream", "application/json, text/plain", "*/*", "a/b/c", ";"],
];

const oddBodies: (string | Buffer)[] = [
  ...["", " ", "null", "[]", '""', "0", "{", "}", '{"a":}', "{'a':1}", '{"a":1,}', "NaN", "undefined", "\ufeff{}", "{}{}", "// x", '{"a":1}\0'],
  ...['{"name":"a","name":1}', '{"__proto__":{"name":"x"},"name":"y"}', '{"name":"\\ud800"}', '{"name":"\\u0000"}', '{"\\u0000":1}', '{"name":"\\x"}'],
  ...["[".repeat(5000), `${"[".repeat(20_000)}${"]".repeat(20_000)}`, `{"metadata":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}`, `{"a":${"9".repeat(50_000)}}`],
  ...[`${'{"a":'.repeat(3000)}"\\u0000"${"}".repeat(3000)}`, `${'{"a":'.repeat(9000)}1e5${"}".repeat(9000)}`, `{"lines":[${"{},".repeat(2000)}{}]}`],
  ...[Buffer.from([0xff, 0xfe, 0x7b, 0x00]), Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.alloc(1000)],
  Buffer.alloc(1024 * 1024 + 1, "x"),
];

const oddHeaders: Record<string, string[]> = {
  "x-request-id": ["a b", "x".repeat(101), "ok-1", "ü", '"', "../..", "%00"],
  "accept-encoding": ["gzip", "br", "identity;q=0", "*;q=0", "nonsense", "deflate", ""],
  "if-none-match": ["*", '"x"', 'W/"x"', ",", '"', "x".repeat(2000)],
  accept: ["text/html", "nonsense", "application/xml;q=0"],
  "accept-version": ["1.x", "nonsense"],
  "content-encoding": ["gzip", "nonsense"],
  "x-http-method-override": ["DELETE"],
  "x-forwarded-proto": ["https", "gopher"],
  "x-forwarded-for": ["1.2.3.4, nonsense", "'"],
  range: ["bytes=0-1"],
  cookie: ["a=b; c"],
  "x-api-key": ["", "bf_test_x"],
  authorization: ["", "Bearer", "Bearer :", "Bearer a:", "Basic YTpi", "bearer  a:b:c", "Bearer ü:ü", `Bearer ${"x".repeat(3000)}:y`],
};

const oneHeader = fc.oneof(
  ...Object.entries(oddHeaders).map(([name, texts]) => fc.constantFrom(...texts).map((text) => ({ [name]: text }))),
);

const idempotency = fc.oneof(
  fc.nat(40).map((number) => `k${number}`),
  fc.uuid(),
  fc.constantFrom("", " ", "k".repeat(255), "k".repeat(256), "ü", "'", "\\", "a\tb", "%00", "k1, k1", "\u00ff\u0080".repeat(20), "ü".repeat(255)),
);

export function requestsFor(operation: Operation, records: Records, values: Values): fc.Arbitrary<FuzzRequest> {
  const { method, path, recordPath, body, parameters } = operation;
  const own = recordPath ? fc.constantFrom(...idsFor(records, recordPath).map(String)) : fc.constant("");
  const id = recordPath ? rarely(own, fc.constantFrom(...oddIds), 6) : own;
  const noKey = fc.constant<string | undefined>(undefined);
  const key = method === "POST" ? rarely(noKey, idempotency, 4) : noKey;
  return fc
    .record({
      id,
      query: queriesFor(parameters.filter((parameter) => parameter.in === "query"), values),
      body: body ? bodiesFor(values(body.schema)) : rarely(fc.constant(undefined), anyBody, 4),
      type: rarely(fc.constant<string | undefined>("application/json"), fc.option(fc.constantFrom(...oddTypes), { nil: undefined }), 12),
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
  { weight: 30, arbitrary: fc.constantFrom(...oddBodies.slice(0, -1)).map((body) => Buffer.from(body)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from(oddBodies.at(-1)!)) },
  { weight: 8, arbitrary: odd.map((value) => Buffer.from(toJson(value))) },
);

function bodiesFor(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer | undefined> {
  const asBuffer = (value: unknown) => Buffer.from(toJson(value));
  return fc.oneof(
    { weight: 8, arbitrary: valid.map(asBuffer) },
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
    return fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: odd }).map((value) => pair(parameter.name, value));
  };
  const several = fc.array(fc.oneof(...parameters.map(asked)), { maxLength: 4 }).map((pairs) => pairs.join("&"));
  return fc.oneof({ weight: 8, arbitrary: several }, { weight: 2, arbitrary: fc.constantFrom(...oddQueries) }, { weight: 1, arbitrary: none });
}

/** Short enough for a request line; a lone surrogate has no encoding and becomes its bytes. */
function encode(value: unknown): string {
  const text = (typeof value === "string" ? value : toJson(value)).slice(0, 1000);
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
