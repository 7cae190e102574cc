import type { NodeCounters } from "../../app.ts";
import { ApiError } from "../../contract/errors.ts";
import { tooBusy } from "../../http/concurrency-limit.ts";
import type { CallHandlers, ProcessChannel } from "../../platform/ops/process-channel.ts";

type Turn = { id: number } | { refused: string };

/** The requests that a process makes to the primary, which counts for all processes. */
export type ServedCounters = {
  handlers: CallHandlers;
  /** Ends the turns that the process held when it ended. */
  endAll(): void;
};

export function serveCounters({ turns, countVisit }: NodeCounters): ServedCounters {
  const held = new Map<number, () => void>();
  let lastId = 0;
  let hasEnded = false;
  const identified = async (asked: Promise<() => void>): Promise<Turn> => {
    try {
      const end = await asked;
      const id = ++lastId;
      held.set(id, end);
      if (hasEnded) endTurn(id);
      return { id };
    } catch (error) {
      if (error instanceof ApiError) return { refused: error.message };
      throw error;
    }
  };
  const endTurn = (id: number) => {
    held.get(id)?.();
    held.delete(id);
  };
  return {
    handlers: {
      countVisit: ([address, companyId]: Parameters<NodeCounters["countVisit"]>) =>
        countVisit(address, companyId),
      takeTurn: ([companyId, of]: Parameters<NodeCounters["turns"]["take"]>) =>
        identified(turns.take(companyId, of)),
      openDownload: (companyId: number) => identified(turns.openDownload(companyId)),
      endTurn,
    },
    endAll: () => {
      hasEnded = true;
      for (const id of held.keys()) endTurn(id);
    },
  };
}

/** The same counters as a process uses them. */
export function remoteCounters(primary: ProcessChannel): NodeCounters {
  const turnOf = async (asked: Promise<Turn>) => {
    const turn = await asked;
    if ("refused" in turn) throw tooBusy(turn.refused);
    return () => void primary.call("endTurn", turn.id).catch(() => undefined);
  };
  return {
    countVisit: (...visit) => primary.call<number>("countVisit", visit),
    turns: {
      take: (...asked) => turnOf(primary.call("takeTurn", asked)),
      openDownload: (companyId) => turnOf(primary.call("openDownload", companyId)),
    },
  };
}
