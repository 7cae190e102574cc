import type { TestCompany } from "../../../test/harness.ts";

export const shop = "https://shop.example";

export type PortalResponse = {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into answers of every shape
  body: any;
};

type Options = {
  method?: string;
  /** null sends no origin, which no browser would do. */
  origin?: string | null;
  headers?: Record<string, string>;
  names?: Record<string, unknown>;
};

/**
 * The response that a browser gets on a page of that origin. A fixed request id makes responses comparable byte by
 * byte.
 */
export async function ask(
  company: TestCompany,
  path: string,
  options: Options = {},
): Promise<PortalResponse> {
  const { method = "GET", origin = shop, headers = {}, names = {} } = options;
  const target = targetOf(company, path, names);
  const response = await fetch(`${company.serviceUrl}${target}`, {
    method,
    headers: { "x-request-id": "same", ...(origin !== null && { origin }), ...headers },
  });
  const text = await response.text();
  const { date: _date, ...rest } = Object.fromEntries(response.headers);
  const isJson = rest["content-type"]?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: rest, text, body: isJson ? JSON.parse(text) : {} };
}

/** The path below the site's URL, with the names that a page would send, or others. */
export function targetOf(company: TestCompany, path: string, names: Record<string, unknown> = {}): string {
  const all = { company_id: company.id, app_id: company.appId, ...names };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return `/portal${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Allows pages of these sites to show the company's portal, and waits until the service applies it. */
export async function allow(company: TestCompany, ...origins: string[]): Promise<void> {
  const { status, text } = await company.call("POST /portal/settings", {
    body: { allowed_origins: origins },
  });
  if (status !== 200) throw new Error(text);
}

export async function offer(company: TestCompany, fields: object): Promise<number> {
  const body = { unit_price: 45000, portal: true, ...fields };
  const { status, text, body: made } = await company.call("POST /products", { body });
  if (status !== 201) throw new Error(text);
  return made.product.id;
}
