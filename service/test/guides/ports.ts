import { freePort } from "../free-port.ts";

/** The ports that a guide names, and the free ones that stand for them, because guides are tried side by side. */
export type Ports = {
  of(shown: number): number;
  /** The guide's words, with our ports. */
  put(text: string): string;
  /** Our output, with the guide's ports. */
  back(text: string): string;
};

// PostgreSQL's own is no port that anything here listens on.
const named =
  /(?<before>(?:127\.0\.0\.1|localhost|0\.0\.0\.0):|PORT=|PORT \?\? |PORT \|\| |port: |listen\(|--port )(?!5432)(?<port>\d{4})\b/g;

export const servicePort = 8080;
export const receiverPort = 3000;
export const partnerPort = 8090;
export const metricsPort = 9464;

export async function reservePorts(texts: readonly string[]): Promise<Ports> {
  const usual = [servicePort, receiverPort, partnerPort, metricsPort];
  const shown = texts.flatMap((text) => [...text.matchAll(named)].map(({ groups }) => Number(groups!.port)));
  const ours = new Map<number, number>();
  for (const port of new Set([...usual, ...shown])) ours.set(port, await freePort());
  return {
    of: (port) => ours.get(port)!,
    put: (text) =>
      text.replaceAll(named, (_, before: string, port: string) => `${before}${ours.get(Number(port))}`),
    back: (text) => [...ours].reduce((words, [port, free]) => words.replaceAll(`:${free}`, `:${port}`), text),
  };
}
