import type { Gateway } from "billfold-sandbox/gateway";
import { startGateway } from "billfold-sandbox/gateway";
import { freePort } from "./free-port.ts";
import { migratedDatabase } from "./fresh-database.ts";
import { noon, startService, type TestCompany, type TestService } from "./harness.ts";

/** A service whose buyers can pay: with a sandbox gateway, on the same clock, both over real HTTP. */
export type PaymentService = TestService & { gateway: Gateway };

export async function startPaymentService(
  options: { env?: Record<string, string>; now?: Date; sendsNotifications?: boolean } = {},
): Promise<PaymentService> {
  let service: TestService | undefined;
  const gateway = await startGateway({
    now: () => service?.clock.now() ?? noon,
    holdMs: 200,
    notifyRetryMs: 50,
  });
  const port = await freePort();
  // The passes poll every attempt that is due, and another test's gateway does not know it.
  const database = await migratedDatabase();
  const own = {
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url,
  };
  const env = { ...own, ...options.env };
  service = await startService({ env, port, ...(options.now && { now: options.now }) });
  const { siteUrl } = service.context.config;
  gateway.set({
    pagesAt: `${siteUrl}/sandbox/pay`,
    notifyAt: options.sendsNotifications === false ? undefined : `${siteUrl}/sandbox/webhook`,
  });
  const { close } = service;
  return {
    ...service,
    gateway,
    close: async () => {
      await gateway.close();
      await close();
      await database.drop();
    },
  };
}

type LinkFields = object;

/** The link with its address, as a buyer gets it. */
export async function linkOf(company: TestCompany, fields: LinkFields = {}) {
  const { status, body, text } = await company.call("POST /payments/link", {
    body: { amount: 1000, ...fields },
  });
  if (status !== 201) throw new Error(`no link: ${text}`);
  return body as { reference: string; checkout_url: string; amount: number };
}

export type PageResponse = { status: number; headers: Headers; html: string; location: string | null };

/** A browser without scripts, which returns a redirect's target instead of following it. */
export async function openPage(url: string, form?: Record<string, string>): Promise<PageResponse> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/131.0" },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: headers.get("location") };
}

/** Presses the checkout's button, and returns the gateway's reference for the payment attempt. */
export async function startCheckoutPayment(
  shop: PaymentService,
  checkoutUrl: string,
  form: Record<string, string> = {},
): Promise<string> {
  const { status, location, html } = await openPage(`${checkoutUrl}/pay`, form);
  if (status !== 303 || !location?.includes("/pay/"))
    throw new Error(`not sent to pay: ${status} ${location} ${html}`);
  const found = shop.gateway.transactions().find(({ page }) => page === location);
  if (!found) throw new Error(`the gateway has no page ${location}`);
  return found.reference;
}
