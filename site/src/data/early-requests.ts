declare global {
  interface Window {
    /** Responses to requests that were sent before the code that needs them was loaded, by their address. */
    earlyResponses?: Map<string, Promise<Response>>;
  }
}

/** The parts of the session that the first requests depend on. */
type Company = {
  id: number;
  status: string;
  role: string;
  time_zone: string;
  scopes: string[];
  credentials_shown: boolean;
};

/** Sends the first requests of the page that is open, as far as they follow from its address. */
export function startEarlyRequests(): void {
  const company = companyOf(document.getElementById("session")?.textContent ?? "null");
  if (!company) return;
  const headers = { accept: "application/json", "x-company-id": String(company.id) };
  window.earlyResponses = new Map(
    addressesOf(location, company).map((address) => [address, fetch(address, { headers })]),
  );
}

/** The company whose pages are shown; others are led to another page first. */
function companyOf(session: string): Company | undefined {
  const { company } = (JSON.parse(session) ?? {}) as { company?: Company | null };
  const chosen = Number(localStorage.getItem("billfold.company")) || company?.id;
  if (company?.status !== "active" || company.id !== chosen) return undefined;
  return company.role === "owner" && !company.credentials_shown ? undefined : company;
}

const overviewDays = 90;

function addressesOf(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  company: Company,
): string[] {
  const addresses = company.scopes.includes("site:keys") ? ["/app/api/checklist"] : [];
  if (/^\/app\/?$/.test(pathname) && search === "") {
    // Dates are written YYYY-MM-DD in Canada.
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: company.time_zone }).format(new Date());
    const first = new Date(Date.parse(today) - (overviewDays - 1) * 86_400_000).toISOString().slice(0, 10);
    addresses.push(`/app/api/overview?from=${first}&to=${today}`);
  }
  const [, list] =
    /^\/app\/(invoices|customers|products|sales|quotes|recurring-invoices|payments)\/?$/.exec(pathname) ?? [];
  if (list && search === "" && company.scopes.includes("site:read"))
    addresses.push(`/app/api/lists/${list.replace("-", "_")}`);
  return addresses;
}
