import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { onTestFinished } from "vitest";
import { type ManualClock, manualClock } from "../../../../platform/values/clock.ts";

export type SandboxGatewaySetup = { clock: ManualClock; gateway: Gateway };

export async function startSandboxGateway(
  options: Parameters<typeof startGateway>[0] = {},
): Promise<SandboxGatewaySetup> {
  const clock = manualClock(new Date("2026-03-02T10:00:00Z"));
  const gateway = await startGateway({ now: clock.now, notifyRetryMs: 5, refundMs: 2_000, ...options });
  onTestFinished(() => gateway.close());
  return { clock, gateway };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads into answers of every shape
export type Answer = { status: number; body: any };

/** Calls the API as a company's server does. */
export async function call(
  { gateway }: Pick<SandboxGatewaySetup, "gateway">,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: "Bearer sk_test_ours" },
): Promise<Answer> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

export const payment = {
  email: "ada@example.com",
  amount: 150_050,
  currency: "NGN",
  reference: "att-1",
  callback_url: "https://shop.example/back?order=7",
  metadata: { description: "Invoice <INV-001> & more" },
};

export type Page = { status: number; headers: Headers; text: string; url: string };

/** Requests a page as a browser without redirects does; `url` is needed to resolve forms. */
export async function visit(url: string, form?: Record<string, string>): Promise<Page> {
  const response = await fetch(url, {
    redirect: "manual",
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text(), url };
}

/** Fills in and submits the form that leads to this step. */
export function submit(page: Page, step: string, form: Record<string, string>): Promise<Page> {
  const [, action] = new RegExp(`action="([^"]*/${step})"`).exec(page.text) ?? [];
  if (!action) throw new Error(`the page has no form for ${step}`);
  return visit(new URL(action, page.url).href, form);
}

export const locationOf = ({ headers, url }: Page) => new URL(headers.get("location") ?? "none:", url).href;
