import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export type SmtpServer = {
  url: string;
  /** The received mails, each with its headers. */
  taken: string[];
  close(): void;
};

/** A minimal mail server: it accepts everything, or replies to RCPT with the given text. */
export async function smtpServer(onReceiver: () => string = () => "250 ok"): Promise<SmtpServer> {
  const taken: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let text = "";
    socket.write("220 here\r\n");
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split(/\r\n/).slice(0, -1)) {
        if (inData && line !== ".") text += `${line}\n`;
        else if (inData) {
          inData = false;
          taken.push(text);
          socket.write("250 taken\r\n");
        } else if (line === "DATA") {
          inData = true;
          text = "";
          socket.write("354 go on\r\n");
        } else socket.write(line.startsWith("RCPT") ? `${onReceiver()}\r\n` : "250 ok\r\n");
      }
    });
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    close: () => void server.close(),
  };
}
