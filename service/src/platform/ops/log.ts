import { pino } from "pino";
import { maskCredentials, maskedStart } from "../security/mask-credentials.ts";

export type Logger = pino.Logger;

/** Masking works on the finished line, so it applies whatever object, error or message was logged. */
export function createLog(options: { level: string; write: (line: string) => void }): Logger {
  const destination = {
    write: (line: string) => options.write(maskCredentials(line.length > lineMax ? shortened(line) : line)),
  };
  return pino({ level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

const lineMax = 16 * 1024;
const textMax = 2000;

/** Text from a request can be part of a line, such as a path in an error message, and may be very long. */
function shortened(line: string): string {
  const short = (_name: string, value: unknown) =>
    typeof value === "string" && value.length > textMax
      ? `${maskedStart(value, textMax)}… (${value.length} characters)`
      : value;
  return `${JSON.stringify(JSON.parse(line), short)}\n`;
}

/**
 * Lines from one turn of the event loop are written together: one write per line would cost as much as the request
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
