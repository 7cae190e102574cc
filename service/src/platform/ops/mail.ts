import { setTimeout } from "node:timers/promises";
import { ApiError } from "../../contract/errors.ts";
import type { Clock } from "../values/clock.ts";
import type { Logger } from "./log.ts";

export type Mail = { to: string; subject: string; text: string };

/** A mail that was captured for display instead of being sent. */
export type CapturedMail = Mail & { at: Date };

export type Mailer = {
  /** Newest last; undefined where mails are sent over SMTP, or cannot be sent. */
  captured: readonly CapturedMail[] | undefined;
  /** Throws 503 if mail cannot be sent. */
  requireReady(): void;
  /**
   * Sends in the background, so that no request waits for the mail server, and response times do not reveal whether a
   * mail was sent.
   */
  send(mail: Mail): void;
  /** Resolves when no mail is being sent any more. */
  close(): Promise<void>;
};

const capturedMax = 200;
const retryDelaysMs = [1_000, 10_000];
// Services and commands wait for pending mails before they exit, so an unresponsive server must not delay them for
// minutes.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends by SMTP if it is configured; otherwise mails are captured or, where capturing is not acceptable, refused. */
export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string | undefined;
  keeps: boolean;
  clock: Clock;
  log: Logger;
}): Mailer {
  const { smtpUrl, from, keeps, clock, log } = options;
  if (smtpUrl !== undefined && from !== undefined) return smtpMailer(smtpUrl, from, log);
  const captured: CapturedMail[] = [];
  const keep = (mail: Mail) => {
    captured.push({ ...mail, at: clock.now() });
    if (captured.length > capturedMax) captured.shift();
  };
  const lose = ({ subject }: Mail) => log.warn({ subject }, "mail not sent: SMTP is not configured");
  return {
    captured: keeps ? captured : undefined,
    requireReady: () => {
      if (!keeps) throw notSetUp();
    },
    send: keeps ? keep : lose,
    close: async () => undefined,
  };
}

function smtpMailer(url: string, from: string, log: Logger): Mailer {
  // The library is loaded with the first mail, because most processes never send one.
  const open = async () =>
    (await import("nodemailer")).createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  let transport: ReturnType<typeof open> | undefined;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const send = async (mail: Mail) => {
    for (const pause of [...retryDelaysMs, undefined]) {
      try {
        transport ??= open();
        await (await transport).sendMail({ from, ...mail });
        return;
      } catch (error) {
        // Neither the recipient's address nor the text belongs in the log.
        const reason = (error as { code?: string }).code ?? "unknown";
        log.warn({ reason, subject: mail.subject, again: pause !== undefined }, "sending mail failed");
        if (pause === undefined) return;
        await setTimeout(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };
  return {
    captured: undefined,
    requireReady: () => undefined,
    send: (mail) => {
      const sending = send(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
      (await transport)?.close();
    },
  };
}

const notSetUp = () =>
  new ApiError(
    503,
    "mail_not_configured",
    "This service can't send mail yet, and this needs it. Its operator has to set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM.",
  );
