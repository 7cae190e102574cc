import type { Company, GatewayChoice } from "../../access.ts";
import type { Change } from "../../context.ts";
import type { Queryable, Transaction } from "../../foundation/database.ts";
import { ApiError, noSuch } from "../../foundation/errors.ts";
import {
  announceChange,
  findCompany,
  insertCompany,
  lockCompany,
  type ProfileColumns,
  setCompanyStatus,
  setGatewayChoice,
  updateProfile,
} from "./queries.ts";
import type { CompanyCreate, ProfilePatch } from "./schema.ts";

/**
 * Companies are the tenants. They wait as `pending` until an operator approves them; suspended, they keep
 * their data and lose the use of the API.
 */
export { announceChange, supplierSnapshotFields } from "./queries.ts";

export type CompanyRecord = ProfileColumns & {
  id: number;
  status: Company["status"];
  gateway: GatewayChoice | null;
  supplier: object;
};

/** The company as a principal would carry it, for work that no request asked for. */
export async function findCompanyOf(tx: Transaction, companyId: number): Promise<Company> {
  const record = await getCompany(tx, companyId);
  return {
    id: record.id,
    name: record.name,
    status: record.status,
    currency: record.currency,
    timeZone: record.time_zone,
    paymentTermsDays: record.payment_terms_days,
    invoiceSeries: record.invoice_series,
    gateway: record.gateway,
    supplier: JSON.stringify(record.supplier),
  };
}

/** A change that no request asked for, because its time has come. */
export async function systemChange(tx: Transaction, companyId: number, now: Date): Promise<Change> {
  const company = await findCompanyOf(tx, companyId);
  return { tx, company, now, actor: { type: "system", id: null }, requestId: null };
}

/** What a transaction on a company's own settings runs in: there is no key behind it, but an operator. */
export type Administration = { tx: Transaction; now: Date };

export async function createCompany({ tx, now }: Administration, input: CompanyCreate): Promise<number> {
  return insertCompany(tx, now, input.name, input.email);
}

/** Also brings a suspended company back. */
export async function approveCompany({ tx, now }: Administration, companyId: number): Promise<CompanyRecord> {
  await lockedCompany(tx, companyId);
  await setCompanyStatus(tx, companyId, now, "active");
  await announceChange(tx, companyId);
  return getCompany(tx, companyId);
}

export async function suspendCompany({ tx, now }: Administration, companyId: number): Promise<CompanyRecord> {
  const company = await lockedCompany(tx, companyId);
  if (company.status === "pending") {
    throw new ApiError(
      422,
      "invalid_state",
      `Company ${companyId} is not approved yet, so there is nothing to suspend.`,
    );
  }
  await setCompanyStatus(tx, companyId, now, "suspended");
  await announceChange(tx, companyId);
  return getCompany(tx, companyId);
}

export async function setProfile(
  { tx, now }: Administration,
  companyId: number,
  patch: ProfilePatch,
): Promise<CompanyRecord> {
  const before = await lockedCompany(tx, companyId);
  const { line1, line2, city, region, postal_code, ...rest } = patch;
  const given = Object.entries({ line1, line2, city, region, postal_code }).filter(
    ([, value]) => value !== undefined,
  );
  const address = { ...before.address, ...Object.fromEntries(given) };
  await updateProfile(tx, companyId, now, { ...before, ...rest, address } as ProfileColumns);
  await announceChange(tx, companyId);
  return getCompany(tx, companyId);
}

/** Which gateway its buyers pay through from now on. What is under way with another is finished there. */
export async function chooseGateway(
  { tx, now }: Administration,
  companyId: number,
  gateway: GatewayChoice,
): Promise<void> {
  await lockedCompany(tx, companyId);
  await setGatewayChoice(tx, companyId, now, gateway);
  await announceChange(tx, companyId);
}

export async function getCompany(tx: Queryable, companyId: number): Promise<CompanyRecord> {
  const json = await findCompany(tx, companyId);
  if (json === undefined) throw noCompany(companyId);
  return JSON.parse(json) as CompanyRecord;
}

async function lockedCompany(tx: Transaction, companyId: number): Promise<CompanyRecord> {
  const json = await lockCompany(tx, companyId);
  if (json === undefined) throw noCompany(companyId);
  return JSON.parse(json) as CompanyRecord;
}

const noCompany = (companyId: number) => noSuch(`company ${companyId}`);
