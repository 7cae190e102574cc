import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { bestEncoding } from "./compression.ts";
import { redirectWithin } from "./redirect.ts";
import { matchesTag } from "./response.ts";

// The committed file: a test compares it with the routes, so it need not be generated at each start.
const contractFile = new URL("../../../openapi.json", import.meta.url);

/** The contract at {base_url}/openapi.json, and a page to read it at /docs/reference. */
export function documentation(server: FastifyInstance, config: Config): void {
  let contract: Promise<Contract> | undefined;
  server.get("/api/v1/openapi.json", async (request, reply) => {
    contract ??= readContract(config);
    const { text, tag, compressions } = await contract;
    reply.headers({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300",
      etag: tag,
      vary: "accept-encoding",
    });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    const encoding = bestEncoding(String(request.headers["accept-encoding"] ?? ""));
    if (!encoding) return reply.send(text);
    compressions[encoding] ??= compress[encoding](text);
    return reply.header("content-encoding", encoding).send(await compressions[encoding]);
  });

  let reader: Promise<FastifyInstance> | undefined;
  const read = async (url: string) => {
    reader ??= openReader(`${config.baseUrl}/openapi.json`);
    return (await reader).inject(url);
  };
  for (const path of ["/docs/reference", "/docs/reference/*"]) {
    server.get(path, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await read(request.url);
      const { "content-type": type, location } = headers;
      if (location) return redirectWithin(reply, String(location), statusCode);
      reply.code(statusCode).type(String(type));
      if (!String(type).startsWith("text/html")) return reply.send(rawPayload);
      const page = withWayBack(rawPayload);
      return reply.header("content-security-policy", policyOf(page, config)).send(page);
    });
  }
}

type Contract = { text: string; tag: string; compressions: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } };

// Made once and kept, so that it may take as long as the smallest form takes.
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function readContract({ baseUrl, environment }: Config): Promise<Contract> {
  const contract = JSON.parse(await readFile(contractFile, "utf8")) as Record<string, unknown>;
  contract.servers = [{ url: baseUrl, description: environment }];
  const text = JSON.stringify(contract);
  return { text, tag: `"${hash("sha256", text).slice(0, 32)}"`, compressions: {} };
}

/** The reference page itself does not link to the guides. */
const withWayBack = (page: Buffer) =>
  page
    .toString()
    .replace("<body>", '<body><nav class="guides" aria-label="Guides"><a href="/docs">← Guides</a></nav>');

/**
 * The reader's code is not ours, and what is typed on its page may be a secret: it can send it nowhere but to the API.
 * Its styles come from its script, so they can't be named one by one.
 */
function policyOf(page: string, { baseUrl }: Config): string {
  const [, ...scripts] = page.split('<script type="text/javascript">');
  const inline = scripts.map((script) => {
    const text = script.slice(0, script.indexOf("</script>"));
    return `'sha256-${hash("sha256", text, "base64")}'`;
  });
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const style = `:root{--scalar-custom-header-height:2.75rem}
.guides{position:sticky;top:0;z-index:10;height:2.75rem;padding:0 1.25rem;border-bottom:1px solid var(--scalar-border-color);background:var(--scalar-background-1);font:.9375rem/2.75rem var(--scalar-font)}
.guides a{color:var(--scalar-color-1);text-decoration:none}
.guides a:hover{text-decoration:underline}`;

/** The reader's code is several megabytes: it is loaded when somebody opens it, not when the service starts. */
async function openReader(contractUrl: string): Promise<FastifyInstance> {
  const { default: reference } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(reference, {
    routePrefix: "/docs/reference",
    configuration: {
      url: contractUrl,
      pageTitle: "Billfold API",
      // Nothing on the page calls another server: what a reader types here may be a secret.
      withDefaultFonts: false,
      customCss: style,
      telemetry: false,
      showDeveloperTools: "never",
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return app;
}
