import { describe, expect, test } from "vitest";
import { rankOf } from "./command-rank.ts";

describe("a command", () => {
  test.each([
    ["invoices", "Invoices", 0],
    ["inv", "Invoices", 1],
    ["invoice", "New invoice", 2],
    ["inv new", "New invoice", 2],
    ["voice", "New invoice", 3],
    ["parametres", "Paramètres", 0],
    ["bill", "New invoice", 4],
  ])("%j matches %j with rank %i", (text, label, rank) => {
    expect(rankOf(text, label, "create bill")).toBe(rank);
  });

  test.each(["xyz", "invoice xyz", "ill"])("does not match %j", (text) => {
    expect(rankOf(text, "New invoice", "create bill")).toBeUndefined();
  });
});
