import { createHmac } from "node:crypto";
import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { openAccount } from "../src/domains/payments/gateways/service.ts";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import type { Role } from "./services.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";

/** The size of the test: `BILLFOLD_FAULTS=short` is the version that runs for every change. */
export const paymentSize =
  process.env.BILLFOLD_FAULTS === "short"
    ? { links: 60, kills: 5, buyers: 8, rounds: 1, timeoutMs: 4 * 60_000 }
    : { links: 600, kills: 40, buyers: 12, rounds: 5, timeoutMs: 20 * 60_000 };

/** Services, and a gateway beside them that is never killed, because its records are the reference. */
export type PaymentRun = Site & { gateway: Gateway; company(): Promise<TestCompany> };

export async function startPaymentRun(
  open: AsyncDisposableStack,
  roles: readonly Role[],
): Promise<PaymentRun> {
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  const gateway = await startGateway({
    pagesAt: `${loadBalancer.url}/sandbox/pay`,
    notifyAt: `${loadBalancer.url}/sandbox/webhook`,
    lateMs: 400,
    transferMs: 400,
    refundMs: 200,
    notifyRetryMs: 100,
  });
  open.defer(gateway.close);
  const site = await startSite(open, loadBalancer, roles, { BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url });
  return { ...site, gateway, company: () => makeCompany(site.context, loadBalancer.url, {}) };
}

/** Sends the notification that the gateway would send, signed with the secret of its account or with a forged one. */
export async function sendNotification(
  { context, loadBalancer }: PaymentRun,
  reference: string,
  by: "the gateway" | "somebody else",
): Promise<number> {
  const [attempt] = await context.db.query<{ company_id: number; gateway_account_id: number }>(
    "select company_id, gateway_account_id from payment_attempts where reference = $1",
    [reference],
  );
  const { company_id, gateway_account_id } = attempt!;
  const { secretKey } = await openAccount(context, context.db, company_id, gateway_account_id);
  const data = { reference, status: "success", amount: 100_000, currency: "NGN" };
  const body = JSON.stringify({ event: "charge.success", data });
  const key = by === "the gateway" ? secretKey : `${secretKey}?`;
  const signature = createHmac("sha512", key).update(body).digest("hex");
  const response = await fetch(`${loadBalancer.url}/sandbox/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-paystack-signature": signature },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The address to which the gateway sends the buyer back. */
export function returnUrlOf({ gateway }: PaymentRun, reference: string): string {
  const found = gateway.transactions().find((transaction) => transaction.reference === reference);
  return String(found!.metadata!.cancel_action);
}

/** The gateway's reference for the page that a buyer was sent to. */
export function referenceOf({ gateway }: PaymentRun, page: string): string {
  const found = gateway.transactions().find((transaction) => transaction.page === page);
  if (!found) throw new Error(`the gateway has no page ${page}`);
  return found.reference;
}
