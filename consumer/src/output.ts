import type { Emit, Event } from "./events.ts";
import { quarantinedLines, reportText } from "./report.ts";

/** The output of a run: JSON lines for programs, or text for people, with a progress line on a terminal. */
export type Output = {
  emit: Emit;
  /** Replaces the last progress line. */
  progress(line: string): void;
};

type Stream = { write(text: string): unknown; isTTY?: boolean };
type Streams = { stdout: Stream; stderr: Stream };

export function machineOutput({ stdout }: Pick<Streams, "stdout">, now: () => number): Output {
  return {
    emit: (event) =>
      void stdout.write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...event })}\n`),
    progress: () => undefined,
  };
}

const worthReportingSeconds = 5;
const clearLine = "\r\u001b[2K";

export function peopleOutput({ stdout, stderr }: Streams, mode: "once" | "watch"): Output {
  let isShowing = false;
  const clear = () => {
    if (isShowing) stderr.write(clearLine);
    isShowing = false;
  };
  return {
    emit: (event) => {
      const text = textOf(event, mode);
      if (text === undefined) return;
      clear();
      // Only the report goes to stdout.
      (event.event === "finished" ? stdout : stderr).write(`${text}\n`);
    },
    progress: (line) => {
      if (!stderr.isTTY) return void stderr.write(`${line}\n`);
      stderr.write(`${clearLine}${line}`);
      isShowing = true;
    },
  };
}

function textOf(event: Event, mode: "once" | "watch"): string | undefined {
  switch (event.event) {
    case "started":
      return `Registering the invoices of ${event.company} (company ${event.company_id}, ${event.environment}) through ${event.adapter}.`;
    case "waiting":
      // A rate limit causes many waits of about a second.
      return event.reason === "too many requests" && event.seconds < worthReportingSeconds
        ? undefined
        : `Pausing for ${event.seconds} s: ${event.message}`;
    case "stopping":
      return event.in_flight === 0
        ? "Stopping."
        : `Stopping after the ${event.in_flight} registrations in progress.`;
    case "quarantined":
      // A single run soon prints the report, which lists them.
      return mode === "watch" ? quarantinedLines(event).join("\n") : undefined;
    case "finished":
      return reportText(event).trimEnd();
    case "failed":
      return `consumer: ${event.error}`;
    default:
      return undefined;
  }
}
