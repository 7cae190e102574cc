import type { Change } from "../../../context.ts";
import { sourceOf } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import { violatedConstraint } from "../../../platform/db/database.ts";
import type { BatchOutcome, BatchRecord } from "../../../platform/values/batch.ts";
import { findReferences } from "../lines/service.ts";
import { drawNumbers } from "../numbering/service.ts";
import { findSales, findTakenSaleIds, insertSales } from "./queries.ts";
import type { SaleCreate, SalePatch } from "./schema.ts";
import { changeLockedSale, type PricedSale, priceSale, saleSeries } from "./service.ts";

type SaleOutcome = BatchOutcome<"sale.created" | "sale.updated">;
type Added = { place: number; priced: PricedSale };

const attemptsMax = 3;

/** Creates sales by a few statements, whatever their number, and changes the others one by one. */
export async function storeSales(
  change: Change,
  records: readonly BatchRecord<SaleCreate | SalePatch>[],
): Promise<SaleOutcome[]> {
  const { tx, company } = change;
  const outcomes: SaleOutcome[] = [];
  const added: Added[] = [];
  const created = records.flatMap(({ input, before }) => (before === undefined ? [input] : []));
  const references = await findReferences(tx, company.id, created);
  for (const [place, { input, before }] of records.entries()) {
    try {
      if (before === undefined) {
        const currency = input.currency ?? company.currency;
        const priced = await priceSale(tx, company, currency, input as SaleCreate, { references });
        added.push({ place, priced });
      } else {
        const object = await changeLockedSale(change, before, input);
        outcomes[place] =
          object === undefined
            ? { status: "unchanged", record: before }
            : {
                status: "updated",
                record: object,
                event: { type: "sale.updated", object, previous: before },
              };
      }
    } catch (error) {
      // Whatever is refused is refused before anything of it is written.
      if (!(error instanceof ApiError)) throw error;
      outcomes[place] = { status: "failed", error };
    }
  }
  await addAll(change, added, outcomes);
  return outcomes;
}

/** An external_id that another request takes in the meantime is found by the next attempt. */
async function addAll(change: Change, added: readonly Added[], outcomes: SaleOutcome[]): Promise<void> {
  for (let attempt = 1; added.length > 0; attempt += 1) {
    try {
      return await change.tx.savepoint(() => addFree(change, added, outcomes));
    } catch (error) {
      if (violatedConstraint(error) !== "sales_external_id" || attempt === attemptsMax) throw error;
    }
  }
}

async function addFree(
  { tx, company, now, actor }: Change,
  added: readonly Added[],
  outcomes: SaleOutcome[],
): Promise<void> {
  const taken = await findTakenSaleIds(
    tx,
    company.id,
    added.flatMap(({ priced }) => priced.columns.external_id ?? []),
  );
  const isTaken = ({ priced }: Added) => taken.has(priced.columns.external_id ?? "");
  for (const one of added) if (isTaken(one)) outcomes[one.place] = { status: "taken" };
  const free = added.filter((one) => !isTaken(one));
  if (free.length === 0) return;
  const numbers = await drawNumbers(tx, company.id, saleSeries, free.length);
  const ids = await insertSales(
    tx,
    now,
    free.map(({ priced: { columns, lines } }, index) => ({
      ...columns,
      companyId: company.id,
      number: numbers[index]!,
      status: "open",
      source: sourceOf(actor),
      now,
      lines,
    })),
  );
  const sales = await findSales(tx, company.id, ids);
  free.forEach(({ place }, index) => {
    const object = sales.get(ids[index]!)!;
    outcomes[place] = { status: "created", record: object, event: { type: "sale.created", object } };
  });
}
