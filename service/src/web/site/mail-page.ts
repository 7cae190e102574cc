import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { html } from "../../foundation/html.ts";
import type { KeptMail } from "../../foundation/mail.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { layOut } from "../checkout/layout.ts";

/**
 * `{site_base}/mail`: the mails that would have been sent, newest first, where no SMTP is configured outside
 * production. Anybody who reads them can set anybody's password, so they are shown on this machine only.
 */
export function mailPage(server: FastifyInstance, { mail, config }: Context): void {
  const { kept } = mail;
  if (!kept) return;
  server.get("/mail", async (request, reply) => {
    if (!isLocal(request)) throw unknownPath(request);
    const { status, headers, html: text } = draw(kept, config.siteUrl);
    return reply.code(status).headers(headers).send(text);
  });
}

/**
 * An unconfigured proxy looks local itself; the header that it adds gives it away. A foreign host name that resolves
 * to this machine is still foreign.
 */
function isLocal({ ip, headers, hostname }: FastifyRequest): boolean {
  const forwarded = headers["x-forwarded-for"] ?? headers.forwarded;
  const isNamedLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && isNamedLocal && forwarded === undefined;
}

function draw(kept: readonly KeptMail[], siteUrl: string) {
  const entries = kept.toReversed().map(
    ({ to, subject, text, at }) => html`<article><h2>${subject}</h2><p>${to} · ${at.toISOString()}</p>
${text.split("\n").map((line) => html`<p>${linked(line, siteUrl)}</p>`)}</article>`,
  );
  return layOut({
    status: 200,
    title: "Mail",
    companyName: null,
    isSandbox: false,
    main: html`<h1>Mail</h1><p>No mail server is set up (BILLFOLD_SMTP_URL), so mails are shown here and not sent.</p>
${entries.length > 0 ? entries : html`<p>There is none yet.</p>`}`,
  });
}

/** Only addresses of this site become links. */
const linked = (line: string, siteUrl: string) =>
  line.startsWith(`${siteUrl}/`) ? html`<a href="${line}">${line}</a>` : line;
