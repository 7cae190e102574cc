import type { Change } from "../../../context.ts";
import { type FieldError, invalid } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { audit } from "../../tenancy/audit/service.ts";
import { findSettings, storeBankAccounts, storeLook } from "./queries.ts";
import {
  type BankAccount,
  type BankAccountsChange,
  bankAccountsPerCurrencyMax,
  type DocumentSettings,
  type DocumentSettingsPatch,
} from "./schema.ts";

/**
 * How a company's documents look, what they contain for programs, and its bank accounts on them. Documents are drawn with the settings of the moment:
 * an account that was closed must not be printed on any of them again.
 */
export { logoPath, removeLogo, setLogo } from "./logo.ts";
export { mailLookOf } from "./mail-look.ts";
export { findLogoPng, findSettings as readDocumentSettings } from "./queries.ts";

export async function getDocumentSettings(db: Queryable, companyId: number): Promise<DocumentSettings> {
  return JSON.parse(await findSettings(db, companyId)) as DocumentSettings;
}

export async function changeLook(change: Change, patch: DocumentSettingsPatch): Promise<Json> {
  const { tx, company, now } = change;
  const accentColour = patch.accent_colour?.toLowerCase() ?? patch.accent_colour;
  const footer = patch.footer?.trim() ?? patch.footer;
  await storeLook(tx, company.id, now, { accentColour, footer, embeddedXml: patch.embedded_xml });
  audit(change, company.id, "document_settings.changed", `company/${company.id}`, {
    accent_colour: patch.accent_colour,
    footer: patch.footer,
    embedded_xml: patch.embedded_xml,
  });
  return findSettings(tx, company.id);
}

export async function setBankAccounts(change: Change, { bank_accounts }: BankAccountsChange): Promise<Json> {
  const { tx, company, now } = change;
  const faults = bank_accounts.flatMap((account, index) => accountFaults(account, index, bank_accounts));
  if (faults.length > 0) throw invalid(faults);
  const accounts = bank_accounts.map(stored);
  await storeBankAccounts(tx, company.id, now, accounts);
  audit(change, company.id, "bank_accounts.set", `company/${company.id}`, { bank_accounts: accounts });
  return findSettings(tx, company.id);
}

type AccountInput = BankAccountsChange["bank_accounts"][number];

function accountFaults(account: AccountInput, index: number, all: readonly AccountInput[]): FieldError[] {
  const field = (name: string) => `bank_accounts[${index}].${name}`;
  const { iban, account_number, currency } = account;
  const before = all.slice(0, index).filter((other) => other.currency === currency).length;
  return [
    ...(iban == null && account_number == null
      ? [{ field: field("account_number"), message: "is required unless there is an iban" }]
      : []),
    ...(iban != null && account_number != null
      ? [
          {
            field: field("account_number"),
            message: "must be left out where there is an iban, which contains it",
          },
        ]
      : []),
    ...(before >= bankAccountsPerCurrencyMax
      ? [
          {
            field: field("currency"),
            message: `has ${bankAccountsPerCurrencyMax} accounts already: remove one of them`,
          },
        ]
      : []),
  ];
}

const stored = (account: AccountInput): BankAccount => ({
  currency: account.currency,
  name: account.name.trim(),
  bank: account.bank.trim(),
  iban: account.iban?.replace(/\s/g, "") ?? null,
  account_number: account.account_number?.trim() ?? null,
  bic: account.bic ?? null,
  sort_code: account.sort_code?.trim() ?? null,
});
