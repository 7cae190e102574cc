import type { Client } from "billfold-sdk";
import { type Product, productFaults } from "./completeness.ts";
import type { Emit } from "./events.ts";
import type { ReportedProducts } from "./reported-products.ts";
import type { Tally } from "./tally.ts";

type Means = { client: Client; tally: Tally; reported: ReportedProducts; emit: Emit; stopping: AbortSignal };

/** Checks the catalogue and reports products that neither this run nor an earlier one has reported. */
export async function checkProducts({ client, tally, reported, emit, stopping }: Means): Promise<void> {
  const found = new Map<number, { product: Product; faults: ReturnType<typeof productFaults> }>();
  for await (const product of client.products.all({ active: true }, { signal: stopping })) {
    const faults = productFaults(product);
    if (faults.length === 0) continue;
    found.set(product.id, { product, faults });
    if (reported.has(product.id, faults)) continue;
    const { id, sku, name } = product;
    tally.reportedProducts.add(id);
    emit({ event: "product_incomplete", product_id: id, sku, name, errors: faults });
  }
  tally.products = found;
  reported.keep(found);
}
