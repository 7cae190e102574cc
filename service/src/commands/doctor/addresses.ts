import type { OutboundResult } from "../../platform/outbound/outbound.ts";
import { version } from "../../version.ts";
import { type DoctorContext, hasFault } from "./doctor-context.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

const waitMaxMs = 5_000;

/** Whether a node on this database serves the address; unknown if the database cannot be queried. */
export type Served = "here" | "nowhere" | "unknown";

/** Checks that the public addresses lead to this service. */
export async function checkAddresses(
  doctorContext: DoctorContext,
  serving: Promise<Served>,
): Promise<Finding[]> {
  const { baseUrl, siteUrl, environment } = doctorContext.config;
  const ask = (url: string) => doctorContext.outbound.send(get(url));
  const asking = Promise.all([ask(`${baseUrl}/ping`), ask(`${baseUrl}/openapi.json`), ask(`${siteUrl}/`)]);
  const served = await serving;
  const [ping, contract, page] = await asking;
  const level = served === "here" || environment === "production" ? problem : note;
  return [
    ...(hasFault(doctorContext, "BILLFOLD_BASE_URL")
      ? []
      : [apiFinding(baseUrl, ping, contract, level, served)]),
    ...(hasFault(doctorContext, "BILLFOLD_SITE_URL") ? [] : [siteFinding(siteUrl, page, level, served)]),
  ];
}

type Level = typeof problem;

/** Without a key the API returns 401 with our own error body. */
function apiFinding(
  baseUrl: string,
  ping: OutboundResult,
  contract: OutboundResult,
  level: Level,
  served: Served,
): Finding {
  const check = "API address";
  if (ping.kind === "failed") {
    return level(
      check,
      `${baseUrl} does not answer: ${ping.message}`,
      unreachable("BILLFOLD_BASE_URL", served, ping.message),
    );
  }
  if (codeIn(ping) === "https_required") {
    const cure = "The proxy must be among BILLFOLD_TRUSTED_PROXIES and send X-Forwarded-Proto: https.";
    return level(check, `${baseUrl} answers that it wants https`, cure);
  }
  if (ping.status !== 401 || codeIn(ping) !== "unauthenticated") {
    const cure = "Correct BILLFOLD_BASE_URL, or where your proxy sends /api/v1.";
    return level(check, `something else answers at ${baseUrl} (${ping.status})`, cure);
  }
  if (served === "nowhere") {
    const cure = "Another copy has that address. Give this one its own PORT, or look at that one's database.";
    return note(check, `a Billfold answers at ${baseUrl}, but none is running on this database`, cure);
  }
  const [here, there] = [version, versionIn(contract)];
  if (there && there !== here) {
    const cure = "Finish the upgrade: all nodes should run the same version.";
    return note(check, `${baseUrl} is served by version ${there}, and this is ${here}`, cure);
  }
  return ok(check, `${baseUrl} answers`);
}

function siteFinding(siteUrl: string, page: OutboundResult, level: Level, served: Served): Finding {
  const check = "site address";
  if (page.kind === "failed") {
    return level(
      check,
      `${siteUrl} does not answer: ${page.message}`,
      unreachable("BILLFOLD_SITE_URL", served, page.message),
    );
  }
  if (page.status !== 200) {
    return level(
      check,
      `${siteUrl}/ answers ${page.status}`,
      "Correct BILLFOLD_SITE_URL, or where your proxy sends it.",
    );
  }
  return ok(check, `${siteUrl} answers`);
}

const get = (url: string) =>
  ({ method: "GET", url, headers: {}, timeoutMs: waitMaxMs, responseBytesMax: 2 ** 21 }) as const;

function unreachable(name: string, served: Served, why: string): string {
  if (/certificate|altnames/i.test(why)) {
    return "The service itself may be well: clients do not accept the certificate at this address. Renew or correct it where TLS ends, or give this machine its issuer (NODE_EXTRA_CA_CERTS).";
  }
  // Usually the running service was started with a PORT that this terminal does not have.
  const first =
    served === "here"
      ? `The service is running: look with the settings that it was started with, PORT above all, or correct ${name}.`
      : `Start the service, or correct ${name}.`;
  return `${first} If only this machine can't reach it by that name, ask from outside: curl -i …`;
}

type Answered = Extract<OutboundResult, { kind: "answered" }>;

function codeIn({ body }: Answered): string | undefined {
  return (readJson(body) as { code?: string } | undefined)?.code;
}

function versionIn(contract: OutboundResult): string | undefined {
  if (contract.kind === "failed") return undefined;
  return (readJson(contract.body) as { info?: { version?: string } } | undefined)?.info?.version;
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
