import type { Context } from "../../../context.ts";
import { featureNames } from "../../../contract/access.ts";
import { noSuch } from "../../../contract/errors.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { truncatePage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Mail } from "../../../platform/ops/mail.ts";
import { type Author, findEntriesOfRequest } from "../audit/service.ts";
import {
  approveCompany,
  type CompanyRecord,
  type ProvisionEndpoint,
  refuseCompany,
  suspendCompany,
} from "../companies/service.ts";
import { setPlan } from "../plans/service.ts";
import { mails, type Recipient } from "../users/service.ts";
import { findCompanies, findEventsOfRequest, findOne, findOwners, readHealth } from "./queries.ts";
import type { CompanyQuery, PlanPatch } from "./schema.ts";

/**
 * Operators run this service: they approve and suspend companies, set their plans, and watch the queues. They see all
 * companies but none of a company's records; their actions are in that company's audit log.
 */
const pageSize = 50;

export async function listCompanies(
  db: Queryable,
  { status, q, cursor, limit = pageSize }: CompanyQuery,
): Promise<{ companies: Json; pagination: Json }> {
  const before = cursor === undefined ? undefined : Number(cursor);
  const found = await findCompanies(db, { status, q, before, count: limit + 1 });
  const idOf = (last: Json) => String((JSON.parse(last) as { id: number }).id);
  const { shown, pagination } = truncatePage(found, limit, { cursorOf: idOf, textOf: (json) => json });
  return { companies: `[${shown.join()}]`, pagination };
}

/** The company with its plan and this month's usage. */
export async function showCompany(db: Queryable, companyId: number, now: Date): Promise<Json> {
  const json = await findOne(db, companyId, now);
  if (json === undefined) throw noSuch(`company ${companyId}`);
  return json;
}

export type Decision =
  | { verb: "approve"; provisionEndpoint: ProvisionEndpoint }
  | { verb: "refuse" | "suspend"; reason: string };

/** Notifies the company's owners by mail, with the reason. */
export async function decide(
  context: Context,
  author: Author,
  companyId: number,
  decision: Decision,
): Promise<Json> {
  const { db, clock, encryptionKeys, mail, config } = context;
  return inTransaction(db, async (tx) => {
    const administration = { ...author, tx, now: clock.now() };
    const decided = await carryOut(administration, companyId, decision);
    // From now on events are delivered to the service's own receiver, until the company sets a URL.
    if (decision.verb === "approve")
      await decision.provisionEndpoint(administration, companyId, encryptionKeys);
    const owners = await findOwners(tx, companyId);
    const readers = owners.length > 0 ? owners : [{ email: decided.email, language: null }];
    for (const to of readers) {
      const about = `company/${companyId}`;
      await mail.queue(tx, decisionMail(to, decided, decision, config.siteUrl), { companyId, about });
    }
    return showCompany(tx, companyId, clock.now());
  });
}

function carryOut(
  administration: Parameters<typeof approveCompany>[0],
  companyId: number,
  decision: Decision,
): Promise<CompanyRecord> {
  if (decision.verb === "approve") return approveCompany(administration, companyId);
  const act = decision.verb === "refuse" ? refuseCompany : suspendCompany;
  return act(administration, companyId, decision.reason);
}

function decisionMail(
  { email, language }: Recipient,
  company: CompanyRecord,
  decision: Decision,
  siteUrl: string,
): Mail {
  const { name } = company;
  const to = { email, language: language ?? company.language };
  if (decision.verb === "approve") return mails.approved(to, siteUrl, name);
  return decision.verb === "refuse"
    ? mails.refused(to, siteUrl, name, decision.reason)
    : mails.suspended(to, siteUrl, name, decision.reason);
}

export async function changePlan(
  { db, clock }: Context,
  author: Author,
  companyId: number,
  { disabled_features, quotas, post_rate, company_post_rate, read_rate }: PlanPatch,
): Promise<Json> {
  return inTransaction(db, async (tx) => {
    const wanted = disabled_features && {
      enable: featureNames.filter((name) => !disabled_features.includes(name)),
      disable: disabled_features,
    };
    await setPlan({ ...author, tx, now: clock.now() }, companyId, {
      ...wanted,
      quotaInvoices: quotas?.invoices,
      quotaPaymentLinks: quotas?.payment_links,
      postRate: post_rate,
      companyPostRate: company_post_rate,
      readRate: read_rate,
    });
    return showCompany(tx, companyId, clock.now());
  });
}

export async function checkHealth({ reads, clock, passStatuses }: Context) {
  const [found, loops] = await Promise.all([readHealth(reads, clock.now()), passStatuses()]);
  const { failing_endpoints, disabled_endpoints, by_adapter, deliveries, registrations, ...rest } = found;
  return {
    deliveries: { ...deliveries, failing_endpoints, disabled_endpoints },
    registrations: { ...registrations, by_adapter },
    ...rest,
    loops,
  };
}

const daysSearched = 7;

/** Everything stored under a request id: its events and its audit entries. */
export async function searchRequest(
  { db, reads, clock }: Context,
  requestId: string,
): Promise<{ events: Json; audit: Json; searched_days: Json }> {
  const since = new Date(clock.now().getTime() - daysSearched * 24 * 60 * 60 * 1000);
  const [events, audit] = await Promise.all([
    // The search may be slow, so it has a statement timeout.
    inTransaction(db, async (tx) => {
      await tx.query("set local statement_timeout = '10s'");
      return findEventsOfRequest(tx, requestId, since);
    }),
    findEntriesOfRequest(reads, requestId),
  ]);
  return {
    events: `[${events.join()}]`,
    audit: `[${audit.join()}]`,
    searched_days: String(daysSearched),
  };
}
