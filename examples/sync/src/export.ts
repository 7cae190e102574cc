import { readFileSync } from "node:fs";
import path from "node:path";
import { parseCsv, type Row } from "./csv.ts";

/**
 * The files that the partner's system exported. Amounts stay text, because a JavaScript number could lose the last
 * digits.
 */
export type Export = { customers: Row[]; products: Row[]; orders: Order[] };

export type Order = { number: string; customer: string; date: string; lines: Row[] };

/** The files can't be used. Nothing has been sent. */
export class ExportError extends Error {}

export function readExport(folder: string): Export {
  const customers = readTable(folder, "customers.csv", [
    "id",
    "name",
    "email",
    "phone",
    "tax_id",
    "street",
    "city",
    "country",
  ]);
  const products = readTable(folder, "products.csv", ["id", "name", "unit_price", "tax_rate"]);
  const lines = readTable(folder, "orders.csv", [
    "order",
    "customer",
    "date",
    "product",
    "quantity",
    "unit_price",
  ]);
  const customerIds = distinctIds("customers.csv", customers);
  const productIds = distinctIds("products.csv", products);
  for (const row of lines) {
    requireKnown(row, "customer", customerIds, "customers.csv");
    requireKnown(row, "product", productIds, "products.csv");
  }
  return { customers, products, orders: ordersOf(lines) };
}

function readTable(folder: string, name: string, columns: readonly string[]): Row[] {
  const file = path.join(folder, name);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new ExportError(`There is no ${file}. Set SYNC_EXPORT to the folder that your system exports to.`);
  }
  const rows = parseCsv(text);
  const lacking = columns.filter((column) => rows[0] && !(column in rows[0].cells));
  if (lacking.length > 0) throw new ExportError(`${name} lacks the column ${lacking.join(", ")}.`);
  return rows;
}

function distinctIds(name: string, rows: readonly Row[]): Set<string> {
  const ids = new Set<string>();
  for (const { line, cells } of rows) {
    const { id = "" } = cells;
    if (id === "") throw new ExportError(`${name}, line ${line}: the id is missing.`);
    if (ids.has(id))
      throw new ExportError(`${name}, line ${line}: there was a ${id} before. An id stands for one record.`);
    ids.add(id);
  }
  return ids;
}

function requireKnown({ line, cells }: Row, column: string, ids: ReadonlySet<string>, file: string): void {
  if (ids.has(cells[column] ?? "")) return;
  throw new ExportError(`orders.csv, line ${line}: ${file} has no ${column} '${cells[column]}'.`);
}

/** An order consists of all rows with its number. */
function ordersOf(rows: readonly Row[]): Order[] {
  const orders = new Map<string, Order>();
  for (const row of rows) {
    const { order: number = "", customer = "", date = "" } = row.cells;
    if (number === "") throw new ExportError(`orders.csv, line ${row.line}: the order's number is missing.`);
    const order = orders.get(number) ?? { number, customer, date, lines: [] };
    if (order.customer !== customer || order.date !== date) {
      throw new ExportError(
        `orders.csv, line ${row.line}: order ${number} has another customer or date than before.`,
      );
    }
    order.lines.push(row);
    orders.set(number, order);
  }
  return [...orders.values()];
}
