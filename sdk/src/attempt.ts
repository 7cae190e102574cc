import type { Call } from "./call.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { type Answer, type Exchanged, named, readSuccess, refusal, uncertainty } from "./response.ts";
import type { Line } from "./transport.ts";

/** Makes a call once. Returns a successful response and throws an ApiError for everything else. */
export async function attempt(
  line: Line,
  call: Call,
  onHeaders: (headers: Headers) => void,
): Promise<Answer> {
  const exchanged = await withinDeadline(call, (signal) => exchange(line, call, signal)).catch(
    (error: unknown) => {
      if (call.signal?.aborted) throw call.signal.reason;
      throw error instanceof ApiError ? error : unanswered(line, call, error);
    },
  );
  const { status, headers } = exchanged;
  onHeaders(headers);
  if (status < 200 || status > 299) throw refusal(line, call, exchanged);
  return { status, headers, body: readSuccess(call, exchanged) };
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
    ...(body !== undefined && { body }),
    // The secret must not be sent to any other address.
    redirect: "manual",
    signal,
  });
  return {
    // Some runtimes hide the status of a redirect that is not followed.
    status: response.type === "opaqueredirect" ? 302 : response.status,
    headers: response.headers,
    content: new Uint8Array(await response.arrayBuffer()),
  };
}

// A timer with a longer delay than 32 bits can hold fires at once.
const longestTimerMs = 2 ** 31 - 1;

/** Enforces the deadline even if `fetch` ignores its signal. */
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

const tooLate = (call: Call) =>
  new TimeoutError({
    status: 0,
    code: "timeout",
    message: `${named(call)} got no response within ${call.timeoutMs / 1000} s.${uncertainty(call)}`,
  });

/** Keeps only the message of the failure, because its other properties may contain the request's headers. */
function unanswered({ baseUrl, mask }: Line, call: Call, error: unknown): ConnectionError {
  const { code, message } = innermost(error);
  const why = mask(code ?? message);
  return new ConnectionError({
    status: 0,
    code: "connection_failed",
    message: `${named(call)} got no response from ${new URL(baseUrl).host} (${why}).${uncertainty(call)}`,
  });
}

function innermost(error: unknown): { code: string | undefined; message: string } {
  let found = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth += 1)
    found = found.cause;
  if (!(found instanceof Error)) return { code: undefined, message: "unknown cause" };
  const { code } = found as Error & { code?: unknown };
  return { code: typeof code === "string" ? code : undefined, message: found.message };
}
