import type { Client, QueryOf } from "billfold-sdk";

/** The values that the shop's pages need to show a panel. All of them are public. */
export type PanelTag = { companyId: number; appId: string; script: string };

/**
 * Gets the values for the pages from Billfold. In the sandbox only, it also does what a company does once by hand:
 * allow this site, and offer a product.
 */
export async function setUpPortal(client: Client, origin: string): Promise<PanelTag> {
  const { environment } = await client.ping();
  const { company_id, app_id, links } = await client.portal.config();
  if (environment === "sandbox") {
    await allow(client, origin);
    await offerSomething(client);
  } else {
    console.log(`This is ${environment}: allow ${origin}, and mark products for the portal, by hand.`);
  }
  return { companyId: company_id, appId: app_id, script: links.embed_script };
}

async function allow(client: Client, origin: string): Promise<void> {
  const { portal } = await client.portal.settings();
  if (portal.allowed_origins.includes(origin)) return;
  await client.portal.updateSettings({ allowed_origins: [...portal.allowed_origins, origin] });
  console.log(`Sandbox: pages of ${origin} may now show the company's panels.`);
}

async function offerSomething(client: Client): Promise<void> {
  const find = async (query: QueryOf<"GET /products">) =>
    (await client.products.list({ active: true, ...query })).products;
  if ((await find({ portal: true, limit: 1 })).length > 0) return;
  const priced = (await find({})).filter(({ unit_price }) => unit_price !== null);
  for (const { id, name } of priced.slice(0, 3)) {
    await client.products.update(id, { portal: true });
    console.log(`Sandbox: ${name} is now offered in the portal.`);
  }
}
