import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
// The handler for Express works with Node's own requests too.
import { webhookHandler } from "billfold-sdk/express";
import type { Intake } from "./intake.ts";

export type Receiver = { url: string; close(): Promise<void> };

/** Receives deliveries at any path and refuses those that are not signed by Billfold. */
export async function openReceiver(
  intake: Intake,
  options: { port: number; secrets: readonly string[]; onTrouble(message: string): void },
): Promise<Receiver> {
  const onError = (error: unknown) =>
    options.onTrouble(`A delivery was refused: ${(error as Error).message}`);
  const handle = webhookHandler({ secret: options.secrets, onEvent: intake.take, onError });
  const server = createServer((request, response) => {
    if (request.method === "POST") return void handle(request, response);
    response.writeHead(405, { allow: "POST", "content-type": "text/plain; charset=utf-8" });
    response.end("This is a webhook receiver: it takes POST, from Billfold.\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
