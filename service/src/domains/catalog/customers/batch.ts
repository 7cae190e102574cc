import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../../context.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { type BatchOutcome, type BatchRecord, idOfRecord } from "../../../platform/values/batch.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { type ReadBalances, withBalance, withBalances } from "./balances.ts";
import { customerColumns } from "./columns.ts";
import { type CustomerColumns, insertCustomers, updateCustomers } from "./queries.ts";
import type { CustomerCreate, CustomerPatch } from "./schema.ts";

type CustomerOutcome = BatchOutcome<"customer.created" | "customer.updated">;
type CustomerRecord = BatchRecord<CustomerCreate | CustomerPatch>;

/** Creates or changes customers by two statements, and a third one for the balances of those that change. */
export async function storeCustomers(
  change: Change,
  records: readonly CustomerRecord[],
  readBalances: ReadBalances,
): Promise<CustomerOutcome[]> {
  const { tx, company, now } = change;
  const outcomes: CustomerOutcome[] = records.map(() => ({ status: "taken" }));
  const added: { place: number; columns: CustomerColumns }[] = [];
  const changed: { place: number; id: number; columns: CustomerColumns }[] = [];
  records.forEach(({ input, before }, place) => {
    if (before === undefined) added.push({ place, columns: customerColumns(input) });
    else {
      const stored = JSON.parse(before) as CustomerColumns;
      const columns = customerColumns(input, stored);
      if (isDeepStrictEqual(columns, customerColumns({}, stored)))
        outcomes[place] = { status: "unchanged", record: before };
      else changed.push({ place, id: idOfRecord(before), columns });
    }
  });
  for (const [place, json] of await insertCustomers(tx, company.id, now, added)) {
    const object = withBalance(json, "[]");
    outcomes[place] = { status: "created", record: object, event: { type: "customer.created", object } };
  }
  const updated = [...(await updateCustomers(tx, company.id, now, changed))];
  const shown = await withBalances(tx, readBalances, company.id, dateIn(company.timeZone, now), [
    ...updated.map(([, json]) => json),
    ...updated.map(([place]) => records[place]!.before as Json),
  ]);
  updated.forEach(([place], index) => {
    const [object, previous] = [shown[index]!, shown[updated.length + index]!];
    const event = { type: "customer.updated", object, previous } as const;
    outcomes[place] = { status: "updated", record: object, event };
  });
  return outcomes;
}
