import { settings } from "../../config/settings.ts";
import { weakSettings } from "../../config/weak-settings.ts";
import { type DoctorContext, hasFault } from "./doctor-context.ts";
import { type Finding, inProduction, note, ok, problem } from "./finding.ts";

// Variables that our clients, examples and tests read from the same environment.
const others = /^BILLFOLD_(APP_ID|SECRET|WEBHOOK_SECRET|FAULTS|SHOTS|COMPANY)$/;

export function checkSettings(doctorContext: DoctorContext): Finding[] {
  const bad = doctorContext.faults.map(({ message }) => problem("settings", message, cureOf(message)));
  const found = [...bad, ...unknownNames(doctorContext), ...combinations(doctorContext)];
  if (found.length > 0) return found;
  const given = settings.filter(({ name }) => doctorContext.env[name]);
  return [ok("settings", `${given.length} of ${settings.length} set, all of them readable`)];
}

const cureOf = (message: string) =>
  message.includes("Make one with")
    ? "Keep the key with your other secrets, and a copy with every backup: what it encrypts is lost without it."
    : "Correct it where the service gets its environment from. 'billfold serve --help' lists every setting.";

function unknownNames({ env }: DoctorContext): Finding[] {
  const known = settings.map(({ name }) => name);
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith("BILLFOLD_") && !known.includes(name) && !others.test(name),
  );
  return unknown.map((name) => {
    const nearest = nearestOf(name, known);
    const cure = nearest ? `It looks like ${nearest}: rename it. Otherwise remove it.` : "Remove it.";
    return note("settings", `${name} is no setting, and nobody reads it`, cure);
  });
}

const bare = (name: string) => name.replace(/^BILLFOLD_/, "").replaceAll("_", "");

export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const measured = known
    .map((candidate) => ({ candidate, distance: distance(bare(name), bare(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = measured;
  return best && best.distance <= Math.max(1, bare(name).length / 3) ? best.candidate : undefined;
}

/** The Levenshtein distance: how many letters must be changed, added or removed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** Values that are valid individually, but not in combination. */
function combinations(doctorContext: DoctorContext): Finding[] {
  const { config } = doctorContext;
  const { environment, mail, roles, baseUrl, tls, trustedProxies } = config;
  const found = weakSettings(config).map(({ says, cure, severe }) =>
    severe ? problem("settings", says, cure) : note("settings", says, cure),
  );
  const worse = inProduction(environment);
  if (environment === "production" && !mail.smtpUrl && !hasFault(doctorContext, "BILLFOLD_SMTP_URL")) {
    const says = "there is no BILLFOLD_SMTP_URL: nobody can register, confirm an address or set a password";
    found.push(problem("settings", says, "Set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM."));
  }
  const behindProxy = baseUrl.startsWith("https:") && !tls;
  if (
    roles.api &&
    behindProxy &&
    trustedProxies.length === 0 &&
    !hasFault(doctorContext, "BILLFOLD_TRUSTED_PROXIES")
  ) {
    const says = "addresses are https, but there is neither a certificate nor a trusted proxy";
    const cure =
      "Set BILLFOLD_TRUSTED_PROXIES to where your proxy calls from, such as 127.0.0.1, or BILLFOLD_TLS_CERT and BILLFOLD_TLS_KEY. In production every request is refused without.";
    found.push(worse("settings", says, cure));
  }
  if (environment !== "production" && !roles.api && !config.sandboxGateway.url) {
    const says = "this worker knows no sandbox gateway: sandbox payments and refunds are not followed up";
    found.push(
      note(
        "settings",
        says,
        "Set BILLFOLD_SANDBOX_GATEWAY_URL and BILLFOLD_SANDBOX_GATEWAY_PORT on the API's side.",
      ),
    );
  }
  return found;
}
