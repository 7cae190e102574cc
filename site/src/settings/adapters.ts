import type { SettingName } from "../../../service/src/domains/fiscal/authorities/port.ts";
import type { texts } from "../texts/settings/einvoicing.ts";

export type AdapterName = keyof (typeof texts)["adapters"];

/** The settings that each authority requires, which decide the fields of the form. The service checks the same. */
const needs: Readonly<Record<AdapterName, readonly SettingName[]>> = {
  sandbox: [],
  async_demo: [],
  firs_mbs: [
    ...(["base_url", "business_id", "service_id", "api_key", "api_secret"] as const),
    ...(["public_key", "certificate", "signing_key"] as const),
  ],
  india_irp: ["base_url", "business_id", "api_key", "api_secret", "username", "password", "public_key"],
  document_only: [],
};

export const fieldsOf = (adapter: AdapterName): readonly SettingName[] => needs[adapter];

/** A sandbox adapter in production would register nothing without anyone noticing. */
export function adaptersIn(environment: string): AdapterName[] {
  const all = Object.keys(needs) as AdapterName[];
  return environment === "production"
    ? all.filter((name) => name !== "sandbox" && name !== "async_demo")
    : all;
}

export const isLong = (field: SettingName) =>
  field === "public_key" || field === "certificate" || field === "signing_key";
export const isSecret = (field: SettingName) =>
  field === "api_key" || field === "api_secret" || field === "password";
