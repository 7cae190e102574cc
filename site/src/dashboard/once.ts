import { ApiFailure, call, type Method, newIdempotencyKey } from "../data/api.ts";

/**
 * A change that happens once, however often it is requested: pressed twice, or again after the connection broke. Its
 * key stays the same until there is an answer; a request after that is a new one.
 */
export async function callOnce<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const asked = `${method} ${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(asked) ?? newIdempotencyKey();
  unanswered.set(asked, key);
  try {
    const answer = await call<Answer>(method, path, body, { idempotencyKey: key });
    unanswered.delete(asked);
    return answer;
  } catch (error) {
    if (isAnswer(error)) unanswered.delete(asked);
    throw error;
  }
}

const unanswered = new Map<string, string>();

/** A refused change did not happen. After any other failure it may have happened, and must not happen twice. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
}
