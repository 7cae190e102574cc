import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../../context.ts";
import { invalidField } from "../../../contract/errors.ts";
import { violatedConstraint } from "../../../platform/db/database.ts";
import { type BatchOutcome, type BatchRecord, idOfRecord } from "../../../platform/values/batch.ts";
import { productColumns } from "./columns.ts";
import { findSkuOwners, insertProducts, type ProductColumns, updateProducts } from "./queries.ts";
import type { ProductCreate, ProductPatch } from "./schema.ts";

type ProductOutcome = BatchOutcome<"product.created" | "product.updated">;
type ProductRecord = BatchRecord<ProductCreate | ProductPatch>;

const attemptsMax = 3;

/**
 * Creates or changes products by three statements. A SKU that another request takes between the look-up and the change
 * is found by the next attempt.
 */
export async function storeProducts(
  change: Change,
  records: readonly ProductRecord[],
): Promise<ProductOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change.tx.savepoint(() => store(change, records));
    } catch (error) {
      if (violatedConstraint(error) !== "products_sku" || attempt === attemptsMax) throw error;
    }
  }
}

async function store(change: Change, records: readonly ProductRecord[]): Promise<ProductOutcome[]> {
  const { tx, company, now } = change;
  const outcomes: ProductOutcome[] = records.map(() => ({ status: "taken" }));
  const owners = await findSkuOwners(
    tx,
    company.id,
    records.flatMap(({ input }) => input.sku ?? []),
  );
  const added: { place: number; columns: ProductColumns }[] = [];
  const changed: { place: number; id: number; columns: ProductColumns }[] = [];
  records.forEach(({ input, before }, place) => {
    const id = before === undefined ? undefined : idOfRecord(before);
    const owner = input.sku == null ? undefined : owners.get(input.sku);
    if (owner !== undefined && owner !== id) outcomes[place] = { status: "failed", error: skuTaken() };
    else if (before === undefined) added.push({ place, columns: productColumns(company, input) });
    else {
      const stored = JSON.parse(before) as ProductCreate;
      const columns = productColumns(company, input, stored);
      if (isDeepStrictEqual(columns, productColumns(company, {}, stored)))
        outcomes[place] = { status: "unchanged", record: before };
      else changed.push({ place, id: id!, columns });
    }
  });
  const inserted = await insertProducts(tx, company.id, now, added);
  for (const [place, object] of inserted)
    outcomes[place] = { status: "created", record: object, event: { type: "product.created", object } };
  await explainMissing(
    change,
    added.filter(({ place }) => !inserted.has(place)),
    outcomes,
  );
  for (const [place, object] of await updateProducts(tx, company.id, now, changed)) {
    const event = { type: "product.updated", object, previous: records[place]!.before } as const;
    outcomes[place] = { status: "updated", record: object, event };
  }
  return outcomes;
}

/** Products that were not stored have a SKU or an external_id that another product has. */
async function explainMissing(
  { tx, company }: Change,
  missing: readonly { place: number; columns: ProductColumns }[],
  outcomes: ProductOutcome[],
): Promise<void> {
  const owners = await findSkuOwners(
    tx,
    company.id,
    missing.flatMap(({ columns }) => columns.sku ?? []),
  );
  for (const { place, columns } of missing)
    if (columns.sku !== null && owners.has(columns.sku))
      outcomes[place] = { status: "failed", error: skuTaken() };
}

const skuTaken = () => invalidField("sku", "is already used by another product of this company");
