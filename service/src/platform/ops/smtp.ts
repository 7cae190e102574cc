import type Mail from "nodemailer/lib/mailer";
import { maskedStart } from "../security/mask-credentials.ts";

/** A message as it is sent; the message id is the sender's, because it must be the same at every attempt. */
export type SmtpMessage = {
  from: string | { name: string; address: string };
  to: string;
  cc?: readonly string[];
  replyTo?: string | undefined;
  unsubscribeUrl?: string | undefined;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  attachments?: SmtpAttachment[];
};

/** `cid` names a picture that the page of the mail shows. */
export type SmtpAttachment = { filename: string; content: Buffer; contentType: string; cid?: string };

/** Why a message was not sent, as far as the server let us know. */
export class SmtpError extends Error {
  /** Whether another attempt is pointless: the server refused this message or this recipient for good. */
  readonly isPermanent: boolean;
  /** A short name for logs and metrics, without anything that the server wrote. */
  readonly code: string;
  constructor(message: string, code: string, isPermanent: boolean) {
    super(message);
    this.code = code;
    this.isPermanent = isPermanent;
  }
}

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};
/** The longest that an attempt takes: a server that sends a byte now and then never exceeds the other limits. */
export const attemptMaxMs = 60_000;

/**
 * Sends one message over a connection of its own and resolves when the server has accepted it, with the addresses of
 * copies that the server refused. The library's transports
 * can't abort a message that takes too long, and no message may be in progress when its lease ends.
 */
export async function sendBySmtp(
  url: string,
  message: SmtpMessage,
  {
    maxMs = attemptMaxMs,
    signal,
    mayGo,
  }: { maxMs?: number; signal?: AbortSignal | undefined; mayGo?: () => Promise<boolean> } = {},
): Promise<string[]> {
  // The library is loaded with the first mail, because most processes never send one.
  const [{ default: SmtpConnection }, { default: MailComposer }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/mail-composer"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...server } = parseConnectionUrl(url) as { auth?: { user: string; pass: string } };
  const mime = new MailComposer(optionsOf(message)).compile();
  const content = await mime.build();
  const envelope = mime.getEnvelope();
  // As the library writes it, such as with the domain in Punycode.
  const recipient = [envelope.to].flat()[0];
  const connection = new SmtpConnection({ ...server, ...timeouts });
  const ends = AbortSignal.any([AbortSignal.timeout(maxMs), ...(signal ? [signal] : [])]);
  try {
    const refused = await new Promise<string[]>((resolve, reject) => {
      const settle = (error: unknown, sent?: { rejected?: string[] }) => {
        if (error) reject(error as Error);
        else if (sent?.rejected?.some((address) => address === recipient)) reject(refusedRecipient());
        else resolve(sent?.rejected ?? []);
      };
      const transmit = () => connection.send(envelope as never, content, settle);
      // Asked as late as possible: to find the server and to log in may take seconds.
      const send = () =>
        mayGo
          ? mayGo()
              .then((may) => (may ? transmit() : reject(withdrawn())))
              .catch(reject)
          : transmit();
      ends.addEventListener("abort", () => reject(tookTooLong()), { once: true });
      connection.on("error", reject);
      // What the server said before it closed the connection is reported a moment later, and says more.
      connection.once("end", () => setImmediate(reject, closed()));
      connection.connect((failure?: unknown) => {
        if (failure) reject(failure as Error);
        else if (auth?.user && connection.allowsAuth)
          connection.login(auth, (refusal) => (refusal ? reject(refusal) : send()));
        else send();
      });
    });
    connection.quit();
    return refused;
  } catch (error) {
    connection.close();
    throw smtpErrorOf(error);
  }
}

function optionsOf({ unsubscribeUrl, to, cc = [], replyTo, ...rest }: SmtpMessage): Mail.Options {
  return {
    ...rest,
    to: addressed(to),
    cc: cc.map(addressed),
    ...(replyTo !== undefined && { replyTo: addressed(replyTo) }),
    headers: unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl),
  };
}

/** So that the library takes it as one address: a text it would read as a list, with names, comments and groups. */
const addressed = (address: string) => ({ name: "", address });

/** By RFC 2369 and RFC 8058: mail programs show a button that unsubscribes with one POST. */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const tookTooLong = () => Object.assign(new Error("the attempt took too long"), { code: "ETIMEDOUT" });
const withdrawn = () => new SmtpError("The mail was withdrawn.", "withdrawn", false);
// The server took the message for others, so it is not sent once more.
const refusedRecipient = () =>
  new SmtpError(
    "The mail server refused the recipient; only the other addresses get the mail.",
    "recipient_refused",
    true,
  );
const closed = () => Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" });

/** What the library's errors carry. */
type LibraryError = {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

// At these steps a refusal is about our configuration, not about the mail: it is sent once the operator has corrected
// the configuration.
const isAboutTheMail = (command: string | undefined) => /^(?:MAIL FROM|RCPT TO|DATA)$/.test(command ?? "");
const needsLogin = 530;

function smtpErrorOf(error: unknown): SmtpError {
  if (error instanceof SmtpError) return error;
  const { code, originalCode, command, response, responseCode } = error as LibraryError;
  const refused = (responseCode ?? 0) >= 500;
  const isPermanent = refused && responseCode !== needsLogin && isAboutTheMail(command);
  if (responseCode)
    return new SmtpError(
      `${stepOf(command)}: ${quoted(response ?? "")}`,
      `smtp_${responseCode}`,
      isPermanent,
    );
  const cause = originalCode ?? code ?? "unknown";
  return new SmtpError(
    `${explained[cause] ?? "The mail server can't be used"} (${cause}).`,
    cause.toLowerCase(),
    false,
  );
}

function stepOf(command: string | undefined): string {
  if (command === "RCPT TO") return "The mail server refused the recipient";
  if (command === "MAIL FROM") return "The mail server refused the sender";
  if (command === "DATA") return "The mail server refused the message";
  return command?.startsWith("AUTH")
    ? "The mail server refused the login"
    : "The mail server refused the connection";
}

const explained: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The mail server refused the connection",
  ECONNRESET: "The mail server closed the connection before it confirmed the mail",
  ECONNECTION: "The mail server closed the connection before it confirmed the mail",
  ETIMEDOUT: "The mail server did not respond in time",
  EDNS: "The name of the mail server can't be resolved",
  ENOTFOUND: "The name of the mail server can't be resolved",
  ETLS: "No secure connection to the mail server could be made",
  EAUTH: "The mail server refused the login",
};

const quotedMax = 300;

/** What the server wrote, in one line. It is shown to people, so it is cut and keeps no credentials. */
export const quoted = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  maskedStart(text.slice(0, 2000).replace(/[\u0000-\u001f\u007f\s]+/g, " "), quotedMax).trim();
