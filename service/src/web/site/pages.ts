import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLanguage } from "../../contract/languages.ts";
import { compressed } from "../../http/compression.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { html, markupOf } from "../../platform/html.ts";
import { renderLayout } from "../checkout/layout.ts";
import { languageCookieFor, languageOf, variesByLanguage } from "../language.ts";
import { type BuiltPage, type BuiltPages, builtSite, createBuiltPages } from "./built-pages.ts";
import { createFiles, sendFile } from "./files.ts";

const entryPages = [
  "/register",
  "/sign-in",
  "/confirm",
  "/forgot",
  "/reset",
  "/invitation",
  "/confirm-email",
];
const deepPages = ["/app", "/app/*", "/operator", "/operator/*"];
/** Prefixes for programs: an unknown path there returns a 404 in JSON, and never the page. */
const forPrograms =
  /^\/(app\/(api|auth|session|step-up|registrations|invitations|account)|operator\/api)(\/|$)/;

/** Addresses of the operator that the landing page links to, if they are set. */
export type OperatorLinks = { contact?: string; privacy?: string; terms?: string };

export type SitePagesOptions = {
  root?: string;
  operatorLinks?: OperatorLinks;
  /** The session as `/app/session` describes it, or null; undefined if it can't be read at present. */
  describeSession?: (request: FastifyRequest) => Promise<object | null | undefined>;
};

// Link checkers and watchdogs send HEAD requests.
const asked = { exposeHeadRoute: true };

/** The pages of the site, per language, and their files; all are built from `site/`. */
export function sitePages(
  server: FastifyInstance,
  {
    root = builtSite,
    operatorLinks = {},
    describeSession = () => Promise.resolve(undefined),
  }: SitePagesOptions = {},
): void {
  const builtPages = createBuiltPages(root);
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    choose: (pages: BuiltPages) => BuiltPage | Promise<BuiltPage>,
    isPersonal = false,
  ) => {
    const language = languageOf(request);
    const pages = builtPages(language);
    if (!pages) return sendNotBuilt(reply);
    const { text, policy } = withTheme(await choose(pages), request);
    reply.headers({
      "content-security-policy": policy,
      // URLs may contain a token that sets a password.
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": isPersonal ? "no-store" : "no-cache",
      "content-language": language,
    });
    const body = await compressed(request.headers["accept-encoding"], reply, text);
    return reply
      .header("vary", `accept-encoding, ${variesByLanguage}`)
      .type("text/html; charset=utf-8")
      .send(body);
  };

  server.get("/", asked, (request, reply) => {
    rememberLanguage(request, reply);
    return send(request, reply, ({ landing }) => withOperatorLinks(landing, operatorLinks));
  });
  for (const url of [...entryPages, ...deepPages]) {
    server.get(url, asked, (request, reply) => {
      const pathname = pathOf(request);
      if (forPrograms.test(pathname)) throw unknownPath(request);
      const choose = async (pages: BuiltPages) => {
        const session = await describeSession(request);
        if (entryPages.includes(pathname))
          return withSession(withScripts(pages.entry, pages.scriptsAt(pathname)), session);
        // A visitor who is not signed in goes to the sign-in page next.
        const scripts = pages.scriptsAt(session === null ? "/sign-in" : pathname);
        return withSession(withScripts(pages.app, scripts), session);
      };
      return send(request, reply, choose, true);
    });
  }

  const files = createFiles(root);
  server.get("/site/*", asked, async (request, reply) => {
    const file = await files((request.params as { "*": string })["*"]);
    if (!file) throw unknownPath(request);
    return sendFile(request, reply, file);
  });
  // Browsers ask for it on pages that name no icon, such as a PDF.
  server.get("/favicon.ico", asked, async (request, reply) => {
    const file = await files("en/mark.svg");
    if (!file) throw unknownPath(request);
    return sendFile(request, reply, file, "public, max-age=86400");
  });
}

/** The page for an address that does not exist, for browsers; programs get JSON. */
export function createNotFoundPage(root = builtSite) {
  const builtPages = createBuiltPages(root);
  return (request: FastifyRequest) => {
    const isForPeople =
      request.method === "GET" &&
      String(request.headers.accept ?? "").includes("text/html") &&
      !/^\/(api|portal|site)(\/|$)/.test(pathOf(request)) &&
      !forPrograms.test(pathOf(request));
    const language = languageOf(request);
    const page = isForPeople ? builtPages(language)?.notFound : undefined;
    if (!page) return undefined;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": page.policy,
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
      "content-language": language,
      vary: `accept, ${variesByLanguage}`,
    };
    return { html: page.text, headers };
  };
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!;

/** `/?language=fr` shows the page in French, now and on later visits. */
function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const { language } = request.query as { language?: unknown };
  if (!isLanguage(language)) return;
  const cookie = languageCookieFor(request, language);
  reply.header("set-cookie", cookie);
  request.headers.cookie = cookie;
}

/** Tells the browser about all scripts of the page at once, instead of each naming the next. */
function withScripts({ text, policy }: BuiltPage, scripts: readonly string[]): BuiltPage {
  const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`);
  return { text: text.replace("<!--preload-->", () => links.join("\n")), policy };
}

const themeCookie = /(?:^|;\s*)billfold_theme=(light|dark)(?:;|$)/;

/** The first paint has the colours that the reader has chosen. */
function withTheme({ text, policy }: BuiltPage, { headers }: FastifyRequest): BuiltPage {
  const theme = themeCookie.exec(headers.cookie ?? "")?.[1];
  return { text: theme ? text.replace("<html ", `<html data-theme="${theme}" `) : text, policy };
}

/** A page with the session needs no request for it. It is data to the browser, and never run. */
function withSession({ text, policy }: BuiltPage, session: object | null | undefined): BuiltPage {
  if (session === undefined) return { text, policy };
  const data = JSON.stringify(session).replaceAll("<", "\\u003c");
  return {
    text: text.replace(
      "<!--session-->",
      () => `<script type="application/json" id="session">${data}</script>`,
    ),
    policy,
  };
}

/** The page is built with placeholders; a link without an address is removed. */
function withOperatorLinks({ text, policy }: BuiltPage, links: OperatorLinks): BuiltPage {
  const replaced = text.replaceAll(
    /<a href="https:\/\/(contact|privacy|terms)\.billfold\.invalid\/"([^<>]*)>([^<]*)<\/a>/g,
    (_all, name: keyof OperatorLinks, attributes: string, words: string) => {
      const address = links[name];
      return address === undefined ? "" : `<a href="${markupOf(html`${address}`)}"${attributes}>${words}</a>`;
    },
  );
  return { text: replaced, policy };
}

function sendNotBuilt(reply: FastifyReply) {
  const {
    status,
    headers,
    html: text,
  } = renderLayout({
    status: 503,
    title: "The site is not built",
    companyName: null,
    isSandbox: false,
    main: html`<h1>The site is not built</h1>
<p>The API works without it. To build the site, run <code>npm run prepare</code> in the project's folder; then load this page again.</p>
<p><a href="/docs">The API's documentation</a></p>`,
  });
  return reply.code(status).headers(headers).send(text);
}
