import { ApiError, ConnectionError, errorFor, type FieldError, TimeoutError } from "./errors.ts";

export type Query = Record<string, string | number | boolean | null | undefined>;

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base address: `/invoices/1042`. */
  path: string;
  query: Query;
  /** Written once, so that every attempt says the same, whatever becomes of the object meanwhile. */
  body: string | undefined;
  idempotencyKey: string | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  form: Form;
};

export type Form = "json" | "text" | "bytes";

/** As much of `fetch` as is used, so that a function of your own fits too. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type Answer = { status: number; headers: Headers; body: unknown };

/** What every call of a client has in common. */
export type Line = {
  fetch: Fetch;
  baseUrl: string;
  authorization: string;
  /** Takes secrets out of texts that others wrote. */
  mask: (text: string) => string;
};

/** Makes a call once. Gives the answer of a success, and throws an ApiError for everything else. */
export async function attempt(line: Line, call: Call): Promise<Answer> {
  const { status, headers, content } = await withinDeadline(call, (signal) =>
    exchange(line, call, signal),
  ).catch((error: unknown) => {
    if (error instanceof ApiError || call.signal?.aborted) throw error;
    throw unanswered(line, call, error);
  });
  if (status >= 200 && status < 300)
    return { status, headers, body: readSuccess(call, status, headers, content) };
  throw refusal(line, call, { status, headers, content });
}

type Exchanged = { status: number; headers: Headers; content: Uint8Array };

async function exchange(line: Line, call: Call, signal: AbortSignal): Promise<Exchanged> {
  const { method, path, query, body, idempotencyKey } = call;
  const response = await line.fetch(`${line.baseUrl}${path}${searchOf(query)}`, {
    method,
    headers: {
      authorization: line.authorization,
      accept: call.form === "json" ? "application/json" : "*/*",
      // One record is a packet or two: unpacking it takes longer than it travels. Lists are worth it.
      ...(method !== "GET" && { "accept-encoding": "identity" }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body }),
    // The secret goes to the address that was given and to no other.
    redirect: "manual",
    signal,
  });
  return {
    // Some runtimes hide what a redirect that is not followed says.
    status: response.type === "opaqueredirect" ? 302 : response.status,
    headers: response.headers,
    content: new Uint8Array(await response.arrayBuffer()),
  };
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

// A timer that is set to longer than 32 bits hold ends at once.
const longestTimerMs = 2 ** 31 - 1;

/** Holds whatever `fetch` makes of its signal. */
async function withinDeadline<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal: given, timeoutMs } = call;
  if (given?.aborted) throw given.reason;
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true });
  });
  const timer = setTimeout(() => ending.abort(tooLate(call)), Math.min(timeoutMs, longestTimerMs));
  const follow = () => ending.abort(given?.reason);
  given?.addEventListener("abort", follow, { once: true });
  try {
    const working = work(ending.signal);
    working.catch(() => undefined);
    return await Promise.race([working, ended]);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    given?.removeEventListener("abort", follow);
  }
}

const named = ({ method, path }: Call) => `${method} ${path}`;

const tooLate = (call: Call) =>
  new TimeoutError({
    status: 0,
    code: "timeout",
    message: `${named(call)} was not answered within ${call.timeoutMs / 1000} s.${doubt(call)}`,
  });

/** Only the words of the failure are kept: what it carries besides may hold the request's headers. */
function unanswered({ baseUrl, mask }: Line, call: Call, error: unknown): ConnectionError {
  const { code, message } = innermost(error);
  const why = mask(code ?? message);
  return new ConnectionError({
    status: 0,
    code: "connection_failed",
    message: `${named(call)} got no answer from ${new URL(baseUrl).host} (${why}).${doubt(call)}`,
  });
}

const doubt = ({ idempotencyKey }: Call) =>
  idempotencyKey === undefined
    ? ""
    : " It may have been carried out all the same; sent again with the same Idempotency-Key it counts once.";

function innermost(error: unknown): { code: string | undefined; message: string } {
  let found = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth += 1)
    found = found.cause;
  if (!(found instanceof Error)) return { code: undefined, message: "unknown cause" };
  const { code } = found as Error & { code?: unknown };
  return { code: typeof code === "string" ? code : undefined, message: found.message };
}

function readSuccess(call: Call, status: number, headers: Headers, content: Uint8Array): unknown {
  if (call.form === "bytes") return content;
  if (call.form === "text") return textOf(content);
  try {
    return JSON.parse(textOf(content));
  } catch {
    throw new ApiError({
      status,
      code: "unreadable_answer",
      message: `${named(call)} was answered with ${status}, but not in JSON. Is the base address the API's own?${doubt(call)}`,
      requestId: headers.get("x-request-id") ?? undefined,
    });
  }
}

const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

function refusal({ mask }: Line, call: Call, { status, headers, content }: Exchanged): ApiError {
  const told = readRefusal(textOf(content));
  const elsewhere = status >= 300 && status < 400;
  const unexplained = elsewhere
    ? `${named(call)} was answered with a redirect (${status}), which is not followed. Check the base address.`
    : `${named(call)} was answered with ${status} and no explanation.`;
  return errorFor({
    status,
    code: told.code ?? (elsewhere ? "redirected" : "unexplained"),
    message: mask(told.error ?? unexplained),
    errors: told.errors.map(({ field, message }) => ({ field, message: mask(message) })),
    requestId: headers.get("x-request-id") ?? told.request_id,
    retryAfterSeconds: secondsOf(headers.get("retry-after")),
  });
}

type Told = { error?: string; code?: string; request_id?: string; errors: FieldError[] };

/** An error of ours, or what a proxy said in our place. */
function readRefusal(text: string): Told {
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    const word = (name: string) => (typeof body?.[name] === "string" ? { [name]: body[name] } : {});
    const errors = Array.isArray(body?.errors) ? body.errors.filter(isFieldError) : [];
    return { ...word("error"), ...word("code"), ...word("request_id"), errors };
  } catch {
    return { errors: [] };
  }
}

function isFieldError(entry: unknown): entry is FieldError {
  const { field, message } = (entry ?? {}) as Record<string, unknown>;
  return typeof field === "string" && typeof message === "string";
}

/** Seconds, or a date as proxies write it. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
