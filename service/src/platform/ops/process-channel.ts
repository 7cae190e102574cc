import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/** Calls between a process and one that it started, over the channel that Node opens between them. */
export type ProcessChannel = {
  /** Resolves with what the other side's handler returns; rejects if that fails, or the other process ends. */
  call<Answer = void>(name: string, value?: unknown, socket?: Socket): Promise<Answer>;
};

/** What the other side may call. */
export type CallHandlers = Record<string, (value: never, socket: Socket) => unknown>;

type Call = { call: number; name: string; value: unknown };
type Answer = { answer: number; value?: unknown; failure?: string };
type Other = Pick<ChildProcess, "send" | "on">;

export function openProcessChannel(other: Other | NodeJS.Process, handlers: CallHandlers): ProcessChannel {
  const { send, on } = { send: other.send!.bind(other), on: other.on.bind(other) } as Other;
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  let lastCall = 0;

  const answer = async ({ call, name, value }: Call, socket: Socket) => {
    const answered: Answer = { answer: call };
    try {
      answered.value = await handlers[name]!(value as never, socket);
    } catch (error) {
      answered.failure = (error as Error).message;
    }
    // If the other process has ended, nobody waits for the answer.
    send(answered, undefined, undefined, () => undefined);
  };
  const settle = ({ answer, value, failure }: Answer) => {
    const asked = calls.get(answer);
    calls.delete(answer);
    if (failure === undefined) asked?.resolve(value);
    else asked?.reject(new Error(failure));
  };
  on("message", (message: Call | Answer, socket) => {
    if ("call" in message) void answer(message, socket as Socket);
    else settle(message);
  });
  const rejectAll = () => {
    for (const [call, { reject }] of calls) {
      calls.delete(call);
      reject(new Error("the other process has ended"));
    }
  };
  // By then everything has been read that the other process sent. Node does not report a disconnect while a socket is on
  // its way to a child, but it always reports that the child has closed.
  on("disconnect", rejectAll);
  on("close", rejectAll);
  return {
    call: <Answer>(name: string, value?: unknown, socket?: Socket) => {
      const asked = Promise.withResolvers<unknown>();
      const call = ++lastCall;
      calls.set(call, asked);
      // The sender keeps the socket until the receiver has confirmed it, and can give it to another process instead.
      send({ call, name, value }, socket, { keepOpen: true }, (error) => {
        if (!error) return;
        calls.delete(call);
        asked.reject(error);
      });
      return asked.promise as Promise<Answer>;
    },
  };
}
