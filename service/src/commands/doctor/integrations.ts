import { ApiError } from "../../contract/errors.ts";
import { authorityContacts } from "../../domains/fiscal/registration/credentials-check.ts";
import { gatewayContacts } from "../../domains/payments/gateways/credentials-check.ts";
import type { OutboundCheck } from "../../platform/outbound/outbound.ts";
import { within } from "./bounded.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";

const listedMax = 5_000;
const perAddress = 5;
const addressesMax = 20;
const waitMaxMs = 5_000;

/** Checks that the companies' gateways and authorities are reachable and accept their credentials. */
export async function checkIntegrations(doctorContext: DatabaseDoctorContext): Promise<Finding[]> {
  const { encryptionKeys, db } = doctorContext;
  if (!encryptionKeys) return [];
  const settings = { ...doctorContext, encryptionKeys };
  const [gateways, authorities] = await Promise.all([
    gatewayContacts(settings, db, listedMax),
    authorityContacts(settings, db, listedMax),
  ]);
  return (await Promise.all([checkAll("gateways", gateways), checkAll("authorities", authorities)])).flat();
}

async function checkAll(check: string, contacts: OutboundCheck[]): Promise<Finding[]> {
  const addresses = Object.values(Object.groupBy(contacts, ({ address }) => address)).slice(0, addressesMax);
  if (addresses.length === 0) return [ok(check, "none to check from here")];
  return (await Promise.all(addresses.map((group) => checkAddress(check, group!)))).flat();
}

async function checkAddress(check: string, contacts: OutboundCheck[]): Promise<Finding[]> {
  const [{ title, address }] = contacts as [OutboundCheck];
  const tried = contacts.slice(0, perAddress);
  const answers = await Promise.all(tried.map(ask));
  const refused = answers.filter(({ fault }) => fault?.code === "integration_auth_failed");
  const failed = answers.find(({ fault }) => fault && fault.code !== "integration_auth_failed");
  const found: Finding[] = [];
  if (failed) {
    const cure = `Check whether this machine can reach ${address} (firewall, DNS, certificate), and check the provider's status page. Work in progress resumes automatically.`;
    found.push(problem(check, failed.fault!.message.replace(/ Try again later\.$/, ""), cure));
  }
  if (refused.length > 0) {
    const companies = refused.map(({ companyId }) => companyId).join(", ");
    const command = check === "gateways" ? "billfold gateway set" : "billfold einvoicing set";
    found.push(
      problem(
        check,
        `${title} rejects the credentials of company ${companies}`,
        `Enter them again in the company's settings or with '${command} --company …'.`,
      ),
    );
  }
  const sample = tried.length < contacts.length ? ` (${tried.length} of them tried)` : "";
  const says = `${title} responds and accepts the credentials of ${counted(contacts.length, "company", "companies")}${sample}`;
  return found.length > 0 ? found : [ok(check, says)];
}

async function ask({
  companyId,
  title,
  check,
}: OutboundCheck): Promise<{ companyId: number; fault?: Fault }> {
  try {
    await within(waitMaxMs, check());
    return { companyId };
  } catch (error) {
    const { message } = error as Error;
    const fault = error instanceof ApiError ? error : { code: "other", message: `${title}: ${message}` };
    return { companyId, fault };
  }
}

type Fault = { code: string; message: string };

/** Outside production a gateway and an authority run inside the service, and other hosts cannot reach them. */
export function checkSandbox({ config, nodes }: DatabaseDoctorContext): Finding[] {
  if (config.environment === "production" || (config.sandboxGateway.url && config.sandboxAuthority.url))
    return [];
  // The processes of one node share its sandbox.
  if (nodes.filter(({ roles }) => roles.includes("api")).length <= config.processes) return [];
  const says = "each node has its own sandbox gateway and authority, and they share no data";
  return [
    note(
      "sandbox",
      says,
      "Give all nodes the same BILLFOLD_SANDBOX_GATEWAY_URL and BILLFOLD_SANDBOX_AUTHORITY_URL.",
    ),
  ];
}
