/** Everything a script tag says, and what the page's address adds. */
export type Setup = {
  /** `{site_base}/portal/`, where the script came from. */
  portal: string;
  companyId: string;
  appId: string;
};

export type TagRequest =
  | { panel: "order"; orderUrl: string | undefined }
  | { panel: "pay"; token: string }
  /** There is no invoice to show, and no request is made. */
  | { panel: "neutral" }
  /** The tag does not have this attribute. */
  | { panel: "broken"; attribute: string };

type Attributes = { readonly [name: string]: string | undefined };

/** Which panel a tag asks for; `search` is the query of the page's address. */
export function tagRequestOf(
  { companyId, appId, invoiceId, orderUrl }: Attributes,
  search: string,
): TagRequest {
  if (!companyId) return { panel: "broken", attribute: "data-company-id" };
  if (!appId) return { panel: "broken", attribute: "data-app-id" };
  if (invoiceId === undefined) return { panel: "order", orderUrl };
  if (isToken(invoiceId)) return { panel: "pay", token: invoiceId };
  const named = new URLSearchParams(search).get(invoiceId);
  // One tag can do both: take the order, and show the invoice to buyers who return with its token.
  if (named === null && orderUrl && !isNumber(invoiceId)) return { panel: "order", orderUrl };
  return named !== null && isToken(named) ? { panel: "pay", token: named } : { panel: "neutral" };
}

// Numbers can be guessed, so no request is made for them.
const isNumber = (text: string) => /^\d*$/.test(text);

export const isToken = (text: unknown): text is string =>
  typeof text === "string" && /^pt_[1-9]\d{0,15}_[\w-]{22}$/.test(text);

/** Whether this is the address of the script, the fixed one or a versioned one. */
export const isScript = (address: string): boolean => /\/portal\/embed(\.\w+)?\.js([?#]|$)/.test(address);
