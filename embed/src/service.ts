import type { Setup } from "./tag.ts";
import { hints, type texts } from "./texts.ts";

export type Product = {
  id: number;
  name: string;
  description: string | null;
  /** Without tax, unless the catalogue says otherwise. */
  unit_price: number;
  currency: string;
  /** Decimals of the currency. */
  digits: number;
  /** A percentage. */
  tax_rate: number;
  /** A percentage; 0 for none. */
  discount: number;
};

export type Catalogue = {
  company: { name: string };
  currency: string;
  prices_include_tax: boolean;
  products: Product[];
};

export type Invoice = {
  label: string;
  /** The amount still to be paid; for a paid invoice, its total. */
  amount: number;
  currency: string;
  digits: number;
  state: "payable" | "paid" | "closed";
  /** Null where it can't be paid online. */
  checkout_url: string | null;
};

/** What the company offers, to everybody. */
export const findCatalogue = (setup: Setup): Promise<Catalogue> => ask<Catalogue>(setup, "products");

/** One invoice, for anyone who has its token. */
export const findInvoice = async (setup: Setup, token: string): Promise<Invoice> =>
  (await ask<{ invoice: Invoice }>(setup, `invoices/${token}`)).invoice;

async function ask<Answer>({ portal, companyId, appId }: Setup, what: string): Promise<Answer> {
  const query = new URLSearchParams({ company_id: companyId, app_id: appId });
  const response = await fetch(`${portal}${what}?${query}`, { credentials: "omit", ...timeoutMs() }).catch(
    () => {
      // A refused page learns nothing else, so the console says what its developer should check.
      console.error(hints.unreachable, location.origin, portal);
      throw new Trouble("unreachable");
    },
  );
  if (response.status === 403) throw new Trouble("unavailable");
  if (response.status === 404) throw new Trouble("missing");
  if (!response.ok) throw new Trouble("fault");
  return response.json();
}

/** The deadline for an answer, where the browser supports one. */
export const timeoutMs = (): RequestInit => ({ signal: AbortSignal.timeout?.(20_000) ?? null });

type Fault = keyof typeof texts.problem;

/** Why the service gave no data; each kind has its own text for buyers. */
export class Trouble extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}
