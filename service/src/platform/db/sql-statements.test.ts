import { expect, test } from "vitest";
import { splitStatements } from "./sql-statements.ts";

const textsOf = (sql: string) => splitStatements(sql).map(({ text }) => text);
const normalOf = (sql: string) => splitStatements(sql).map(({ normal }) => normal);

test("only a semicolon in code ends a statement", () => {
  expect(
    textsOf(`select 'a;b', "c;d", $$e;f$$, $x$g;$$;h$x$ /* i;j */; select 2 -- k;l\n; ; select 3`),
  ).toEqual([`select 'a;b', "c;d", $$e;f$$, $x$g;$$;h$x$ /* i;j */`, "select 2 -- k;l", "select 3"]);
  expect(textsOf("create function f() returns int begin atomic select 1; end; select 2")).toEqual([
    "create function f() returns int begin atomic select 1; end",
    "select 2",
  ]);
});

test("minus, slash and dollar are code where they begin nothing else", () => {
  expect(textsOf("select 6 - 3 / 2, $1; select 4-1;")).toEqual(["select 6 - 3 / 2, $1", "select 4-1"]);
});

test("the normal form keeps literals and quoted names as they are", () => {
  expect(normalOf(`-- why\nSELECT  'It''s  A', "B"\n FROM T`)).toEqual([`select 'It''s  A', "B" from t`]);
});

test("comments before a statement are found without their dashes", () => {
  expect(splitStatements("-- in batches\nupdate t set x = 1")[0]!.comments).toContain("in batches");
});
