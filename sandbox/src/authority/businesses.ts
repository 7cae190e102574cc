import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Context } from "./context.ts";
import type { Keys } from "./keys.ts";
import type { Ledger } from "./ledger.ts";

/** A taxpayer that registers documents here. */
export type Business = {
  business_id: string;
  /** Eight letters and digits that are part of every IRN. */
  service_id: string;
  name: string;
  /** The tax number that invoices must come from; null allows any. */
  tin: string | null;
  api_key: string;
  api_secret_sha256: string;
  /** The certificate in its QR codes, next to the IRN. */
  certificate: string;
  irp: {
    gstin: string;
    client_id: string;
    client_secret_sha256: string;
    user_name: string;
    password_sha256: string;
  };
  revoked: boolean;
  created_at: string;
};

export type BusinessRequest = {
  name: string;
  tin?: string | null | undefined;
  /** For tests that need a certain IRN; random by default. */
  service_id?: string | undefined;
  gstin?: string | undefined;
};

/** The credentials that a company needs to register documents. The secrets are returned only once. */
export type Credentials = {
  business_id: string;
  service_id: string;
  name: string;
  tin: string | null;
  irn_template: string;
  api_key: string;
  api_secret: string;
  /** PEM (RSA), for QR codes and logins of the Indian protocol, and to verify its signatures. */
  public_key: string;
  /** PEM (Ed25519), to verify the signature of a receipt. */
  signing_key: string;
  certificate: string;
  irp: { gstin: string; client_id: string; client_secret: string; user_name: string; password: string };
};

export type BusinessView = Omit<Business, "api_secret_sha256" | "irp"> & { gstin: string };

export async function registerBusiness(context: Context, asked: BusinessRequest): Promise<Credentials> {
  const { ledger, clock } = context;
  const serviceId = asked.service_id ?? freeServiceId(ledger);
  if (!/^[A-Za-z0-9]{8}$/.test(serviceId)) throw new Error("service_id must be eight letters and digits");
  const gstin = asked.gstin ?? drawGstin();
  if (!/^\d{2}[A-Z0-9]{13}$/.test(gstin))
    throw new Error("gstin must be two digits and thirteen letters and digits");
  // This comes before the checks for duplicates, so that no other request runs between them and the entry.
  const keys = await context.keys();
  for (const other of ledger.businesses.values()) {
    if (other.service_id === serviceId)
      throw new Error(`there is a business with the service_id ${serviceId}`);
    if (other.irp.gstin === gstin) throw new Error(`there is a business with the gstin ${gstin}`);
  }
  const secrets = drawSecrets();
  const business: Business = {
    business_id: randomUUID(),
    service_id: serviceId,
    name: asked.name,
    tin: asked.tin ?? null,
    api_key: `sbx_key_${randomBytes(16).toString("hex")}`,
    api_secret_sha256: sha256(secrets.apiSecret),
    certificate: randomBytes(32).toString("base64"),
    irp: {
      gstin,
      client_id: `SBX${randomBytes(8).toString("hex").toUpperCase()}`,
      client_secret_sha256: sha256(secrets.clientSecret),
      user_name: `sbx_${randomBytes(4).toString("hex")}`,
      password_sha256: sha256(secrets.password),
    },
    revoked: false,
    created_at: clock.now().toISOString(),
  };
  ledger.keep({ business });
  return credentialsOf(business, keys, secrets);
}

/** Replaces lost credentials: the business keeps its documents, and the old secrets are revoked. */
export async function renewCredentials(context: Context, businessId: string): Promise<Credentials> {
  const keys = await context.keys();
  const business = context.ledger.businesses.get(businessId);
  if (!business) throw new Error(`there is no business ${businessId}`);
  const secrets = drawSecrets();
  const changed: Business = {
    ...business,
    api_secret_sha256: sha256(secrets.apiSecret),
    irp: {
      ...business.irp,
      client_secret_sha256: sha256(secrets.clientSecret),
      password_sha256: sha256(secrets.password),
    },
  };
  context.ledger.keep({ business: changed });
  return credentialsOf(changed, keys, secrets);
}

type Secrets = { apiSecret: string; clientSecret: string; password: string };

const drawSecrets = (): Secrets => ({
  apiSecret: `sbx_secret_${randomBytes(32).toString("hex")}`,
  clientSecret: `sbx_client_${randomBytes(16).toString("hex")}`,
  password: randomBytes(9).toString("base64url"),
});

function credentialsOf(
  { business_id, service_id, name, tin, api_key, certificate, irp }: Business,
  keys: Keys,
  secrets: Secrets,
): Credentials {
  return {
    ...{ business_id, service_id, name, tin },
    irn_template: `{{invoice_id}}-${service_id}-{{YYYYMMDD}}`,
    api_key,
    api_secret: secrets.apiSecret,
    public_key: keys.large.publicPem,
    signing_key: keys.small.publicPem,
    certificate,
    irp: {
      gstin: irp.gstin,
      client_id: irp.client_id,
      client_secret: secrets.clientSecret,
      user_name: irp.user_name,
      password: secrets.password,
    },
  };
}

/** The business with these credentials, revoked or not; undefined if there is none. */
export function findByApiKey({ byApiKey }: Ledger, key: unknown, secret: unknown): Business | undefined {
  const found = byApiKey.get(String(key));
  return found && found.api_secret_sha256 === sha256(String(secret)) ? found : undefined;
}

export type BusinessChange = {
  name?: string | undefined;
  tin?: string | null | undefined;
  revoked?: boolean | undefined;
};

export function changeBusiness(ledger: Ledger, businessId: string, change: BusinessChange): BusinessView {
  const business = ledger.businesses.get(businessId);
  if (!business) throw new Error(`there is no business ${businessId}`);
  const { name = business.name, tin = business.tin, revoked = business.revoked } = change;
  const changed = { ...business, name, tin, revoked };
  ledger.keep({ business: changed });
  return viewOfBusiness(changed);
}

export function viewOfBusiness({ api_secret_sha256: _, irp, ...business }: Business): BusinessView {
  return { ...business, gstin: irp.gstin };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// Ambiguous characters are left out, because people read these aloud.
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const draw = (from: string, length: number) =>
  Array.from({ length }, () => from[randomInt(from.length)]).join("");

function freeServiceId({ businesses }: Ledger): string {
  const taken = new Set(businesses.values().map(({ service_id }) => service_id));
  for (;;) {
    const drawn = draw(signs, 8);
    if (!taken.has(drawn)) return drawn;
  }
}

/** A well-formed GSTIN for a business in Karnataka. */
function drawGstin(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return `29${draw(letters, 5)}${draw("0123456789", 4)}${draw(letters, 1)}1Z${draw(signs, 1)}`;
}
