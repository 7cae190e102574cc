import type { Change } from "../../../context.ts";
import type { Company, GatewayChoice } from "../../../contract/access.ts";
import { noSuch, wrongState } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { type Clock, clockAhead, dateIn } from "../../../platform/values/clock.ts";
import { type Author, audit } from "../audit/service.ts";
import {
  findCompany,
  insertCompany,
  lockCompany,
  notifyCompanyChanged,
  type ProfileColumns,
  setCompanyStatus,
  setGatewayChoice,
  updateProfile,
} from "./queries.ts";
import {
  type CompanyCreate,
  type CompanyPatch,
  type CompanyProfile,
  CompanyProfile as CompanyProfileSchema,
  type ProfilePatch,
} from "./schema.ts";

/**
 * Companies are the tenants. They are `pending` until an operator approves them; a suspended company keeps its data but
 * cannot use the API.
 */
export {
  chainEndOfSql,
  companiesWithEventsSql,
  countEventsSql,
  countersOfSql,
  dueCheckpointsSql,
  lastCompanySql,
  lastSequenceSql,
  lockCounters,
  lockCountersSql,
  lockSequencesSql,
  moveChainEndSql,
  moveCheckpointSql,
  unchainedSql,
  updateCountersSql,
  withinInvoiceQuotaSql,
  withinPaymentLinkQuotaSql,
} from "./counters.ts";
export {
  companyCurrencySql,
  companyTimeSql,
  companyVersionSql,
  joinCompanySql,
} from "./fragments.ts";
export {
  companiesChannel,
  findCompaniesOfHour,
  findMovedClocks,
  hasCompanies,
  lockCompanyRow,
  notifyCompanyChanged,
  setClockOffset,
  supplierSnapshotFields,
} from "./queries.ts";
export {
  companyHasFeature,
  countPaymentLink,
  findUsageOf,
  lockPlan,
  type PlanColumns,
  updatePlan,
} from "./subscription-queries.ts";
export { type TenantRow, tenantColumnsSql, tenantOf } from "./tenant.ts";

export type CompanyRecord = ProfileColumns & {
  id: number;
  status: Company["status"];
  gateway: GatewayChoice | null;
  clock_offset_ms: number;
  supplier: object;
};

/** The company as a principal has it, for background work without a request. */
export async function findCompanyOf(tx: Queryable, companyId: number): Promise<Company> {
  const record = await getCompany(tx, companyId);
  return {
    id: record.id,
    name: record.name,
    status: record.status,
    currency: record.currency,
    timeZone: record.time_zone,
    language: record.language as Language,
    paymentTermsDays: record.payment_terms_days,
    pricesIncludeTax: record.prices_include_tax,
    invoiceSeries: record.invoice_series,
    gateway: record.gateway,
    clockOffsetMs: record.clock_offset_ms,
    supplier: JSON.stringify(record.supplier),
  };
}

/** The date where a company is, by its own clock. */
export const companyDate = (
  clock: Clock,
  { time_zone, clock_offset_ms }: Pick<CompanyRecord, "time_zone" | "clock_offset_ms">,
) => dateIn(time_zone, clockAhead(clock, clock_offset_ms).now());

/** A change by a background task, in the company's time. */
export async function systemChange(tx: Transaction, companyId: number, clock: Clock): Promise<Change> {
  const company = await findCompanyOf(tx, companyId);
  const now = clockAhead(clock, company.clockOffsetMs).now();
  return { tx, company, now, actor: { type: "system", id: null }, requestId: null };
}

/** A transaction that changes a company's settings, and its author. */
export type Administration = Author & { tx: Transaction; now: Date };

/** Gives a company its first webhook endpoint. It is passed in, because tenancy comes before the webhooks domain. */
export type ProvisionEndpoint = (
  administration: Administration,
  companyId: number,
  keys: EncryptionKeys,
) => Promise<{ secret: string }>;

export async function createCompany(
  administration: Administration,
  { name, email }: CompanyCreate,
): Promise<number> {
  const { tx, now } = administration;
  const id = await insertCompany(tx, now, name, email);
  audit(administration, id, "company.registered", `company/${id}`, { name, email });
  return id;
}

/** Also reactivates a suspended or refused company. */
export async function approveCompany(
  administration: Administration,
  companyId: number,
): Promise<CompanyRecord> {
  await lockedCompany(administration.tx, companyId);
  return moveTo(administration, companyId, "active", null);
}

/** Refuses a company that signed up and was never approved. */
export async function refuseCompany(
  administration: Administration,
  companyId: number,
  reason: string,
): Promise<CompanyRecord> {
  const { status } = await lockedCompany(administration.tx, companyId);
  if (status !== "pending") {
    throw wrongState(
      `Company ${companyId} is ${status}: only a company waiting for approval can be rejected.`,
    );
  }
  return moveTo(administration, companyId, "refused", reason);
}

export async function suspendCompany(
  administration: Administration,
  companyId: number,
  reason: string | null = null,
): Promise<CompanyRecord> {
  const { status } = await lockedCompany(administration.tx, companyId);
  if (status === "pending" || status === "refused") {
    throw wrongState(`Company ${companyId} is not approved, so it can't be suspended.`);
  }
  return moveTo(administration, companyId, "suspended", reason);
}

const verbs = { active: "approved", refused: "refused", suspended: "suspended" } as const;

async function moveTo(
  administration: Administration,
  companyId: number,
  status: keyof typeof verbs,
  reason: string | null,
): Promise<CompanyRecord> {
  const { tx, now } = administration;
  await setCompanyStatus(tx, companyId, now, status, reason);
  await notifyCompanyChanged(tx, companyId);
  audit(
    administration,
    companyId,
    `company.${verbs[status]}`,
    `company/${companyId}`,
    reason === null ? {} : { reason },
  );
  return getCompany(tx, companyId);
}

/** null clears an optional field. */
type ProfileChange = { [K in keyof ProfilePatch]: ProfilePatch[K] | null };

/** Updates the profile as the dashboard shows it, with the address as one object. */
export async function changeProfile(
  administration: Administration,
  companyId: number,
  { address, ...rest }: CompanyPatch,
): Promise<CompanyProfile> {
  const nothing = { line1: null, line2: null, city: null, region: null, postal_code: null };
  const parts = address === null ? nothing : address;
  return profileOf(await setProfile(administration, companyId, { ...rest, ...parts } as ProfileChange));
}

export async function readProfile(db: Queryable, companyId: number): Promise<CompanyProfile> {
  return profileOf(await getCompany(db, companyId));
}

function profileOf(record: CompanyRecord): CompanyProfile {
  const fields = Object.keys(CompanyProfileSchema.properties) as (keyof CompanyProfile)[];
  const known = fields.map((field) => [field, record[field]] as const);
  return Object.fromEntries(known) as CompanyProfile;
}

export async function setProfile(
  administration: Administration,
  companyId: number,
  patch: ProfileChange,
): Promise<CompanyRecord> {
  const { tx, now } = administration;
  const before = await lockedCompany(tx, companyId);
  const { line1, line2, city, region, postal_code, ...rest } = patch;
  const given = Object.entries({ line1, line2, city, region, postal_code }).filter(
    ([, value]) => value !== undefined,
  );
  const parts = Object.entries({ ...before.address, ...Object.fromEntries(given) });
  const address = Object.fromEntries(parts.filter(([, value]) => value !== null));
  await updateProfile(tx, companyId, now, { ...before, ...rest, address } as ProfileColumns);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "company.changed", `company/${companyId}`, patch);
  return getCompany(tx, companyId);
}

/** Chooses the gateway for new payments. Payments already started with another are finished there. */
export async function chooseGateway(
  administration: Administration,
  companyId: number,
  gateway: GatewayChoice,
): Promise<void> {
  const { tx, now } = administration;
  await lockedCompany(tx, companyId);
  await setGatewayChoice(tx, companyId, now, gateway);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "gateway.set", `gateway/${gateway}`, { gateway });
}

export async function getCompany(tx: Queryable, companyId: number): Promise<CompanyRecord> {
  const json = await findCompany(tx, companyId);
  if (json === undefined) throw noCompany(companyId);
  return JSON.parse(json) as CompanyRecord;
}

export async function lockedCompany(tx: Transaction, companyId: number): Promise<CompanyRecord> {
  const json = await lockCompany(tx, companyId);
  if (json === undefined) throw noCompany(companyId);
  return JSON.parse(json) as CompanyRecord;
}

const noCompany = (companyId: number) => noSuch(`company ${companyId}`);
