import type { Call } from "./call.ts";
import { brokenOff } from "./response.ts";

/** Does a part of an attempt within the call's deadline, and throws its failures as the caller gets them. */
export type Timed = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * The JSON lines of a body, each with its line feed. The next part is read when the lines of the one before are used up,
 * so that no more than a part and an unfinished line is in memory. Each part has the deadline of an attempt. A body is
 * whole if its last line is of type `end`.
 */
export async function* linesOf(
  call: Call,
  stream: NonNullable<Response["body"]>,
  timed: Timed,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let unfinished = "";
  let last = "";
  try {
    for (;;) {
      const { done, value } = await timed(() => reader.read());
      if (done) break;
      const lines = (unfinished + decoder.decode(value, { stream: true })).split("\n");
      unfinished = lines.pop()!;
      for (last of lines) {
        call.signal?.throwIfAborted();
        yield `${last}\n`;
      }
    }
    if (!last.startsWith('{"type":"end"')) throw brokenOff(call);
  } finally {
    // Whether the caller stops early, the call fails or all is read: the connection must not stay open.
    reader.cancel().catch(() => undefined);
  }
}
