type ProfileAddress = Partial<Record<(typeof addressParts)[number], string | null>>;

export type CompanyProfile = {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  tax_id: string | null;
  registration_number: string | null;
  address: ProfileAddress | null;
  country: string | null;
  currency: string;
  time_zone: string;
  language: string;
  payment_terms_days: number;
  prices_include_tax: boolean;
  invoice_series: string;
  status: string;
};

const addressParts = ["line1", "line2", "city", "region", "postal_code"] as const;
const plainParts = [
  "name",
  "email",
  "phone",
  "tax_id",
  "registration_number",
  "country",
  "currency",
  "time_zone",
  "language",
  "invoice_series",
] as const;

export type ProfileForm = Record<
  (typeof addressParts | typeof plainParts)[number] | "payment_terms_days" | "prices_include_tax",
  string
>;

/** The profile as text values for inputs. */
export function profileForm(company: CompanyProfile): ProfileForm {
  const plain = plainParts.map((name) => [name, company[name] ?? ""]);
  const address = addressParts.map((name) => [name, company.address?.[name] ?? ""]);
  return Object.fromEntries([
    ...plain,
    ...address,
    ["payment_terms_days", String(company.payment_terms_days)],
    ["prices_include_tax", String(company.prices_include_tax)],
  ]);
}

type Sent = string | number | boolean | null;
export type ProfileChanges = Record<string, Sent | Record<string, Sent>>;

/** Only changed fields are sent, because another user may have changed the others meanwhile. Null clears a field. */
export function changesOf(before: ProfileForm, after: ProfileForm): ProfileChanges {
  const names = Object.keys(after) as (keyof ProfileForm)[];
  const changed = names.filter((name) => after[name].trim() !== before[name]);
  const isAddress = (name: string) => addressParts.some((part) => part === name);
  const values = (wanted: string[]) =>
    Object.fromEntries(wanted.map((name) => [name, sent(name, after[name as keyof ProfileForm].trim())]));
  const address = changed.filter(isAddress);
  return {
    ...values(changed.filter((name) => !isAddress(name))),
    ...(address.length > 0 && { address: values(address) }),
  };
}

/** The name of a field in the errors of the service. */
export const fieldOf = (name: keyof ProfileForm): string =>
  addressParts.some((part) => part === name) ? `address.${name}` : name;

function sent(name: string, text: string): Sent {
  if (text === "") return null;
  if (name === "prices_include_tax") return text === "true";
  return name === "payment_terms_days" ? Number(text) : text;
}

/** A prefix that the service accepts, so that it can be asked for the number that follows. */
export const isSeries = (text: string): boolean => /^([A-Z0-9][A-Z0-9-]{0,18})?[A-Z]$/.test(text);
