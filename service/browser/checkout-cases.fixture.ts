import type { Gateway } from "billfold-sandbox/gateway";
import { type Sale, type Seller, sell } from "./seller.fixture.ts";

type CaseSetup = Seller & { gateway: Gateway };

/** The outcomes that a buyer can choose at the gateway. */
const ways = {
  succeeds: {},
  isDeclined: { card: "4000000000000002" },
  asksForCode: { card: "4000002760003184" },
  comesLate: { card: "4000000000000259" },
  byTransfer: { transfer: true },
};

/** A sale whose buyer has had one of these outcomes and returned, without a browser; `page` is the gateway's. */
export async function checkoutCases(
  shop: CaseSetup,
  way: keyof typeof ways,
): Promise<Sale & { page: string }> {
  const sale = await sell(shop);
  const { page, reference } = await begin(shop, sale);
  shop.gateway.pay(reference, ways[way]);
  await fetch(`${sale.url}/return`);
  return { ...sale, page };
}

/** The buyer has pressed the button: the gateway's page, and its reference for the payment attempt. */
export async function begin(
  { gateway }: CaseSetup,
  { url }: Sale,
): Promise<{ page: string; reference: string }> {
  const { headers } = await fetch(`${url}/pay`, { method: "POST", redirect: "manual" });
  const page = headers.get("location");
  const found = gateway.transactions().find((transaction) => transaction.page === page);
  if (!found) throw new Error(`the gateway has no page ${page}`);
  return found;
}
