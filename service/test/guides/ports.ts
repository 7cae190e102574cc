import { freePort } from "../free-port.ts";

/** The ports in a guide, and the free ones that replace them, because guides are tested concurrently. */
export type Ports = {
  of(shown: number): number;
  /** Replaces the guide's ports by ours. */
  put(text: string): string;
  /** Replaces our ports by the guide's. */
  back(text: string): string;
};

// Nothing here listens on PostgreSQL's own port.
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
