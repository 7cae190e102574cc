/** How many connections one process of a node opens, by what they are for. */
export type ConnectionShares = {
  writes: number;
  background: number;
  shortReads: number;
  slowReads: number;
};

/** The connection that leases tokens of rate limits, and the one that listens. */
const single = 2;
/** The one of the thread for long background work, while it has some. */
const ofThread = 1;

const alone = { background: 3, shortReads: 4, slowReads: 3 };

/**
 * The processes of a node share what the settings allow it. Each needs at least two connections of a kind that callers
 * wait for, so that one company's slow work leaves one to the others.
 */
export function connectionShares(node: {
  databaseConnectionsMax: number;
  processes: number;
  roles: { worker: boolean };
}): ConnectionShares {
  const { databaseConnectionsMax: max, processes, roles } = node;
  const bounded = { ...alone };
  if (processes > 1)
    Object.assign(bounded, { shortReads: 2, slowReads: 2, ...(!roles.worker && { background: 1 }) });
  return {
    writes: processes === 1 ? max : Math.max(2, Math.floor(max / processes)),
    background: Math.min(bounded.background, max),
    shortReads: Math.min(bounded.shortReads, max),
    slowReads: Math.min(bounded.slowReads, max),
  };
}

/** How many connections all processes of a node open together. */
export function connectionsOfNode(node: Parameters<typeof connectionShares>[0]): number {
  const sum = (worker: boolean) => {
    const shares = connectionShares({ ...node, roles: { worker } });
    return Object.values(shares).reduce((a, b) => a + b, single);
  };
  const { worker } = node.roles;
  return sum(worker) + (worker ? ofThread : 0) + (node.processes - 1) * sum(false);
}
