import { type Database, inTransaction, type Queryable } from "../database.ts";

type Table = { oid: number; name: string; unlogged: boolean; options: string[] | null };
type Named = { name: string; definition: string };

const head = `-- The schema after all migrations. Written by service/scripts/generate.ts: do not edit.
-- It can be loaded into an empty database; the service itself only ever applies the migrations.
`;

// Objects that belong to an extension are left out.
const ours = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/**
 * The schema `public` as SQL, read from the catalogue, because the embedded PostgreSQL has no pg_dump. It is sorted
 * by name and independent of the PostgreSQL version, so that only a migration changes it.
 */
export const dumpSchema = (database: Database): Promise<string> => inTransaction(database, schemaText);

/** The same in a transaction of the caller's. */
export async function schemaText(tx: Queryable): Promise<string> {
  await prepare(tx);
  const parts = [head, await extensions(tx), await functions(tx)];
  for (const table of await findTables(tx)) parts.push(await tableText(tx, table));
  parts.push(await foreignKeys(tx));
  return `${parts.filter(Boolean).join("\n")}`;
}

/** What has to be created before a table's rows are loaded, and what is created faster, or checked, after them. */
export type SchemaParts = { beforeRows: string; afterRows: string };

/** The schema for a restore: rows are loaded into bare tables, before constraints, indexes and triggers exist. */
export async function schemaParts(tx: Queryable): Promise<SchemaParts> {
  await prepare(tx);
  const before = [await extensions(tx), await functions(tx)];
  const after: string[] = [];
  for (const table of await findTables(tx)) {
    const bare = [createTable(table, await columnsOf(tx, table)), ...(await storage(tx, table))];
    before.push(bare.map((statement) => `${statement};\n`).join(""));
    const keys = await constraints(tx, table, true);
    const statements = [
      ...keys.map(({ name, definition }) => `alter table ${table.name} add ${name} ${definition}`),
      ...(await indexes(tx, table)),
      ...(await triggers(tx, table)),
      ...(await comments(tx, table)),
    ];
    after.push(statements.map((statement) => `${statement};\n`).join(""));
  }
  return { beforeRows: before.join("\n"), afterRows: [...after, await foreignKeys(tx)].join("\n") };
}

async function prepare(tx: Queryable): Promise<void> {
  // Names outside the search path would be printed with their schema.
  await tx.query("set local search_path to public");
  await refuseUnknownKinds(tx);
}

const findTables = (tx: Queryable) =>
  tx.query<Table>(
    `select oid, quote_ident(relname) as name, relpersistence = 'u' as unlogged, reloptions as options from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and ${ours("pg_class", "pg_class.oid")}
     order by relname collate "C"`,
  );

/** A kind of object that this dump cannot write must not be silently left out. */
async function refuseUnknownKinds(tx: Queryable): Promise<void> {
  const unknown = await tx.query<{ kind: string; name: string }>(
    `select 'relation of kind ' || relkind::text as kind, relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'S', 'c') and ${ours("pg_class", "pg_class.oid")}
     union all
     select 'sequence without an identity column', relname from pg_class s
     where relnamespace = 'public'::regnamespace and relkind = 'S' and ${ours("pg_class", "s.oid")}
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'i')
     union all
     select 'type', typname from pg_type t left join pg_class c on c.oid = t.typrelid
     where typnamespace = 'public'::regnamespace and typelem = 0 and (typrelid = 0 or c.relkind = 'c')
       and typtype in ('c', 'd', 'e', 'r') and ${ours("pg_type", "t.oid")}
     union all
     select 'statistics', stxname from pg_statistic_ext where stxnamespace = 'public'::regnamespace
     union all
     select 'row security of', relname from pg_class
     where relnamespace = 'public'::regnamespace and relrowsecurity
     union all
     select 'compression or statistics target of', relname || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and (attcompression <> '' or coalesce(attstattarget, -1) >= 0)
     order by 1, 2`,
  );
  if (unknown.length === 0) return;
  const names = unknown.map(({ kind, name }) => `${kind} ${name}`).join(", ");
  throw new Error(`schema-dump.ts cannot write this yet, teach it: ${names}`);
}

async function extensions(tx: Queryable): Promise<string> {
  const rows = await tx.query<{ name: string }>(
    `select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`,
  );
  return rows.map(({ name }) => `create extension ${name};\n`).join("");
}

async function functions(tx: Queryable): Promise<string> {
  const rows = await tx.query<Named>(
    `select proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
     where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${ours("pg_proc", "p.oid")}
     order by proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
  );
  const texts = rows.map(({ definition }) => `${definition.trimEnd()};\n`);
  return [...texts, ...(await aggregates(tx))].join("\n");
}

/** Those that have a function and a state, and nothing else. */
async function aggregates(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<Named>(
    `select proname as name, format('create aggregate %I(%s) (sfunc = %s, stype = %s)', proname,
       pg_get_function_identity_arguments(p.oid), aggtransfn::regproc, format_type(aggtranstype, null)) as definition
     from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid
     where pronamespace = 'public'::regnamespace and ${ours("pg_proc", "p.oid")}
     order by proname collate "C"`,
  );
  return rows.map(({ definition }) => `${definition};\n`);
}

async function tableText(tx: Queryable, table: Table): Promise<string> {
  const statements = [
    createTable(table, [...(await columnsOf(tx, table)), ...(await constraints(tx, table))]),
    ...(await storage(tx, table)),
    ...(await indexes(tx, table)),
    ...(await triggers(tx, table)),
    ...(await comments(tx, table)),
  ];
  return `${statements.join(";\n")};\n`;
}

const columnsOf = (tx: Queryable, table: Table): Promise<Named[]> =>
  tx.query<Named>(
    `select quote_ident(attname) as name, concat_ws(' ', format_type(atttypid, atttypmod),
       case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
       case attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
       case attgenerated when 's' then 'generated always as (' || pg_get_expr(adbin, adrelid, true) || ') stored'
         when 'v' then 'generated always as (' || pg_get_expr(adbin, adrelid, true) || ') virtual'
         else 'default ' || pg_get_expr(adbin, adrelid, true) end,
       case when attnotnull then 'not null' end) as definition
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    [table.oid],
  );

function createTable(table: Table, members: readonly Named[]): string {
  const options = table.options
    ? ` with (${table.options
        .map((option) => option.replace("=", " = "))
        .sort()
        .join(", ")})`
    : "";
  const lines = members.map(({ name, definition }) => `  ${name} ${definition}`);
  return `create ${table.unlogged ? "unlogged " : ""}table ${table.name} (\n${lines.join(",\n")}\n)${options}`;
}

/**
 * From PostgreSQL 18 on, not null is a named constraint; here it stays part of the column. An empty table has no rows
 * that could violate a constraint, so none is "not valid" unless the rows are to be loaded.
 */
function constraints(tx: Queryable, table: Table, withRows = false): Promise<Named[]> {
  const definition = "pg_get_constraintdef(oid, true)";
  return tx.query<Named>(
    `select 'constraint ' || quote_ident(conname) as name,
       ${withRows ? definition : `replace(${definition}, ' NOT VALID', '')`} as definition
     from pg_constraint where conrelid = $1 and contype in ('p', 'u', 'c', 'x')
     order by contype <> 'p', contype, conname collate "C"`,
    [table.oid],
  );
}

/** Before PostgreSQL 16, `create table` does not take a column's storage. */
async function storage(tx: Queryable, table: Table): Promise<string[]> {
  const rows = await tx.query<{ definition: string }>(
    `select format('alter table %s alter column %I set storage %s', $2::text, attname,
       case attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) as definition
     from pg_attribute join pg_type t on t.oid = atttypid
     where attrelid = $1 and attnum > 0 and not attisdropped and attstorage <> typstorage order by attnum`,
    [table.oid, table.name],
  );
  return rows.map((row) => row.definition);
}

async function indexes(tx: Queryable, table: Table): Promise<string[]> {
  const rows = await tx.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid, 0, true) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where indrelid = $1 and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
     order by c.relname collate "C"`,
    [table.oid],
  );
  return rows.map((row) => row.definition);
}

async function triggers(tx: Queryable, table: Table): Promise<string[]> {
  const rows = await tx.query<{ definition: string }>(
    `select pg_get_triggerdef(oid, true) as definition from pg_trigger where tgrelid = $1 and not tgisinternal
     order by tgname collate "C"`,
    [table.oid],
  );
  return rows.map((row) => row.definition);
}

async function comments(tx: Queryable, table: Table): Promise<string[]> {
  const rows = await tx.query<{ definition: string }>(
    `select 'comment on ' || case when objsubid > 0 then 'column ' || objoid::regclass || '.' || quote_ident(attname)
       when objoid = $1 then 'table ' || objoid::regclass else 'index ' || objoid::regclass end
       || ' is ' || quote_literal(description) as definition
     from pg_description left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
     where classoid = 'pg_class'::regclass
       and (objoid = $1 or objoid in (select indexrelid from pg_index where indrelid = $1))
     order by objoid = $1 desc, objsubid, objoid::regclass::text collate "C"`,
    [table.oid],
  );
  return rows.map((row) => row.definition);
}

/** These come last, so that the tables can be sorted by name. */
async function foreignKeys(tx: Queryable): Promise<string> {
  const rows = await tx.query<{ owner: string } & Named>(
    `select conrelid::regclass as owner, quote_ident(conname) as name, pg_get_constraintdef(c.oid, true) as definition
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where connamespace = 'public'::regnamespace and contype = 'f' order by r.relname collate "C", conname collate "C"`,
  );
  return rows
    .map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition};\n`)
    .join("");
}
