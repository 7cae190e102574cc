import type { NodeCounters } from "../../app.ts";
import { ApiError } from "../../contract/errors.ts";
import { tooBusy } from "../../http/concurrency-limit.ts";
import type { CallHandlers, ProcessChannel } from "../../platform/ops/process-channel.ts";

type Turn = { id: number } | { refused: string };

/** What one process may ask the primary, which counts for all of them. */
export type LentCounters = {
  handlers: CallHandlers;
  /** The process has ended, and with it all that it held. */
  endAll(): void;
};

export function lendCounters({ turns, countVisit }: NodeCounters): LentCounters {
  const held = new Map<number, () => void>();
  let lastId = 0;
  let hasEnded = false;
  const lend = async (asked: Promise<() => void>): Promise<Turn> => {
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
        lend(turns.take(companyId, of)),
      openDownload: (companyId: number) => lend(turns.openDownload(companyId)),
      endTurn,
    },
    endAll: () => {
      hasEnded = true;
      for (const id of held.keys()) endTurn(id);
    },
  };
}

/** The same counters as a process uses them. */
export function borrowCounters(primary: ProcessChannel): NodeCounters {
  const borrow = async (asked: Promise<Turn>) => {
    const turn = await asked;
    if ("refused" in turn) throw tooBusy(turn.refused);
    return () => void primary.call("endTurn", turn.id).catch(() => undefined);
  };
  return {
    countVisit: (...visit) => primary.call<number>("countVisit", visit),
    turns: {
      take: (...asked) => borrow(primary.call("takeTurn", asked)),
      openDownload: (companyId) => borrow(primary.call("openDownload", companyId)),
    },
  };
}
