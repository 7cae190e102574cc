import { integrationNotConfigured } from "../../../contract/errors.ts";
import type { FiscalAccount, SettingName } from "./port.ts";

/** A setting that the adapter requires, so it must have been given when the account was set up. */
export function settingOf(account: FiscalAccount, name: Exclude<SettingName, "base_url">): string {
  const value = account[name];
  if (value) return value;
  throw integrationNotConfigured(
    `The setting ${name} of e-invoicing`,
    "Set e-invoicing up again; then try again.",
  );
}
