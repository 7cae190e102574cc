import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { isAllowedBaseUrl } from "../../../platform/outbound/base-urls.ts";
import type { OutboundCheck } from "../../../platform/outbound/outbound.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import { joinCompanyOf } from "../../tenancy/companies/fragments.ts";
import { adapters } from "../authorities/adapters.ts";
import { decryptAccount, type IntegrationContext, purpose, usesSandbox } from "./integration.ts";
import { leaseMs } from "./registrar.ts";
import type { IntegrationRow } from "./settings-queries.ts";

type CheckedIntegration = IntegrationRow &
  Pick<Tables["fiscal_integrations"], "company_id" | "environment"> & { is_active: boolean };

const every = statement(
  "fiscal_integration_every",
  `select f.company_id, f.environment, f.adapter, f.base_url, f.business_id, f.service_id, f.secrets,
     co.status = 'active' as is_active
   from fiscal_integrations f ${joinCompanyOf("f.company_id")} order by f.company_id, f.environment limit $1`,
);

/** The encrypted column, for key rotation and for checking that every secret can be decrypted. */
export const sealedIntegrations = [
  encryptedColumn({
    name: "einvoicing_integrations",
    table: "fiscal_integrations",
    column: "secrets",
    record: { column: "environment", type: "text" },
    kind: () => "e-invoicing integration",
    purpose: (companyId, environment) => purpose(companyId, environment),
  }),
];

type CheckContext = Pick<IntegrationContext, "config" | "encryptionKeys" | "outbound" | "clock">;

/** The integrations in use, each with a check that its settings are accepted. */
export async function authorityContacts(
  settings: CheckContext,
  db: Queryable,
  limit: number,
): Promise<OutboundCheck[]> {
  const rows = await db.query<CheckedIntegration>(every, [limit]);
  return rows
    .filter((row) => row.is_active && row.environment === settings.config.environment)
    .flatMap((row) => contactOf(settings, row));
}

function contactOf(settings: CheckContext, row: CheckedIntegration): OutboundCheck[] {
  const adapter = adapters[row.adapter];
  const baseUrl = adapter && usesSandbox(adapter) ? settings.config.sandboxAuthority.url : row.base_url;
  if (!adapter || !baseUrl) return [];
  // A disallowed base URL is not called; another check reports it.
  if (!usesSandbox(adapter) && !isAllowedBaseUrl(settings.config.allowedBaseUrls, baseUrl)) return [];
  try {
    const account = { baseUrl, ...decryptAccount(settings, row.company_id, row) };
    const { outbound, clock } = settings;
    const timeLeftMs = () => checkMaxMs;
    const check = () =>
      adapter.check({ outbound, account, now: clock.now(), timeLeftMs, record: () => undefined });
    return [{ companyId: row.company_id, title: adapter.title, address: baseUrl, check }];
  } catch {
    // Undecryptable integrations are counted by the secrets check.
    return [];
  }
}

const checkMaxMs = 4_000;

/** Unfinished registrations, and those that need attention. */
export type RegistrationQueue = {
  unfinished: number;
  oldest_seconds: number | null;
  /** How long the oldest due registration has been waiting. */
  overdue_seconds: number | null;
  /** Still uncertain after many look-ups. */
  unclear: number;
  rejected: number;
  refused_accounts: number;
  stuck_leases: number;
};

const examine = statement(
  "fiscal_examine",
  `select count(*)::int as unfinished, extract(epoch from $1 - min(created_at))::float8 as oldest_seconds,
     greatest(extract(epoch from $1 - min(next_action_at)), 0)::float8 as overdue_seconds,
     count(*) filter (where state = 'unknown' and failures >= 6)::int as unclear,
     count(*) filter (where lease_until > $3)::int as stuck_leases,
     (select count(*)::int from fiscal_documents r where r.state = 'rejected' and r.environment = $2) as rejected,
     (select count(*)::int from fiscal_integrations i where i.refusal is not null and i.environment = $2) as refused_accounts
   from fiscal_documents where next_action_at is not null and environment = $2`,
);

export async function measureRegistrations(
  { config, clock }: Pick<Context, "config" | "clock">,
  db: Queryable,
): Promise<RegistrationQueue> {
  const now = clock.now();
  const latestValidLease = new Date(now.getTime() + 2 * leaseMs);
  const [row] = await db.query<RegistrationQueue>(examine, [now, config.environment, latestValidLease]);
  return row!;
}
