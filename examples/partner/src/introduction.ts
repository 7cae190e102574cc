import type { Client, Query } from "billfold-sdk";

/** What the shop's pages have to say to show a panel. All of it is public. */
export type PanelTag = { companyId: number; appId: string; script: string };

type Config = { company_id: number; app_id: string; links: { embed_script: string } };
type Ping = { environment: string };
type PortalSettings = { portal: { allowed_origins: string[] } };
type Product = { id: number; name: string; unit_price: number | null };

/**
 * Asks Billfold what to put on the pages. In the sandbox, and nowhere else, it also does what a company does once by
 * hand: allow this site, and put something on offer.
 */
export async function introduce(client: Client, origin: string): Promise<PanelTag> {
  const { environment } = await client.get<Ping>("/ping");
  const { company_id, app_id, links } = await client.get<Config>("/portal/config");
  if (environment === "sandbox") {
    await allow(client, origin);
    await offerSomething(client);
  } else {
    console.log(`This is ${environment}: allow ${origin}, and mark products for the portal, by hand.`);
  }
  return { companyId: company_id, appId: app_id, script: links.embed_script };
}

async function allow(client: Client, origin: string): Promise<void> {
  const { portal } = await client.get<PortalSettings>("/portal/settings");
  if (portal.allowed_origins.includes(origin)) return;
  await client.post("/portal/settings", { allowed_origins: [...portal.allowed_origins, origin] });
  console.log(`Sandbox: pages of ${origin} may now show the company's panels.`);
}

async function offerSomething(client: Client): Promise<void> {
  const find = async (query: Query) =>
    (await client.get<{ products: Product[] }>("/products", { active: true, ...query })).products;
  if ((await find({ portal: true, limit: 1 })).length > 0) return;
  const priced = (await find({})).filter(({ unit_price }) => unit_price !== null);
  for (const { id, name } of priced.slice(0, 3)) {
    await client.patch(`/products/${id}`, { portal: true });
    console.log(`Sandbox: ${name} is now offered in the portal.`);
  }
}
