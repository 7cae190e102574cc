import { expect, test } from "vitest";
import { folded, rankByMatch } from "./match.ts";

const ranked = (query: string, names: string[]) => rankByMatch(names, query, (name) => [name]);

test("an exact match comes first, then the beginning of the name, of a word, and what is inside a word", () => {
  const names = ["Greenfield Ibadan", "Stores of Ada", "Ada Stores Ltd", "Ada"];
  expect(ranked("ada", names)).toEqual(["Ada", "Ada Stores Ltd", "Stores of Ada", "Greenfield Ibadan"]);
});

test("diacritics do not matter", () => {
  expect(ranked("olorun", ["Kolorun Ltd", "Ọlọ́runtóbi Foods"])).toEqual(["Ọlọ́runtóbi Foods", "Kolorun Ltd"]);
  expect(folded("Société Générale")).toBe("societe generale");
});

test("equally good matches keep their order, and without a query all do", () => {
  expect(ranked("ada", ["Ada B", "Ada A"])).toEqual(["Ada B", "Ada A"]);
  expect(ranked(" ", ["b", "a"])).toEqual(["b", "a"]);
});

test("signs in the query have no special meaning", () => {
  expect(ranked("a+b (c", ["x a+b (c", "a+b (c)"])).toEqual(["a+b (c)", "x a+b (c"]);
});

test("a further text, such as a SKU, counts just below the name", () => {
  const found = [
    { name: "Cable SP-1 adapter", sku: "" },
    { name: "Solar panel", sku: "SP-1" },
  ];
  expect(rankByMatch(found, "sp-1", ({ name, sku }) => [name, sku]).map(({ name }) => name)).toEqual([
    "Solar panel",
    "Cable SP-1 adapter",
  ]);
});
