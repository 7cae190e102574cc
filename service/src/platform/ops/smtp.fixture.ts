import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A mail that the server has accepted, or was about to accept when the connection was cut. */
export type ReceivedMail = { to: string; messageId: string; subject: string; text: string };

/** What the server does to a mail, at the step where it happens. */
export type SmtpFault =
  /** Refuses with this code. */
  | { at: "connect" | "login" | "sender" | "recipient" | "message"; code: number; words?: string }
  /** Stops responding. */
  | { at: "recipient" | "message"; hangs: true }
  /** Closes the connection without a response; after the message it has been accepted by then. */
  | { at: "connect" | "recipient" | "message"; cuts: true };

export type SmtpServer = {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** How often a mail to this address was tried, as far as its recipient. */
  tries(address: string): number;
  close(): Promise<void>;
};

/** A real mail server on loopback, with the faults that the function returns for a recipient and the number of the try. */
export async function startSmtpServer(
  faultOf: (recipient: string, tries: number) => SmtpFault | undefined = () => undefined,
  options: { port?: number; user?: string } = {},
): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const tries = new Map<string, number>();
  const faults = new Map<string, SmtpFault>();
  const cut = ({ id }: SMTPServerSession) => {
    for (const { session, _socket } of server.connections as Set<{
      session: { id: string };
      _socket: Socket;
    }>) {
      if (session.id === id) _socket.destroy();
    }
  };
  /** True if the fault ended the step; otherwise it goes on. */
  const strikes = (
    fault: SmtpFault | undefined,
    step: SmtpFault["at"],
    session: SMTPServerSession,
    respond: (error?: Error) => void,
  ) => {
    if (fault?.at !== step) return false;
    if ("cuts" in fault) cut(session);
    else if ("code" in fault) respond(refusal(fault.code, fault.words));
    return true;
  };
  const server = new SMTPServer({
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", ...(options.user === undefined ? ["AUTH"] : [])],
    onConnect: (session, done) => void (strikes(faultOf("", 0), "connect", session, done) || done()),
    onAuth: ({ username }, session, done) => {
      if (strikes(faultOf("", 0), "login", session, done)) return;
      done(null, username === options.user ? { user: username } : {});
    },
    onMailFrom: (_address, session, done) =>
      void (strikes(faultOf("", 0), "sender", session, done) || done()),
    onRcptTo: ({ address }, session, done) => {
      const count = (tries.get(address) ?? 0) + 1;
      tries.set(address, count);
      const fault = faultOf(address, count);
      if (fault) faults.set(session.id, fault);
      else faults.delete(session.id);
      if (!strikes(fault, "recipient", session, done)) done();
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.once("end", () => {
        const fault = faults.get(session.id);
        const [{ address } = { address: "" }] = session.envelope.rcptTo;
        if (!fault || "cuts" in fault) received.push(mailIn(address, Buffer.concat(pieces).toString()));
        if (!strikes(fault, "message", session, done)) done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${options.user === undefined ? "" : `${options.user}:secret@`}127.0.0.1:${port}`,
    port,
    received,
    tries: (address) => tries.get(address) ?? 0,
    close: async () => {
      for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

const refusal = (responseCode: number, words = "not today") =>
  Object.assign(new Error(words), { responseCode });

/** Long lines are folded, and headers too. */
function mailIn(to: string, raw: string): ReceivedMail {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const header = (name: string) =>
    new RegExp(`^${name}: ([^\\r\\n]*)`, "im").exec(head.replace(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  const text = raw
    .replace(/=\r\n/g, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("=E2=80=99", "’")
    .replaceAll("=3D", "=");
  return { to, messageId: header("Message-ID"), subject: header("Subject"), text };
}
