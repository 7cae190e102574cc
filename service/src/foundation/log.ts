import { pino } from "pino";

export type Logger = pino.Logger;

// Every form in which a credential may appear in a log line: our own secrets by their prefixes, the headers that carry
// them, passwords inside connection strings, and members or settings whose name says that they are secret.
const secretName = "[\\w-]*(?:secret|password|passwd|token|authorization|cookie|encryption_?keys)[\\w-]*";
const credentials: readonly [pattern: RegExp, mask: string][] = [
  [/(bfs|whsec)_[A-Za-z0-9+/_=-]{8,}/g, "$1_[masked]"],
  // The full reference of a payment link, or an invoice's token, is enough to see what is to be paid.
  [/\b(p[lt]_\d+)_[\w-]{22}/g, "$1_[masked]"],
  [/\b(Bearer|Basic)\s+[^\s"',\\]+/gi, "$1 [masked]"],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s"\\]*@/gi, "$1:[masked]@"],
  [new RegExp(`(\\\\*"${secretName}\\\\*"\\s*:\\s*\\\\*")(?:[^"\\\\]|\\\\[^"])*`, "gi"), "$1[masked]"],
  [new RegExp(`\\b(${secretName})=(?!\\[masked)[^\\s"&,;\\\\]+`, "gi"), "$1=[masked]"],
];

// Most lines contain none of these words, and a single test rules them out.
const suspicious =
  /bfs_|whsec_|p[lt]_|bearer|basic|:\/\/|secret|passw|token|authorization|cookie|encryption_?keys/i;

export function maskCredentials(text: string): string {
  let masked = text;
  for (const [pattern, mask] of credentials) masked = masked.replace(pattern, mask);
  return masked;
}

/** Masking works on the finished line, so it holds whatever object, error or message was logged. */
export function createLog(options: { level: string; write: (line: string) => void }): Logger {
  const destination = {
    write: (line: string) => options.write(suspicious.test(line) ? maskCredentials(line) : line),
  };
  return pino({ level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/**
 * Lines from one turn of the event loop are written together: a write per line would cost as much as the request
 * itself.
 */
export function bufferedWrite(write: (text: string) => void): (line: string) => void {
  let waiting = "";
  const flush = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  process.on("exit", flush);
  return (line) => {
    if (waiting === "") setImmediate(flush);
    waiting += line;
  };
}
