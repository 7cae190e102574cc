import type { DeliveryDetails } from "../dashboard/records.ts";
import { texts } from "../texts/events.ts";

type Attempt = Pick<DeliveryDetails["attempts"][number], "failure" | "status_code">;
type Reason = Exclude<keyof typeof texts.delivery.why, `check${string}` | "title" | "settings">;

const failures: readonly string[] = [
  "address_refused",
  "dns",
  "connect",
  "tls",
  "timeout",
  "closed",
  "protocol",
  "invalid_url",
] satisfies Reason[];

/** Why an attempt failed and what to do about it, in a sentence or two; undefined if it did not fail. */
export function explainFailure({ failure, status_code }: Attempt): string | undefined {
  const reason = failure && failures.includes(failure) ? (failure as Reason) : reasonOf(status_code);
  return reason && texts.delivery.why[reason];
}

function reasonOf(status: number | null): Reason | undefined {
  if (status === null || (status >= 200 && status < 300)) return undefined;
  if (status >= 300 && status < 400) return "redirect";
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 405) return "notFound";
  if (status === 410) return "gone";
  if (status === 429) return "tooMany";
  return status < 500 ? "clientError" : "serverError";
}

/** `Name: value` lines as pasted from a log or from developer tools. */
export function readHeaders(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [start, name] = /^["']?([\w-]+)["']?\s*[:=]/.exec(line) ?? [];
      return start === undefined || name === undefined ? [] : [[name, readValue(line.slice(start.length))]];
    }),
  );
}

/** Without the comma that ends it in an object, and without its quotes. */
function readValue(text: string): string {
  const value = text.trim();
  const bare = value.endsWith(",") ? value.slice(0, -1).trimEnd() : value;
  return bare.replace(/^(["'])(.*)\1$/, "$2");
}
