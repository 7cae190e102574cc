import type { Call } from "./call.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { linesOf, type Timed } from "./lines.ts";
import { type Answer, type Exchanged, named, readSuccess, refusal, uncertainty } from "./response.ts";
import type { Line } from "./transport.ts";

/** Makes a call once. Returns a successful response and throws an ApiError for everything else. */
export async function attempt(
  line: Line,
  call: Call,
  onHeaders: (headers: Headers) => void,
): Promise<Answer> {
  const timed: Timed = (work) =>
    withinDeadline(call, work).catch((error: unknown) => {
      if (call.signal?.aborted) throw call.signal.reason;
      throw error instanceof ApiError ? error : unanswered(line, call, error);
    });
  const exchanged = await timed((signal) => exchange(line, call, signal));
  const { status, headers, stream } = exchanged;
  onHeaders(headers);
  if (status < 200 || status > 299) throw refusal(line, call, exchanged);
  return { status, headers, body: stream ? linesOf(call, stream, timed) : readSuccess(call, exchanged) };
}

async function exchange(line: Line, call: Call, signal: AbortSignal): Promise<Exchanged> {
  const { method, path, search, body, idempotencyKey } = call;
  const response = await line.fetch(`${line.baseUrl}${path}${search}`, {
    method,
    headers: {
      authorization: line.authorization,
      // A mistyped field or parameter is refused instead of being ignored.
      "billfold-strict": "true",
      accept: call.form === "json" ? "application/json" : "*/*",
      // A single record fits into a packet or two, so decompressing it takes longer than sending it. Lists are worth
      // compressing.
      ...(method !== "GET" && { "accept-encoding": "identity" }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    body: body ?? null,
    // The secret must not be sent to any other address.
    redirect: "manual",
    signal,
  });
  const stream = call.form === "lines" && response.ok && response.body;
  return {
    // Some runtimes hide the status of a redirect that is not followed.
    status: response.type === "opaqueredirect" ? 302 : response.status,
    headers: response.headers,
    stream,
    content: new Uint8Array(stream ? [] : await response.arrayBuffer()),
  };
}

// A timer with a longer delay than 32 bits can hold fires at once.
const longestTimerMs = 2 ** 31 - 1;

/** Enforces the deadline even if `fetch` ignores its signal. */
function withinDeadline<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal: given, timeoutMs } = call;
  const ending = new AbortController();
  const { signal } = ending;
  const follow = () => ending.abort(given?.reason);
  const timer = setTimeout(() => ending.abort(tooLate(call)), Math.min(timeoutMs, longestTimerMs));
  given?.addEventListener("abort", follow, { once: true });
  return new Promise<T>((resolve, reject) => {
    // This is rejected before the work sees the signal, so the reason is what the caller gets.
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (given?.aborted) follow();
    else work(signal).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    given?.removeEventListener("abort", follow);
  });
}

const tooLate = (call: Call) =>
  new TimeoutError({
    status: 0,
    code: "timeout",
    message: `${named(call)} got no response within ${call.timeoutMs / 1000} s.${uncertainty(call)}`,
  });

/** Keeps only the message of the failure, because its other properties may contain the request's headers. */
function unanswered({ baseUrl, mask }: Line, call: Call, error: unknown): ConnectionError {
  const why = mask(causeOf(error));
  return new ConnectionError({
    status: 0,
    code: "connection_failed",
    message: `${named(call)} got no complete response from ${new URL(baseUrl).host} (${why}).${uncertainty(call)}`,
  });
}

function causeOf(error: unknown): string {
  let found = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined;
  for (let depth = 0; depth < 5 && found?.cause instanceof Error; depth += 1) found = found.cause;
  return [found?.code, found?.message].find((text) => typeof text === "string") ?? "unknown cause";
}
