import { describe, expect, test } from "vitest";
import { connectionShares, connectionsOfNode } from "./connection-shares.ts";

const node = (processes: number, databaseConnectionsMax = 10, worker = true) => ({
  processes,
  databaseConnectionsMax,
  roles: { worker },
});

describe("the connections of a node", () => {
  test("are all for its only process", () => {
    expect(connectionShares(node(1))).toEqual({ writes: 10, background: 3, shortReads: 4, slowReads: 3 });
    expect(connectionsOfNode(node(1))).toBe(23);
    expect(connectionsOfNode(node(1, 10, false))).toBe(22);
  });

  test("for writes are what the setting allows, however many processes share them", () => {
    for (const processes of [2, 3, 5, 7, 25]) {
      expect(connectionShares(node(processes, 50)).writes * processes).toBeLessThanOrEqual(50);
    }
  });

  test("are at least two of each kind that callers wait for", () => {
    expect(connectionShares(node(8, 10, false))).toEqual({
      writes: 2,
      background: 1,
      shortReads: 2,
      slowReads: 2,
    });
  });

  test("are counted with one process that does the background work", () => {
    expect(connectionsOfNode(node(2))).toBe(15 + 12);
    expect(connectionsOfNode(node(2, 10, false))).toBe(12 + 12);
  });
});
