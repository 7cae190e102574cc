import type { Client } from "billfold-sdk";
import { type Product, type ProductFaults, productFaults } from "./completeness.ts";
import type { Emit } from "./events.ts";

/** Checks the catalogue and reports products not reported before. */
export async function checkProducts(
  client: Client,
  before: ProductFaults,
  emit: Emit,
  signal: AbortSignal,
): Promise<ProductFaults> {
  const found = new Map<number, { product: Product; faults: ReturnType<typeof productFaults> }>();
  for await (const product of client.products.all({ active: true }, { signal })) {
    const faults = productFaults(product);
    if (faults.length === 0) continue;
    found.set(product.id, { product, faults });
    if (JSON.stringify(before.get(product.id)?.faults) === JSON.stringify(faults)) continue;
    const { id, sku, name } = product;
    emit({ event: "product_incomplete", product_id: id, sku, name, errors: faults });
  }
  return found;
}
