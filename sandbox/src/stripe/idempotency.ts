import { invalidRequest, Refusal } from "./refusal.ts";

const day = 24 * 60 * 60_000;

export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/**
 * Follows Stripe: a processed request returns the same response for its key from then on, and a different request
 * with that key is refused. A request that failed validation is not recorded. Keys expire after a day.
 */
export function createIdempotency(
  now: () => Date,
): (key: string | undefined, owner: string, request: string, run: () => Answer) => Answer {
  const kept = new Map<string, { request: string; answer: Answer; atMs: number }>();
  return (key, owner, request, run) => {
    if (key === undefined) return run();
    if (key.length > 255) throw invalidRequest("Idempotency keys must be at most 255 characters.");
    const place = `${owner} ${key}`;
    if (now().getTime() - (kept.get(place)?.atMs ?? 0) >= day) kept.delete(place);
    const before = kept.get(place);
    if (before && before.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new Refusal(400, "idempotency_error", message);
    }
    if (before) return { ...before.answer, headers: { "idempotent-replayed": "true" } };
    // A later change of the object must not change the stored response.
    const answer = structuredClone(answerOf(run));
    kept.set(place, { request, answer, atMs: now().getTime() });
    return answer;
  };
}

function answerOf(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal && error.begun) return { status: error.status, body: error.body };
    throw error;
  }
}
