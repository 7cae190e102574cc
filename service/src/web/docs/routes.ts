import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { compressed } from "../../http/compression.ts";
import { matchesTag } from "../../http/conditional.ts";
import { withAddresses } from "./addresses.ts";
import { type Library, readLibrary } from "./library.ts";
import { type Assets, contentsPage, guidePage, missingPage, searchPage } from "./page.ts";
import { loadRenderer, type Render } from "./render.ts";
import { search } from "./search.ts";

const questionCharactersMax = 100;

/** The guides as pages at /docs, each also as Markdown, with a search; and the list of them for programs that read. */
export function docs(server: FastifyInstance, config: Config): void {
  const desk = openDesk(config);
  server.get("/docs", async (request, reply) => sendPage(request, reply, await desk.contents()));
  server.get("/docs/", (_request, reply) => reply.redirect("/docs", 301));
  server.get("/docs/search", async (request, reply) => {
    const { q } = request.query as { q?: string | string[] };
    const question = String(q ?? "")
      .trim()
      .slice(0, questionCharactersMax);
    reply.header("x-robots-tag", "noindex");
    return sendPage(request, reply, await desk.search(question));
  });
  server.get("/docs/assets/:file", async (request, reply) => {
    const file = (await desk.files()).get(request.url.split("?", 1)[0]!);
    if (!file) return sendMissing(request, reply, await desk.missing());
    reply.headers({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    return send(request, reply, file.type, file.text);
  });
  server.get("/docs/:page", async (request, reply) => {
    const { page } = request.params as { page: string };
    const markdown = page.endsWith(".md") ? await desk.markdown(page.slice(0, -3)) : undefined;
    if (markdown !== undefined)
      return send(
        request,
        reply.header("cache-control", "no-cache"),
        "text/markdown; charset=utf-8",
        markdown,
      );
    const text = await desk.guide(page);
    return text === undefined
      ? sendMissing(request, reply, await desk.missing())
      : sendPage(request, reply, text);
  });
  server.get("/docs/*", async (request, reply) => sendMissing(request, reply, await desk.missing()));
  server.get("/llms.txt", async (request, reply) =>
    send(request, reply.header("cache-control", "no-cache"), "text/plain; charset=utf-8", await desk.list()),
  );
}

/** Everything is read when the first reader comes, and a page is rendered once. */
function openDesk(config: Config) {
  let opened: Promise<{ library: Library; assets: Assets; files: Files; render: Render }> | undefined;
  const open = () => {
    opened ??= Promise.all([readLibrary(), loadFiles(), loadRenderer()]).then(
      ([library, { files, assets }, render]) => ({
        library,
        assets,
        files,
        render: (markdown: string) => render(withAddresses(markdown, config)),
      }),
    );
    return opened;
  };
  const kept = new Map<string, string>();
  const keep = (name: string, make: () => string) => {
    const page = kept.get(name) ?? make();
    kept.set(name, page);
    return page;
  };
  return {
    contents: async () => {
      const { library, assets, render } = await open();
      return keep("", () => contentsPage(library, assets, render(library.contents)));
    },
    guide: async (name: string) => {
      const { library, assets, render } = await open();
      const guide = library.guides.find((candidate) => candidate.name === name);
      return guide && keep(name, () => guidePage(library, assets, guide, render(guide.markdown)));
    },
    markdown: async (name: string) => {
      const { library } = await open();
      return name === "README"
        ? library.contents
        : library.guides.find((guide) => guide.name === name)?.markdown;
    },
    search: async (question: string) => {
      const { library, assets } = await open();
      return searchPage(library, assets, question, search(library, question));
    },
    missing: async () => {
      const { library, assets } = await open();
      return missingPage(library, assets);
    },
    files: async () => (await open()).files,
    list: async () => listOf((await open()).library, config),
  };
}

/** For programs that read: https://llmstxt.org. */
function listOf({ shelves }: Library, { siteUrl, baseUrl }: Config): string {
  const lists = shelves.map(({ title, guides }) => {
    const entries = guides.map(
      ({ name, label, summary }) => `- [${label}](${siteUrl}/docs/${name}.md): ${summary}\n`,
    );
    return `## ${title}\n\n${entries.join("")}\n`;
  });
  return `# Billfold

> Invoicing, payments and e-invoicing for companies, as a REST API in JSON.

${lists.join("")}## Contract

- [openapi.json](${baseUrl}/openapi.json): every operation, field and refusal, as OpenAPI 3.1
`;
}

type Files = Map<string, { type: string; text: string }>;

const assetsFolder = fileURLToPath(new URL("../../../assets/docs/", import.meta.url));

/** Their addresses change with what is in them, so that browsers may keep them for good. */
async function loadFiles(): Promise<{ files: Files; assets: Assets }> {
  const files: Files = new Map();
  const add = async (name: string, ending: string, type: string) => {
    const text = await readFile(`${assetsFolder}${name}.${ending}`, "utf8");
    const address = `/docs/assets/${name}-${hash("sha256", text).slice(0, 12)}.${ending}`;
    files.set(address, { type, text });
    return address;
  };
  const style = await add("style", "css", "text/css; charset=utf-8");
  const script = await add("page", "js", "text/javascript; charset=utf-8");
  return { files, assets: { style, script } };
}

// Nothing foreign and nothing inline, though the texts are our own: a search repeats what somebody typed.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string) {
  reply.headers({
    "content-security-policy": policy,
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
  });
  return send(request, reply, "text/html; charset=utf-8", page);
}

const sendMissing = (request: FastifyRequest, reply: FastifyReply, page: string) =>
  sendPage(request, reply.code(404), page);

async function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  const tag = `"${hash("sha256", text).slice(0, 32)}"`;
  reply.headers({ etag: tag, "x-content-type-options": "nosniff" });
  if (reply.statusCode === 200 && matchesTag(request.headers["if-none-match"], tag))
    return reply.code(304).send();
  return reply.type(type).send(await compressed(request.headers["accept-encoding"], reply, text));
}
