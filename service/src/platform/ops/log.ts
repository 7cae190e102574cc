import { pino } from "pino";
import { maskCredentials, maskedStart } from "../security/mask-credentials.ts";
import { isoText } from "../values/clock.ts";

export type Logger = pino.Logger;

/** Masking works on the finished line, so it applies whatever object, error or message was logged. */
export function createLog(options: { level: string; write: (line: string) => void }): Logger {
  const destination = {
    write: (line: string) => options.write(maskCredentials(line.length > lineMax ? shortened(line) : line)),
  };
  const timestamp = () => `,"time":"${isoText(new Date())}"`;
  return pino({ level: options.level, base: null, timestamp }, destination);
}

/** The log on standard output, which the processes of a node share. */
export function openLog({ level, isShared }: { level: string; isShared: boolean }): Logger {
  const write = (text: string) => void process.stdout.write(text);
  return createLog({ level, write: bufferedWrite(isShared ? inWholeLines(write) : write) });
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
function bufferedWrite(write: (text: string) => void): (line: string) => void {
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

// POSIX: a write of so many bytes to a pipe is never mixed with those of other processes.
const pipeBytesMax = 4096;

/** For processes that share a pipe: text is written in pieces that end with a line, each of which stays in one piece. */
export function inWholeLines(write: (text: string) => void): (text: string) => void {
  return (text) => {
    if (text.length * 3 <= pipeBytesMax) return write(text);
    let piece = "";
    let pieceBytes = 0;
    for (const line of text.split(/(?<=\n)/)) {
      const bytes = Buffer.byteLength(line);
      if (pieceBytes > 0 && pieceBytes + bytes > pipeBytesMax) {
        write(piece);
        piece = "";
        pieceBytes = 0;
      }
      piece += line;
      pieceBytes += bytes;
    }
    if (piece !== "") write(piece);
  };
}
