import { createServer } from "node:http";
import type { Client } from "billfold-sdk";
import { takeOrder } from "./orders.ts";
import { policyFor, siteFiles } from "./pages.ts";
import type { Settings } from "./settings.ts";
import type { PanelTag } from "./setup.ts";

/** The shop's server: a page to order on, a page to return to, and the endpoint that receives orders. */
export async function startServer(client: Client, tag: PanelTag, { port, origin }: Settings): Promise<void> {
  const files = siteFiles(tag);
  const guarded = {
    "content-security-policy": policyFor(tag),
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
  const server = createServer(async (request, response) => {
    const send = (status: number, type: string, body: string) =>
      void response.writeHead(status, { ...guarded, "content-type": `${type}; charset=utf-8` }).end(body);
    const [pathname = "/"] = (request.url ?? "/").split("?", 1);
    if (request.method === "POST" && pathname === "/order") {
      const { status, body } = await takeOrder(client, request, origin);
      return send(status, "application/json", JSON.stringify(body));
    }
    const file = files.get(pathname);
    return file ? send(200, file.type, file.text) : send(404, "text/plain", "There is no such page.");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
}
