import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { html } from "../../platform/html.ts";
import type { CapturedMail } from "../../platform/ops/mail.ts";
import { isLoopbackName } from "../../platform/outbound/loopback.ts";
import { renderLayout } from "../checkout/layout.ts";
import type { SessionAuth } from "./session-auth.ts";

/**
 * `{site_base}/mail`: the captured mails, newest first, if no SMTP is configured outside production. A reader of this
 * page can set any user's password: `BILLFOLD_MAIL_PAGE` says who may read it, and the operators of the service always
 * may.
 */
export function mailPage(server: FastifyInstance, { mail, config }: Context, sessionAuth: SessionAuth): void {
  const { captured } = mail;
  if (!captured) return;
  server.get("/mail", async (request, reply) => {
    const { mailPage: readers } = config;
    const isOpen = readers === "everybody" || (readers === "this_machine" && isLocal(request));
    if (!isOpen && !(await sessionAuth.findSession(request))?.operator) throw unknownPath(request);
    const { status, headers, html: text } = draw(captured, config.siteUrl);
    return reply.code(status).headers(headers).send(text);
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

function draw(captured: readonly CapturedMail[], siteUrl: string) {
  const entries = captured.toReversed().map(
    ({ to, subject, text, at }) => html`<article><h2>${subject}</h2><p>${to} · ${at.toISOString()}</p>
${text.split("\n").map((line) => html`<p>${linked(line, siteUrl)}</p>`)}</article>`,
  );
  return renderLayout({
    status: 200,
    title: "Mail",
    companyName: null,
    isSandbox: false,
    main: html`<h1>Mail</h1><p>No mail server is set up (BILLFOLD_SMTP_URL), so mails are shown here and not sent.</p>
${entries.length > 0 ? entries : html`<p>There is none yet.</p>`}`,
  });
}

/** Only URLs of this site become links. */
const linked = (line: string, siteUrl: string) =>
  line.startsWith(`${siteUrl}/`) ? html`<a href="${line}">${line}</a>` : line;
