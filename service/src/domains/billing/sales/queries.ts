import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ListPath, partOfCustomers, partOfFew } from "../../../platform/db/lists/list-paths.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { rowTypesSql } from "../../../platform/db/record.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { customersNamedSql } from "../../catalog/customers/service.ts";
import {
  insertLinesSql,
  type LineColumns,
  lineRecords,
  lineRowsSql,
  linesBytesSql,
  newLineIdsSql,
} from "../lines/service.ts";
import { type NewSale, newSaleIdSql, type SaleColumns, saleRecord, saleSql } from "./fields.ts";

/** The database draws the id, and the lines are stored after the sale. */
const omitted = ["id"];
const parameters = { created_at: "$1", updated_at: "$1" };

const insert = statement("sale_insert", `${saleRecord.insertOneSql(2, omitted, parameters)} returning id`);

export async function insertSale(
  tx: Queryable,
  sale: Omit<NewSale, "id" | "lines" | "invoice_id" | "portal_token">,
): Promise<number> {
  const created = { ...sale, id: 0, invoice_id: null, portal_token: null, lines: [] };
  const values = saleRecord.insertOneValues(created, omitted, parameters);
  const [row] = await tx.query<Pick<Tables["sales"], "id">>(insert, [sale.now, ...values]);
  return row!.id;
}

const drawn = new Set(["id"]);

const insertMany = statement(
  "sale_insert_many",
  `with input as materialized (
     select x.*, ${newSaleIdSql} as id, ${newLineIdsSql("sale", "x.line_count")} as line_ids
     from json_to_recordset($2) as x(${rowTypesSql(
       Object.entries({ place: "int4", line_count: "int4" }),
       [...saleRecord.rowTypes].filter(([name]) => !drawn.has(name)),
     )})
   ), stored as (
     ${saleRecord.insertSql("input order by place", parameters)}
   ), stored_lines as (
     ${insertLinesSql(
       "sale",
       `${lineRowsSql(["sale"], "$3", { sale: "int4", place: "int4" })}
        join (select place as sale, company_id, id, line_ids from input) a on a.sale = l.sale`,
       { company_id: "a.company_id", sale_id: "a.id", id: "a.line_ids[l.place]" },
     )}
   )
   select i.id from input i order by i.place`,
);

/** Their ids, in the order of the sales. */
export async function insertSales(
  tx: Queryable,
  now: Date,
  sales: readonly (Omit<NewSale, "id" | "lines" | "invoice_id" | "portal_token"> & {
    lines: LineColumns[];
  })[],
): Promise<number[]> {
  const rows: string[] = [];
  const lineRows: string[] = [];
  sales.forEach((sale, place) => {
    const created = { ...sale, id: 0, invoice_id: null, portal_token: null, lines: [] };
    const members = saleRecord.rowMembers(created, drawn);
    rows.push(`{"place":${place},"line_count":${sale.lines.length},${members}}`);
    sale.lines.forEach((line, index) => {
      const own = { ...line, company_id: sale.companyId, owner_id: 0, id: 0 };
      lineRows.push(
        `{"sale":${place},"place":${index + 1},${lineRecords.sale.rowMembers(own, drawnOfLine)}}`,
      );
    });
  });
  const values = [now, `[${rows.join()}]`, `[${lineRows.join()}]`];
  return (await tx.query<{ id: number }>(insertMany, values)).map(({ id }) => id);
}

const drawnOfLine = new Set(["company_id", "sale_id", "id"]);

const findMany = statement(
  "sale_find_many",
  `select r.id, ${saleSql("record")} as json from sales r where r.company_id = $1 and r.id = any($2::bigint[])`,
);

export async function findSales(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<Pick<Tables["sales"], "id"> & { json: string }>(findMany, [companyId, ids]);
  return new Map(rows.map(({ id, json }) => [id, json]));
}

const lockMany = statement(
  "sale_lock_many",
  `select r.id, r.external_id from sales r where r.company_id = $1 and r.external_id = any($2::text[])
   order by r.external_id for no key update of r`,
);

/** By their external ids; locked before they are read. */
export async function lockSales(
  tx: Queryable,
  companyId: number,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const locked = await tx.query<
    Pick<Tables["sales"], "id"> & { external_id: NonNullable<Tables["sales"]["external_id"]> }
  >(lockMany, [companyId, externalIds]);
  if (locked.length === 0) return new Map();
  const sales = await findSales(
    tx,
    companyId,
    locked.map(({ id }) => id),
  );
  return new Map(locked.map(({ id, external_id }) => [external_id, sales.get(id)!]));
}

const findTaken = statement(
  "sale_external_ids_taken",
  "select r.external_id from sales r where r.company_id = $1 and r.external_id = any($2::text[])",
);

/** Those of the external ids that sales have. */
export async function findTakenSaleIds(
  db: Queryable,
  companyId: number,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await db.query<{ external_id: NonNullable<Tables["sales"]["external_id"]> }>(findTaken, [
    companyId,
    externalIds,
  ]);
  return new Set(rows.map(({ external_id }) => external_id));
}

const update = statement(
  "sale_update",
  `update sales set ${saleRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2`,
);

export async function updateSale(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: SaleColumns,
) {
  await tx.query(update, [companyId, id, now, ...saleRecord.updateValues(columns)]);
}

const setStatus = statement(
  "sale_set_status",
  "update sales set status = $4, updated_at = $3 where company_id = $1 and id = $2",
);

export async function setSaleStatus(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  status: "open" | "invoiced" | "cancelled",
): Promise<void> {
  await tx.query(setStatus, [companyId, id, now, status]);
}

const find = statement(
  "sale_find",
  `select ${saleSql("record")} as json from sales r where r.company_id = $1 and r.id = $2`,
);
const lock = statement(
  "sale_lock",
  "select id from sales where company_id = $1 and id = $2 for no key update",
);

export async function findSale(db: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, id]);
  return row?.json;
}

/** Locked before it is read, so that what is read is protected by the lock. */
export async function lockSale(tx: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findSale(tx, companyId, id) : undefined;
}

const exists = statement("sale_exists", "select 1 from sales where company_id = $1 and id = $2");

export async function saleExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

type ValueOf = (name: string) => string;
const hasNumber = (of: ValueOf) => `r.number_key = any((${of("q")}::text[])[2:])`;
const customersNamed = (of: ValueOf) => customersNamedSql(of("q"));

export const namedPath: ListPath = {
  filters: ["q"],
  parts: [partOfFew("sales", hasNumber), partOfCustomers("sales", customersNamed, hasNumber)],
  hasGroups: true,
};

export const saleListing: Listing = {
  name: "sales",
  table: "sales",
  filters: {
    status: (value) => `r.status = ${value}`,
    customer_id: (value) => `r.customer_id = ${value}`,
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
    q: (value) =>
      `r.number_key = any((${value}::text[])[2:]) or r.customer_id in ${customersNamedSql(value)}`,
  },
  paths: [
    { filters: ["external_id"] },
    metadataPath,
    namedPath,
    { filters: ["customer_id"] },
    { filters: ["status"] },
    { filters: ["currency"] },
  ],
  sorts: { total: { sql: "r.total", type: "numeric" } },
  bytes: (lines) => (lines ? linesBytesSql("sale") : undefined),
  render: (page, lines, also = "") =>
    `select ${saleSql(lines ? "record" : "entry")} as json${also} from ${page} r`,
};
