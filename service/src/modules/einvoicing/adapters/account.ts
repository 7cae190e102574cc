import { integrationNotConfigured } from "../../../foundation/errors.ts";
import type { FiscalAccount, SettingName } from "../port.ts";

/** A setting that the adapter asks for, and that whoever set it up must therefore have given. */
export function settingOf(account: FiscalAccount, name: Exclude<SettingName, "base_url">): string {
  const value = account[name];
  if (value) return value;
  throw integrationNotConfigured(
    `The setting ${name} of e-invoicing`,
    "Set e-invoicing up again; then try again.",
  );
}
