import { integrationFailed, integrationUnavailable } from "../../../contract/errors.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { FiscalAccount } from "../authorities/port.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";

const timeoutMs = 10_000;
const answerBytesMax = 64 * 1024;

type TestBusiness = Omit<FiscalAccount, "baseUrl">;

/**
 * Creates a business with its own credentials at the sandbox authority. An existing business gets new credentials
 * instead, because documents may have been registered under it.
 */
export async function provisionTestBusiness(
  outbound: Outbound,
  baseUrl: string,
  name: string,
  businessId: string | null,
): Promise<TestBusiness> {
  const businesses = `${baseUrl}/_sandbox/businesses`;
  if (businessId !== null) {
    const renewed = await createBusiness(
      outbound,
      `${businesses}/${encodeURIComponent(businessId)}/credentials`,
      {},
    );
    // Any other response does not say whether the business exists.
    if (renewed.status !== 404 && renewed.status !== 422) return readBusiness(renewed);
  }
  return readBusiness(await createBusiness(outbound, businesses, { name }));
}

async function createBusiness(outbound: Outbound, url: string, fields: object) {
  const result = await outbound.send({
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    timeoutMs,
    responseBytesMax: answerBytesMax,
  });
  if (result.kind !== "answered") throw integrationUnavailable("The sandbox authority", result.message);
  return result;
}

function readBusiness(result: { body: Buffer }): TestBusiness {
  try {
    return read(JSON.parse(result.body.toString("utf8")) as Record<string, unknown>);
  } catch (cause) {
    throw integrationFailed("The sandbox authority", "gave no test business", cause);
  }
}

const testParty = {
  tax_id: "99999999-0001",
  phone: "+2348000000000",
  email: "test-business@sandbox.example",
  address: { line1: "1 Sandbox Street", city: "Lagos", country: "NG" },
};

/** In the sandbox, the test business supplies the company details that are missing. */
export function asTestBusiness(document: CanonicalDocument): CanonicalDocument {
  const { supplier } = document;
  const { line1, city, country } = supplier.address;
  return {
    ...document,
    supplier: {
      ...supplier,
      tax_id: supplier.tax_id ?? testParty.tax_id,
      phone: supplier.phone ?? testParty.phone,
      email: supplier.email ?? testParty.email,
      address: {
        ...supplier.address,
        line1: line1 ?? testParty.address.line1,
        city: city ?? testParty.address.city,
        country: country ?? testParty.address.country,
      },
    },
  };
}

const names = [
  "business_id",
  "service_id",
  "api_key",
  "api_secret",
  "public_key",
  "certificate",
  "signing_key",
] as const;

function read(made: Record<string, unknown>): TestBusiness {
  const entries = names.map((name) => {
    if (typeof made[name] !== "string") throw new Error(`${name} is missing`);
    return [name, made[name]];
  });
  return Object.fromEntries(entries) as TestBusiness;
}
