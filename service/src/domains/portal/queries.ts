import { type Queryable, statement } from "../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../platform/db/sql.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { fromInvoices } from "../billing/invoices/fragments.ts";
import { payableSql } from "../billing/invoices/service.ts";
import { joinSaleOf } from "../billing/sales/fragments.ts";
import { usableLinkSql } from "../payments/links/fragments.ts";
import { joinTenantOf } from "../tenancy/companies/fragments.ts";
import { companyTimeSql } from "../tenancy/companies/service.ts";
import { fromKeysSql, newestAppIdSql } from "../tenancy/keys/fragments.ts";

const findSettingsOf = statement(
  "portal_settings_find",
  `select ${jsonOf(
    `coalesce(p.allowed_origins, '{}') as allowed_origins, p.prices_include_tax, ${isoSql("p.updated_at")} as updated_at`,
  )} as json
   from (select) one left join portal_settings p on p.company_id = $1`,
);

export async function findSettings(db: Queryable, companyId: number): Promise<Json> {
  const [row] = await db.query<{ json: Json }>(findSettingsOf, [companyId]);
  return row!.json;
}

const findOriginsOf = statement(
  "portal_origins_find",
  "select allowed_origins from portal_settings where company_id = $1",
);

export async function findAllowedOrigins(db: Queryable, companyId: number): Promise<readonly string[]> {
  const [row] = await db.query<Pick<Tables["portal_settings"], "allowed_origins">>(findOriginsOf, [
    companyId,
  ]);
  return row?.allowed_origins ?? [];
}

const findPricesOf = statement(
  "portal_prices_find",
  "select prices_include_tax from portal_settings where company_id = $1",
);

/** Whether prices in orders contain the tax; null where the company's own setting applies. */
export async function findPricesIncludeTax(db: Queryable, companyId: number): Promise<boolean | null> {
  const [row] = await db.query<Pick<Tables["portal_settings"], "prices_include_tax">>(findPricesOf, [
    companyId,
  ]);
  return row?.prices_include_tax ?? null;
}

const storeSettingsOf = statement(
  "portal_settings_store",
  `insert into portal_settings (company_id, allowed_origins, prices_include_tax, updated_at) values ($1, $2, $3, $4)
   on conflict (company_id) do update set allowed_origins = excluded.allowed_origins, updated_at = excluded.updated_at,
     prices_include_tax = case when $5 then excluded.prices_include_tax else portal_settings.prices_include_tax end`,
);

export async function storeSettings(
  tx: Queryable,
  companyId: number,
  now: Date,
  settings: { allowedOrigins: readonly string[]; pricesIncludeTax: boolean | null | undefined },
): Promise<void> {
  const { allowedOrigins, pricesIncludeTax } = settings;
  await tx.query(storeSettingsOf, [
    companyId,
    allowedOrigins,
    pricesIncludeTax ?? null,
    now,
    pricesIncludeTax !== undefined,
  ]);
}

export type PortalConfigRow = Pick<Tables["companies"], "name" | "status" | "currency" | "gateway"> &
  Pick<Tables["subscriptions"], "disabled_features"> &
  Pick<Tables["api_keys"], "expires_at"> & { allowed_origins: string[]; prices_include_tax: boolean };

const findPortalConfigOf = statement(
  "portal_config_find",
  `select co.name, co.status, co.currency, co.gateway, s.disabled_features,
     coalesce(p.allowed_origins, '{}') as allowed_origins,
     coalesce(p.prices_include_tax, co.prices_include_tax) as prices_include_tax, k.expires_at
   ${fromKeysSql} ${joinTenantOf("k.company_id")}
     left join portal_settings p on p.company_id = k.company_id
   where k.company_id = $1 and k.app_id = $2 and k.revoked_at is null and 'portal:embed' = any(k.scopes)`,
);

const findAppId = statement("portal_app_id_find", newestAppIdSql("portal:embed"));

/** The newest App ID that may show the portal; null when there is none yet. */
export async function findPortalAppId(db: Queryable, companyId: number, now: Date): Promise<string | null> {
  const [row] = await db.query<Pick<Tables["api_keys"], "app_id">>(findAppId, [companyId, now]);
  return row?.app_id ?? null;
}

/** What the two public names of a page refer to, if an active key with the portal scope connects them. */
export async function findPortalConfig(
  db: Queryable,
  companyId: number,
  appId: string,
): Promise<PortalConfigRow | undefined> {
  const [row] = await db.query<PortalConfigRow>(findPortalConfigOf, [companyId, appId]);
  return row;
}

export type PortalInvoice = Pick<Tables["invoices"], "status" | "number" | "currency" | "total"> & {
  sale_number: string | null;
  payable: string;
  /** From the newest link that can still be paid. */
  link_reference: string | null;
  link_label: string | null;
};

const findInvoiceOf = statement(
  "portal_invoice_find",
  `select i.status, i.number, o.number as sale_number, i.currency, i.total,
     ${payableSql("i")} as payable, l.reference as link_reference, l.label as link_label
   ${fromInvoices("i")} left ${joinSaleOf("i", "o")}
     left join lateral (
       ${usableLinkSql(companyTimeSql("i.company_id", "$4"))}
     ) l on true
   where i.company_id = $1 and i.id = $2 and i.portal_secret = $3`,
);

/** A wrong secret gives the same result as an unknown number. */
export async function findPortalInvoice(
  db: Queryable,
  companyId: number,
  { id, secret }: { id: number; secret: string },
  now: Date,
): Promise<PortalInvoice | undefined> {
  const [row] = await db.query<PortalInvoice>(findInvoiceOf, [companyId, id, secret, now]);
  return row;
}
