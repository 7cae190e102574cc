import type { Setup } from "./tag.ts";
import { hints, type texts } from "./texts.ts";

export type Product = {
  id: number;
  name: string;
  description: string | null;
  /** Net; the tax comes on top. */
  unit_price: number;
  currency: string;
  /** Decimals of the currency. */
  digits: number;
  /** A percentage. */
  tax_rate: number;
};

export type Catalogue = { company: { name: string }; currency: string; products: Product[] };

export type Invoice = {
  label: string;
  /** Still to be paid, or of a paid one what it came to. */
  amount: number;
  currency: string;
  digits: number;
  state: "payable" | "paid" | "closed";
  /** Null where it can't be paid online. */
  checkout_url: string | null;
};

/** What the company offers, to everybody. */
export const findCatalogue = (setup: Setup): Promise<Catalogue> => ask<Catalogue>(setup, "products");

/** One invoice, to whoever has its token. */
export const findInvoice = async (setup: Setup, token: string): Promise<Invoice> =>
  (await ask<{ invoice: Invoice }>(setup, `invoices/${token}`)).invoice;

async function ask<Answer>({ portal, companyId, appId }: Setup, what: string): Promise<Answer> {
  const query = new URLSearchParams({ company_id: companyId, app_id: appId });
  const response = await fetch(`${portal}${what}?${query}`, { credentials: "omit", ...patience() }).catch(
    () => {
      // A page that is refused learns no more than that, so whoever builds it is told what to look at.
      console.error(hints.unreachable, location.origin, portal);
      throw new Trouble("unreachable");
    },
  );
  if (response.status === 403) throw new Trouble("unavailable");
  if (response.status === 404) throw new Trouble("missing");
  if (!response.ok) throw new Trouble("fault");
  return response.json();
}

/** Nobody waits longer for an answer, unless the browser is too old for deadlines. */
export const patience = (): RequestInit => ({ signal: AbortSignal.timeout?.(20_000) ?? null });

type Fault = keyof typeof texts.problem;

/** What kept the service from telling; each kind has words for buyers. */
export class Trouble extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}
