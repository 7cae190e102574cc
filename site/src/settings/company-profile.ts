type ProfileAddress = Partial<Record<(typeof addressParts)[number], string | null>>;

export type CompanyProfile = {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  tax_id: string | null;
  registration_number: string | null;
  address: ProfileAddress | null;
  currency: string;
  time_zone: string;
  payment_terms_days: number;
  invoice_series: string;
  status: string;
};

const addressParts = ["line1", "line2", "city", "region", "postal_code", "country"] as const;
const plainParts = [
  "name",
  "email",
  "phone",
  "tax_id",
  "registration_number",
  "currency",
  "time_zone",
  "invoice_series",
] as const;

export type ProfileForm = Record<
  (typeof addressParts | typeof plainParts)[number] | "payment_terms_days",
  string
>;

/** All of it as texts, as inputs have it. */
export function profileForm(company: CompanyProfile): ProfileForm {
  const plain = plainParts.map((name) => [name, company[name] ?? ""]);
  const address = addressParts.map((name) => [name, company.address?.[name] ?? ""]);
  return Object.fromEntries([
    ...plain,
    ...address,
    ["payment_terms_days", String(company.payment_terms_days)],
  ]);
}

/** Only what was changed is sent: another person may have changed the rest meanwhile. Null clears. */
export function changesOf(before: ProfileForm, after: ProfileForm): Record<string, string | number | null> {
  const names = Object.keys(after) as (keyof ProfileForm)[];
  const changed = names.filter((name) => after[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, sent(name, after[name].trim())]));
}

function sent(name: keyof ProfileForm, text: string): string | number | null {
  if (text === "") return null;
  return name === "payment_terms_days" ? Number(text) : text;
}
