import { settings } from "../../config/settings.ts";
import { weakSettings } from "../../config/weak-settings.ts";
import { nearestOf } from "../../platform/values/nearest.ts";
import { type DoctorContext, hasFault } from "./doctor-context.ts";
import { type Finding, inProduction, note, ok, problem } from "./finding.ts";

// Variables that our clients, examples and tests read from the same environment.
const others = /^BILLFOLD_(APP_ID|SECRET|WEBHOOK_SECRET|FAULTS|SHOTS|COMPANY)$/;

export function checkSettings(doctorContext: DoctorContext): Finding[] {
  const bad = doctorContext.faults.map(({ message }) => problem("settings", message, cureOf(message)));
  const found = [...bad, ...unknownNames(doctorContext), ...combinations(doctorContext)];
  if (found.length > 0) return found;
  const given = settings.filter(({ name }) => doctorContext.env[name]);
  return [ok("settings", `${given.length} of ${settings.length} set, all valid`)];
}

const cureOf = (message: string) =>
  message.includes("Create one with")
    ? "Store the key with your other secrets, and a copy with every backup: encrypted data is lost without it."
    : "Correct it in the environment of the service. 'billfold serve --help' lists every setting.";

function unknownNames({ env }: DoctorContext): Finding[] {
  const known = settings.map(({ name }) => name);
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith("BILLFOLD_") && !known.includes(name) && !others.test(name),
  );
  return unknown.map((name) => {
    const nearest = nearestSetting(name, known);
    const cure = nearest ? `Did you mean ${nearest}? Rename it, or remove it.` : "Remove it.";
    return note("settings", `${name} is not a known setting and has no effect`, cure);
  });
}

/** The prefix is left out, because every setting has it. */
function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const bare = (setting: string) => setting.replace(/^BILLFOLD_/, "").replaceAll("_", "");
  const nearest = nearestOf(bare(name), known.map(bare));
  return known.find((setting) => bare(setting) === nearest);
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
    const says = "BILLFOLD_SMTP_URL is missing: nobody can register, confirm an address or reset a password";
    found.push(problem("settings", says, "Set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM."));
  }
  const behindProxy = baseUrl.startsWith("https:") && !tls;
  if (
    roles.api &&
    behindProxy &&
    trustedProxies.length === 0 &&
    !hasFault(doctorContext, "BILLFOLD_TRUSTED_PROXIES")
  ) {
    const says = "the public URLs are https, but there is neither a certificate nor a trusted proxy";
    const cure =
      "Set BILLFOLD_TRUSTED_PROXIES to the address of your proxy, such as 127.0.0.1, or set BILLFOLD_TLS_CERT and BILLFOLD_TLS_KEY. Without them every request is refused in production.";
    found.push(worse("settings", says, cure));
  }
  if (environment !== "production" && !roles.api && !config.sandboxGateway.url) {
    const says = "this worker has no sandbox gateway, so sandbox payments and refunds are not processed";
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
