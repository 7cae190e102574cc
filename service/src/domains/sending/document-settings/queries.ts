import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { BankAccount, DocumentSettings } from "./schema.ts";

const settingsJson = jsonOf(`s.accent_colour, s.footer,
  coalesce(s.embedded_xml, 'ubl') as embedded_xml, coalesce(s.bank_accounts, '[]') as bank_accounts,
  case when l.company_id is not null then ${jsonOf("l.sha256, l.width, l.height")} end as logo,
  ${isoSql("greatest(s.updated_at, l.updated_at)")} as updated_at`);

const find = statement(
  "document_settings_find",
  `select ${settingsJson} as json from (select) one left join document_settings s on s.company_id = $1
   left join document_logos l on l.company_id = $1`,
);

export async function findSettings(db: Queryable, companyId: number): Promise<Json> {
  const [row] = await db.query<{ json: Json }>(find, [companyId]);
  return row!.json;
}

const setLook = statement(
  "document_settings_set_look",
  `insert into document_settings as s (company_id, updated_at, accent_colour, footer, embedded_xml)
   values ($1, $2, $3, $5, coalesce($7, 'ubl'))
   on conflict (company_id) do update set updated_at = excluded.updated_at,
     accent_colour = case when $4 then excluded.accent_colour else s.accent_colour end,
     footer = case when $6 then excluded.footer else s.footer end,
     embedded_xml = case when $8 then excluded.embedded_xml else s.embedded_xml end`,
);

/** What is undefined stays as it is. */
export async function storeLook(
  tx: Queryable,
  companyId: number,
  now: Date,
  look: {
    accentColour: string | null | undefined;
    footer: string | null | undefined;
    embeddedXml: DocumentSettings["embedded_xml"] | null | undefined;
  },
): Promise<void> {
  const { accentColour, footer, embeddedXml } = look;
  const given = [accentColour, footer, embeddedXml].flatMap((value) => [value ?? null, value !== undefined]);
  await tx.query(setLook, [companyId, now, ...given]);
}

const setAccounts = statement(
  "document_settings_set_bank_accounts",
  `insert into document_settings (company_id, updated_at, bank_accounts) values ($1, $2, $3)
   on conflict (company_id) do update set updated_at = excluded.updated_at, bank_accounts = excluded.bank_accounts`,
);

export async function storeBankAccounts(
  tx: Queryable,
  companyId: number,
  now: Date,
  accounts: readonly BankAccount[],
): Promise<void> {
  await tx.query(setAccounts, [companyId, now, JSON.stringify(accounts)]);
}

const setLogo = statement(
  "document_logo_set",
  `insert into document_logos (company_id, updated_at, png, sha256, width, height) values ($1, $2, $3, $4, $5, $6)
   on conflict (company_id) do update set updated_at = excluded.updated_at, png = excluded.png,
     sha256 = excluded.sha256, width = excluded.width, height = excluded.height`,
);

export async function storeLogo(
  tx: Queryable,
  companyId: number,
  now: Date,
  { png, sha256, width, height }: { png: Uint8Array; sha256: string; width: number; height: number },
): Promise<void> {
  await tx.query(setLogo, [companyId, now, Buffer.from(png), sha256, width, height]);
}

const removeLogo = statement("document_logo_delete", "delete from document_logos where company_id = $1");

export async function deleteLogo(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(removeLogo, [companyId]);
}

const findPng = statement(
  "document_logo_find",
  "select png from document_logos where company_id = $1 and sha256 = $2",
);

/** Undefined where the company has another logo by now, or none. */
export async function findLogoPng(
  db: Queryable,
  companyId: number,
  sha256: string,
): Promise<Buffer | undefined> {
  const [row] = await db.query<Pick<Tables["document_logos"], "png">>(findPng, [companyId, sha256]);
  return row?.png;
}
