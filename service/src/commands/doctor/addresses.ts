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
      `${baseUrl} does not respond: ${ping.message}`,
      unreachable("BILLFOLD_BASE_URL", served, ping.message),
    );
  }
  if (codeIn(ping) === "https_required") {
    const cure = "The proxy must be among BILLFOLD_TRUSTED_PROXIES and send X-Forwarded-Proto: https.";
    return level(check, `${baseUrl} responds that https is required`, cure);
  }
  if (ping.status !== 401 || codeIn(ping) !== "unauthenticated") {
    const cure = "Correct BILLFOLD_BASE_URL, or the proxy rule for /api/v1.";
    return level(check, `another program responds at ${baseUrl} (${ping.status})`, cure);
  }
  if (served === "nowhere") {
    const cure = "Another copy uses that address. Give this one its own PORT, or check that copy's database.";
    return note(
      check,
      `a Billfold service responds at ${baseUrl}, but none is running on this database`,
      cure,
    );
  }
  const [here, there] = [version, versionIn(contract)];
  if (there && there !== here) {
    const cure = "Finish the upgrade: all nodes should run the same version.";
    return note(check, `${baseUrl} runs version ${there}, but this is ${here}`, cure);
  }
  return ok(check, `${baseUrl} responds`);
}

function siteFinding(siteUrl: string, page: OutboundResult, level: Level, served: Served): Finding {
  const check = "site address";
  if (page.kind === "failed") {
    return level(
      check,
      `${siteUrl} does not respond: ${page.message}`,
      unreachable("BILLFOLD_SITE_URL", served, page.message),
    );
  }
  if (page.status !== 200) {
    return level(
      check,
      `${siteUrl}/ returns ${page.status}`,
      "Correct BILLFOLD_SITE_URL, or the proxy rule for it.",
    );
  }
  return ok(check, `${siteUrl} responds`);
}

const get = (url: string) =>
  ({ method: "GET", url, headers: {}, timeoutMs: waitMaxMs, responseBytesMax: 2 ** 21 }) as const;

function unreachable(name: string, served: Served, why: string): string {
  if (/certificate|altnames/i.test(why)) {
    return "The service itself may be fine: clients reject the certificate at this address. Renew or correct it where TLS is terminated, or make this machine trust its issuer (NODE_EXTRA_CA_CERTS).";
  }
  // Usually the running service was started with a PORT that this terminal does not have.
  const first =
    served === "here"
      ? `The service is running: run this with the same settings, especially PORT, or correct ${name}.`
      : `Start the service, or correct ${name}.`;
  return `${first} If only this machine can't reach it by that name, try from another machine: curl -i …`;
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
