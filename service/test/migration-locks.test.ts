import { describe, expect, test } from "vitest";
import { readMigrations, stepsOf } from "../src/platform/db/migrations/migration-files.ts";
import { findFaults, firstChecked } from "./migration-locks.ts";

const migrations = await readMigrations();

test("no migration locks a table for long, or breaks the version that is still running", () => {
  const faults = migrations.slice(firstChecked - 1).flatMap(({ name, sql, number }) =>
    findFaults(
      sql,
      migrations.slice(0, number - 1).map((earlier) => earlier.sql),
    ).map((fault) => `${name}: ${fault}`),
  );
  expect(faults.join("\n")).toBe("");
});

describe("refused, with what to write instead", () => {
  test.each([
    ["create index a on invoices (id)", "Write 'create index concurrently'"],
    ["create unique index a on invoices (id)", "Write 'create index concurrently'"],
    ["CREATE INDEX a\n  ON invoices (id)", "Write 'create index concurrently'"],
    ["drop index invoices_newest", "Write 'drop index concurrently'"],
    ["alter table invoices alter column notes type varchar(10)", "Add a new column"],
    ["alter table invoices alter notes set data type text", "Add a new column"],
    ["alter table invoices alter column notes set not null", "check (notes is not null) not valid"],
    ["alter table invoices add constraint a check (id > 0)", "'add constraint … not valid'"],
    ["alter table invoices add check (id > 0)", "'add constraint … not valid'"],
    ["alter table invoices add constraint a foreign key (id) references b", "'add constraint … not valid'"],
    ["alter table invoices add constraint a unique (id)", "'create unique index concurrently NAME …'"],
    ["alter table invoices add primary key (id)", "'create unique index concurrently NAME …'"],
    ["alter table invoices add column a integer check (a > 0)", "'add constraint … check (…) not valid'"],
    ["alter table invoices add column a integer unique", "'create unique index concurrently NAME …'"],
    ["alter table invoices add column a integer not null", "Add a default, or allow null"],
    ["alter table invoices add a uuid default gen_random_uuid()", "fill it in batches"],
    ["alter table invoices add column a text generated always as (notes) stored", "fill it in batches"],
    ["alter table invoices add column a bigint generated always as identity", "fill it in batches"],
    ["alter table invoices add column a integer, add constraint b check (a > 0)", "not valid"],
    ["alter table invoices drop column notes", "'-- requires-stop: why'"],
    ["alter table invoices rename column notes to remarks", "'-- requires-stop: why'"],
    ["alter table invoices rename to bills", "'-- requires-stop: why'"],
    ["alter table invoices set unlogged", "does not know what 'set unlogged' locks"],
    ["drop table invoices", "'-- requires-stop: why'"],
    ["update invoices set notes = null", "'-- in batches'"],
    ["delete from invoices where id = 1", "'-- in batches'"],
    ["insert into invoices select * from sales", "in batches"],
    ["truncate events", "locks whole tables"],
    ["do $$ begin alter table invoices drop column notes; end $$", "hides what it locks"],
    ["set lock_timeout = 0", "committed on its own"],
    ["cluster invoices", "locks whole tables"],
    ["security label on table invoices is ''", "does not know what it locks"],
  ])("%s", (sql, advice) => {
    expect(findFaults(`-- A comment.\n${sql};`)).toEqual([expect.stringContaining(advice)]);
  });

  test("a check that is not validated does not prove that a column has no null", () => {
    const added = "alter table invoices add constraint a check (notes is not null) not valid;";
    const set = "alter table invoices alter column notes set not null;";
    expect(findFaults(`${added}\n${set}`)).toHaveLength(1);
    expect(findFaults(`${added}\nalter table invoices validate constraint a;\n${set}`)).toEqual([]);
    expect(findFaults(set, [added, "alter table invoices validate constraint a;"])).toEqual([]);
  });

  test.each([
    ["begin; select 1", "must not control transactions"],
    ["create index concurrently on invoices (id)", "needs a name"],
    ["create index concurrently if not exists a on invoices (id)", "needs a name"],
    ["-- in batches\nupdate invoices set notes = null where notes = ''", '"ctid between $1 and $2"'],
    ["-- in batches\ninsert into invoices select 1", '"ctid between $1 and $2"'],
  ])("by the migrator itself: %s", (sql, words) => {
    expect(() => stepsOf("0099_x.sql", sql)).toThrow(words);
  });
});

describe("allowed", () => {
  test.each([
    "create table a (id bigint primary key, invoice_id bigint references invoices, kind text check (kind in ('x;', 'y')))",
    "create table a (id bigint); create index b on a (id); alter table a add constraint c check (id > 0); update a set id = 1",
    "create index concurrently a on invoices (id) where notes is not null",
    "create unique index concurrently a on invoices (id); alter table invoices add constraint a unique using index a",
    "drop index concurrently invoices_newest",
    "alter table invoices add column a integer, add column b text not null default 'x, y', add c timestamptz default now()",
    "alter table invoices add constraint a check (a in ('x', 'y')) not valid; alter table invoices validate constraint a",
    "alter table invoices alter column a set default 1, alter column a drop not null, drop constraint b",
    "-- in batches\nupdate invoices set a = 1 where a is null and ctid between $1 and $2",
    "insert into plans (name) values ('x')",
    "create or replace function f() returns trigger language plpgsql as $$ begin update invoices set a = 1; return new; end $$",
    "create function f(a text) returns text language sql begin atomic select a; select a; end; create trigger t before insert on invoices for each row execute function f()",
    "comment on column invoices.a is 'it''s; a'",
    "-- safe: no supported version reads it.\nalter table invoices drop column a",
    "-- requires-stop: it is gone.\nalter table invoices drop column a; alter table invoices rename column b to c",
  ])("%s", (sql) => {
    expect(findFaults(sql)).toEqual([]);
    expect(stepsOf("0099_x.sql", sql).length).toBeGreaterThan(0);
  });

  test("each statement is a step of its own, whatever its texts contain", () => {
    const sql = `-- First; not a step.
      create function f() returns text language sql begin atomic select ';'; select 'b'; end;
      /* neither; this */ create index concurrently a on invoices (id);
      -- in batches
      update invoices set a = 'x;''y' where ctid between $1 and $2;
      comment on table invoices is $a$ one; two $a$;`;
    expect(stepsOf("0099_x.sql", sql)).toEqual([
      { kind: "transaction", sql: expect.stringMatching(/^create function f\(\).*end$/s) },
      { kind: "index", action: "create", index: "a", sql: "create index concurrently a on invoices (id)" },
      {
        kind: "batches",
        table: "invoices",
        sql: "update invoices set a = 'x;''y' where ctid between $1 and $2",
      },
      { kind: "transaction", sql: "comment on table invoices is $a$ one; two $a$" },
    ]);
  });
});
