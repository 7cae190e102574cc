import { load, requestText } from "./http-load.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const clients = 64;

/**
 * Compares orders from partners' servers (a sale, an invoice, a link with its QR code and three events each) with
 * plain drafts.
 */
export async function measurePortal(seconds: number, rounds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  const [order, draft] = [keyedRequest(service, "/portal/orders"), keyedRequest(service, "/invoices")];
  const rate = async (request: () => string, forSeconds = seconds) => {
    const plan = { port: service.port, clients, seconds: forSeconds, request, expectStatus: 201 };
    const result = await load(plan);
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    return result.perSecond;
  };
  // Some ten thousand requests run first, so that the code is compiled and optimised.
  await rate(order, 10);
  await rate(draft, 5);
  const orders: number[] = [];
  const drafts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    drafts.push(await rate(draft));
    orders.push(await rate(order));
  }
  await service.stop();
  removeDataDir(service.dataDir);
  const [measured, baseline] = [median(orders), median(drafts)];
  const ratio = measured / baseline;
  const name = "POST /portal/orders, 3 lines, 64 clients; baseline: POST /invoices";
  return [{ name, measured, unit: "/s", baseline, ratio, target: "≥ 0.5", holds: ratio >= 0.5 }];
}

/** Both use the same body, and every request has its own Idempotency-Key. */
function keyedRequest({ demo }: RunningService, path: string): () => string {
  const line = (number: number) => ({
    description: `Consulting work item ${number}`,
    quantity: 3,
    unit_price: 45000.5,
    tax_rate: 7.5,
  });
  const body = { customer_id: demo.customer_id, currency: "NGN", lines: [line(1), line(2), line(3)] };
  const headers = "Idempotency-Key: KEY\r\n";
  const text = requestText("POST", path, demo, { headers, body: JSON.stringify(body) });
  const [before, after] = text.split("KEY");
  let next = 0;
  return () => `${before}bench-${path}-${next++}${after}`;
}
