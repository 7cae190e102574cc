import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { listKeptMails, type ShownMail } from "../../domains/sending/mails/service.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { type Html, html, markupOf, verbatim } from "../../platform/html.ts";
import { isLoopbackName } from "../../platform/values/networks.ts";
import type { SessionAuth } from "./session-auth.ts";

/**
 * `{site_base}/mail`: the kept mails, newest first, if no SMTP is configured outside production. A reader of this
 * page can set any user's password: `BILLFOLD_MAIL_PAGE` says who may read it, and the operators of the service always
 * may.
 */
export function mailPage(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  const { config } = context;
  if (!config.mail.keeps) return;
  server.get("/mail", async (request, reply) => {
    const { mailPage: readers } = config;
    const isOpen = readers === "everybody" || (readers === "this_machine" && isLocal(request));
    if (!isOpen && !(await sessionAuth.findSession(request))?.operator) throw unknownPath(request);
    const { headers, html: text } = draw(await listKeptMails(context), config.siteUrl);
    return reply.headers(headers).send(text);
  });
}

const forwarding = ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];

/**
 * A proxy on this machine looks local, so it is detected by the headers that proxies add, and by HTTP/1.0, which nginx
 * uses by default and browsers do not. An external host name that resolves to this machine is not local either.
 */
function isLocal({ ip, headers, hostname, raw }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith("x-forwarded-") || forwarding.includes(name),
  );
  const isOld = raw.httpVersion === "1.0";
  return isLoopbackName(ip.replace(/^::ffff:/, "")) && isLoopbackName(hostname) && !isForwarded && !isOld;
}

function draw(mails: readonly ShownMail[], siteUrl: string) {
  const entries = mails.map((mail) => drawMail(mail, siteUrl));
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mail</title><style>${verbatim(stylesheet)}</style></head>
<body><main><h1>Mail</h1>
<p>No mail server is set up (BILLFOLD_SMTP_URL), so mails are shown here instead of being sent. Newest first.</p>
${entries.length > 0 ? entries : html`<p>No mails yet.</p>`}</main></body></html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src '${stylesheetHash}'; base-uri 'none'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
  };
  return { headers, html: markupOf(page) };
}

function drawMail({ to, cc, subject, text, at }: ShownMail, siteUrl: string): Html {
  const paragraphs = text.trim().split(/\n{2,}/);
  return html`<article><h2>${subject}</h2>
<p class="facts">To ${to}${cc.length > 0 && html`, copies to ${cc.join(", ")}`} · <time datetime="${at.toISOString()}">${localTime(at)}</time></p>
${paragraphs.map((paragraph) => html`<p>${paragraph.split("\n").map((line) => html`${linked(line, siteUrl)}<br>`)}</p>`)}
</article>`;
}

/** In the time zone of this machine, which on a developer's machine is the reader's. */
const localTime = (at: Date) => at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** Only URLs of this site become links. */
const linked = (line: string, siteUrl: string) =>
  line.startsWith(`${siteUrl}/`) ? html`<a href="${line}">${line}</a>` : line;

const stylesheet = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f6f7f5,#14181a);color:light-dark(#1c2422,#e6ebe8)}main{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.75rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:0}article{background:light-dark(#fff,#1d2325);border:1px solid light-dark(#dfe4e1,#333c3f);border-radius:.75rem;padding:1.25rem 1.5rem;margin:1.25rem 0}article p{margin:.9rem 0 0;overflow-wrap:anywhere}.facts{margin:.2rem 0 0;color:light-dark(#59635f,#a3aeaa);font-size:.9rem}a{color:light-dark(#0b6b4f,#6fd3b0)}`;

const stylesheetHash = `sha256-${hash("sha256", stylesheet, "base64")}`;
